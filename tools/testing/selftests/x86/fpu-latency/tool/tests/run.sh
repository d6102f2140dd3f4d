#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tests of fpu-latency: the program is run on small logs in data/, and what it
# prints is compared with NAME.out (and NAME.err, where there is one).
#
# Usage: run.sh [FILE.t]...    (default: all)
# FPU_LATENCY=path of the program; it may be several words, such as valgrind's.
# HELPERS=folder with the programs of this folder, such as mkdat.
# TAP, then "N passed, N failed, N skipped".
set -u

cd "$(dirname "$0")" || exit 1
# shellcheck source=tools/testing/selftests/x86/fpu-latency/tool/tests/engine.sh
. ./engine.sh
tool=$tmp/fpu-latency
printf '#!/bin/sh\nexec %s "$@"\n' "$FPU_LATENCY" >"$tool"
chmod +x "$tool"

[ $# -gt 0 ] || set -- ./*.t
for file; do
	# shellcheck disable=SC1090 # it is not known which
	. "$file"
done

finish
