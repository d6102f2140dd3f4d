#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Run KUnit and the selftest in guests and compare each TAP line with what is
# expected of that machine, scripts/guest/expected/MACHINE.txt: a test that
# fails, is missing, is new, or is skipped for no expected reason is a failure.
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

out=$build/check/guest
expected_dir=$top/scripts/guest/expected

# TAP results of a console log, one a line: "NAME" or "NAME # SKIP REASON".
# KUnit's come through dmesg, those of the selftest through kselftest's runner.
results() {
	sed -nE 's/^kunit: (    )?((not )?ok) [0-9]+ (.*)$/\2 kunit: \4/p
		s/^# ((not )?ok) [0-9]+ (# SKIP )?(.*)$/\1 \3\4/p
		s/^((not )?ok) [0-9]+ (selftests: .*)$/\1 \3/p' "$1" | sed "s/ *$//"
}

# Compare the results of machine $1 with those expected.
compare() {
	local machine=$1 line

	results "$out/$machine.log" >"$out/$machine.txt"
	sed '/^#/d' "$expected_dir/$machine.txt" >"$out/$machine.expected"
	while IFS= read -r line; do
		if grep -qxF -- "$line" "$out/$machine.txt"; then
			case $line in
			*'# SKIP'*)
				echo "ok - $machine: ${line#ok }"
				skipped=$((skipped + 1))
				;;
			*) tap_result 0 "$machine: ${line#ok }" ;;
			esac
		else
			tap_result 1 "$machine: expected and not seen: $line"
		fi
	done <"$out/$machine.expected"
	while IFS= read -r line; do
		grep -qxF -- "$line" "$out/$machine.expected" && continue
		tap_result 1 "$machine: not expected: $line"
	done <"$out/$machine.txt"
}

# Judge machine $1, whose boot script ended with status $2.
judge() {
	local name=$1 rc=$2

	if [ "$rc" -ne 0 ]; then
		tap_result 1 "$name: boots and ends"
		return
	fi
	compare "$name"
	! grep -qE 'WARNING:|BUG:|Oops' "$out/$name.log" && rc=0 || rc=1
	tap_result "$rc" "$name: no warning on the console"
}

# Machines that run now, "NAME PID", oldest first.
pending=()

# Wait for the oldest machine and judge it.
judge_oldest() {
	local name=${pending[0]% *} pid=${pending[0]#* } rc=0

	wait "$pid" || rc=$?
	pending=("${pending[@]:1}")
	judge "$name" "$rc"
}

# boot.sh ends its guest when it is told to end.
end_pending() {
	local machine

	for machine in "${pending[@]}"; do
		kill "${machine#* }" 2>/dev/null || true
	done
}

# Run machine $1 by the command that follows in the background, as many at a time as
# there are CPUs: each uses one.
run_machine() {
	local name=$1
	shift

	[ "${#pending[@]}" -lt "$jobs" ] || judge_oldest
	"$@" &
	pending+=("$name $!")
}

# QEMU machine $1 with initramfs $2 and the options of guest/boot.sh that follow.
# What is expected is written for emulated CPUs, so KVM has no part in it.
qemu() {
	local name=$1 initramfs=$2
	shift 2

	run_machine "$name" env ACCEL=tcg "$top/scripts/guest/boot.sh" -t 240 "$@" \
		"$check_kernel/arch/x86/boot/bzImage" "$out/$initramfs" "$out/$name.log" \
		"$out/$name.trace"
}

# Bochs machine $1 with CPU model $2; skipped when there is no Bochs to be had.
bochs() {
	local name=$1 model=$2 rc=0 last

	last=$("$top/scripts/emulator/build.sh" 2>&1 >/dev/null | tee >(cat >&2) | tail -n 1) || rc=$?
	if [ "$rc" -eq 4 ]; then
		tap_skip "$name" "${last#*skipped: }"
		return
	fi
	run_machine "$name" "$top/scripts/emulator/boot.sh" -c "$model" -t 600 \
		"$check_kernel/arch/x86/boot/bzImage" "$out/selftest.gz" "$out/$name.log" \
		"$out/$name.trace"
}

trap end_pending EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
"$top/scripts/kselftest.sh"
build_check_kernel
mkdir -p "$out"
# make UT=1 names the tracepoints that no code calls; the kernel itself has some.
! grep "tracepoint 'x86_fpu_latency" "$check_kernel/build.log" && rc=0 || rc=1
tap_result "$rc" "kernel: no event of the series is unused"
for job in selftest limits record; do
	"$top/scripts/guest/initramfs.sh" "$out/$job.gz" "$top/scripts/guest/run-$job.sh"
done
gcc -O2 -Wall -Wextra -static -o "$out/livetext" "$top/scripts/guest/livetext.c"
"$top/scripts/proof/sites.sh" "$check_kernel/vmlinux" >"$out/sites"
"$top/scripts/guest/initramfs.sh" "$out/livetext.gz" "$top/scripts/guest/run-livetext.sh" \
	"$out/livetext=/livetext" "$out/sites=/sites"
qemu qemu-max selftest.gz -c max
qemu qemu-max-smp selftest.gz -c max -s 2
qemu qemu-no-avx selftest.gz -c max,-avx
qemu qemu-no-xsave selftest.gz -c max,-xsave
qemu qemu-lockdown selftest.gz -c max -a lockdown=confidentiality
qemu qemu-limits limits.gz -c max -s 2 -t 480
qemu qemu-record record.gz -c max -s 2
qemu qemu-livetext livetext.gz -c max -s 2
bochs bochs-tigerlake tigerlake
bochs bochs-sapphire-rapids sapphire_rapids
while [ "${#pending[@]}" -gt 0 ]; do
	judge_oldest
done

tap_totals
