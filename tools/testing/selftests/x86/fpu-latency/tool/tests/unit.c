// SPDX-License-Identifier: GPL-2.0
/* Runs the unit tests of all files that are linked with it */
#include "unit_test.h"

#define TESTS_MOST	256

struct registered *unit_tests;

int main(void)
{
	static struct CMUnitTest tests[TESTS_MOST];
	const struct unit_test *test;
	size_t nr = 0;

	for (test = registry_first(unit_tests); test; test = registry_next(test)) {
		if (nr == TESTS_MOST)
			return 1;
		tests[nr++] = (struct CMUnitTest){ .name = test->entry.name,
						   .test_func = test->run };
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return _cmocka_run_group_tests("unit tests", tests, nr, NULL, NULL);
}
