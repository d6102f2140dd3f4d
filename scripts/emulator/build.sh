#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Build Bochs with the AMX patch of this directory and print the path of the
# program, which is kept below build/emulator/.
#
# Usage: build.sh
#
# The source is the orig tarball of Debian's source package, found through the
# machine's own mirror; one that lies in build/emulator/ already is taken. Exit
# status 4, with one line that says why, when it cannot be had.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/apt.sh
. "$top/scripts/apt.sh"

here=$top/scripts/emulator
dir=$build/emulator
version=3.0
tarball=bochs_$version+dfsg.orig.tar.xz
tarball_sha256=78f6c73d4a6472d5130a87ab9dc306d02c7c71ed8e25b3a8ef642e2a7acd282b
patch=$here/bochs-$version-amx-xfd.patch
# A CPU with all that its models can have; no screen, no disk but ATA, no network.
options=(
	--enable-cpu-level=6 --enable-x86-64 --enable-avx --enable-evex --enable-amx
	--enable-smp --enable-pci --enable-long-phy-address --enable-all-optimizations
	--enable-fpu --enable-cet --enable-memtype --enable-uintr
	--with-nogui --disable-docbook
)

cannot_have() {
	say "skipped: $*"
	exit 4
}

# Download the tarball to build/emulator/.
download() {
	command -v apt-get >/dev/null || cannot_have "no apt to download $tarball with"
	say "downloading $tarball"
	apt_download_source bochs "${tarball//+/[+]}" "SHA256:$tarball_sha256" "$dir/$tarball" \
		trixie sid ||
		cannot_have "$tarball cannot be had from the machine's mirror (put it into ${dir#"$top"/}/ by hand)"
}

is_intact() {
	[ "$(sha256sum <"$dir/$tarball" | cut -d' ' -f1)" = "$tarball_sha256" ]
}

# Unpack, patch and compile in the directory $1.
compile() {
	local src=$1

	mkdir -p "$src"
	tar -xJf "$dir/$tarball" -C "$src" --strip-components=1
	patch -d "$src" -p1 --fuzz=0 -s <"$patch"
	cd "$src"
	./configure "${options[@]}"
	make -j"$jobs"
}

mkdir -p "$dir"
id=$({ echo "$tarball_sha256 ${options[*]}" && cat "$patch"; } | sha256sum | cut -c1-12)
bochs=$dir/bochs-$version-$id
if [ ! -x "$bochs" ]; then
	[ -f "$dir/$tarball" ] || download
	is_intact || die "${dir#"$top"/}/$tarball has another SHA-256 than it should: remove it"
	need_space "$dir" 300
	say "building Bochs $version with ${patch##*/} (a minute or two)"
	rm -rf "$dir/src"
	logged "$dir/build.log" compile "$dir/src"
	rm -f "$dir"/bochs-*
	strip -o "$bochs.new" "$dir/src/bochs"
	mv "$bochs.new" "$bochs"
	rm -rf "$dir/src"
fi
echo "$bochs"
