// SPDX-License-Identifier: GPL-2.0
/* What calibrate found, as JSON */
#ifdef __x86_64__
#include <math.h>

#include "calibrate.h"
#include "emit.h"
#include "util.h"

static void json_machine(FILE *out, const struct calibration *cal)
{
	const struct core_clock *clock = &cal->clock;
	const struct machine *m = &cal->machine;

	fprintf(out, "  \"machine\": { \"cpu\": %d, \"signature\": %u, ", m->cpu, m->signature);
	emit_json_text(out, "vendor", m->vendor, ", ");
	emit_json_text(out, "model", m->model, ", ");
	emit_json_text(out, "microcode", m->microcode, ", ");
	emit_json_text(out, "save_instruction", m->save_instruction, ", ");
	emit_json_text(out, "hypervisor", m->hypervisor, " },\n  \"tsc\": { ");
	emit_json_bool(out, "invariant", m->invariant_tsc, ", ");
	emit_json_real(out, "hz", cal->tsc.hz, ", ");
	emit_json_real(out, "step", cal->tsc.step, ", ");
	emit_json_real(out, "cpuid_ticks", cal->tsc.cpuid, " },\n");
	fprintf(out,
		"  \"core_clock\": { \"adds\": 100000, \"min\": %ju, \"p50\": %ju, \"max\": %ju, ",
		clock->min, clock->p50, clock->max);
	emit_json_real(out, "cycles_per_tick", clock->ratio, ", ");
	emit_json_real(out, "cycles_per_tick_p50", clock->ratio_p50, ", ");
	emit_json_real(out, "pmu_cycles", clock->pmu_cycles > 0 ? clock->pmu_cycles : NAN, ", ");
	emit_json_text(out, "pmu", clock->pmu, " },\n");
}

static void json_gate(FILE *out, const struct gate *gate)
{
	fputs("  \"gate\": { ", out);
	emit_json_bool(out, "ok", gate->ok, ", ");
	emit_json_text(out, "reason", gate->reason, ", ");
	emit_json_bool(out, "invariant_tsc", gate->invariant_tsc, ", ");
	emit_json_bool(out, "strict", gate->strict, ",\n    ");
	fprintf(out,
		"\"loops\": %u, \"limit\": %ju, \"negative\": %ju, \"min\": %ju, \"p50\": %ju, \"p99\": %ju, \"max\": %ju,\n    \"interrupted\": %ju, ",
		gate->loops, gate->limit, gate->negative, gate->min, gate->p50, gate->p99,
		gate->max, gate->over);
	emit_json_real(out, "stolen_percent", gate->stolen_percent, ", ");
	fprintf(out, "\"steal\": %ju, ", gate->steal);
	emit_json_real(out, "smi", gate->smi_known ? gate->smi : NAN, " }");
}

/* Arrays of arrays: how often each value of the empty window was seen, and the chains. */
static void json_points(FILE *out, const struct calibrate_recipe *r)
{
	char buf[UTIL_REAL_SIZE];
	unsigned int i;
	size_t k;

	fputs("\"distribution\": [", out);
	for (k = 0; k < r->nr_values; k++)
		fprintf(out, "%s[%ju, %ju]", k ? ", " : "", r->values[k].latency,
			r->values[k].count);
	fputs("],\n      \"chains\": [", out);
	for (i = 0; i < RECIPE_CHAINS; i++)
		fprintf(out, "%s[%u, %s]", i ? ", " : "", recipe_chain_lengths[i],
			isfinite(r->chain[i]) ? util_format_real(buf, r->chain[i]) : "null");
	fputs("],\n      ", out);
}

