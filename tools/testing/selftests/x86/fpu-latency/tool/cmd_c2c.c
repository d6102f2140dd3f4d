// SPDX-License-Identifier: GPL-2.0
/* fpu-latency c2c: save areas that move between CPUs, by cacheline */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c2c.h"
#include "cacheline.h"
#include "command.h"
#include "reader.h"
#include "table.h"
#include "util.h"

#define DEFAULT_TOP	40

#define HASHED_NOTE \
	"%ju events have hashed pointers, which tell no cacheline; set the option hash-ptr to 0\n"

#define BACK_NOTE \
	"%ju events are earlier than the one before: LOCAL, REMOTE and FIRST are wrong; sort it\n"

enum {
	OPT_CACHELINE_SIZE = 1,
	OPT_STANDARD,
	OPT_TOP,
};

static const struct option options[] = {
	{ "double-cl",		no_argument,		NULL, 'a' },
	{ "cacheline-size",	required_argument,	NULL, OPT_CACHELINE_SIZE },
	{ "standard",		no_argument,		NULL, OPT_STANDARD },
	{ "top",		required_argument,	NULL, OPT_TOP },
	{ "help",		no_argument,		NULL, 'h' },
	{ }
};

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency c2c [OPTION]... [TRACE|-]...\n"
	      "\n"
	      "What 'perf c2c' does for memory, for the buffers that FPU state is saved to. One\n"
	      "table is by buffer (fpstate), one by cacheline of the save areas in them:\n"
	      "  SAVES    events that wrote it\n"
	      "  LOCAL    restores on the CPU that saved to the buffer last\n"
	      "  REMOTE   restores on another CPU: the lines had to come from there\n"
	      "  FIRST    restores before any save was seen\n"
	      "  avg(..)  mean latency in ticks of each kind; it is that of the instruction as\n"
	      "           a whole, not of one line\n"
	      "  TASKS, CPUS, FPSTATES   how many touched it; a line of two or more buffers is\n"
	      "           shared, and so is a pair of lines (--double-cl)\n"
	      "  OFFSET   of the line in the buffer where it was seen first\n"
	      "A line counts if XINUSE says that a component in it was in use; the header of the\n"
	      "area always counts. Rows with the most remote restores are first.\n"
	      "\n"
	      "Lines need addresses: a trace.dat, or text recorded with the trace option\n"
	      "hash-ptr off. Hashed pointers give the table by buffer.\n"
	      "\n", out);
	reader_print_help(out);
	fputs("How:\n"
	      "  -a, --double-cl      pairs of adjacent lines, for CPUs that fetch two\n"
	      "  --cacheline-size N   bytes of a line, a power of two; default 64\n"
	      "  --standard           the areas have the standard format, not the compacted one\n"
	      "                       of XSAVES and XSAVEC\n"
	      "  --top N              rows of each table, 0 for all; default 40\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "Exit status: 0; 1 if there was no event or part of the input could not be read;\n"
	      "129 for wrong usage.\n", out);
}

static void add_titles(struct table *table, const char *first, bool lines)
{
	table_cell(table, "%s", first);
	if (lines)
		table_cell(table, "OFFSET");
	table_cell(table, "SAVES");
	table_cell(table, "LOCAL");
	table_cell(table, "REMOTE");
	table_cell(table, "FIRST");
	table_cell(table, "avg(save)");
	table_cell(table, "avg(local)");
	table_cell(table, "avg(remote)");
	table_cell(table, "TASKS");
	table_cell(table, "CPUS");
	if (lines)
		table_cell(table, "FPSTATES");
	table_end_row(table);
}

static void add_mean(struct table *table, const struct c2c_node *node, enum c2c_kind kind)
{
	if (node->count[kind])
		table_cell(table, "%.1f", c2c_mean(node, kind));
	else
		table_cell(table, "-");
}

