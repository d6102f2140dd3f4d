#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Boot a kernel with an initramfs in the Bochs of build.sh and wait for it to end.
#
# Usage: boot.sh [-c MODEL] [-t SECONDS] [-a APPEND]
#                KERNEL INITRAMFS CONSOLE_LOG [DATA_FILE]
#
# MODEL is a CPU model of Bochs, sapphire_rapids if not given; `bochs --help cpu`
# lists them. The first serial line is the console, the second one the data.
# Status 0 when the guest ended by itself in time; otherwise the end of its console
# is shown. Status 4 when the emulator cannot be had. No guest outlives this script.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

model=sapphire_rapids
limit=300
append=
bochs_pid=
tmp=

usage() {
	sed -n '5,6s/^# *//p' "${BASH_SOURCE[0]}" >&2
	exit 129
}

clean_up() {
	stop_process "$bochs_pid"
	[ -z "$tmp" ] || rm -rf "$tmp"
}

# A disk that boots $1 with $2 by grub, which loads both: the kernel needs no
# driver for it. Bochs has a small firmware and knows no -kernel.
make_disk() {
	local dir=$tmp/disk

	mkdir -p "$dir/boot/grub"
	ln "$1" "$dir/boot/bzImage" 2>/dev/null || cp "$1" "$dir/boot/bzImage"
	ln "$2" "$dir/boot/initrd" 2>/dev/null || cp "$2" "$dir/boot/initrd"
	# The kernel resets by a triple fault, at which Bochs ends. Its clock has
	# nothing to do with time, so nothing is to be calibrated by it.
	cat >"$dir/boot/grub/grub.cfg" <<-GRUB
	serial --unit=0 --speed=115200
	terminal_output serial
	terminal_input serial
	linux /boot/bzImage console=ttyS0 panic=-1 oops=panic reboot=t quiet nokaslr tsc=reliable lpj=1000000 mitigations=off $append
	initrd /boot/initrd
	boot
	GRUB
	logged "$log.grub" grub-mkrescue -o "$tmp/boot.iso" "$dir"
	rm -rf "$dir" "$log.grub"
}

configure_bochs() {
	cat >"$tmp/bochsrc" <<-BOCHSRC
	config_interface: textconfig
	display_library: nogui
	cpu: model=$model, count=1, ips=50000000, reset_on_triple_fault=0
	memory: guest=1024, host=1024
	romimage: file=/usr/share/bochs/BIOS-bochs-latest
	vgaromimage: file=/usr/share/vgabios/vgabios.bin
	ata0: enabled=1
	ata0-master: type=disk, path="$tmp/boot.iso", mode=flat
	boot: disk
	com1: enabled=1, mode=file, dev="$log"
	com2: enabled=1, mode=file, dev="$data"
	log: "$tmp/bochs.log"
	panic: action=fatal
	error: action=report
	info: action=ignore
	debug: action=ignore
	clock: sync=none
	BOCHSRC
}

# Run Bochs for up to $limit seconds. Its status tells nothing: a guest that ends
# by a triple fault is a panic to it.
run_bochs() {
	: >"$log"
	: >"$data"
	# Whatever becomes of this script, the guest does not outlive it.
	setpriv --pdeathsig KILL -- "$bochs" -q -f "$tmp/bochsrc" </dev/null >"$log.bochs" 2>&1 &
	bochs_pid=$!
	await_process "$bochs_pid" "$limit" || return
	wait "$bochs_pid" || true
	bochs_pid=
	grep -q '^guest: run.sh ended with status' "$log"
}

while getopts c:t:a: opt; do
	case $opt in
	c) model=$OPTARG ;;
	t) limit=$OPTARG ;;
	a) append=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[[ $# -ge 3 && $# -le 4 && $limit =~ ^[1-9][0-9]*$ ]] || usage
[ -f "$1" ] || die "no kernel $1"
[ -f "$2" ] || die "no initramfs $2"
bochs=$("$top/scripts/emulator/build.sh")
# In a variable, because grep -q ends before Bochs has printed all.
models=$("$bochs" --help cpu 2>&1 || true)
grep -qxF "$model" <<<"$models" || die "Bochs has no CPU model '$model'"

trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
tmp=$(mktemp -d)
mkdir -p "$(dirname "$3")"
log=$(realpath "$3")
data=$(realpath "${4:-$tmp/data}")
make_disk "$1" "$2"
configure_bochs

start=$SECONDS
rc=0
run_bochs || rc=$?
sed -i 's/\r*$//' "$log"
if [ "$rc" -ne 0 ]; then
	guest_failed "$rc" "$limit" "$log" "$log.bochs"
fi
rm -f "$log.bochs"
say "guest ran for $((SECONDS - start)) s (Bochs, cpu $model)"
