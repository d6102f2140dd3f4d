// SPDX-License-Identifier: GPL-2.0
/* Who saved to a buffer or a cacheline of it, and who restored from it */
#include <stdlib.h>
#include <string.h>

#include "c2c.h"
#include "cacheline.h"
#include "layout.h"
#include "util.h"

#define NO_CPU	UINT64_MAX

static struct c2c_node *find_node(struct c2c_nodes *nodes, uint64_t id)
{
	struct numset_entry *entry = numset_find(&nodes->index, id);

	if (entry->value)
		return &nodes->node[entry->value - 1];
	if (nodes->nr == nodes->size) {
		nodes->size = nodes->size ? nodes->size * 2 : 64;
		nodes->node = util_realloc(nodes->node, nodes->size * sizeof(*nodes->node));
	}
	nodes->node[nodes->nr] = (struct c2c_node){ .id = id, .last_cpu = NO_CPU };
	entry->value = ++nodes->nr;
	return &nodes->node[nodes->nr - 1];
}

static void count(struct c2c_node *node, const struct event *ev, enum c2c_kind kind,
		  uint64_t fpstate)
{
	node->count[kind]++;
	node->sum[kind] += ev->latency;
	numset_add(&node->tasks, ev->pid);
	numset_add(&node->cpus, ev->cpu);
	numset_add(&node->fpstates, fpstate);
}

/* Each line that the instruction touches counts once. */
static void count_lines(struct c2c *c2c, const struct event *ev, enum c2c_kind kind,
			uint64_t fpstate, uint64_t mask)
{
	struct layout_piece piece[LAYOUT_PIECES];
	uint64_t area = fpstate + LAYOUT_FPSTATE_REGS, bytes, address, end, line;
	struct numset seen = { };
	size_t n, i;

	bytes = cacheline_bytes(c2c->line_size, c2c->pair);
	n = layout_touched(mask, ev->xinuse & ev->rfbm, c2c->compacted, piece);
	for (i = 0; i < n; i++) {
		address = area + piece[i].offset;
		end = address + piece[i].size;
		line = cacheline_address(address, c2c->line_size, c2c->pair);
		for (; line < end; line += bytes) {
			struct c2c_node *node;

			if (!numset_add(&seen, line))
				continue;
			node = find_node(&c2c->lines, line);
			if (!node->tasks.nr)
				node->offset = line - fpstate;
			count(node, ev, kind, fpstate);
		}
	}
	numset_free(&seen);
}

/*
 * c2c_add - an event; a sink of struct reader, with the events in order of time
 *
 * Addresses of the kernel have bit 63 set. What has not is what the kernel prints
 * instead of an address, a hash, and tells only which events are of one buffer.
 */
void c2c_add(void *data, const struct event *ev)
{
	const char *p = ev->fpstate.p;
	size_t len = ev->fpstate.len;
	enum c2c_kind kind = C2C_SAVE;
	struct c2c *c2c = data;
	struct c2c_node *node;
	char hex[2 + 16 + 1] = "0x";
	uint64_t address = 0;
	bool raw;

	/* Who saved last is not known if the order is another one. */
	c2c->back += c2c->any && ev->time < c2c->time;
	c2c->any = true;
	c2c->time = ev->time;
	/* A write to an MSR touches no buffer. */
	if (ev->kind == EVENT_XFD)
		return;
	if (!p) {
		c2c->without++;
		return;
	}
	if (len > 2 && p[0] == '0' && p[1] == 'x') {
		p += 2;
		len -= 2;
	}
	raw = len == 16;
	if (raw) {
		memcpy(hex + 2, p, len);
		raw = util_parse_u64(hex, 18, &address) && address >> 63;
	}
	c2c->raw += raw;
	c2c->hashed += !raw;
	/* Numbers of texts are small and no address of the kernel. */
	node = find_node(&c2c->fpstates, raw ? address : strings_id(&c2c->names, ev->fpstate));
	if (ev->kind == EVENT_XRSTOR)
		kind = node->last_cpu == NO_CPU ? C2C_UNKNOWN :
		       node->last_cpu == ev->cpu ? C2C_LOCAL : C2C_REMOTE;
	count(node, ev, kind, node->id);
	if (ev->kind == EVENT_XSAVE) {
		node->last_cpu = ev->cpu;
		node->mask = ev->rfbm;
	}
	if (raw)
		count_lines(c2c, ev, kind, address, node->mask ? node->mask : ev->rfbm);
}

/* Most restores elsewhere first, then most of all, then by address. */
static int compare_nodes(const void *a, const void *b)
{
	const struct c2c_node *x = a, *y = b;
	uint64_t n, m;
	int kind;

	if (x->count[C2C_REMOTE] != y->count[C2C_REMOTE])
		return x->count[C2C_REMOTE] > y->count[C2C_REMOTE] ? -1 : 1;
	for (n = m = kind = 0; kind < C2C_KINDS; kind++) {
		n += x->count[kind];
		m += y->count[kind];
	}
	if (n != m)
		return n > m ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* c2c_sort - bring nodes into the order in which they are shown; nothing is added later */
void c2c_sort(struct c2c_nodes *nodes)
{
	if (nodes->nr)
		qsort(nodes->node, nodes->nr, sizeof(*nodes->node), compare_nodes);
}

/* c2c_mean - mean latency in ticks; 0 if there was no such event */
double c2c_mean(const struct c2c_node *node, enum c2c_kind kind)
{
	return node->count[kind] ? (double)node->sum[kind] / node->count[kind] : 0;
}

static void free_nodes(struct c2c_nodes *nodes)
{
	size_t i;

	for (i = 0; i < nodes->nr; i++) {
		numset_free(&nodes->node[i].tasks);
		numset_free(&nodes->node[i].cpus);
		numset_free(&nodes->node[i].fpstates);
	}
	free(nodes->node);
	numset_free(&nodes->index);
}

/* c2c_free - give everything back */
void c2c_free(struct c2c *c2c)
{
	free_nodes(&c2c->fpstates);
	free_nodes(&c2c->lines);
	strings_free(&c2c->names);
}
