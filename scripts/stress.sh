#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Correctness under stress: boot a kernel that checks itself (lockdep, objects,
# lists, sleeps, objtool's noinstr rules at build time), turn the events on and off
# all the time from two CPUs and see that no register and no sample suffers.
#
# TOGGLES=N  how often each event goes on and off on each CPU, 1000 if not given; shared
#            among the kinds of load by guest/run-stress.sh
# KASAN=1    a kernel with KASAN, which takes thrice the time
# CONFIG=F   one more configuration fragment
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

toggles=${TOGGLES:-1000}
kernel=$build/debug${KASAN:+-kasan}
out=$build/check/stress
# The guest packs it.
trace=$out/trace.txt.gz
fragments=("$top"/scripts/guest/{kernel,kunit,debug}.config)
[ -z "${KASAN:-}" ] || fragments+=("$top/scripts/guest/kasan.config")
[ -z "${CONFIG:-}" ] || fragments+=("$CONFIG")
[[ $toggles =~ ^[1-9][0-9]*$ && $toggles -ge 2 ]] || die "TOGGLES=$toggles: not a number of at least 2"

# Nothing of an earlier run may stand in for what this one does not write.
rm -rf "$out"
mkdir -p "$out"
"$top/scripts/tree.sh"
logged "$build/consumer.log" make -s -C "$top" consumer
"$top/scripts/kselftest.sh"
"$top/scripts/kernel.sh" "$kernel" "${fragments[@]}"

# What objtool said of the files of the series, if they were built just now.
! grep -E '(kernel/fpu/|process_64)[^ ]*: (warning|error)' "$kernel/build.log" && rc=0 || rc=1
tap_result "$rc" "stress: no message of the compiler or objtool"

gcc -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -static -o "$out/toggle" "$top/scripts/guest/toggle.c"
echo "$toggles" >"$out/toggles"
"$top/scripts/guest/initramfs.sh" "$out/initramfs.gz" "$top/scripts/guest/run-stress.sh" \
	"$out/toggle=/toggle" "$out/toggles=/toggles"

# 600 s for 1000, and more for more, so that TOGGLES= can be large.
limit=$((300 + toggles * 3 / 10))
[ -z "${KASAN:-}" ] || limit=$((3 * limit))
events=x86_fpu:x86_fpu_latency_xsave,x86_fpu:x86_fpu_latency_xrstor
if ! ACCEL=tcg "$top/scripts/guest/boot.sh" -c max -s 2 -t "$limit" \
	-a "trace_event=$events rcupdate.rcu_expedited=1" "$kernel/arch/x86/boot/bzImage" \
	"$out/initramfs.gz" "$out/console.log" "$trace"; then
	tap_result 1 "stress: the guest boots and ends"
fi
grep '^guest: ' "$out/console.log" || true
while IFS= read -r line; do
	[[ $line =~ ^'# '((not )?ok)\ [0-9]+\ (.*)$ ]] || continue
	[ -z "${BASH_REMATCH[2]}" ] && rc=0 || rc=1
	tap_result "$rc" "stress: ${BASH_REMATCH[3]}"
done <"$out/console.log"

# A sample that spans a toggle would have a start of 0, or none at all.
if "$build/fpu-latency" report "$trace" >"$out/table.txt" 2>"$out/table.err"; then
	grep -q ' 0 discarded as absurd' "$out/table.txt" && rc=0 || rc=1
else
	rc=1
fi
[ "$rc" -eq 0 ] || cat "$out/table.err" "$out/table.txt"
tap_result "$rc" "stress: no sample spans a toggle"
tap_totals
