#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Proof that the series costs nothing while its events are off: build kernels
# before and after, in the configurations of scripts/proof/configs/, and compare
# every function of every object that changed, and every function of vmlinux. Only the
# target of a call may change, from X to the trampoline of static call X.
#
# The configuration debug-fpu is built after each patch that changes the kernel, which
# also shows that each of them builds. The table goes to build/proof/table.txt.
#
# The tables in the cover letter and in the document have to be those that were measured,
# if compiler and base are those that they name.
#
# Usage: proof.sh [CONFIG...]    (default: all)
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

here=$top/scripts/proof
work=$build/proof
src=$work/src
# Reference functions which the table lists also when nothing in them changed.
show="save_fpregs_to_fpstate restore_fpregs_from_fpstate"

arch_of() {
	case $1 in i386) echo i386 ;; *) echo x86_64 ;; esac
}

# The fragments of a configuration. debug-fpu can also be booted as a guest.
fragments() {
	[ "$1" != debug-fpu ] || echo "$top/scripts/guest/kernel.config"
	echo "$here/configs/common.config"
	echo "$here/configs/$1.config"
}

kmake() {
	local config=$1
	shift

	kernel_make "$src" "$work/$config" ARCH="$(arch_of "$config")" "$@"
}

image_of() {
	case $1 in debug-fpu) echo bzImage ;; *) echo vmlinux ;; esac
}

# Show the last lines of a failed build.
build_kernel() {
	local config=$1

	if ! kmake "$config" "$(image_of "$config")" >"$work/$config.log" 2>&1; then
		tail -n 20 "$work/$config.log" | sed 's/^/# /'
		return 1
	fi
	# Warnings elsewhere are not the series'.
	! grep -E '(fpu|process_)[^ ]*: warning:' "$work/$config.log"
}

checkout() {
	git -C "$src" checkout -q --detach "$1"
}

configure() {
	local config=$1 line files

	mapfile -t files < <(fragments "$config")
	mkdir -p "$work/$config"
	kernel_configure "$src" "$work/$config" "$(arch_of "$config")" "${files[@]}" \
		>"$work/$config.log" 2>&1
	while read -r line; do
		case $line in
		CONFIG_*) grep -qxF "$line" "$work/$config/.config" ||
			die "$config: $line did not take effect" ;;
		esac
	done < <(cat "${files[@]}")
}

# Keep the objects of configuration $1 as they are now, and vmlinux.
keep_objects() {
	rm -rf "$work/$1.before"
	mkdir -p "$work/$1.before"
	(cd "$work/$1" && find . \( -path ./vmlinux -o -name '*.o' ! -name 'built-in.o' ! -name '.*' \) \
		-print0 | cpio -p0dm --quiet "../$1.before")
	keep_image "$1" before
}

# Keep the kernel of configuration $1 as $2, if it is one to boot. The directory of the
# objects does not: overhead.sh builds other kernels in it.
keep_image() {
	[ "$(image_of "$1")" = bzImage ] || return 0
	mkdir -p "$work/images"
	cp "$work/$1/arch/x86/boot/bzImage" "$work/images/$1.$2"
}

# The functions of object $1, one a line; with $2 = 1 as those of vmlinux.o.
functions() {
	objdump -h -d -r --no-show-raw-insn "$1" | awk -v whole="$2" -f "$here/functions.awk" |
		LC_ALL=C sort
}

# Compare object $2 of configuration $1 before and after; $3 is 1 for vmlinux.o. Prints
# what compare.awk prints.
compare_object() {
	local before=$work/$1.before/$2 after=$work/$1/$2 gone rc=0

	functions "$before" "$3" >"$work/before.fn"
	functions "$after" "$3" >"$work/after.fn"
	gone=$(LC_ALL=C join -t $'\t' -v 1 -o 1.1 "$work/before.fn" "$work/after.fn")
	if [ -n "$gone" ]; then
		echo "# $2 lost functions: ${gone//$'\n'/ }"
		rc=1
	fi
	LC_ALL=C join -t $'\t' "$work/before.fn" "$work/after.fn" |
		awk -v show="$show" -v object="$2" -f "$here/compare.awk" || rc=1
	return "$rc"
}

