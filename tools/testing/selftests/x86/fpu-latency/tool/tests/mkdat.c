// SPDX-License-Identifier: GPL-2.0
/*
 * Write a trace.dat (version 6) of the latency events in a trace's text.
 *
 * Usage: mkdat TEXT TRACE.DAT
 *
 * The format is in trace-cmd.dat.v6(5). Only what libtracecmd needs is written, so
 * that tests have a trace.dat without a binary in the repository. What they compare
 * is the tool's report of the text and that of this file, so nothing of the tool is
 * used here: the text is read with sscanf(), in the one form that trace_pipe prints.
 * Any other line is an error. "CPU:n [LOST m EVENTS]", or without m, becomes missed
 * events of that CPU's next page.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>

#define ARRAY_SIZE(arr)	(sizeof(arr) / sizeof((arr)[0]))

#ifndef __printf
#define __printf(a, b)	__attribute((__format__(printf, a, b)))
#endif

#define PAGE		4096
/* A page begins with its time and the size of its data, 8 bytes each. */
#define PAGE_HEADER	16
/* In that size: events were missed; and their number is behind the data. */
#define PAGE_MISSED	(UINT64_C(1) << 31)
#define PAGE_STORED	(UINT64_C(1) << 30)
/* The longest record in words of 8 bytes. */
#define WORDS_MOST	6

#define MAX_CPUS	4096
#define NAMES_MOST	1024
#define NAME_SIZE	64

/* Made-up address of the function with this index. */
#define ADDRESS(index)	(UINT64_C(0xffffffff81000000) + 0x10000 * (index))

static const char header_page[] =
	"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
	"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
	"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
	"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n";
static const char header_event[] =
	"# compressed entry header\n"
	"\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n\tarray       :   32 bits\n\n"
	"\tpadding     : type == 29\n\ttime_extend : type == 30\n"
	"\ttime_stamp : type == 31\n\tdata max type_len  == 28\n";
static const char common_fields[] =
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:struct fpstate * fpstate;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long site;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 latency;\toffset:24;\tsize:8;\tsigned:0;\n";
#define PRINT_ARGS "REC->fpstate, (void *)REC->site, REC->latency, "

static const char mask_fields[] =
	"\tfield:u64 rfbm;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 xinuse;\toffset:40;\tsize:8;\tsigned:0;\n\n"
	"print fmt: \"x86/fpu: fpstate:%p site:%pS latency:%llu RFBM:0x%llx XINUSE:0x%llx\", "
	PRINT_ARGS "REC->rfbm, REC->xinuse\n";
static const char xfd_fields[] =
	"\tfield:u64 xfd;\toffset:32;\tsize:8;\tsigned:0;\n\n"
	"print fmt: \"x86/fpu: fpstate:%p site:%pS latency:%llu XFD:0x%llx\", "
	PRINT_ARGS "REC->xfd\n";

static const struct kind {
	const char	*name;
	const char	*fields;
	unsigned int	id;
	/* Words of a record. */
	int		words;
} kinds[] = {
	{ "xrstor",	mask_fields,	602,	6 },
	{ "xsave",	mask_fields,	601,	6 },
	{ "xfd",	xfd_fields,	603,	5 },
};

/* Texts by number, in the order in which they were seen. */
struct names {
	char		text[NAMES_MOST][NAME_SIZE];
	uint64_t	number[NAMES_MOST];
	size_t		nr;
};

/* The pages of one CPU's ring buffer. */
struct cpu {
	unsigned char	(*pages)[PAGE];
	size_t		nr;
	/* Bytes of the last page. */
	size_t		used;
	/* Flags of the last page, and events that were missed before it. */
	uint64_t	flags;
	uint64_t	missed;
	/* The same for the page to come. */
	uint64_t	next_flags;
	uint64_t	next_missed;
	uint64_t	last;
};

static struct cpu cpus[MAX_CPUS];
static unsigned int nr_cpus;
/* Names of tasks by PID; of functions, whose number is not used. */
static struct names comms, functions;

static noreturn __printf(1, 2) void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fputs("mkdat: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	exit(1);
}

static void add_name(struct names *names, uint64_t number, const char *text)
{
	if (names->nr == NAMES_MOST)
		die("too many names");
	names->number[names->nr] = number;
	strcpy(names->text[names->nr++], text);
}

/* The first name that a PID has is kept, as in the kernel's list of saved names. */
static void add_comm(uint64_t pid, const char *comm)
{
	size_t i;

	for (i = 0; i < comms.nr && comms.number[i] != pid; i++)
		;
	if (i == comms.nr)
		add_name(&comms, pid, comm);
}