static void json_recipe(FILE *out, const struct calibration *cal, enum recipe recipe)
{
	const struct calibrate_recipe *r = &cal->recipe[recipe];
	const struct recipe_info *info = &recipe_info[recipe];
	unsigned int i;

	fprintf(out,
		"    { \"recipe\": \"%s\", \"start\": \"%s\", \"end\": \"%s\", \"samples\": %u, \"loops\": %u,\n",
		info->name, info->start, info->end, r->samples, cal->loops);
	fprintf(out, "      \"empty\": { \"min\": %ju, \"p50\": %ju, \"p99\": %ju, \"max\": %ju, ",
		r->min, r->p50, r->p99, r->max);
	emit_json_real(out, "mean", r->mean, " },\n");
	fputs("      ", out);
	json_points(out, r);
	fprintf(out, "\"resolution\": %u, \"resolution_mean\": %u, ", r->resolution,
		r->resolution_mean);
	emit_json_real(out, "hidden", r->hidden, ", ");
	emit_json_real(out, "leak", r->leak, ",\n      \"chain\": { ");
	emit_json_real(out, "slope", r->line.slope, ", ");
	emit_json_real(out, "intercept", r->line.intercept, ", ");
	emit_json_real(out, "r2", r->line.r2, ", ");
	emit_json_real(out, "worst", r->line.worst, " },\n");
	fprintf(out, "      \"spurious_minima\": %u, \"negative\": %ju, \"max_deviation\": %ju, ",
		r->spurious, r->negative, r->max_deviation);
	emit_json_real(out, "mean_variance", r->mean_variance, ", ");
	emit_json_real(out, "mean_variance_low", r->mean_variance_low, ", ");
	emit_json_real(out, "variance_of_variances", r->variance_of_variances, ", ");
	emit_json_real(out, "variance_of_minima", r->variance_of_minima, ",\n      \"lines\": [");
	for (i = 0; i < cal->loops; i++) {
		fprintf(out,
			"%s\n        { \"loops\": %u, \"samples\": %u, \"negative\": %ju, ",
			i ? "," : "", i, r->lines[i].samples, r->lines[i].negative);
		emit_json_real(out, "min", r->lines[i].samples ? r->lines[i].min : NAN, ", ");
		emit_json_real(out, "max", r->lines[i].samples ? r->lines[i].max : NAN, ", ");
		emit_json_real(out, "mean", r->lines[i].mean, ", ");
		emit_json_real(out, "variance_low", r->lines[i].variance_low, ", ");
		emit_json_real(out, "variance", r->lines[i].variance, " }");
	}
	fputs("\n      ] }", out);
}

static void json_recipes(FILE *out, const struct calibration *cal)
{
	const char *comma = "";
	unsigned int i;

	fputs(",\n  \"recipes\": [\n", out);
	for (i = 0; i < RECIPES; i++) {
		if (!cal->recipe[i].measured)
			continue;
		fputs(comma, out);
		json_recipe(out, cal, i);
		comma = ",\n";
	}
	fputs("\n  ]", out);
}

static void json_interference(FILE *out, const char *name, const struct interference *in)
{
	const char *comma = "";
	unsigned int i;

	fprintf(out, ",\n  \"%s\": { ", name);
	emit_json_real(out, "seconds", in->seconds, ", ");
	fprintf(out,
		"\"threshold\": %u, \"reads\": %ju, \"over\": %ju, \"max\": %ju, \"stolen\": %ju, \"steal\": %ju, \"negative\": %ju, \"ipis\": %ju,\n    \"histogram\": {",
		in->threshold, in->total, in->over, in->max, in->stolen, in->steal, in->negative,
		in->ipis);
	for (i = 0; i < in->threshold; i++) {
		if (!in->count[i])
			continue;
		fprintf(out, "%s \"%u\": %ju", comma, i, in->count[i]);
		comma = ",";
	}
	fputs(" }, ", out);
	emit_json_text(out, "ipi_error", in->ipi_error ? in->ipi_error : "", " }");
}

static void json_verdict(FILE *out, const struct calibration *cal)
{
	const struct calibrate_recipe *r;

	fputs(",\n  \"verdict\": { ", out);
	emit_json_text(out, "recipe", cal->best < 0 ? "" : recipe_info[cal->best].name, ", ");
	if (cal->best >= 0) {
		r = &cal->recipe[cal->best];
		emit_json_real(out, "overhead", r->mean, ", ");
		emit_json_real(out, "overhead_cycles", r->mean * cal->clock.ratio, ", ");
		fprintf(out, "\"overhead_min\": %ju, \"spread\": %ju, ", r->min, r->p99 - r->min);
	}
	emit_json_text(out, "why", cal->why, " }");
}

/*
 * calibrate_json - all of it in one object
 *
 * Without recipes (the gate alone) it ends after the gate. Times are in TSC
 * ticks, variances in their square.
 */
void calibrate_json(FILE *out, const struct calibration *cal)
{
	fputs("{\n", out);
	json_machine(out, cal);
	json_gate(out, &cal->gate);
	if (cal->loops)
		json_recipes(out, cal);
	if (cal->interference)
		json_interference(out, "interference", cal->interference);
	if (cal->noisy)
		json_interference(out, "interference_ipi", cal->noisy);
	if (cal->msr.samples)
		fprintf(out,
			",\n  \"msr\": { \"msr\": %u, \"value\": %ju, \"samples\": %u, \"syscall\": %ju, \"read\": %ju, \"write\": %ju }",
			cal->msr.msr, cal->msr.value, cal->msr.samples, cal->msr.syscall,
			cal->msr.read, cal->msr.write);
	if (cal->loops)
		json_verdict(out, cal);
	fputs("\n}\n", out);
}

#endif /* __x86_64__ */
