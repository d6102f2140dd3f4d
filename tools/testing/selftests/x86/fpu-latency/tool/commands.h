/* SPDX-License-Identifier: GPL-2.0 */
/* The commands; each has a file of its own */
#ifndef FPU_LATENCY_COMMANDS_H
#define FPU_LATENCY_COMMANDS_H

int cmd_c2c(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_report(int argc, char **argv);

#endif /* FPU_LATENCY_COMMANDS_H */
