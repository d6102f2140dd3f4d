// SPDX-License-Identifier: GPL-2.0
/* Unit tests of the stages, with cmocka */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka.h needs those above. */
#include <cmocka.h>

#include "../cacheline.h"
#include "../cpulist.h"
#include "../features.h"
#include "../filter.h"
#include "../groups.h"
#include "../json.h"
#include "../layout.h"
#include "../numset.h"
#include "../parse.h"
#include "../stats.h"
#include "../strings.h"
#include "../student.h"
#include "../tally.h"
#include "../unit.h"
#include "../util.h"
#include "../welch.h"

static enum parse_result parse(const char *line, struct parsed *parsed)
{
	memset(parsed, 0, sizeof(*parsed));
	return parse_line(line, strlen(line), parsed);
}

#define TEXT	"x86/fpu: latency:100 RFBM:0x202e7 XINUSE:0x202"

#define VALUES	"latency:1 RFBM:0 XINUSE:0"
#define XSAVE	"x86_fpu_latency_xsave: "
#define XRSTOR	"x86_fpu_latency_xrstor: "

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
		  NULL },
		{ "sh-34 [001] 9223372036854775807: ", "sh", 34, 1, INT64_MAX, false },
		{ "sh-34 [001] 9223372036854775808: ", NULL },
		{ "sh-34 [001] 1.0000000001: ", NULL },
		{ "sh-34 [001] 1.2.3: ", NULL },
		{ "sh-34 [001] -: ", NULL },
		{ "sh-34 [001] 9223372036.854775807: ", "sh", 34, 1, INT64_MAX, true },
		{ "sh-34 [001] 9223372037.0: ", NULL },
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
		{ "x86_fpu_latency_other: latency:1 RFBM:0 XINUSE:0", PARSE_OTHER },
		{ "sched_switch: x86_fpu_latency_xsave: " TEXT, PARSE_OTHER },
	};
	struct parsed parsed;
	char line[300];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		snprintf(line, sizeof(line), "sh-1 [000] 1.0: %s", texts[i].text);
		assert_int_equal(parse(line, &parsed), texts[i].result);
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
	struct parsed parsed;

	(void)state;
	assert_int_equal(parse("CPU:12 [LOST 512 EVENTS]", &parsed), PARSE_LOST);
	assert_int_equal(parsed.lost, 512);
	assert_int_equal(parsed.lost_cpu, 12);
	assert_int_equal(parse("CPU:3 [EVENTS DROPPED]", &parsed), PARSE_LOST);
	assert_int_equal(parsed.lost, 0);
	assert_int_equal(parse("CPU:x [LOST EVENTS]", &parsed), PARSE_LOST);
	assert_true(parsed.lost_cpu == TALLY_NO_CPU);
	assert_int_equal(parse("CPU:3 [EVENTS]", &parsed), PARSE_OTHER);
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
	assert_int_equal(parse("", &parsed), PARSE_OTHER);
	assert_int_equal(parse("   ", &parsed), PARSE_OTHER);
}

static void test_numbers(void **state)
{
	struct util_decimal d;
	char buf[UTIL_REAL_SIZE];
	uint64_t v = 7;

	(void)state;
	assert_true(util_parse_u64("18446744073709551615", 20, &v) && v == UINT64_MAX);
	assert_true(util_parse_u64("0xFf", 4, &v) && v == 255);
	assert_false(util_parse_u64("18446744073709551616", 20, &v));
	assert_false(util_parse_u64("0x", 2, &v));
	assert_false(util_parse_u64("", 0, &v));
	assert_false(util_parse_u64("1 ", 2, &v));
	assert_false(util_parse_u64("-1", 2, &v));
	assert_int_equal(v, 255);
	assert_true(util_parse_decimal("99.90", 5, &d));
	assert_string_equal(d.text, "99.9");
	assert_true(util_parse_decimal("100", 3, &d) && d.nano == 100 * UTIL_NANO);
	assert_string_equal(d.text, "100");
	assert_false(util_parse_decimal("1.", 2, &d));
	assert_false(util_parse_decimal(".5", 2, &d));
	assert_false(util_parse_decimal("1.1.1", 5, &d));
	assert_false(util_parse_decimal("1234567890", 10, &d));
	assert_string_equal(util_format_real(buf, 0.1), "0.1");
	assert_string_equal(util_format_real(buf, 1099511627775), "1099511627775");
	assert_string_equal(util_format_real(buf, 130.5), "130.5");
}

