# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# The CPU that valgrind shows may have an RDTSCP that the real one has not.

if "$tool" help | grep -q '^  calibrate '; then
	few="--force --gate-loops 1000 --loops 3 --samples 40 --recipe 5,6,kernel"
	# shellcheck disable=SC2086 # words
	{
		run 0 calibrate $few --lines --interference 0.01 --ipi 100
		run 0 calibrate $few --format json --interference 0.01
		run 0 calibrate $few --format csv --rows distribution
	}
	run 0 calibrate --format meta
fi
