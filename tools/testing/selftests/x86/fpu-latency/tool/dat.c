// SPDX-License-Identifier: GPL-2.0
/* Events from trace.dat, by libtracecmd */
#include "dat.h"
#include "util.h"

const char *dat_version(void)
{
	return NULL;
}

void dat_read(struct reader *reader, struct source *src)
{
	(void)reader;
	fatal("%s: is a trace.dat, and this fpu-latency was built without libtracecmd",
	      src->name);
}