static void test_histogram(void **state)
{
	struct stats_options options;
	struct group group = { };
	struct stats stats;
	struct groups groups = { };
	uint64_t i;

	(void)state;
	/* 10^9 events: two values, and the largest latency once. */
	groups_init(&groups);
	groups_add_value(&group, 100, 600000000);
	groups_add_value(&group, 126, 399999999);
	groups_add_value(&group, EVENT_LATENCY_LIMIT - 1, 1);
	groups.group = &group;
	groups.nr = 1;
	groups_sort(&groups);
	stats_default(&options);
	stats_compute(&group, &options, &stats);
	assert_int_equal(stats.count, 1000000000);
	assert_true(stats.sum == 100 * 600000000ULL + 126 * 399999999ULL + EVENT_LATENCY_LIMIT - 1);
	assert_int_equal(stats.percentile[0], 100);
	assert_int_equal(stats.percentile[3], 126);
	assert_int_equal(stats.tail_count, 970000000);
	/* (0.6 * 100 + 0.37 * 126) / 0.97 */
	assert_true(stats.tail_mean > 109.9175 && stats.tail_mean < 109.9176);
	free(group.values);

	/* Every value of a large table is found again. */
	group = (struct group){ };
	for (i = 0; i < 100000; i++)
		groups_add_value(&group, i * 26, 2);
	for (i = 0; i < 100000; i++)
		groups_add_value(&group, i * 26, 1);
	assert_int_equal(group.used, 100000);
	assert_int_equal(group.count, 300000);
	groups_sort(&groups);
	stats_compute(&group, &options, &stats);
	assert_int_equal(stats.step, 26);
	assert_int_equal(stats.percentile[0], 49999 * 26);
	assert_int_equal(stats_step(&groups), 26);
	free(group.values);
}

static bool near(double x, double y)
{
	return x > y * 0.9999 && x < y * 1.0001;
}

static void test_student(void **state)
{
	/* From printed tables: t with 95 % within, and p of t = 2. */
	static const struct {
		double	df;
		double	t;
	} table[] = {
		{ 1, 12.7062 }, { 2, 4.30265 }, { 4, 2.77645 }, { 10, 2.22814 },
		{ 30, 2.04227 }, { 100, 1.98397 }, { 1000, 1.96234 }, { 1e6, 1.95997 },
		{ 1e9, 1.95996 },
	};
	struct welch_sample a = { 10, 20, 2 }, b = { 20, 22, 4 }, one = { 1, 20, 0 };
	struct welch_sample flat = { 5, 20, 0 }, flat2 = { 5, 21, 0 };
	struct welch result;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		assert_true(near(student_quantile(0.95, table[i].df), table[i].t));
		assert_true(near(student_p(table[i].t, table[i].df), 0.05));
	}
	assert_true(near(student_p(2, 10), 0.0733880));
	assert_true(student_p(0, 5) == 1);
	/* se = sqrt(0.4 + 0.8), df = 1.44 / (0.16 / 9 + 0.64 / 19) = 27.98 */
	assert_true(welch_test(&a, &b, 0.95, &result));
	assert_true(near(result.difference, 2));
	assert_true(near(result.ci, 2.04853 * 1.0954451));
	assert_true(result.p > 0.0785 && result.p < 0.0786);
	assert_false(welch_test(&a, &one, 0.95, &result));
	assert_true(welch_test(&flat, &flat, 0.95, &result) && result.p == 1);
	assert_true(welch_test(&flat, &flat2, 0.95, &result) && result.p == 0);
}

static void test_small_parts(void **state)
{
	struct core_types types = { };
	struct strings strings = { };
	struct numset set = { };
	struct cpulist list;
	struct unit unit;
	uint64_t mask, i;
	char name[FEATURE_NAME_SIZE], text[16];

	(void)state;
	assert_true(cpulist_parse("0,2-5,1024", 10, &list));
	assert_true(cpulist_has(&list, 0) && cpulist_has(&list, 5) && cpulist_has(&list, 1024));
	assert_false(cpulist_has(&list, 1) || cpulist_has(&list, 6));
	cpulist_free(&list);
	assert_false(cpulist_parse("", 0, &list));
	assert_false(cpulist_parse("1,", 2, &list));
	assert_false(cpulist_parse("1-", 2, &list));
	assert_true(core_types_add(&types, "P", 1, "0-3", 3));
	assert_false(core_types_add(&types, "", 0, "0-3", 3));
	assert_string_equal(core_types_name(&types, 3), "P");
	assert_null(core_types_name(&types, 4));
	core_types_free(&types);

	assert_string_equal(feature_name(18, name), "XTILEDATA");
	assert_string_equal(feature_name(63, name), "bit 63");
	assert_true(feature_parse("avx+bit 63", 10, &mask) && mask == (4 | 1ULL << 63));
	assert_false(feature_parse("avx+", 4, &mask));
	assert_false(feature_parse("bit64", 5, &mask));

	for (i = 0; i < 1000; i++) {
		int len = snprintf(text, sizeof(text), "%ju", i);

		assert_int_equal(strings_id(&strings, (struct event_text){ text, len }), i + 1);
	}
	assert_int_equal(strings_id(&strings, (struct event_text){ "999", 3 }), 1000);
	assert_int_equal(strings_id(&strings, (struct event_text){ NULL, 0 }), STRINGS_NONE);
	assert_string_equal(strings_text(&strings, 8).p, "7");
	strings_free(&strings);

	for (i = 0; i < 1000; i++)
		assert_true(numset_add(&set, i << 40));
	assert_false(numset_add(&set, 0));
	numset_set(&set, 5ULL << 40, 55);
	assert_int_equal(numset_get(&set, 5ULL << 40), 55);
	assert_int_equal(numset_get(&set, 5), 0);
	numset_free(&set);

	unit_ticks(&unit);
	assert_int_equal(unit_mean(&unit, 5, 2), 3);
	assert_true(unit_ns(&unit, "2600000"));
	assert_int_equal(unit_round(&unit, 26), 10);
	assert_int_equal(unit_round(&unit, EVENT_LATENCY_LIMIT - 1), 422889087606);
	assert_false(unit_ns(&unit, "0") || unit_cycles(&unit, "x"));
}

