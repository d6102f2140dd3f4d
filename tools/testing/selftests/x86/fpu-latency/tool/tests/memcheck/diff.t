# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

run 0 diff --ns --meta tsc-khz=2600000 data/trace.txt data/names.txt
run 0 merge data/trace.txt data/lost.txt
