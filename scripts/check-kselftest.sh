#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# The make verbs of kselftest in a tree with the series: build, install, run,
# gen_tar and clean, in the tree and out of it, alone and with the x86 tests.
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

selftests=$LINUX_GIT/tools/testing/selftests
out=$build/check/kselftest
listed="x86/fpu-latency:fpu_latency_test"

kmake() {
	make -s -C "$selftests" ARCH=x86_64 -j"$jobs" "$@"
}

# Install for TARGETS=$1 with O=$2; the test is listed and there exactly once.
install_once() {
	rm -rf "$out/inst"
	kmake TARGETS="$1" O="$2" install INSTALL_PATH="$out/inst" || return 1
	[ "$(grep -cx "$listed" "$out/inst/kselftest-list.txt")" = 1 ] || return 1
	[ -x "$out/inst/x86/fpu-latency/fpu_latency_test" ] || return 1
	[ -x "$out/inst/x86/fpu-latency/fpu-latency" ] || return 1
	[ -x "$out/inst/x86/fpu-latency/fpu-latency-workload" ] || return 1
	[ -f "$out/inst/x86/fpu-latency/settings" ] || return 1
	[ -f "$out/inst/x86/fpu-latency/config" ]
}

# The other x86 tests are installed and listed as without the series.
others_stay() {
	local want got

	git -C "$LINUX_GIT" show base:tools/testing/selftests/x86/Makefile >"$out/Makefile.base"
	want=$(cd "$selftests/x86" && make -s -f "$out/Makefile.base" emit_tests COLLECTION=x86 \
		OUTPUT="$out/obj/x86" ARCH=x86_64 2>/dev/null | grep '^x86:' | LC_ALL=C sort)
	got=$(grep '^x86:' "$out/inst/kselftest-list.txt" | LC_ALL=C sort)
	[ -n "$want" ] && [ "$want" = "$got" ]
}

runs_installed() {
	# The runner opens its output anew, which works with a pipe only.
	(cd "$out/inst" && ./run_kselftest.sh -c x86/fpu-latency) 2>&1 | cat >"$out/run.log"
	cat "$out/run.log"
	grep -q '^# ok 1 ' "$out/run.log" && ! grep -q '^# *not ok' "$out/run.log" &&
		grep -q '^ok 1 selftests: x86/fpu-latency: fpu_latency_test' "$out/run.log"
}

run_tests_verb() {
	kmake TARGETS=x86/fpu-latency O="$out/obj" run_tests >"$out/run.log" 2>&1 || return 1
	cat "$out/run.log"
	grep -q '^ok 1 selftests: x86/fpu-latency: fpu_latency_test' "$out/run.log"
}

gen_tar() {
	rm -rf "$out/inst"
	kmake TARGETS=x86 O="$out/obj" gen_tar INSTALL_PATH="$out/inst" || return 1
	tar -tf "$(find "$out/inst" -name 'kselftest.tar*' | head -n 1)" |
		grep 'x86/fpu-latency/fpu_latency_test$'
}

in_tree() {
	make -s -C "$selftests/x86/fpu-latency" ARCH=x86_64 || return 1
	[ -x "$selftests/x86/fpu-latency/fpu_latency_test" ] || return 1
	[ -x "$selftests/x86/fpu-latency/fpu-latency" ] || return 1
	[ -z "$(git -C "$LINUX_GIT" status --porcelain -- tools)" ] || return 1
	make -s -C "$selftests/x86/fpu-latency" ARCH=x86_64 clean || return 1
	[ -z "$(git -C "$LINUX_GIT" status --porcelain --ignored -- tools/testing/selftests/x86/fpu-latency)" ]
}

clean_out_of_tree() {
	kmake TARGETS=x86 O="$out/obj" clean || return 1
	[ -z "$(find "$out/obj" -type f -name 'fpu*latency*')" ]
}

# On another architecture there is nothing to build, and that is no error.
other_architecture() {
	make -s -C "$selftests/x86/fpu-latency" ARCH=arm64 OUTPUT="$out/arm" || return 1
	[ ! -e "$out/arm/fpu_latency_test" ]
}

with_clang() {
	make -s -C "$selftests/x86/fpu-latency" ARCH=x86_64 LLVM=1 CC=clang OUTPUT="$out/clang" \
		USERCFLAGS=-Werror
}

with_werror() {
	mkdir -p "$out/werror"
	make -s -C "$selftests/x86/fpu-latency" ARCH=x86_64 OUTPUT="$out/werror" USERCFLAGS=-Werror
}

rm -rf "$out"
mkdir -p "$out/obj" "$out/arm" "$out/clang"
tap_check "kselftest: TARGETS=x86 installs it once" install_once x86 "$out/obj"
tap_check "kselftest: the other x86 tests stay" others_stay
tap_check "kselftest: run_kselftest.sh runs it from the install path" runs_installed
tap_check "kselftest: TARGETS='x86 x86/fpu-latency' installs it once" \
	install_once "x86 x86/fpu-latency" "$out/obj"
tap_check "kselftest: TARGETS=x86/fpu-latency installs it once" install_once x86/fpu-latency "$out/obj"
tap_check "kselftest: a relative O= works" install_once x86 "$(realpath --relative-to="$selftests" "$out/obj")"
tap_check "kselftest: run_tests runs it" run_tests_verb
tap_check "kselftest: gen_tar packs it" gen_tar
tap_check "kselftest: clean leaves nothing" clean_out_of_tree
tap_check "kselftest: builds and cleans in the tree" in_tree
tap_check "kselftest: is a no-op on another architecture" other_architecture
tap_check "kselftest: gcc -Werror" with_werror
if command -v clang >/dev/null; then
	tap_check "kselftest: clang -Werror" with_clang
fi

tap_totals
