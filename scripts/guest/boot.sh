#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Boot a kernel with an initramfs in QEMU and wait for it to end.
#
# Usage: boot.sh [-c CPU] [-s CPUS] [-t SECONDS] [-a APPEND] [-q QEMU_OPTION]...
#                KERNEL INITRAMFS CONSOLE_LOG [DATA_FILE]
#
# ACCEL=tcg|kvm|auto chooses the accelerator. auto, the default, is TCG unless a
# probe showed that KVM boots this kernel: /dev/kvm may be there and yet a guest
# never get to init. Status 0 when the guest ended by itself in time; otherwise the
# end of its console is shown. No guest outlives this script.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

cpu=max
cpus=1
limit=120
append=
qemu_options=()
qemu_pid=

usage() {
	sed -n '5,6s/^# *//p' "${BASH_SOURCE[0]}" >&2
	exit 129
}

# One thread for all CPUs under TCG: with a thread each, QEMU 7.2 now and then
# executes the INT3 of text that another CPU is patching, though it is replaced.
accel_option() {
	if [ "$1" = tcg ]; then
		echo tcg,thread=single
	else
		echo "$1"
	fi
}

# Boot with accelerator $1, log $2, data $3 and a limit of $4 seconds.
boot() {
	local accel=$1 log=$2 data=$3 seconds=$4 model=$cpu

	[ "$accel" = tcg ] || model=host
	# One CPU a socket: the firmware's MP table lists sockets only.
	: >"$log"
	# Whatever becomes of this script, the guest does not outlive it.
	setpriv --pdeathsig KILL -- qemu-system-x86_64 -accel "$(accel_option "$accel")" \
		-cpu "$model" -smp "$cpus,sockets=$cpus" -m 1024 -nodefaults \
		-no-user-config -display none -monitor none -no-reboot \
		-kernel "$kernel" -initrd "$initramfs" \
		-append "console=ttyS0 panic=-1 oops=panic reboot=t quiet $append" \
		-serial "file:$log" -serial "file:$data" "${qemu_options[@]}" \
		</dev/null >"$log.qemu" 2>&1 &
	qemu_pid=$!
	if ! await_process "$qemu_pid" "$seconds"; then
		stop_process "$qemu_pid"
		qemu_pid=
		return 124
	fi
	wait "$qemu_pid" || { qemu_pid= && return 1; }
	qemu_pid=
	grep -q '^guest: run.sh ended with status' "$log"
}

# Which accelerator: a KVM guest has to reach our init within 20 seconds.
choose_accel() {
	local probe=$build/kvm-probe id

	case ${ACCEL:-auto} in
	tcg | kvm) echo "${ACCEL}" ;;
	auto)
		if [ ! -w /dev/kvm ]; then
			echo tcg
			return
		fi
		id=$(sha256sum <"$kernel")
		if [ "$(head -n 1 "$probe" 2>/dev/null)" != "$id" ]; then
			echo "$id" >"$probe.new"
			if boot kvm "$probe.log" /dev/null 20 >/dev/null 2>&1 ||
				grep -q '^guest: ' "$probe.log"; then
				echo kvm >>"$probe.new"
			else
				echo tcg >>"$probe.new"
			fi
			mv "$probe.new" "$probe"
		fi
		tail -n 1 "$probe"
		;;
	*) die "ACCEL=$ACCEL: tcg, kvm or auto" ;;
	esac
}

while getopts c:s:t:a:q: opt; do
	case $opt in
	c) cpu=$OPTARG ;;
	s) cpus=$OPTARG ;;
	t) limit=$OPTARG ;;
	a) append=$OPTARG ;;
	q) qemu_options+=("$OPTARG") ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 3 ] || usage
kernel=$1
initramfs=$2
log=$3
data=${4:-/dev/null}
[ -f "$kernel" ] || die "no kernel $kernel"
[ -f "$initramfs" ] || die "no initramfs $initramfs"
mkdir -p "${log%/*}"

trap 'stop_process "$qemu_pid"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

accel=$(choose_accel)
rc=0
boot "$accel" "$log" "$data" "$limit" || rc=$?
# The console's lines end in CR LF.
sed -i 's/\r*$//' "$log"
if [ "$rc" -ne 0 ]; then
	guest_failed "$rc" "$limit" "$log" "$log.qemu"
fi
rm -f "$log.qemu"
say "guest ran ($accel, cpu $cpu, $cpus CPU)"
