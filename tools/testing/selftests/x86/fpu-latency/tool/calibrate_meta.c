// SPDX-License-Identifier: GPL-2.0
/* What calibrate found, as lines that a recording can begin with */
#ifdef __x86_64__

#include <sys/utsname.h>

#include "calibrate.h"
#include "meta.h"

#define LINE	"# fpu-latency %s: "

/* What is not known is left out. */
static void print_text(FILE *out, const char *key, const char *value)
{
	if (*value)
		fprintf(out, LINE "%s\n", key, value);
}

/*
 * calibrate_meta - machine, clocks, the gate's verdict, what the kernel's window takes
 *
 * In the form that reader.c takes for metadata of the events that follow, so that
 * report converts ticks and diff names what differs.
 */
void calibrate_meta(FILE *out, const struct calibration *cal)
{
	const struct calibrate_recipe *window = &cal->recipe[RECIPE_KERNEL];
	struct utsname name;

	print_text(out, "cpu", cal->machine.model);
	fprintf(out, LINE "0x%x\n", META_SIGNATURE, cal->machine.signature);
	print_text(out, "microcode", cal->machine.microcode);
	if (!uname(&name))
		print_text(out, "kernel", name.release);
	print_text(out, "hypervisor", cal->machine.hypervisor);
	print_text(out, "save-instruction", cal->machine.save_instruction);
	fprintf(out, LINE "%.0f\n", META_TSC_KHZ, cal->tsc.hz / 1000);
	fprintf(out, LINE "%.2f\n", "tsc-step", cal->tsc.step);
	fprintf(out, LINE "%.4f\n", META_CORE_RATIO, cal->clock.ratio);
	if (window->measured)
		fprintf(out, LINE "min %ju, mean %.1f, p99 %ju ticks\n", META_WINDOW, window->min,
			window->mean, window->p99);
	fprintf(out, LINE "%s: %s\n", META_STABILITY,
		cal->gate.ok ? "good" : "do not benchmark here", cal->gate.reason);
}

#endif /* __x86_64__ */
