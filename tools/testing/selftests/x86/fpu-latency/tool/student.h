/* SPDX-License-Identifier: GPL-2.0 */
/* Student's t distribution */
#ifndef FPU_LATENCY_STUDENT_H
#define FPU_LATENCY_STUDENT_H

double student_p(double t, double df);
double student_quantile(double level, double df);

#endif /* FPU_LATENCY_STUDENT_H */
