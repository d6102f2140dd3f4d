#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Generate, export and prepare for submission the patch series in patches/.
#
# patches/src/series lists the patches in order. A "kernel" patch is its own
# source: it is patches/NNNN-*.patch with that subject. A "files" patch, with NAME,
# DIRECTORY and pathspecs in that directory, is made from files of this repository,
# from patches/src/NAME.msg (From, Date, Subject and changelog, as in a mail) and,
# where existing kernel files change too, from patches/src/NAME-hooks.diff. Lines
# that begin with a tab go on.
#
# The commits are made with git plumbing in the object store of the kernel tree
# (LINUX_GIT, default build/linux); no work tree is touched, and the same input
# gives the same commit ids and the same bytes.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LINUX_GIT=${LINUX_GIT:-$top/build/linux}
SERIES_VERSION=${SERIES_VERSION:-v8}
src=$top/patches/src

# Settings of the user must not change what is generated.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C TZ=UTC
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

usage() {
	cat <<-USAGE
	Usage: series.sh COMMAND
	  patches [DIR]   write the series to DIR (default: patches/)
	  check           fail when patches/ is not what 'patches' would write
	  commits         print base..tip commit ids of the series, oldest first
	  export [REF]    take kernel patches, changelogs, hooks and files from the
	                  commits base..REF (default: series) of the kernel tree
	  submit          write a signed set to build/submit/, see SUBMITTER= and
	                  ASSISTED_BY= in README.md
	USAGE
}

die() {
	echo "series: $*" >&2
	exit 1
}

lgit() {
	git -C "$LINUX_GIT" "$@"
}

need_tree() {
	lgit rev-parse -q --verify 'base^{commit}' >/dev/null 2>&1 ||
		die "no kernel tree with a tag 'base' in $LINUX_GIT: run 'make tree' first"
}

# Lines that begin with a tab joined to the one before.
join_lines() {
	awk '/^\t/ { sub(/^\t+/, " "); printf "%s", $0; next }
		{ if (NR > 1) print ""; printf "%s", $0 }
		END { print "" }' "$src/series"
}

# Pathspecs $2... of directory $1 as they are from the top.
in_directory() {
	local dir=$1 spec specs=()
	shift

	for spec in "$@"; do
		case $spec in
		.) specs+=("$dir") ;;
		:!*) specs+=(":!$dir/${spec#:!}") ;;
		*) specs+=("$dir/$spec") ;;
		esac
	done
	echo "${specs[*]}"
}

# Print "kind|name|subject-or-pathspecs" for each patch in patches/src/series.
read_series() {
	local kind rest name words

	while read -r kind rest; do
		case $kind in
		'' | '#'*) ;;
		kernel) echo "kernel||$rest" ;;
		files)
			read -ra words <<<"$rest"
			name=${words[0]}
			[ -s "$src/$name.msg" ] || die "patches/src/series: no $name.msg"
			echo "files|$name|$(in_directory "${words[@]:1}")"
			;;
		*) die "patches/src/series: unknown kind '$kind'" ;;
		esac
	done < <(join_lines)
}

# The subject of a patch or message file, without the [PATCH ...] prefix.
subject_of() {
	git mailinfo /dev/null /dev/null <"$1" | sed -n 's/^Subject: //p'
}

# The file in patches/ whose subject is $1.
kernel_patch() {
	local f

	for f in "$top"/patches/0*.patch; do
		case $f in */0000-*) continue ;; esac
		if [ "$(subject_of "$f")" = "$1" ]; then
			echo "$f"
			return
		fi
	done
	die "no patch in patches/ has the subject '$1' (listed in patches/src/series)"
}