# Compare all objects of configuration $1 that differ from those kept.
compare() {
	local config=$1 obj rc=0 n=0
	local before=$work/$config.before after=$work/$config

	: >"$work/$config.table"
	while IFS= read -r obj; do
		if [ ! -f "$after/$obj" ]; then
			echo "# $obj is gone" && rc=1
			continue
		fi
		n=$((n + 1))
		! cmp -s "$before/$obj" "$after/$obj" || continue
		compare_object "$config" "$obj" 0 >>"$work/$config.table" || rc=1
	done < <(cd "$before" && find . -name '*.o' ! -path ./vmlinux.o | sed 's,^\./,,' | LC_ALL=C sort)
	echo "$n objects, all compared" >>"$work/$config.table"
	return "$rc"
}

# The call targets that changed, of all that compare.awk printed into file $1.
calls_changed() {
	awk '$1 == "object" { n += $4 } END { print n + 0 }' "$1"
}

# Compare vmlinux.o of configuration $1, from which vmlinux is linked: it has every
# function of the kernel with its relocations, so that no object can be left out. As many
# calls have to change in it as in the objects.
compare_whole() {
	local table=$work/$1.whole rc=0

	compare_object "$1" vmlinux.o 1 >"$table" || rc=1
	if [ "$(calls_changed "$table")" -ne "$(calls_changed "$work/$1.table")" ]; then
		echo "# the objects have other changes than vmlinux.o" >>"$table"
		rc=1
	fi
	return "$rc"
}

# Names and sizes of the functions in vmlinux $1.
function_sizes() {
	nm -S "$1" | awk 'NF == 4 && $3 ~ /^[tTwW]$/ { print $4, $2 }' | LC_ALL=C sort
}

# Each function of vmlinux of configuration $1 is there afterwards with its size.
compare_linked() {
	function_sizes "$work/$1.before/vmlinux" >"$work/before.sizes"
	function_sizes "$work/$1/vmlinux" >"$work/after.sizes"
	[ -s "$work/before.sizes" ] &&
		LC_ALL=C comm -23 "$work/before.sizes" "$work/after.sizes" >"$work/$1.linked" &&
		[ ! -s "$work/$1.linked" ]
}

# The table of all configurations, as it goes into the documents.
write_table() {
	local config

	{
		echo "gcc $(gcc -dumpfullversion), base $(make -s -C "$src" kernelversion)"
		for config in "$@"; do
			echo
			echo "$config"
			awk -f "$here/table.awk" "$work/$config.table"
			awk '$1 == "object" {
				printf "  of %d functions in vmlinux.o %d differ, %d call targets changed\n",
				       $3, $5, $4
			}' "$work/$config.whole"
		done
	} >"$work/table.txt"
}

# The table of configuration $1 in the document $2, or in the table that was written: its
# functions, or for one without events the numbers of its only line.
table_in() {
	local label

	case $1 in
	debug-fpu)
		sed -n '/^ *function  *bytes  *instructions/,/call targets changed$/p' "$2"
		return
		;;
	no-debug-fpu) label='X86_DEBUG_FPU=n' ;;
	no-tracepoints) label='TRACEPOINTS=n' ;;
	i386) label='i386, X86_DEBUG_FPU=y' ;;
	esac
	awk -v label="  $label " 'index($0, label) == 1 {
		print substr($0, length(label) + 1)
	}' "$2" | tr -cs '0-9\n' ' '
}

# The same of what was measured.
table_measured() {
	if [ "$1" = debug-fpu ]; then
		awk -f "$here/table.awk" "$work/$1.table"
	else
		awk -f "$here/table.awk" "$work/$1.table" | tail -n 1 | tr -cs '0-9\n' ' '
	fi
}

# Does document $2 tell of configuration $1 what was measured?
document_agrees() {
	diff <(table_in "$1" "$2" | xargs -L 1) <(table_measured "$1" | xargs -L 1)
}

# Why the documents cannot be compared: which compiler and which base are theirs.
other_than_documented() {
	local gcc base now

	read -r gcc base < <(sed -nE 's/.*with gcc ([0-9.]+), on Linux ([0-9.]+[0-9]).*/\1 \2/p' \
		"$top/Documentation/arch/x86/fpu-latency.rst") || die "the document names no compiler"
	now=$(gcc -dumpfullversion)
	[ "$now" = "$gcc" ] || echo "the documents have gcc $gcc, this is gcc $now"
	now=$(make -s -C "$src" kernelversion)
	[ "$now" = "$base" ] || echo "the documents have Linux $base, this is Linux $now"
}

check_documents() {
	local config doc other

	other=$(other_than_documented)
	for config in "$@"; do
		for doc in patches/src/cover-letter.msg Documentation/arch/x86/fpu-latency.rst; do
			if [ -n "$other" ]; then
				tap_skip "proof: $config: table in $doc" "${other//$'\n'/; }"
			else
				tap_check "proof: $config: the table in $doc is the measured one" \
					document_agrees "$config" "$top/$doc"
			fi
		done
	done
}

