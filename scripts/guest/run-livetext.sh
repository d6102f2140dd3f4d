#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: the calls of the running kernel go to the regular functions while
# the events are off, and to the traced ones while they are on.
events=/sys/kernel/tracing/events/x86_fpu
nr=0

# expect NAME SUFFIX_OF_SAVE SUFFIX_OF_RESTORE: where all sites go.
expect() {
	/livetext /sites >/tmp/targets || exit 1
	bad=$(awk -v save="$2" -v restore="$3" '
		{ want = $1 ($1 ~ /^save/ ? save : restore) }
		$2 != want { print $1 " goes to " $2 }' /tmp/targets)
	nr=$((nr + 1))
	if [ -z "$bad" ] && [ -s /tmp/targets ]; then
		echo "# ok $nr $1"
	else
		echo "# not ok $nr $1"
		echo "$bad" | sed 's/^/guest: /'
	fi
}

echo "guest: $(grep -c ^ /sites) call sites"
expect "calls at boot are regular" "" ""
echo 1 >$events/x86_fpu_latency_xsave/enable
expect "calls with xsave on: saves are traced" _traced ""
echo 1 >$events/x86_fpu_latency_xrstor/enable
expect "calls with both on are traced" _traced _traced
echo 0 >$events/x86_fpu_latency_xsave/enable
expect "calls with xrstor on: restores are traced" "" _traced
echo 0 >$events/x86_fpu_latency_xrstor/enable
expect "calls with both off again are regular" "" ""
echo 1 >$events/x86_fpu_latency_xfd/enable
expect "calls with xfd on: restores are traced" "" _traced
echo 1 >$events/x86_fpu_latency_xrstor/enable
echo 0 >$events/x86_fpu_latency_xfd/enable
expect "calls with xfd off, xrstor on: restores are traced" "" _traced
echo 0 >$events/x86_fpu_latency_xrstor/enable
expect "calls with all off are regular" "" ""
