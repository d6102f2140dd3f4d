// SPDX-License-Identifier: GPL-2.0
/* Unit tests of lines of text to events */
#include "unit_test.h"

#include <stdio.h>

#include "../parse.h"
#include "../tally.h"
#include "../util.h"

static enum parse_result parse(const char *line, struct parsed *parsed)
{
	memset(parsed, 0, sizeof(*parsed));
	return parse_line(line, strlen(line), parsed);
}

#define TEXT	"x86/fpu: latency:100 RFBM:0x202e7 XINUSE:0x202"

#define VALUES	"latency:1 RFBM:0 XINUSE:0"
#define XSAVE	"x86_fpu_latency_xsave: "
#define XRSTOR	"x86_fpu_latency_xrstor: "
#define XFD	"x86_fpu_latency_xfd: "

static void test_parse_prefixes(void **state)
{
	static const struct {
		const char	*prefix;
		const char	*comm;
		uint64_t	pid;
		uint64_t	cpu;
		int64_t		time;
		bool		ns;
	} lines[] = {
		{ "              sh-34      [001] d..2.     1.671461: ",
		  "sh", 34, 1, 1671461000, true },
		{ "              sh-34      [001] 1.5: ", "sh", 34, 1, 1500000000, true },
		{ "              sh-34      [001]    -1.000000001: ",
		  "sh", 34, 1, -1000000001, true },
		{ "              sh-34      (     33) [001] ....... 7: ", "sh", 34, 1, 7, false },
		{ "              sh-34      (-------) [1023] DNZff456 12345678901234567890: ",
		  "sh", 34, 1023, 12345678901234567890ULL, false },
		{ "sh-34 [001] 9223372036854775807: ", "sh", 34, 1, INT64_MAX, false },
		{ "sh-34 [001] 9223372036854775808: ", "sh", 34, 1, INT64_MIN, false },
		{ "sh-34 [001] 18446744073709551616: ", NULL },
		{ "sh-34 [001] -9223372036854775808: ", NULL },
		{ "sh-34 [001] 1.0000000001: ", NULL },
		{ "sh-34 [001] 1.2.3: ", NULL },
		{ "sh-34 [001] -: ", NULL },
		{ "sh-34 [001] 9223372036.854775807: ", "sh", 34, 1, INT64_MAX, true },
		{ "sh-34 [001] 9223372037.0: ", "sh", 34, 1, 9223372037000000000ULL, true },
		/* 160616 nanoseconds before zero, rounded to microseconds. */
		{ "sh-34 [001] 18446744073.709391: ", "sh", 34, 1, -160616, true },
		{ "sh-34 [001] 18446744073.709551615: ", "sh", 34, 1, -1, true },
		{ "sh-34 [001] 18446744073.709552: ", NULL },
		{ "sh-18446744073709551616 [001] 1: ", NULL },
		{ "sh-1 [x] 1: ", NULL },
		{ "sh-1 001 1: ", NULL },
		{ "sh-1 (12 [001] 1: ", NULL },
		{ "sh-1 [001] 1.5: (+12) ", "sh", 1, 1, 1500000000, true },
		{ "sh-1 [001] 1.5: (+12 ", NULL },
		{ "      sh-35        3d..2. 2849us+: ", "sh", 35, 3, 2849000, true },
		{ "      sh-35        0..... 0us : ", "sh", 35, 0, 0, true },
		{ "      sh-35        0.....     2.733558: ", "sh", 35, 0, 2733558000, true },
		{ "            sh    34 [001]     1.671461: x86_fpu:",
		  "sh", 34, 1, 1671461000, true },
		{ "      a b   33/34 [001]     1.671461: x86_fpu:",
		  "a b", 34, 1, 1671461000, true },
		/* perf's columns, and what does without them where there are call chains. */
		{ "     a-7 [1] 2:      34 [001]     1.671461: x86_fpu:",
		  "a-7 [1] 2:", 34, 1, 1671461000, true },
		{ "   a-7 [1] 2: b:   33/34 [001]     1.671461: x86_fpu:",
		  "a-7 [1] 2: b:", 34, 1, 1671461000, true },
		{ "sh 34 [001] 1.671461: x86_fpu:", "sh", 34, 1, 1671461000, true },
		/* trace-cmd report of several files. */
		{ "host.dat:              sh-34    [001]     1.5: ",
		  "sh", 34, 1, 1500000000, true },
		{ "  my-a.dat:  abcdefghijklmno-34      [001]     1.5: ",
		  "abcdefghijklmno", 34, 1, 1500000000, true },
		{ "abcdefghijklmno-34 [001] 1.5: ", "abcdefghijklmno", 34, 1, 1500000000, true },
		/* No task has a name of more than 15. */
		{ "abcdefghijklmnop-34 [001] 1.5: ", NULL },
		{ "sh-33 [001] 1.5     sh-34 [001] 1.5: ", NULL },
		/* Either may be it. */
		{ "a-7 [1] 2: b: 34 [001] 1.5: x86_fpu:", NULL },
		{ "a-7 [1] 2: b: c-34 [001] 1.5: ", NULL },
		{ "34 [001] 1.5: ", NULL },
		{ "", NULL },
	};
	struct parsed parsed;
	char line[300];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		snprintf(line, sizeof(line), "%sx86_fpu_latency_xsave: " TEXT, lines[i].prefix);
		if (!lines[i].comm) {
			assert_int_equal(parse(line, &parsed), PARSE_BAD);
			continue;
		}
		assert_int_equal(parse(line, &parsed), PARSE_EVENT);
		assert_int_equal(parsed.ev.comm.len, strlen(lines[i].comm));
		assert_memory_equal(parsed.ev.comm.p, lines[i].comm, parsed.ev.comm.len);
		assert_int_equal(parsed.ev.pid, lines[i].pid);
		assert_int_equal(parsed.ev.cpu, lines[i].cpu);
		assert_true(parsed.ev.time == lines[i].time);
		assert_int_equal(parsed.ev.time_ns, lines[i].ns);
	}
}

