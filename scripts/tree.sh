#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Set up build/linux: a git work tree of the kernel with the tag `base` and the
# branch `series`, which is base with patches/ applied by git am.
#
# The source is Debian's package linux-source-7.3, found through the machine's
# own mirror, or with KDIR= a checkout of mainline, which itself stays untouched.
# Commits that are not in patches/ are never thrown away: FORCE=1 says so.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/apt.sh
. "$top/scripts/apt.sh"

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
ident=(-c user.name=fpu-latency -c user.email=devel@fpu-latency.invalid
	-c commit.gpgsign=false -c core.abbrev=12 -c gc.auto=0 -c advice.detachedHead=false)
tree=$LINUX_GIT
state=$build/tree.state

tgit() {
	git -C "$tree" "${ident[@]}" "$@"
}

# Download linux-source-$base_version to build/dl/, with apt's own verification
# but with a list and a state of its own.
download() {
	local apt=$build/dl/apt site=

	read -r site < <(apt_sites) || true
	[ -n "$site" ] || die "apt has no Debian mirror configured; give a kernel checkout with KDIR="
	apt_private "$apt"
	printf 'deb %s %s main\n' "$site" trixie-backports "$site" sid >"$apt/sources.list"
	say "downloading linux-source-$base_version"
	# One suite will do: the other may be missing on this mirror, or out of date.
	apt-get "${apt_options[@]}" -q update >"$build/dl/log" 2>&1 || true
	if ! apt-cache "${apt_options[@]}" show "linux-source-$base_version" >/dev/null 2>&1; then
		if grep -qE '^(E|W|Err)' "$build/dl/log"; then
			grep -E '^(E|W)' "$build/dl/log" | head -n 4 >&2
			die "no network, or the mirror does not answer; give a kernel checkout with KDIR="
		fi
		die "no package linux-source-$base_version on the machine's mirror; give a kernel checkout with KDIR="
	fi
	if ! (cd "$build/dl" && apt-get "${apt_options[@]}" -q download "linux-source-$base_version") \
		>"$build/dl/log" 2>&1; then
		tail -n 5 "$build/dl/log" >&2
		die "linux-source-$base_version could not be downloaded"
	fi
	rm -rf "$apt"
}

deb_file() {
	find "$build/dl" -maxdepth 1 -name "linux-source-${base_version}_*.deb" | sort -V | tail -n 1
}

# Make build/linux from the package: one commit, tagged base.
unpack() {
	local deb tar

	need_space "$build" 5000
	mkdir -p "$build/dl"
	[ -n "$(deb_file)" ] || download
	deb=$(deb_file)
	say "unpacking ${deb##*/}"
	rm -rf "$tree" "$tree.new"
	mkdir -p "$tree.new"
	tar=./usr/src/linux-source-$base_version.tar.xz
	if ! dpkg-deb --fsys-tarfile "$deb" | tar -xOf - "$tar" | xz -dc -T0 |
		tar -xf - -C "$tree.new" --strip-components=1; then
		rm -rf "$tree.new" "$deb"
		die "${deb##*/} is damaged and was removed: try again"
	fi
	# Debian's packaging ends .gitignore with a rule that ignores all there is.
	sed -i '/^# Debian packaging: ignore everything/,$d' "$tree.new/.gitignore"
	git -C "$tree.new" -c init.defaultBranch=master init -q
	# Loose objects, uncompressed and not synced: this is the slowest step by far.
	git -C "$tree.new" -c core.looseCompression=0 -c core.fsync=none add -f .
	GIT_AUTHOR_DATE=2000-01-01T00:00:00Z GIT_COMMITTER_DATE=2000-01-01T00:00:00Z \
		git -C "$tree.new" "${ident[@]}" commit -q -m "Linux, ${deb##*/}"
	git -C "$tree.new" tag base
	mv "$tree.new" "$tree"
}

