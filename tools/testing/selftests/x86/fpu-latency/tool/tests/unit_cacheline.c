// SPDX-License-Identifier: GPL-2.0
/* Unit tests of cachelines and save areas */
#include "unit_test.h"

#include "../cacheline.h"
#include "../layout.h"

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

UNIT_TEST(test_cachelines);
