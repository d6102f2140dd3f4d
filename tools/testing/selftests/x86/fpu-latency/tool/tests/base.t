# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# The tool itself.

"$tool" help >"$tmp/out"
is "help: status" 0 $?
grep -q '^  version ' "$tmp/out"
is "help lists the commands" 0 $?
"$tool" --help >"$tmp/got"
same "--help is help" "$tmp/out" "$tmp/got"
is "version" "fpu-latency 8" "$("$tool" version)"
is "--version" "fpu-latency 8" "$("$tool" --version)"
usage
usage frobnicate
usage version x
"$tool" help >/dev/full 2>/dev/null
is "a full disk is an error" 1 $?
"$tool" --help >/dev/full 2>/dev/null
is "a full disk is an error of --help, too" 1 $?

# Closed standard files are not mistaken for those that the tool opens.
"$tool" help >&- 2>"$tmp/err"
is "closed standard output: status" 1 $?
is "closed standard output: one message" 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
