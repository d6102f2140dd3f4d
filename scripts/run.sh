#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Main job: a mainline kernel with the series, booted, made to switch FPU state
# with the events on, and the table of its trace.
#
# What came of it stays in build/run/: trace.txt, trace.db, table.txt, console.log.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run=$build/run

case $top in
*[[:space:]:]*) die "the kernel cannot be built below a path with spaces or colons: $top" ;;
esac

"$top/scripts/tree.sh"
logged "$build/consumer.log" make -s -C "$top" consumer
"$top/scripts/kselftest.sh"
"$top/scripts/kernel.sh"

rm -rf "$run"
mkdir -p "$run"
"$top/scripts/guest/initramfs.sh" "$run/initramfs.gz" "$top/scripts/guest/run-latency.sh"
"$top/scripts/guest/boot.sh" -t 120 "$build/kernel/arch/x86/boot/bzImage" \
	"$run/initramfs.gz" "$run/console.log" "$run/trace.txt"
rm -f "$run/initramfs.gz"

grep -E '^(# )*(ok|not ok|TAP|1\.\.|Totals)|^guest:' "$run/console.log" >&2
if ! grep -qx 'guest: run.sh ended with status 0' "$run/console.log"; then
	die "the guest's run failed; its console is in build/run/console.log"
fi
if grep -qE '^(# )*not ok' "$run/console.log"; then
	die "a test failed in the guest; its console is in build/run/console.log"
fi
"$build/fpu-latency" report --db "$run/trace.db" "$run/trace.txt" | tee "$run/table.txt"
