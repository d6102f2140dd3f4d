// SPDX-License-Identifier: GPL-2.0
/* Unit tests of Student's t distribution */
#include "unit_test.h"

#include "../student.h"
#include "../util.h"

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
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		assert_true(near(student_quantile(0.95, table[i].df), table[i].t));
		assert_true(near(student_p(table[i].t, table[i].df), 0.05));
	}
	assert_true(near(student_p(2, 10), 0.0733880));
	assert_true(student_p(0, 5) == 1);
}

UNIT_TEST(test_student);