# Build and keep the state before, unless that was done for this base already.
build_before() {
	local config=$1 id files

	mapfile -t files < <(fragments "$config")
	id=$(cat "${files[@]}" |
		{ git -C "$src" rev-parse base; gcc --version; cat; } | sha256sum)
	if [ "$(cat "$work/$config.id" 2>/dev/null)" = "$id" ] &&
		[ -f "$work/$config.before/vmlinux.o" ] &&
		[[ $(image_of "$config") != bzImage || -f $work/images/$config.before ]]; then
		return 0
	fi
	rm -f "$work/$config.id"
	checkout base
	configure "$config"
	build_kernel "$config" || return 1
	keep_objects "$config"
	echo "$id" >"$work/$config.id"
}

# Does compare.awk pass a function with body $1 before and $2 after?
passes() {
	printf 'f\t1\t1\t%s\t1\t1\t%s\n' "$1" "$2" |
		awk -v show= -v object=none -f "$here/compare.awk"
}

# What proves something can fail: it takes the one change that is allowed, and no other.
comparison_can_fail() {
	local plt=R_X86_64_PLT32

	passes "call   ~$plt f-0x4~" "call   ~$plt __SCT__f-0x4~" &&
		passes "jmp    ~$plt f-0x4~" "jmp    ~$plt __SCT__f-0x4~" &&
		passes "jmp    {f}~" "jmp    ~$plt __SCT__f-0x4~" &&
		! passes "call   ~$plt f-0x4~" "call   ~$plt __SCT__g-0x4~" &&
		! passes "call   ~$plt f-0x4~" "call   ~$plt g-0x4~" &&
		! passes "lea    0x0(%rip),%rdi~R_X86_64_PC32 f-0x4~" \
			"lea    0x0(%rip),%rdi~R_X86_64_PC32 __SCT__f-0x4~" &&
		! passes "jne    ~$plt f-0x4~" "jne    ~$plt __SCT__f-0x4~" &&
		! passes "call   *0x0(%rip)~R_X86_64_PC32 f-0x4~" \
			"call   *0x0(%rip)~R_X86_64_PC32 __SCT__f-0x4~" &&
		! passes "mov    %rax,%rbx~ret~" "mov    %rax,%rcx~ret~" &&
		! passes "ret~" "nop~ret~" && ! passes "nop~ret~" "ret~" && ! passes "ret~nop~" "ret~"
}

main() {
	local config commit commits subject configs=("$@")

	[ $# -gt 0 ] || configs=(debug-fpu no-debug-fpu no-tracepoints i386)
	tap_check "proof: the comparison can fail" comparison_can_fail
	kernel_worktree "$src"
	commits=$("$top/scripts/series.sh" commits)
	for config in "${configs[@]}"; do
		build_before "$config" && rc=0 || rc=1
		tap_result "$rc" "proof: $config: base builds"
		[ "$rc" -eq 0 ] || die "the base does not build"
	done
	for commit in $commits; do
		kernel_changed_by "$src" "$commit" || continue
		subject=$(git -C "$src" log -1 --format=%s "$commit")
		checkout "$commit"
		build_kernel "${configs[0]}" && rc=0 || rc=1
		tap_result "$rc" "proof: ${configs[0]}: builds with \"$subject\""
	done
	checkout "$(tail -n 1 <<<"$commits")"
	for config in "${configs[@]}"; do
		build_kernel "$config" && keep_image "$config" after && rc=0 || rc=1
		tap_result "$rc" "proof: $config: series builds"
		compare "$config" && rc=0 || rc=1
		[ "$rc" -eq 0 ] || sed 's/^/# /' "$work/$config.table"
		tap_result "$rc" "proof: $config: functions are unchanged but for call targets"
		compare_whole "$config" && rc=0 || rc=1
		[ "$rc" -eq 0 ] || grep -v '^row .* -$' "$work/$config.whole" | head -n 40 | sed 's/^/# /'
		tap_result "$rc" "proof: $config: and so are all of vmlinux.o"
		compare_linked "$config" && rc=0 || rc=1
		[ "$rc" -eq 0 ] || head -n 20 "$work/$config.linked" | sed 's/^/# gone or resized: /'
		tap_result "$rc" "proof: $config: all are in vmlinux, with their sizes"
	done
	write_table "${configs[@]}"
	check_documents "${configs[@]}"
	tap_totals
}

main "$@"
