#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Run the kernel tree's checkpatch.pl --strict over patches and accept nothing
# but what the series cannot have: a sign-off, which the submitter adds.
#
# checkpatch asks of each new file whether MAINTAINERS needs an update; that it
# does not is shown by scripts/check-series.sh with get_maintainer.pl. CamelCase is
# in names of zlib, zstd, libFuzzer and cmocka only.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LINUX_GIT=${LINUX_GIT:-$top/build/linux}
ignore=FILE_PATH_CHANGES,CAMELCASE,MISSING_SIGN_OFF

if [ "${1:-}" = --signed ]; then
	ignore=FILE_PATH_CHANGES,CAMELCASE
	shift
fi
if [ $# -eq 0 ]; then
	echo "Usage: checkpatch.sh [--signed] PATCH..." >&2
	exit 129
fi
if [ ! -x "$LINUX_GIT/scripts/checkpatch.pl" ]; then
	echo "checkpatch: no kernel tree in $LINUX_GIT: run 'make tree' first" >&2
	exit 1
fi

# Helpers of checkpatch need the python3 that Debian's modules are for.
export PATH=/usr/bin:$PATH
rc=0
for patch in "$@"; do
	patch=$(realpath "$patch")
	"$LINUX_GIT/scripts/checkpatch.pl" --root "$LINUX_GIT" --strict --terse \
		--ignore "$ignore" "$patch" || rc=1
done
exit "$rc"