# Put the files of this repository that match pathspecs $@ into the index.
index_files() {
	local f mode blob

	git -C "$top" ls-files -z -co --exclude-standard -- "$@" |
		while IFS= read -r -d '' f; do
			[ ! -f "$top/$f" ] || printf '%s\n' "$f"
		done >"$tmp/names"
	[ -s "$tmp/names" ] || die "no files match: $*"
	sed "s|^|$top/|" "$tmp/names" | lgit hash-object -w --no-filters --stdin-paths >"$tmp/blobs"
	paste "$tmp/blobs" "$tmp/names" | while IFS=$'\t' read -r blob f; do
		mode=100644
		[ ! -x "$top/$f" ] || mode=100755
		printf '%s %s\t%s\n' "$mode" "$blob" "$f"
	done >"$tmp/entries"
	lgit update-index --index-info <"$tmp/entries"
}

# Commit the index on top of $1 with the message file $2 (mail format).
commit_index() {
	local parent=$1 mail=$2 info tree name email date subject

	info=$(git mailinfo "$tmp/body" /dev/null <"$mail")
	name=$(sed -n 's/^Author: //p' <<<"$info")
	email=$(sed -n 's/^Email: //p' <<<"$info")
	date=$(sed -n 's/^Date: //p' <<<"$info")
	subject=$(sed -n 's/^Subject: //p' <<<"$info")
	[[ -n $name && -n $email && -n $date && -n $subject ]] ||
		die "$mail: From, Date and Subject are needed"
	if [ -n "${SUBMITTER:-}" ]; then
		name=${SUBMITTER% <*}
		email=${SUBMITTER##*<}
		email=${email%>}
	fi
	{
		printf '%s\n\n' "$subject"
		cat "$tmp/body"
	} | git stripspace >"$tmp/message"
	add_trailers "$tmp/message"
	tree=$(lgit write-tree)
	[ "$tree" != "$(lgit rev-parse "$parent^{tree}")" ] || die "empty patch: $subject"
	GIT_AUTHOR_NAME=$name GIT_AUTHOR_EMAIL=$email GIT_AUTHOR_DATE=$date \
		GIT_COMMITTER_NAME=$name GIT_COMMITTER_EMAIL=$email GIT_COMMITTER_DATE=$date \
		git -C "$LINUX_GIT" commit-tree "$tree" -p "$parent" -F "$tmp/message"
}

# In a submitted set each patch gets what only the submitter can say.
add_trailers() {
	local args=()

	[ -n "${SUBMITTER:-}" ] || return 0
	[ -z "${ASSISTED_BY:-}" ] || args+=(--trailer "Assisted-by: $ASSISTED_BY")
	args+=(--trailer "Signed-off-by: $SUBMITTER")
	git -C "$LINUX_GIT" interpret-trailers --in-place "${args[@]}" "$1"
}

# Make the commits of the series on top of base; print their ids, oldest first.
make_commits() {
	local kind name rest patch parent

	export GIT_INDEX_FILE=$tmp/index
	parent=$(lgit rev-parse 'base^{commit}')
	lgit read-tree "$parent"
	read_series >"$tmp/series"
	while IFS='|' read -r kind name rest; do
		if [ "$kind" = kernel ]; then
			patch=$(kernel_patch "$rest")
			lgit apply --cached "$patch" || die "${patch##*/} does not apply to base"
		else
			patch=$src/$name.msg
			# shellcheck disable=SC2086 # a list of pathspecs
			index_files $rest
			if [ -s "$src/$name-hooks.diff" ]; then
				lgit apply --cached "$src/$name-hooks.diff" ||
					die "patches/src/$name-hooks.diff does not apply"
			fi
		fi
		parent=$(commit_index "$parent" "$patch")
		echo "$parent"
	done <"$tmp/series"
	unset GIT_INDEX_FILE
}

# Write the cover letter for base..$1 with $2 patches to standard output.
cover_letter() {
	local tip=$1 count=$2 info name email date subject

	info=$(git mailinfo "$tmp/body" /dev/null <"$src/cover-letter.msg")
	name=$(sed -n 's/^Author: //p' <<<"$info")
	email=$(sed -n 's/^Email: //p' <<<"$info")
	date=$(sed -n 's/^Date: //p' <<<"$info")
	subject=$(sed -n 's/^Subject: //p' <<<"$info")
	cat <<-COVER
	From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
	From: ${SUBMITTER:-$name <$email>}
	Date: $date
	Subject: [PATCH $SERIES_VERSION 0/$count] $subject

	COVER
	cat "$tmp/body"
	echo
	lgit shortlog --format=%s -w72,1,2 "base..$tip"
	lgit diff --no-color --no-ext-diff --no-renames --stat=78 --summary "base..$tip"
}

# Write the series to directory $1.
write_series() {
	local dir=$1 tip count

	make_commits >"$tmp/commits"
	tip=$(tail -n 1 "$tmp/commits")
	count=$(wc -l <"$tmp/commits")
	mkdir -p "$dir"
	rm -rf "$tmp/out"
	lgit format-patch -q -o "$tmp/out" --zero-commit --no-signature --abbrev=12 \
		--no-renames --no-color --no-ext-diff --no-base --diff-algorithm=myers \
		--subject-prefix="PATCH $SERIES_VERSION" -n "base..$tip"
	cover_letter "$tip" "$count" >"$tmp/out/0000-cover-letter.patch"
	rm -f "$dir"/0*.patch
	mv "$tmp"/out/*.patch "$dir/"
}

check_series() {
	write_series "$tmp/fresh"
	mkdir -p "$tmp/committed"
	cp "$top"/patches/0*.patch "$tmp/committed/"
	if ! diff -r "$tmp/committed" "$tmp/fresh" >"$tmp/diff"; then
		head -n 40 "$tmp/diff" >&2
		die "patches/ and its sources disagree: 'make patches' writes the series anew"
	fi
	echo "series: patches/ is what its sources make" >&2
}

# Write commit $1 as a mail to $2, with the author and the date of commit.
commit_to_msg() {
	lgit log -1 --format='From: %an <%ae>%nDate: %aD%nSubject: %s%n%n%b' "$1" |
		git stripspace >"$2"
}

# Bring the files patch $2 (pathspecs $3...) of commit $1 back to where it is made from.
export_files() {
	local commit=$1 name=$2 f hooks others=(.)
	shift 2

	commit_to_msg "$commit" "$src/$name.msg"
	# Delete what the commit does not have any more, then write what it has.
	while IFS= read -r -d '' f; do
		lgit cat-file -e "$commit:$f" 2>/dev/null || rm -f "${top:?}/$f"
	done < <(git -C "$top" ls-files -z -co --exclude-standard -- "$@")
	lgit archive "$commit" -- "$@" | tar -xf - -C "$top"
	hooks=$src/$name-hooks.diff
	for f in "$@"; do
		case $f in :!*) ;; *) others+=(":!$f") ;; esac
	done
	lgit diff --no-color --no-ext-diff --no-renames --abbrev=12 "$commit^" "$commit" -- \
		"${others[@]}" >"$tmp/hooks"
	if [ -s "$tmp/hooks" ]; then
		cp "$tmp/hooks" "$hooks"
	else
		rm -f "$hooks"
	fi
}

# The lines of patches/src/series for files patch $1.
series_lines() {
	awk -v name="$1" '/^\t/ { if (on) print; next }
		{ on = $1 == "files" && $2 == name } on' "$src/series"
}

# The name and the pathspecs of the files patch that commit $1 is, or nothing.
files_patch_of() {
	local subject

	subject=$(lgit log -1 --format=%s "$1")
	while IFS='|' read -r kind name rest; do
		[ "$kind" = files ] || continue
		[ "$(subject_of "$src/$name.msg")" != "$subject" ] || echo "$name $rest"
	done <"$tmp/series"
}

# Die if a commit up to $1 changes a file that another patch adds: files here have one
# state, so that such a change belongs into the commit that adds the file.
refuse_later_changes() {
	local commit changed

	for commit in $(lgit rev-list --reverse "base..$1"); do
		[ -n "$(files_patch_of "$commit")" ] || continue
		changed=$(lgit diff --name-only --no-renames --diff-filter=M "$commit^" "$commit" |
			while read -r changed; do
				lgit cat-file -e "base:$changed" 2>/dev/null || echo "$changed"
			done)
		[ -z "$changed" ] ||
			die "\"$(lgit log -1 --format=%s "$commit")\" changes ${changed//$'\n'/ }: amend the commit that adds it"
	done
}

# The reverse of make_commits: sources from the commits of the kernel tree.
export_series() {
	local ref=${1:-series} commit subject line n=0

	lgit merge-base --is-ancestor base "$ref" || die "'$ref' is not on top of base"
	read_series >"$tmp/series"
	: >"$tmp/newseries"
	mkdir -p "$tmp/kernel"
	refuse_later_changes "$ref"
	for commit in $(lgit rev-list --reverse "base..$ref"); do
		subject=$(lgit log -1 --format=%s "$commit")
		line=$(files_patch_of "$commit")
		if [ -n "$line" ]; then
			# shellcheck disable=SC2086 # a name and a list of pathspecs
			export_files "$commit" $line
			series_lines "${line%% *}" >>"$tmp/newseries"
		else
			n=$((n + 1))
			lgit format-patch -q -1 --stdout --zero-commit --no-signature \
				--abbrev=12 --no-renames "$commit" \
				>"$tmp/kernel/$(printf '%04d' "$n")-kernel.patch"
			echo "kernel $subject" >>"$tmp/newseries"
		fi
	done
	{
		grep '^#' "$src/series" || true
		cat "$tmp/newseries"
	} >"$tmp/series.txt"
	cp "$tmp/series.txt" "$src/series"
	rm -f "$top"/patches/0*.patch
	cp "$tmp"/kernel/*.patch "$top/patches/"
	write_series "$top/patches"
}

# The set that a person sends: author and sign-off are the submitter's.
submit_series() {
	local dir=$top/build/submit f rc=0

	[[ ${SUBMITTER:-} =~ ^[^\<\>]+\ \<[^@\<\>\ ]+@[^@\<\>\ ]+\>$ ]] ||
		die "say who submits: make submit SUBMITTER=\"Name <mail>\""
	[ -n "${ASSISTED_BY:-}" ] ||
		echo "series: no ASSISTED_BY=: Documentation/process/coding-assistants.rst and generated-content.rst say what must be declared" >&2
	rm -rf "$dir"
	write_series "$dir"
	for f in "$dir"/0*.patch; do
		case $f in */0000-*) continue ;; esac
		"$top/scripts/checkpatch.sh" --signed "$f" || rc=1
	done
	(cd "$LINUX_GIT" && find "$dir" -name '0*.patch' ! -name '0000-*' -exec \
		./scripts/get_maintainer.pl --no-rolestats --nogit-fallback {} +) >"$dir/recipients.txt"
	echo "series: recipients are in build/submit/recipients.txt" >&2
	return "$rc"
}

cmd=${1:-}
[ $# -eq 0 ] || shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
case $cmd in
patches)
	need_tree
	unset SUBMITTER ASSISTED_BY
	write_series "${1:-$top/patches}"
	echo "series: $(wc -l <"$tmp/commits") patches and a cover letter written" >&2
	;;
check)
	need_tree
	unset SUBMITTER ASSISTED_BY
	check_series
	;;
commits)
	need_tree
	unset SUBMITTER ASSISTED_BY
	make_commits
	;;
export)
	need_tree
	unset SUBMITTER ASSISTED_BY
	export_series "$@"
	;;
submit)
	need_tree
	submit_series
	;;
-h | --help | help) usage ;;
*)
	usage >&2
	exit 129
	;;
esac
