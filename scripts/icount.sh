#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# The timing of `fpu-latency calibrate` and `bench`, exactly: in a guest in which
# QEMU makes each executed instruction one tick of the TSC (-icount shift=0), work
# of known length has to take its length. See tests/icount.sh of the tool.
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

work=$build/check/icount
tool=$top/tools/testing/selftests/x86/fpu-latency/tool

mkdir -p "$work"
"$top/scripts/kselftest.sh"
build_check_kernel
build_static_tool "$work"
"$top/scripts/guest/initramfs.sh" "$work/initramfs.gz" "$top/scripts/guest/run-icount.sh" \
	"$work/fpu-latency=fpu-latency" "$tool/tests/icount.sh=icount.sh"
boot_counting 240 "$check_kernel/arch/x86/boot/bzImage" "$work/initramfs.gz" "$work/console.log"
rm -f "$work/initramfs.gz"
grep -E '^(ok|not ok|#) ' "$work/console.log"
# A guest that ended without its totals has failed.
totals=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$work/console.log" | tail -n 1)
[ -n "$totals" ] || die "the guest printed no totals; its console is in build/check/icount"
echo "$totals"
grep -qx 'guest: run.sh ended with status 0' "$work/console.log"
