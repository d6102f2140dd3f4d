// SPDX-License-Identifier: GPL-2.0
/* The process that reads a trace.dat, with libtracecmd */
#include "dat_format.h"

#ifdef HAVE_TRACECMD

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <trace-cmd.h>
#include <unistd.h>

#include "event.h"
#include "numset.h"
#include "util.h"

/* Bytes per write: what a pipe takes at once. */
#define OUT_SIZE	(64 * 1024)

/* Nothing stays longer unsent, counted in records of any event. */
#define RECORDS_MOST	(256 * 1024)

/* Where one field is in a record. */
struct dat_field {
	int	offset;
	int	size;
};

/* The format of an event in this file. */
struct dat_event {
	int			id;
	struct dat_field	pid;
	struct dat_field	fpstate;
	struct dat_field	site;
	struct dat_field	latency;
	struct dat_field	rfbm;
	struct dat_field	xinuse;
};

struct child {
	int			fd;
	struct tep_handle	*tep;
	struct dat_event	event[EVENT_KINDS];
	/* PIDs and addresses whose text was sent. */
	struct numset		comms;
	struct numset		sites;
	/* Records since something was sent. */
	unsigned int		records;
	size_t			used;
	char			out[OUT_SIZE];
};

#ifdef COVERAGE
void __gcov_dump(void);
#endif

/* Not by exit(), which would do what the tool has to do at its own end. */
static noreturn void leave(int status)
{
#ifdef COVERAGE
	/* That would have written the counters. */
	__gcov_dump();
#endif
	_exit(status);
}

static void flush_out(struct child *child)
{
	size_t done = 0;
	ssize_t n;

	while (done < child->used) {
		n = write(child->fd, child->out + done, child->used - done);
		/* The reader has gone, so nobody wants the rest. */
		if (n < 0)
			leave(0);
		done += n;
	}
	child->used = 0;
	child->records = 0;
}

static void put(struct child *child, const void *data, size_t len)
{
	if (child->used + len > OUT_SIZE)
		flush_out(child);
	memcpy(child->out + child->used, data, len);
	child->used += len;
}

static void put_numbers(struct child *child, enum dat_type type, uint64_t a, uint64_t b)
{
	struct dat_message message = { .type = type };

	message.a = a;
	message.b = b;
	put(child, &message, sizeof(message));
}

static void put_text(struct child *child, enum dat_type type, uint64_t number, const char *text)
{
	size_t len = strlen(text);

	if (len > DAT_TEXT_MOST)
		len = DAT_TEXT_MOST;
	put_numbers(child, type, number, len);
	put(child, text, len);
}

/* Symbol and offset, or the address if there is no symbol. */
static void put_site(struct child *child, uint64_t address)
{
	char text[DAT_TEXT_MOST];
	const char *name = tep_find_function(child->tep, address);
	uint64_t base = tep_find_function_address(child->tep, address);

	if (name)
		snprintf(text, sizeof(text), "%s+0x%jx", name, address - base);
	else
		snprintf(text, sizeof(text), "0x%jx", address);
	put_text(child, DAT_SITE, address, text);
}

static bool find_field(struct tep_event *event, const char *name, struct dat_field *field)
{
	struct tep_format_field *f = tep_find_any_field(event, name);

	if (!f || (f->size != 1 && f->size != 2 && f->size != 4 && f->size != 8) || f->offset < 0)
		return false;
	field->offset = f->offset;
	field->size = f->size;
	return true;
}

/* RFBM and XINUSE; xfd has the value of the MSR in the place of the first. */
static bool find_masks(struct tep_event *event, int kind, struct dat_event *e)
{
	if (kind == EVENT_XFD) {
		e->xinuse.size = 0;
		return find_field(event, "xfd", &e->rfbm);
	}
	return find_field(event, "rfbm", &e->rfbm) && find_field(event, "xinuse", &e->xinuse);
}

/* The events' formats; kernels with the older series have no site. */
static void find_events(struct child *child)
{
	int kind;

	for (kind = 0; kind < EVENT_KINDS; kind++) {
		struct dat_event *e = &child->event[kind];
		struct tep_event *event;

		e->id = -1;
		event = tep_find_event_by_name(child->tep, "x86_fpu", event_name(kind));
		if (!event || !find_field(event, "common_pid", &e->pid) ||
		    !find_field(event, "latency", &e->latency) ||
		    !find_masks(event, kind, e))
			continue;
		e->id = event->id;
		if (!find_field(event, "fpstate", &e->fpstate))
			e->fpstate.size = 0;
		if (!find_field(event, "site", &e->site))
			e->site.size = 0;
	}
}

