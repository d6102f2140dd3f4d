# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

# A corrupt one makes libtracecmd itself read what it must not.
make_dat data/trace.txt "$tmp/trace.dat"
if built_with libtracecmd; then
	run 0 report --group-by comm,site "$tmp/trace.dat"
else
	run 1 report "$tmp/trace.dat"
fi