static void test_parse_texts(void **state)
{
	static const struct {
		const char		*text;
		enum parse_result	result;
	} texts[] = {
		{ XSAVE "latency:0 RFBM:0x0 XINUSE:0x0", PARSE_EVENT },
		{ XSAVE "latency=0 rfbm=0 xinuse=0xffffffffffffffff", PARSE_EVENT },
		{ "x86_fpu_latency_xrstor:latency:0 RFBM:0x0 XINUSE:0x0", PARSE_BAD },
		{ XRSTOR "latency:1099511627775 RFBM:0x0 XINUSE:0x0", PARSE_EVENT },
		{ XRSTOR "latency:1099511627776 RFBM:0x0 XINUSE:0x0", PARSE_ABSURD },
		{ XRSTOR "latency:18446744073709551616 RFBM:0 XINUSE:0", PARSE_ABSURD },
		{ XRSTOR "latency:-5 RFBM:0x0 XINUSE:0x0", PARSE_ABSURD },
		{ XRSTOR "latency:-x RFBM:0x0 XINUSE:0x0", PARSE_BAD },
		{ XRSTOR "latency: RFBM:0x0 XINUSE:0x0", PARSE_BAD },
		{ XRSTOR "RFBM:0x0 XINUSE:0x0", PARSE_BAD },
		{ XRSTOR "latency:1 XINUSE:0x0", PARSE_BAD },
		{ XRSTOR "latency:1 RFBM:0x0 XINUSE:", PARSE_BAD },
		{ XRSTOR "latency:1 RFBM:0x0 XINUSE:0x10000000000000000", PARSE_BAD },
		{ "x86_fpu_latency_xrstor:", PARSE_BAD },
		/* Two lines in one. */
		{ XSAVE "x86/fpu: latency:100 RFBM:0x2 XI  sh-2 [000] 1: " XRSTOR TEXT, PARSE_BAD },
		{ XSAVE "x86/fpu: fpstate:0x1 si   sh-2 [000] 1: " XRSTOR TEXT, PARSE_BAD },
		{ XSAVE "x86/fpu: fpstate:0x1 sish-2 [000] 1: x86_fpu:" XRSTOR TEXT, PARSE_BAD },
		{ XSAVE TEXT " sh-2 [000] 1: " XRSTOR TEXT, PARSE_BAD },
		{ XSAVE "latency:1 RF0: latency:1099511627776 RFBM:0 XINUSE:0", PARSE_BAD },
		{ XSAVE "latency=1 rflatency=2 rfbm=0 xinuse=0", PARSE_BAD },
		{ XSAVE "latency=1 rfbm=0 xinlatency:2 RFBM:0 XINUSE:0", PARSE_BAD },
		{ XFD "latency:1 XF sh-2 [000] 1: " XSAVE TEXT, PARSE_BAD },
		{ XSAVE "latency:1 X sh-2 [000] 1: " XFD "latency:1 XFD:0x0", PARSE_BAD },
		{ XFD "latency:1 XF sh-2 [000] 1: " XFD "latency:1 XFD:0x0", PARSE_BAD },
		/* Functions with such names. */
		{ XSAVE "site:x86_fpu_latency_xsave_reg+0x1 " VALUES, PARSE_EVENT },
		{ XSAVE "site:tsc_latency+0x1 " VALUES, PARSE_EVENT },
		{ "x86_fpu_latency_other: latency:1 RFBM:0 XINUSE:0", PARSE_OTHER },
		{ "sched_switch: x86_fpu_latency_xsave: " TEXT, PARSE_OTHER },
		{ "tracing_mark_write: a-1 [000] 1.0: " XSAVE TEXT, PARSE_OTHER },
		{ "tracing_mark_write: a 1 [000] 1.0: x86_fpu:" XSAVE TEXT, PARSE_OTHER },
	};
	/* Text of other events of perf that quotes a line. */
	static const char * const quotes[] = {
		"perf 12 [000] 1.0: ftrace:print: ip: a-1 [000] 1.0: ",
		"perf 12 [000] 1.0: ftrace:print: ip:               a-1     [000] 1.0: ",
		"            perf    12 [000]     1.0: ftrace:print: a 1 [000] 1.0: x86_fpu:",
		"perf 12 [000] 1.0: ftrace:print: ip: a 1 [000] 1.0: x86_fpu:",
		"     a-7 [1] 2: 34/34 [001]     1.671461: ftrace:print: a-1 [000] 1.0: ",
	};
	struct parsed parsed;
	char line[300];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		snprintf(line, sizeof(line), "sh-1 [000] 1.0: %s", texts[i].text);
		assert_int_equal(parse(line, &parsed), texts[i].result);
	}
	for (i = 0; i < ARRAY_SIZE(quotes); i++) {
		snprintf(line, sizeof(line), "%s" XSAVE TEXT, quotes[i]);
		assert_int_equal(parse(line, &parsed), PARSE_OTHER);
	}
	assert_int_equal(parse("sh-1 [000] 1.0: " XSAVE "fpstate:0xff site:f+1 " VALUES, &parsed),
			 PARSE_EVENT);
	parse_details(&parsed.ev);
	assert_memory_equal(parsed.ev.fpstate.p, "0xff ", 5);
	assert_int_equal(parsed.ev.fpstate.len, 4);
	assert_int_equal(parsed.ev.site.len, 3);
}

