// SPDX-License-Identifier: GPL-2.0
/* Unit tests of what bench counts and of its sets */
#ifdef __x86_64__

#include "unit_test.h"

#include "../bench.h"

static void test_bytes(void **state)
{
	static const struct xarea xa = { .component = { [2] = { .size = 256 } } };
	struct bench_case what = { .set = { .rfbm = 0x7, .in_use = 0x2 } };

	(void)state;
	what.insn = XINSN_XSAVE;
	assert_int_equal(bench_bytes(&xa, &what), 64 + 160 + 256 + 256);
	what.insn = XINSN_XSAVEOPT;
	assert_int_equal(bench_bytes(&xa, &what), 64 + 256);
	/* Nothing was modified, so no component is written. */
	what.unmodified = true;
	assert_int_equal(bench_bytes(&xa, &what), 8);
	what.set.in_use = 0x7;
	assert_int_equal(bench_bytes(&xa, &what), 8);
}

UNIT_TEST(test_bytes);

#endif /* __x86_64__ */