static uint64_t function_address(const char *name)
{
	size_t i;

	for (i = 0; i < functions.nr && strcmp(functions.text[i], name); i++)
		;
	if (i == functions.nr)
		add_name(&functions, 0, name);
	return ADDRESS(i);
}

static struct cpu *get_cpu(unsigned int number)
{
	if (number >= MAX_CPUS)
		die("CPU %u is too large a number", number);
	if (number >= nr_cpus)
		nr_cpus = number + 1;
	return &cpus[number];
}

/* Numbers are little-endian, whatever this machine is. */
static unsigned char *store(unsigned char *p, int size, uint64_t value)
{
	for (; size; size--, value >>= 8)
		*p++ = value;
	return p;
}

static void begin_page(struct cpu *cpu, uint64_t time)
{
	cpu->pages = realloc(cpu->pages, (cpu->nr + 1) * PAGE);
	if (!cpu->pages)
		die("out of memory");
	memset(cpu->pages[cpu->nr], 0, PAGE);
	store(cpu->pages[cpu->nr++], 8, time);
	cpu->used = PAGE_HEADER;
	cpu->flags = cpu->next_flags;
	cpu->missed = cpu->next_missed;
	cpu->next_flags = 0;
	cpu->next_missed = 0;
	cpu->last = time;
}

/* A record's header is its words of 4 bytes and the nanoseconds since the last one. */
static void add_record(struct cpu *cpu, uint64_t time, const uint64_t *word, int words)
{
	unsigned char *page, *p;
	int i;

	/* Behind the data there is always room for the number of missed events. */
	if (!cpu->nr || cpu->used + 4 + 8 * WORDS_MOST + 8 > PAGE || time < cpu->last ||
	    time - cpu->last >= 1 << 27 || cpu->next_flags)
		begin_page(cpu, time);
	page = cpu->pages[cpu->nr - 1];
	p = store(page + cpu->used, 4, 2 * words | (time - cpu->last) << 5);
	for (i = 0; i < words; i++)
		p = store(p, 8, word[i]);
	cpu->last = time;
	cpu->used = p - page;
	store(p, 8, cpu->missed);
	store(page + 8, 8, (cpu->used - PAGE_HEADER) | cpu->flags);
}

static const struct kind *find_kind(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	}
	return NULL;
}

/* "<comm>-<pid> [<cpu>] <flags> <seconds>.<microseconds>: <event>: x86/fpu: <text>" */
static bool read_event(const char *line)
{
	uintmax_t seconds, offset, fpstate = 0, site = 0, latency, mask, xinuse = 0;
	char comm[17], flags[16], us[8], name[16], function[NAME_SIZE];
	const struct kind *kind;
	unsigned int pid, cpu;
	bool complete;
	const char *p;
	int n = 0;

	/* The name has the first 16 columns, whatever is in it. */
	if (strlen(line) < 17 || line[16] != '-')
		return false;
	memcpy(comm, line, 16);
	comm[16] = '\0';
	if (sscanf(line + 17, "%u [%u] %15s %ju.%7[0-9]: x86_fpu_latency_%15[a-z]: x86/fpu: %n",
		   &pid, &cpu, flags, &seconds, us, name, &n) != 6 || !n || strlen(us) != 6)
		return false;
	kind = find_kind(name);
	p = line + 17 + n;
	n = 0;
	if (!kind)
		return false;
	if (sscanf(p, "fpstate:%jx site:%63[^+ ]+%jx/%*x %n", &fpstate, function, &offset,
		   &n) == 3 && n) {
		site = function_address(function) + offset;
		p += n;
	}
	n = 0;
	if (kind->words == 5)
		complete = sscanf(p, "latency:%ju XFD:%jx%n", &latency, &mask, &n) == 2;
	else
		complete = sscanf(p, "latency:%ju RFBM:%jx XINUSE:%jx%n", &latency, &mask,
				  &xinuse, &n) == 3;
	if (!complete || !n || p[n])
		return false;
	add_comm(pid, comm + strspn(comm, " "));
	add_record(get_cpu(cpu), seconds * 1000000000 + atol(us) * 1000,
		   (uint64_t[]){ kind->id | (uint64_t)pid << 32, fpstate, site, latency, mask,
				 xinuse }, kind->words);
	return true;
}

