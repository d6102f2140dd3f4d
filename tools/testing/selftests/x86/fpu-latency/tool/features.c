// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the state components in RFBM and XINUSE
 *
 * All that Linux 7.3 knows (enum xfeature in arch/x86/include/asm/fpu/types.h),
 * by the names that the Intel SDM has for them, volume 1, 13.1.
 */
#include <stdio.h>
#include <string.h>

#include "features.h"
#include "util.h"

static const char * const names[] = {
	[0]	= "x87",
	[1]	= "SSE",
	[2]	= "AVX",
	[3]	= "BNDREGS",
	[4]	= "BNDCSR",
	[5]	= "opmask",
	[6]	= "ZMM_Hi256",
	[7]	= "Hi16_ZMM",
	[8]	= "PT",
	[9]	= "PKRU",
	[10]	= "PASID",
	[11]	= "CET_U",
	[12]	= "CET_S",
	[15]	= "LBR",
	[17]	= "XTILECFG",
	[18]	= "XTILEDATA",
	[19]	= "APX",
};

/* feature_name - the name of bit 0..63; @name is where an unknown one is made */
const char *feature_name(unsigned int bit, char name[FEATURE_NAME_SIZE])
{
	if (bit < ARRAY_SIZE(names) && names[bit])
		return names[bit];
	snprintf(name, FEATURE_NAME_SIZE, "bit %u", bit);
	return name;
}

/*
 * feature_parse - the mask of names with plus signs between them
 *
 * Case does not matter; "bit 20" and "bit20" name a bit without a name. Returns
 * false if one of them is unknown.
 */
bool feature_parse(const char *text, size_t len, uint64_t *mask)
{
	const char *end = text + len, *next;
	uint64_t m = 0, bit;
	size_t i, n;

	for (; text <= end; text = next + 1) {
		next = memchr(text, '+', end - text);
		if (!next)
			next = end;
		n = next - text;
		if (n > 3 && !strncasecmp(text, "bit", 3)) {
			i = 3 + (text[3] == ' ');
			if (!util_parse_u64(text + i, n - i, &bit) || bit > 63)
				return false;
			m |= 1ULL << bit;
			continue;
		}
		for (i = 0; i < ARRAY_SIZE(names); i++) {
			if (names[i] && strlen(names[i]) == n && !strncasecmp(names[i], text, n))
				break;
		}
		if (i == ARRAY_SIZE(names))
			return false;
		m |= 1ULL << i;
	}
	*mask = m;
	return true;
}
