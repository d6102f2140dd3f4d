# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# With the instructions that valgrind knows; it has no XSAVE on each CPU.

if "$tool" help | grep -q '^  bench '; then
	if valgrind -q "$tool" bench --force --samples 1 --insn xsave --set init \
		>/dev/null 2>&1; then
		run 0 bench --force --samples 20 --insn xsave,xrstor --set x87,init --buffer l1,memory
		run 0 bench --force --samples 20 --insn xrstor --set init --format json
		run 0 bench --force --samples 20 --insn xsave --set init --format csv
		run 0 bench --force --samples 20 --compare data/trace.txt
	else
		run 1 bench --force
	fi
fi
