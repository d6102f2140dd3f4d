#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Each patch of the series that changes the kernel leaves one that boots: build that
# commit, boot it with events on and FPU state in use, and see that nothing warns, that
# the KUnit suites which the commit has pass, and that its events are there and record.
#
# The objects are in build/steps, and only what a patch changes is built anew: minutes for
# the first commit, less than one for each other.
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

work=$build/check/boots
objects=$build/steps
# The proof's: it checks commits out as well, and never at the same time.
src=$build/proof/src
fragments=("$top"/scripts/guest/{kernel,kunit}.config)

# The names x86_fpu_latency* at the end of what matches the extended pattern $2 in the
# FPU code of commit $1.
in_sources() {
	{ git -C "$src" grep -hoE "$2" "$1" -- arch/x86/kernel/fpu arch/x86/include/asm/trace/fpu.h |
		grep -oE 'x86_fpu_latency_?[a-z]*$' || true; } | sort -u
}

suites_of() {
	in_sources "$1" '\.name[[:space:]]*= "x86_fpu_latency[a-z_]*'
}

events_of() {
	in_sources "$1" '^(DEFINE_EVENT|TRACE_EVENT)[A-Z_]*\(.*x86_fpu_latency_[a-z]+'
}

kmake() {
	kernel_make "$src" "$objects" ARCH=x86_64 UT=1 "$@"
}

# Check commit $1 out and build it.
build_step() {
	git -C "$src" checkout -q -f --detach "$1" && mkdir -p "$objects" &&
		kernel_configure "$src" "$objects" x86_64 "${fragments[@]}" && kmake bzImage
}

# Boot what was built, with the console in $1.
boot_step() {
	ACCEL=tcg "$top/scripts/guest/boot.sh" -t 90 -c max "$objects/arch/x86/boot/bzImage" \
		"$work/initramfs.gz" "$1"
}

# Console $1 has no warning, and the guest's script was content.
is_quiet() {
	grep -qx 'guest: run.sh ended with status 0' "$1" && ! grep -E 'WARNING:|BUG:|Oops' "$1"
}

# Console $2 has each KUnit suite of commit $1, and nothing in KUnit failed.
suites_pass() {
	local suite rc=0

	for suite in $(suites_of "$1"); do
		grep -qE "^kunit: ok [0-9]+ $suite\$" "$2" || { echo "$suite did not pass" && rc=1; }
	done
	! grep -E '^kunit: +not ok|^kunit: not ok' "$2" && return "$rc"
}

# Console $2 has the events of commit $1 and no other, and records of those that any
# CPU has: only one with AMX has the third.
events_record() {
	local event rc=0

	diff <(events_of "$1") <(sed -n 's/^event: //p' "$2" | sort) || rc=1
	for event in $(events_of "$1" | grep -v _xfd); do
		grep -qE "^records: $event [1-9]" "$2" || { echo "no record of $event" && rc=1; }
	done
	return "$rc"
}

# What command $@ prints, in one line.
list() {
	local names

	names=$("$@" | xargs)
	echo "${names:-none}"
}

# Check commit $1, which is patch $2.
check_commit() {
	local commit=$1 log=$work/$2.log subject

	subject=$(git -C "$src" log -1 --format=%s "$commit")
	tap_check "boots: patch $2: builds: $subject" build_step "$commit"
	tap_check "boots: patch $2: boots" boot_step "$log"
	tap_check "boots: patch $2: no warning, and no register suffers" is_quiet "$log"
	tap_check "boots: patch $2: suites that pass: $(list suites_of "$commit")" \
		suites_pass "$commit" "$log"
	tap_check "boots: patch $2: events that are there: $(list events_of "$commit")" \
		events_record "$commit" "$log"
}

main() {
	local commit commits nr=0

	rm -rf "$work"
	mkdir -p "$work"
	kernel_worktree "$src"
	"$top/scripts/kselftest.sh"
	"$top/scripts/guest/initramfs.sh" "$work/initramfs.gz" "$top/scripts/guest/run-boots.sh"
	commits=$("$top/scripts/series.sh" commits)
	for commit in $commits; do
		nr=$((nr + 1))
		! kernel_changed_by "$src" "$commit" || check_commit "$commit" "$nr"
	done
	# An empty list of what to see would be seen everywhere.
	[ "$(suites_of "$commit" | grep -c .)" -ge 2 ] && [ "$(events_of "$commit" | grep -c .)" -ge 3 ] &&
		rc=0 || rc=1
	tap_result "$rc" "boots: the series ends with two suites and three events"
	tap_totals
}

main "$@"