/* One field's value; 0 if the record has none. Sets *@ok if it is too short. */
static uint64_t get(struct child *child, const struct tep_record *record,
		    const struct dat_field *field, bool *ok)
{
	if (!field->size)
		return 0;
	if (field->offset + field->size > record->size) {
		*ok = false;
		return 0;
	}
	return tep_read_number(child->tep, (char *)record->data + field->offset, field->size);
}

static void put_event(struct child *child, const struct tep_record *record, int cpu, int kind)
{
	const struct dat_event *e = &child->event[kind];
	struct dat_message m = { .type = DAT_EVENT, .kind = kind };
	const char *comm;
	bool ok = true;

	m.time = record->ts;
	m.cpu = cpu;
	m.pid = get(child, record, &e->pid, &ok);
	m.fpstate = get(child, record, &e->fpstate, &ok);
	m.site = get(child, record, &e->site, &ok);
	m.latency = get(child, record, &e->latency, &ok);
	m.rfbm = get(child, record, &e->rfbm, &ok);
	m.xinuse = get(child, record, &e->xinuse, &ok);
	if (!ok) {
		put_numbers(child, DAT_BAD, cpu, 0);
		return;
	}
	if (numset_add(&child->comms, m.pid)) {
		comm = tep_data_comm_from_pid(child->tep, m.pid);
		put_text(child, DAT_COMM, m.pid, comm ? comm : "<...>");
	}
	if (m.site && numset_add(&child->sites, m.site))
		put_site(child, m.site);
	put(child, &m, sizeof(m));
}

static void put_record(struct child *child, struct tep_record *record, int cpu)
{
	int id, kind;

	/* A recording with many other events is read for long, and that is no hanging. */
	if (++child->records == RECORDS_MOST) {
		put_numbers(child, DAT_ALIVE, 0, 0);
		flush_out(child);
	}
	if (record->missed_events)
		put_numbers(child, DAT_LOST, cpu, record->missed_events > 0 ?
			    (uint64_t)record->missed_events : UINT64_MAX);
	if (record->size < 2)
		return;
	id = tep_data_type(child->tep, record);
	for (kind = 0; kind < EVENT_KINDS; kind++) {
		if (child->event[kind].id == id)
			put_event(child, record, cpu, kind);
	}
}

static int put_ordered(struct tracecmd_input *handle, struct tep_record *record, int cpu,
		       void *data)
{
	(void)handle;
	put_record(data, record, cpu);
	return 0;
}

/*
 * CPU by CPU unless the order matters: a report is the same in any order, and
 * sorting by time takes as long as all the rest.
 */
static void put_buffer(struct child *child, struct tracecmd_input *handle, bool ordered)
{
	struct tep_record *record;
	int cpu;

	child->tep = tracecmd_get_tep(handle);
	find_events(child);
	if (ordered) {
		tracecmd_iterate_events(handle, NULL, 0, put_ordered, child);
		return;
	}
	for (cpu = 0; cpu < tep_get_cpus(child->tep); cpu++) {
		while ((record = tracecmd_read_data(handle, cpu))) {
			put_record(child, record, cpu);
			tracecmd_free_record(record);
		}
	}
}

/*
 * dat_child - read the file and send all latency events to @fd; does not return
 *
 * That is a process of its own because the library trusts what is in the file:
 * a corrupt one can make it crash or hang.
 */
noreturn void dat_child(const char *path, int fd, bool ordered)
{
	struct tracecmd_input *handle, *instance;
	struct child *child = util_calloc(1, sizeof(*child));
	int i;

	child->fd = fd;
	tracecmd_set_loglevel(TEP_LOG_NONE);
	tep_set_loglevel(TEP_LOG_NONE);
	handle = tracecmd_open(path, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!handle)
		leave(1);
	put_buffer(child, handle, ordered);
	for (i = 0; i < tracecmd_buffer_instances(handle); i++) {
		instance = tracecmd_buffer_instance_handle(handle, i);
		if (instance)
			put_buffer(child, instance, ordered);
	}
	put_numbers(child, DAT_END, 0, 0);
	flush_out(child);
	leave(0);
}

#endif /* HAVE_TRACECMD */
