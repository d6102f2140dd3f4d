// SPDX-License-Identifier: GPL-2.0
/* Unit tests of XSAVE areas */
#ifdef __x86_64__

#include "unit_test.h"

#include "../xarea.h"

/* A CPU with AVX, an aligned and an unaligned component, as leaf 0xd has them. */
static const struct xarea layout = {
	.xsave = true, .xsavec = true, .features = 0x207, .permitted = 0x20207,
	.component = {
		[2] = { .size = 256, .offset = 576 },
		[9] = { .size = 8, .offset = 2688 },
		[17] = { .size = 64, .offset = 2752, .aligned = true },
	},
};

static void test_layout(void **state)
{
	(void)state;
	/* The legacy region and the header are always there. */
	assert_int_equal(xarea_size(&layout, 0x3, false), 576);
	assert_int_equal(xarea_size(&layout, 0x3, true), 576);
	assert_int_equal(xarea_size(&layout, 0x7, false), 832);
	assert_int_equal(xarea_size(&layout, 0x207, false), 2696);
	assert_int_equal(xarea_size(&layout, 0x207, true), 840);
	/* 840 is no multiple of 64. */
	assert_int_equal(xarea_size(&layout, 0x20207, true), 896 + 64);
	assert_int_equal(xarea_size(&layout, 0x20207, false), 2816);
	assert_int_equal(xarea_bytes(&layout, 0), 64);
	assert_int_equal(xarea_bytes(&layout, 0x1), 64 + 160);
	assert_int_equal(xarea_bytes(&layout, 0x206), 64 + 256 + 256 + 8);
}

static void test_image(void **state)
{
	uint8_t image[4096], other[4096];
	uint64_t xcomp_bv;
	uint32_t word;
	unsigned int i;

	(void)state;
	memset(image, 0x5a, sizeof(image));
	xarea_fill(&layout, image, 0x207, 0x204, true, 1);
	assert_int_equal(xarea_xstate_bv(image), 0x204);
	memcpy(&xcomp_bv, image + 520, sizeof(xcomp_bv));
	assert_true(xcomp_bv == (1ULL << 63 | 0x207));
	/* MXCSR is that of a new task, the XMM registers are not in use. */
	memcpy(&word, image + 24, sizeof(word));
	assert_int_equal(word, 0x1f80);
	for (i = 160; i < 416; i++)
		assert_int_equal(image[i], 0);
	/* All of AVX is, and behind it PKRU with the kernel's default. */
	for (i = 576; i < 832; i++)
		assert_int_not_equal(image[i], 0);
	memcpy(&word, image + 832, sizeof(word));
	assert_int_equal(word, 0x55555554);
	/* Nothing is written behind the end. */
	assert_int_equal(image[840], 0x5a);
	/* Another seed is another content. */
	memset(other, 0x5a, sizeof(other));
	xarea_fill(&layout, other, 0x207, 0x204, true, 2);
	assert_memory_not_equal(image + 576, other + 576, 256);
	/* Tiles: palette 1, 16 rows of 64 bytes each. */
	xarea_fill(&layout, image, 0x20207, 0x20000, true, 1);
	assert_int_equal(image[896], 1);
	assert_int_equal(image[896 + 16], 64);
	assert_int_equal(image[896 + 48 + 7], 16);
}

UNIT_TEST(test_layout);
UNIT_TEST(test_image);

#endif /* __x86_64__ */
