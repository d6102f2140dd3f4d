#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Install the x86 selftests of build/linux to build/kselftest/, as kselftest does.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

out=$build/kselftest
# Two parts of the tests may want it at the same time.
mkdir -p "$build"
exec 9>"$build/kselftest.lock"
flock 9
state=$(git -C "$LINUX_GIT" rev-parse HEAD)$(git -C "$LINUX_GIT" diff HEAD | sha256sum)
if [ "$(cat "$build/kselftest.built" 2>/dev/null)" = "$state" ] && [ -d "$out" ]; then
	exit 0
fi
rm -rf "$build/kselftest.built" "$out"
mkdir -p "$build/kselftest-obj"
logged "$build/kselftest.log" make -s -C "$LINUX_GIT/tools/testing/selftests" \
	O="$build/kselftest-obj" ARCH=x86_64 -j"$jobs" TARGETS=x86 install INSTALL_PATH="$out"
echo "$state" >"$build/kselftest.built"