static void test_parse_others(void **state)
{
	/* Stack traces, call chains, function tracers. */
	static const char * const functions[] = {
		" => __traceiter_x86_fpu_latency_xsave",
		" => x86_fpu_latency_xsave_reg",
		"\tffffffff8103a4b0 trace_event_raw_event_x86_fpu_latency_xsave+0x50 ([kernel])",
		"sh-1 [000] d..2. 1.0: __traceiter_x86_fpu_latency_xrstor <-__switch_to",
		"              sh-1       [000] d..2.     1.0: x86_fpu_latency_init <-kunit_run",
		" 1)   0.5 us    |  __traceiter_x86_fpu_latency_xsave();",
		"              sh-1       [000] d..2.     1.0: p: (__x86_fpu_latency_xsave+0x0/0x9)",
	};
	/* What is left of a line. */
	static const char * const torn[] = {
		"state:0x1 six86_fpu_latency_xsave: " TEXT,
		"] 1.0: x86_fpu_latency_xsave: " TEXT,
		"x86_fpu_latency_xsave: " TEXT,
		"] 1.0: x86_fpu:x86_fpu_latency_xs   sh-1 [000] 1.0: foo: bar",
		"x86_fpu_latency_",
	};
	struct parsed parsed;
	size_t i;

	(void)state;
	assert_int_equal(parse("CPU:12 [LOST 512 EVENTS]", &parsed), PARSE_LOST);
	assert_int_equal(parsed.lost, 512);
	assert_int_equal(parsed.lost_cpu, 12);
	assert_int_equal(parse("CPU:3 [EVENTS DROPPED]", &parsed), PARSE_LOST);
	assert_int_equal(parsed.lost, 0);
	assert_int_equal(parse("CPU:x [LOST EVENTS]", &parsed), PARSE_LOST);
	assert_true(parsed.lost_cpu == TALLY_NO_CPU);
	assert_int_equal(parse("CPU:3 [EVENTS]", &parsed), PARSE_OTHER);
	assert_int_equal(parse("CPU:3 [7 EVENTS DROPPED]", &parsed), PARSE_LOST);
	assert_int_equal(parsed.lost, 7);
	assert_int_equal(parse("           CPU:1    12 [000] 1.0: probe:foo: LOST EVENTS", &parsed),
			 PARSE_OTHER);
	assert_int_equal(parse("  sh 12 [003] 1.0: PERF_RECORD_LOST lost 99", &parsed), PARSE_LOST);
	assert_int_equal(parsed.lost, 99);
	assert_int_equal(parsed.lost_cpu, 3);
	assert_int_equal(parse("  :-1 -1/-1 [003] 1.0:  PERF_RECORD_LOST lost 99", &parsed),
			 PARSE_LOST);
	assert_int_equal(parse("sh 12 [000] 1.0: probe:foo: PERF_RECORD_LOST lost 99", &parsed),
			 PARSE_OTHER);
	assert_int_equal(parse("sh 12 [000] 1.0: foo: a 1 [000] 1.0: PERF_RECORD_LOST lost 99",
			       &parsed), PARSE_OTHER);
	assert_int_equal(parse("# entries-in-buffer/entries-written: 28/1028   #P:1", &parsed),
			 PARSE_LOST);
	assert_int_equal(parsed.lost, 1000);
	assert_int_equal(parse("# entries-in-buffer/entries-written: 28/28   #P:1", &parsed),
			 PARSE_OTHER);
	assert_int_equal(parse("# fpu-latency kernel: 7.3 x", &parsed), PARSE_META);
	assert_memory_equal(parsed.key.p, "kernel", 6);
	assert_memory_equal(parsed.value.p, "7.3 x", 5);
	assert_int_equal(parse("# fpu-latency a b: c", &parsed), PARSE_OTHER);
	assert_int_equal(parse("# x86_fpu_latency_xsave", &parsed), PARSE_OTHER);
	for (i = 0; i < ARRAY_SIZE(functions); i++)
		assert_int_equal(parse(functions[i], &parsed), PARSE_OTHER);
	for (i = 0; i < ARRAY_SIZE(torn); i++)
		assert_int_equal(parse(torn[i], &parsed), PARSE_BAD);
	assert_int_equal(parse("", &parsed), PARSE_OTHER);
	assert_int_equal(parse("   ", &parsed), PARSE_OTHER);
}

UNIT_TEST(test_parse_prefixes);
UNIT_TEST(test_parse_texts);
UNIT_TEST(test_parse_others);