# Make build/linux a clone that borrows the objects of the user's checkout. A work
# tree of the checkout would share its tags and branches, too.
use_kdir() {
	local kdir version

	[ -d "$KDIR" ] || die "KDIR=$KDIR: no such directory"
	kdir=$(realpath "$KDIR")
	git -C "$kdir" rev-parse -q --verify HEAD >/dev/null 2>&1 ||
		die "KDIR=$KDIR is not a git checkout"
	[[ -f $kdir/Kbuild && -d $kdir/arch/x86/kernel/fpu ]] ||
		die "KDIR=$KDIR is not a Linux kernel tree"
	[ -z "$(git -C "$kdir" status --porcelain --untracked-files=no)" ] ||
		die "KDIR=$KDIR has uncommitted changes, which a clone of it would not have: commit or stash them"
	version=$(awk -F' = ' '/^(VERSION|PATCHLEVEL) =/ { v = v sep $2; sep = "." } /^PATCHLEVEL/ { print v; exit }' "$kdir/Makefile")
	[ "$(printf '%s\n' "$base_version" "$version" | sort -V | head -n 1)" = "$base_version" ] ||
		die "KDIR=$KDIR is Linux $version; the series needs $base_version or later"
	need_space "$build" 3000
	say "using Linux $version from $KDIR"
	git clone -q --shared --no-tags --no-checkout "$kdir" "$tree"
	tgit checkout -q --detach "$(git -C "$kdir" rev-parse HEAD)"
	tgit tag base HEAD
}

# What the tree is made from: the checkout's commit, or the package.
source_id() {
	if [ -n "${KDIR:-}" ]; then
		echo "kdir $(realpath "$KDIR") $(git -C "$KDIR" rev-parse HEAD 2>/dev/null || true)"
	else
		echo "package $base_version"
	fi
}

remove_tree() {
	rm -rf "$tree"
}

# Is the tree's HEAD what patches/ and its sources make? It is after an export.
series_has_all() {
	local tip

	tip=$("$top/scripts/series.sh" commits 2>/dev/null | tail -n 1)
	[ -n "$tip" ] && [ "$(tgit rev-parse 'HEAD^{tree}')" = "$(tgit rev-parse "$tip^{tree}")" ]
}

# Die when the tree holds work that is not in patches/.
refuse_to_lose() {
	local applied=$1

	[ -z "${FORCE:-}" ] || return 0
	[ -z "$(tgit status --porcelain --untracked-files=no)" ] ||
		die "${tree#"$top"/} has uncommitted changes: commit them and run 'make export', or FORCE=1 throws them away"
	[ "$(tgit rev-parse HEAD)" = "$applied" ] || series_has_all ||
		die "${tree#"$top"/} has commits that are not in patches/: run 'make export', or FORCE=1 throws them away"
}

# git am of the series in a work tree of its own, so that in build/linux only
# those files change that differ, and a build after it is incremental.
apply_series() {
	local am=$build/am tip patches

	mapfile -t patches < <(find "$top/patches" -maxdepth 1 -name '0*.patch' ! -name '0000-*' | sort)
	rm -rf "$am"
	tgit worktree prune
	tgit worktree add -q --detach --no-checkout "$am" base
	git -C "$am" sparse-checkout set --no-cone /arch/x86/ /tools/testing/selftests/x86/ \
		/Documentation/arch/x86/ /MAINTAINERS >/dev/null 2>&1
	git -C "$am" checkout -q
	if ! git -C "$am" "${ident[@]}" am -q --committer-date-is-author-date \
		"${patches[@]}" >"$build/am.log" 2>&1; then
		cat "$build/am.log" >&2
		git -C "$am" "${ident[@]}" am --abort || true
		tgit worktree remove --force "$am"
		die "the series does not apply to $(source_id)"
	fi
	tip=$(git -C "$am" rev-parse HEAD)
	tgit worktree remove --force "$am"
	tgit checkout -q -f -B series "$tip"
}

# What the tree was made from the last time: source, series, resulting commit.
source_now=$(source_id)
mapfile -t files < <(repo_files 'patches/0*.patch')
series_now=$(hash_files "${files[@]}")
mapfile -t have < <(cat "$state" 2>/dev/null || true)
source_then=${have[0]:-}
series_then=${have[1]:-}
applied=${have[2]:-}

if [ ! -e "$tree/.git" ] || [ "$source_then" != "$source_now" ]; then
	# No tree, or one from another source.
	[[ ! -e $tree/.git || -z $applied ]] || refuse_to_lose "$applied"
	rm -f "$state"
	remove_tree
	if [ -n "${KDIR:-}" ]; then
		use_kdir
	else
		unpack
	fi
elif [[ $series_then == "$series_now" && $(tgit rev-parse HEAD) == "$applied" ]]; then
	exit 0
else
	refuse_to_lose "$applied"
fi

apply_series
printf '%s\n' "$source_now" "$series_now" "$(tgit rev-parse HEAD)" >"$state"
say "$(tgit rev-list --count base..series) patches applied in ${tree#"$top"/}"
