#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# The sites in a vmlinux that call, or jump to, the static calls of the series:
# "address function", one a line.
#
# Usage: sites.sh VMLINUX
set -euo pipefail

if [ $# -ne 1 ]; then
	echo "Usage: sites.sh VMLINUX" >&2
	exit 129
fi
objdump -d --no-show-raw-insn "$1" |
	sed -nE 's/^([0-9a-f]+):\t(call|jmp) +[0-9a-f]+ <__SCT__((save|restore)_fpregs_(to|from)_fpstate)>.*/\1 \3/p'