static void add_row(struct table *table, const struct c2c *c2c, const struct c2c_node *node,
		    bool lines)
{
	struct event_text name;
	int kind;

	if (node->id >> 63) {
		table_cell(table, "0x%jx", node->id);
	} else {
		name = strings_text(&c2c->names, node->id);
		table_bytes(table, name.p, name.len);
	}
	if (lines)
		table_cell(table, "%jd", (intmax_t)node->offset);
	for (kind = 0; kind < C2C_KINDS; kind++)
		table_cell(table, "%ju", node->count[kind]);
	add_mean(table, node, C2C_SAVE);
	add_mean(table, node, C2C_LOCAL);
	add_mean(table, node, C2C_REMOTE);
	table_cell(table, "%zu", node->tasks.nr);
	table_cell(table, "%zu", node->cpus.nr);
	if (lines)
		table_cell(table, "%zu%s", node->fpstates.nr,
			   node->fpstates.nr > 1 ? " shared" : "");
	table_end_row(table);
}

static void print_nodes(FILE *out, const struct c2c *c2c, struct c2c_nodes *nodes,
			const char *title, bool lines, uint64_t top)
{
	struct table table = { };
	size_t i;

	c2c_sort(nodes);
	add_titles(&table, title, lines);
	for (i = 0; i < nodes->nr && (!top || i < top); i++)
		add_row(&table, c2c, &nodes->node[i], lines);
	table_print(out, &table);
	if (i < nodes->nr)
		fprintf(out, "and %zu more; --top 0 shows all\n", nodes->nr - i);
}

static void print_c2c(FILE *out, struct c2c *c2c, const struct tally *tally, uint64_t top)
{
	const char *title = c2c->pair ? "Double-Cacheline" : "Cacheline";
	size_t shared = 0, i;

	print_nodes(out, c2c, &c2c->fpstates, "FPSTATE", false, top);
	fputc('\n', out);
	if (c2c->raw) {
		print_nodes(out, c2c, &c2c->lines, title, true, top);
		for (i = 0; i < c2c->lines.nr; i++)
			shared += c2c->lines.node[i].fpstates.nr > 1;
		fprintf(out, "%zu of %zu %s of %ju bytes are in two or more fpstates\n", shared,
			c2c->lines.nr, c2c->pair ? "pairs of lines" : "lines",
			cacheline_bytes(c2c->line_size, c2c->pair));
	}
	if (c2c->hashed)
		fprintf(out, HASHED_NOTE, c2c->hashed);
	if (c2c->back)
		fprintf(out, BACK_NOTE, c2c->back);
	if (c2c->without)
		fprintf(out, "%ju events have no fpstate\n", c2c->without);
	tally_print(out, tally);
}

static void set_line_size(struct c2c *c2c, const char *text)
{
	uint64_t size;

	if (!util_parse_u64(text, strlen(text), &size) || size < 16 || size > 4096 ||
	    (size & (size - 1)))
		usage_error("no power of two from 16 to 4096: %s", text);
	c2c->line_size = size;
}

static int cmd_c2c(int argc, char **argv)
{
	struct c2c c2c = { .line_size = 64, .compacted = true };
	const struct option *all;
	uint64_t top = DEFAULT_TOP;
	struct reader reader;
	bool failed;
	int opt;

	reader_init(&reader);
	reader.sink = c2c_add;
	reader.sink_data = &c2c;
	reader.ordered = true;
	all = reader_options(options);
	while ((opt = reader_next_option(&reader, argc, argv, ":ah", all, print_help)) != -1) {
		switch (opt) {
		case 'a':
			c2c.pair = true;
			break;
		case OPT_CACHELINE_SIZE:
			set_line_size(&c2c, optarg);
			break;
		case OPT_STANDARD:
			c2c.compacted = false;
			break;
		case OPT_TOP:
			if (!util_parse_u64(optarg, strlen(optarg), &top))
				usage_error("no number: %s", optarg);
			break;
		}
	}
	reader_read_all(&reader, argc - optind, argv + optind);
	reader_check(&reader, optind + 1 == argc ? argv[optind] : "all input");
	if (!c2c.raw && !c2c.hashed)
		fatal("no event tells its fpstate: this kernel has an older series");
	print_c2c(stdout, &c2c, &reader.tally, top);
	failed = reader.failed;
	reader_free(&reader);
	c2c_free(&c2c);
	return failed ? EXIT_FAILED : 0;
}

COMMAND(c2c, cmd_c2c, "save areas that move between CPUs, by cacheline");