static bool read_lost(const char *line)
{
	uint64_t lost = 0;
	unsigned int cpu;
	int n = 0;

	if (sscanf(line, "CPU:%u [LOST %" SCNu64 " EVENTS]%n", &cpu, &lost, &n) != 2 &&
	    sscanf(line, "CPU:%u [LOST EVENTS]%n", &cpu, &n) != 1)
		return false;
	if (!n || line[n])
		return false;
	get_cpu(cpu)->next_flags |= lost ? PAGE_MISSED | PAGE_STORED : PAGE_MISSED;
	get_cpu(cpu)->next_missed += lost;
	return true;
}

static void put(int size, uint64_t value)
{
	unsigned char bytes[8];

	store(bytes, size, value);
	fwrite(bytes, size, 1, stdout);
}

/* The size, in @size bytes, and the text without its NUL; frees it. */
static void put_text(int size, FILE *stream, char **text)
{
	if (fclose(stream))
		die("out of memory");
	put(size, strlen(*text));
	fputs(*text, stdout);
	free(*text);
}

static FILE *open_text(char **text)
{
	static size_t size;
	FILE *stream = open_memstream(text, &size);

	if (!stream)
		die("out of memory");
	return stream;
}

static void put_formats(void)
{
	FILE *stream;
	char *text;
	size_t i;

	/* No events of ftrace, and one system. */
	fwrite("\0\0\0\0\1\0\0\0x86_fpu", 16, 1, stdout);
	put(4, ARRAY_SIZE(kinds));
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		stream = open_text(&text);
		fprintf(stream, "name: x86_fpu_latency_%s\nID: %u\nformat:\n%s%s", kinds[i].name,
			kinds[i].id, common_fields, kinds[i].fields);
		put_text(8, stream, &text);
	}
}

/* Symbols, of which the last one ends the one before it; no printk formats; tasks. */
static void put_names(void)
{
	FILE *stream;
	char *text;
	size_t i;

	stream = open_text(&text);
	for (i = 0; i < functions.nr; i++)
		fprintf(stream, "%jx T %s\n", (uintmax_t)ADDRESS(i), functions.text[i]);
	fprintf(stream, "%jx T _etext\n", (uintmax_t)ADDRESS(i));
	put_text(4, stream, &text);
	put(4, 0);
	stream = open_text(&text);
	for (i = 0; i < comms.nr; i++)
		fprintf(stream, "%ju %s\n", (uintmax_t)comms.number[i], comms.text[i]);
	put_text(8, stream, &text);
}

static void put_file(void)
{
	uint64_t offset;
	unsigned int i;

	fwrite("\x17\x08\x44tracing6\0\0\x08", 14, 1, stdout);
	put(4, PAGE);
	fwrite("header_page", 12, 1, stdout);
	put(8, strlen(header_page));
	fputs(header_page, stdout);
	fwrite("header_event", 13, 1, stdout);
	put(8, strlen(header_event));
	fputs(header_event, stdout);
	put_formats();
	put_names();
	put(4, nr_cpus);
	fwrite("options  \0\0\0flyrecord", 22, 1, stdout);
	offset = (ftell(stdout) + 16 * nr_cpus + PAGE - 1) / PAGE * PAGE;
	for (i = 0; i < nr_cpus; i++) {
		put(8, offset);
		put(8, cpus[i].nr * PAGE);
		offset += cpus[i].nr * PAGE;
	}
	while (ftell(stdout) % PAGE)
		putchar(0);
	for (i = 0; i < nr_cpus; i++) {
		if (cpus[i].nr)
			fwrite(cpus[i].pages, PAGE, cpus[i].nr, stdout);
		free(cpus[i].pages);
	}
}

int main(int argc, char **argv)
{
	size_t size = 0, number = 0;
	char *line = NULL;
	ssize_t len;

	if (argc != 3) {
		fputs("Usage: mkdat TEXT TRACE.DAT\n", stderr);
		return 129;
	}
	if (!freopen(argv[1], "r", stdin))
		die("%s: %s", argv[1], strerror(errno));
	while ((len = getline(&line, &size, stdin)) > 0) {
		number++;
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		if (*line != '#' && !read_event(line) && !read_lost(line))
			die("%s:%zu: no line that this reads", argv[1], number);
	}
	free(line);
	if (ferror(stdin) || !nr_cpus)
		die("%s: %s", argv[1], ferror(stdin) ? strerror(errno) : "no events");
	if (!freopen(argv[2], "w", stdout))
		die("%s: %s", argv[2], strerror(errno));
	put_file();
	if (ferror(stdout) | fclose(stdout))
		die("%s: %s", argv[2], strerror(errno));
	return 0;
}
