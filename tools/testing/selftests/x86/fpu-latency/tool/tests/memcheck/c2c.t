# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

run 0 c2c --double-cl data/trace-cmd-real.txt
run 0 c2c data/trace.txt
