# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
# What the scripts have in common. Sourced, after `set -euo pipefail`.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/build
# The kernel release that the series is based on.
# shellcheck disable=SC2034 # for those who source this
base_version=7.3
LINUX_GIT=${LINUX_GIT:-$build/linux}
# shellcheck disable=SC2034
jobs=${JOBS:-$(nproc)}
export LINUX_GIT

# Builds of other trees are not sub-makes of this project's make: kselftest's
# lib.mk, for one, does other things below another make.
unset MAKELEVEL MAKEFLAGS MFLAGS

say() {
	echo "${0##*/}: $*" >&2
}

die() {
	say "$*"
	exit 1
}

# Run a command with its output in log file $1; show the end of it on failure.
logged() {
	local log=$1
	shift

	mkdir -p "${log%/*}"
	if ! "$@" >"$log" 2>&1; then
		tail -n 20 "$log" >&2
		die "'${*:0:60}' failed; all of its output is in ${log#"$top"/}"
	fi
}

# Die unless $2 MiB are free where $1 is.
need_space() {
	local free

	mkdir -p "$1"
	free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
	[ "$free" -ge "$2" ] ||
		die "disk full: $2 MiB are needed in $1, $free MiB are free"
}

# Build the kernel of the checks in $check_kernel; it has more than that of make run.
check_kernel=$build/kernel-check
build_check_kernel() {
	"$top/scripts/kernel.sh" "$check_kernel" "$top"/scripts/guest/{kernel,kunit,check}.config
}

# Boot a guest for at most $1 seconds in which each instruction is a tick of the TSC; the
# other arguments are those of guest/boot.sh. Ticks are counts then, not times.
boot_counting() {
	ACCEL=tcg "$top/scripts/guest/boot.sh" -t "$1" -q -icount -q shift=0,sleep=off "${@:2}"
}

# Build fpu-latency into directory $1, static and without libraries, so that it runs
# in a guest that has none.
build_static_tool() {
	logged "$1/build.log" make -s -C "$top/tools/testing/selftests/x86/fpu-latency/tool" \
		OUTPUT="$1" LDFLAGS=-static WITHOUT_SQLITE3=1 WITHOUT_ZLIB=1 WITHOUT_ZSTD=1 \
		WITHOUT_TRACECMD=1 WITHOUT_TRACEFS=1 fpu-latency
}

# End process $1, by force if it does not listen; it may be gone, or be none.
stop_process() {
	if [ -n "$1" ] && kill -0 "$1" 2>/dev/null; then
		kill "$1" 2>/dev/null || true
		sleep 0.2
		kill -9 "$1" 2>/dev/null || true
	fi
}

# Wait up to $2 seconds for process $1 to end; status 124 if it did not.
await_process() {
	local waited=0

	while kill -0 "$1" 2>/dev/null; do
		[ "$waited" -lt $(($2 * 5)) ] || return 124
		sleep 0.2
		waited=$((waited + 1))
	done
}

# Die of a guest that failed with status $1 or, 124, did not end within $2 seconds;
# show the end of its console $3 and of its emulator's own log $4.
guest_failed() {
	tail -n 25 "$3" >&2
	[ ! -s "$4" ] || tail -n 5 "$4" >&2
	if [ "$1" -eq 124 ]; then
		die "the guest did not end within $2 s and was stopped; its console is in ${3#"$top"/}"
	fi
	die "the guest ended early (panic?); its console is in ${3#"$top"/}"
}

# make in the kernel tree $1 with the output in $2; the rest is make's. The same
# source gives the same bytes.
kernel_make() {
	local src=$1 out=$2
	shift 2

	make -s -C "$src" O="$out" -j"$jobs" KBUILD_BUILD_TIMESTAMP=@0 \
		KBUILD_BUILD_USER=fpu-latency KBUILD_BUILD_HOST=build "$@"
}

# Configure a kernel of tree $1 in $2 for ARCH $3: tinyconfig plus the fragments $4...
kernel_configure() {
	local src=$1 out=$2 arch=$3
	shift 3

	kernel_make "$src" "$out" ARCH="$arch" tinyconfig &&
		cat "$@" >>"$out/.config" &&
		kernel_make "$src" "$out" ARCH="$arch" olddefconfig
}

# Does commit $2 of the tree $1 change anything that a kernel is built from? What the
# others change is built and tested by check-series.sh.
kernel_changed_by() {
	! git -C "$1" diff --quiet "$2^" "$2" -- . ':!tools' ':!Documentation'
}

# Make $1 a second work tree of the kernel tree, to check out other commits in.
kernel_worktree() {
	git -C "$LINUX_GIT" rev-parse -q --verify 'base^{commit}' >/dev/null ||
		die "no kernel tree in $LINUX_GIT: run 'make tree' first"
	mkdir -p "${1%/*}"
	[ ! -e "$1/.git" ] || return 0
	git -C "$LINUX_GIT" worktree prune
	git -C "$LINUX_GIT" worktree add -q --detach --force "$1" base
}

# A hash of the named files' contents and names, for stamps.
hash_files() {
	(cd "$top" && sha256sum -- "$@") | sha256sum | cut -d' ' -f1
}

# All files of the repository that match the pathspecs, tracked or new.
repo_files() {
	git -C "$top" ls-files -co --exclude-standard -- "$@" |
		while read -r f; do [ ! -f "$top/$f" ] || echo "$f"; done
}

# Tests: lines "ok - NAME" and "not ok - NAME", and totals which check.sh reads.
passed=0
failed=0
skipped=0

# Test $2 ended with status $1.
tap_result() {
	if [ "$1" -eq 0 ]; then
		echo "ok - $2"
		passed=$((passed + 1))
	else
		echo "not ok - $2"
		failed=$((failed + 1))
	fi
}

# Test $1 was skipped, for reason $2.
tap_skip() {
	echo "ok - $1 # SKIP $2"
	skipped=$((skipped + 1))
}

# Run the rest as the test named $1; the end of its output is shown if it fails.
tap_check() {
	local name=$1 log rc=0
	shift

	log=$(mktemp)
	"$@" >"$log" 2>&1 || rc=$?
	tap_result "$rc" "$name"
	[ "$rc" -eq 0 ] || tail -n 40 "$log" | sed 's/^/# /'
	rm -f "$log"
}

tap_totals() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ]
}
