// SPDX-License-Identifier: GPL-2.0
/* Unit tests of what is taken from the process that reads a trace.dat */
#ifdef HAVE_TRACECMD

#include "unit_test.h"

#include "../dat.c"

/* Is a message the end of a file that is whole; was it an event? */
static void take(const struct dat_message *m, bool *complete, uint64_t *events)
{
	struct reader reader;
	struct source src = { .name = "test" };
	struct dat_input in = { .reader = &reader, .src = &src, .child = getpid() };
	int fd[2];

	reader_init(&reader);
	in.buf = util_realloc(NULL, IN_SIZE);
	assert_false(pipe(fd));
	assert_int_equal(write(fd[1], m, sizeof(*m)), sizeof(*m));
	close(fd[1]);
	in.fd = fd[0];
	while (take_message(&in))
		;
	close(fd[0]);
	*complete = in.complete;
	*events = reader.tally.events;
	free_input(&in);
	reader_free(&reader);
}

static void test_dat_messages(void **state)
{
	struct dat_message event = { .type = DAT_EVENT, .latency = 5 };
	struct dat_message end = { .type = DAT_END };
	uint64_t events;
	bool complete;

	(void)state;
	take(&event, &complete, &events);
	assert_false(complete);
	assert_int_equal(events, 1);
	take(&end, &complete, &events);
	assert_true(complete);
	assert_int_equal(events, 0);
}

/* Such as a process sends that was overtaken by the file. */
static void test_dat_messages_wrong(void **state)
{
	struct dat_message event = { .type = DAT_EVENT, .kind = EVENT_KINDS, .latency = 5 };
	struct dat_message other = { .type = DAT_END + 1 };
	struct dat_message text = { .type = DAT_COMM };
	uint64_t events;
	bool complete;

	(void)state;
	take(&event, &complete, &events);
	assert_false(complete);
	assert_int_equal(events, 0);
	take(&other, &complete, &events);
	assert_false(complete);
	text.b = DAT_TEXT_MOST + 1;
	take(&text, &complete, &events);
	assert_false(complete);
}

UNIT_TEST(test_dat_messages);
UNIT_TEST(test_dat_messages_wrong);

#endif /* HAVE_TRACECMD */