static void test_cachelines(void **state)
{
	struct layout_piece piece[LAYOUT_PIECES];

	(void)state;
	assert_true(cacheline_address(0xffff8881000000bf, 64, 0) == 0xffff888100000080);
	assert_true(cacheline_address(0xffff8881000000ff, 64, 1) == 0xffff888100000080);
	assert_int_equal(cacheline_offset(0xffff8881000000bf, 64, 0), 0x3f);
	assert_int_equal(cacheline_offset(0xffff8881000000c0, 64, 1), 0x40);
	assert_int_equal(layout_touched(0x7, 0, true, piece), 1);
	assert_int_equal(piece[0].offset, 512);
	/* AMX: tiles are aligned to 64 bytes behind PKRU. */
	assert_int_equal(layout_touched(0x602e7, 0x40000, true, piece), 2);
	assert_int_equal(piece[1].offset, 576 + 256 + 64 + 512 + 1024 + 64 + 64);
	assert_int_equal(piece[1].size, 8192);
	assert_int_equal(layout_touched(0x602e7, 0x40000, false, piece), 2);
	assert_int_equal(piece[1].offset, 2816);
}

static void test_json(void **state)
{
	static const char text[] =
		"{\"a\": [1, 2], \"b\": {}, \"c\": \"x\\u0041\\n\", \"d\": null}";
	struct event_text t;
	struct json json;
	uint64_t v;

	(void)state;
	json_init(&json, text, strlen(text));
	assert_true(json_enter(&json, '{'));
	assert_true(json_next(&json, '}') && json_key(&json, &t));
	assert_true(json_enter(&json, '[') && json_next(&json, ']') && json_u64(&json, &v));
	assert_true(json_next(&json, ']') && json_u64(&json, &v) && v == 2);
	assert_false(json_next(&json, ']'));
	assert_true(json_next(&json, '}') && json_key(&json, &t) && json_skip(&json));
	assert_true(json_next(&json, '}') && json_key(&json, &t) && json_string(&json, &t));
	assert_string_equal(t.p, "xA\n");
	assert_true(json_next(&json, '}') && json_key(&json, &t) && json_null(&json));
	assert_false(json_next(&json, '}'));
	json_end(&json);
	assert_null(json.error);
	json_free(&json);
}

/* The order of events makes no difference, and neither does a split. */
static void test_properties(void **state)
{
	struct groups one, two, part;
	struct event ev = { };
	int i, round;

	(void)state;
	for (round = 0; round < 20; round++) {
		srand(round);
		groups_init(&one);
		groups_init(&two);
		groups_init(&part);
		for (i = 0; i < 1000; i++) {
			ev.kind = rand() % EVENT_KINDS;
			ev.rfbm = rand() % 3;
			ev.xinuse = rand() % 5;
			ev.latency = rand() % 100 * 26;
			groups_add(&one, &ev);
			groups_add(rand() % 2 ? &two : &part, &ev);
		}
		assert_true(groups_merge(&two, &part));
		groups_sort(&one);
		groups_sort(&two);
		assert_int_equal(one.nr, two.nr);
		for (i = 0; i < (int)one.nr; i++) {
			const struct group *x = &one.group[i], *y = &two.group[i];

			assert_int_equal(groups_compare(&one, x, &two, y), 0);
			assert_int_equal(x->used, y->used);
			assert_memory_equal(x->values, y->values, x->used * sizeof(*x->values));
		}
		groups_free(&one);
		groups_free(&two);
		groups_free(&part);
	}
	groups_init(&one);
	groups_init(&two);
	assert_true(groups_set_by(&two, "cpu"));
	assert_false(groups_merge(&one, &two));
	groups_free(&one);
	groups_free(&two);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse_prefixes),
		cmocka_unit_test(test_parse_texts),
		cmocka_unit_test(test_parse_others),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_histogram),
		cmocka_unit_test(test_student),
		cmocka_unit_test(test_small_parts),
		cmocka_unit_test(test_cachelines),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_properties),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
