# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Where the kernel has the events, there is no such folder.

if "$tool" help | grep -q '^  record '; then
	run 0 record --help
	run 1 record --events xsave --cpus 0 -o /nonexistent/folder/file true
fi
