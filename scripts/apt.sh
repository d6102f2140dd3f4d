# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
# Packages of other suites from the machine's own mirror. Sourced, after lib.sh.

# The mirrors that this machine's apt uses, those of Debian itself first; none has
# an origin when apt has never been updated.
apt_sites() {
	# shellcheck disable=SC2016 # apt expands it
	apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(SITE)' 2>/dev/null |
		awk -F'|' '$2 !~ /Security/ && $3 !~ /security/ && !seen[$3]++ {
			print ($1 == "Debian" || $1 == "" ? 0 : 1), $3 }' |
		sort -s -n -k1,1 | cut -d' ' -f2
}

# Set apt_options for a list (DIR/sources.list), a state and a cache in directory
# $1, which is made anew, so that the machine's own stay as they are.
apt_private() {
	local apt=$1

	rm -rf "$apt"
	mkdir -p "$apt/lists/partial" "$apt/archives/partial"
	# shellcheck disable=SC2034 # for those who source this
	apt_options=(-o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
		-o Dir::State="$apt" -o Dir::State::lists="$apt/lists" -o Dir::State::status=/dev/null
		-o Dir::Cache="$apt" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 -o Acquire::Languages=none
		-o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
}

# Download the file of source package $1 whose name matches the regular expression $2,
# and whose checksum is $3 unless that is empty, to $4, with apt's own verification. It
# is looked for in the suites $5..., because a package moves on: what is in one today may
# be in another tomorrow. A log is added to $4.log. Status 1 when it cannot be had.
apt_download_source() {
	local package=$1 name=$2 checksum=$3 file=$4 site suite apt=$4.apt found
	shift 4

	: >"$file.log"
	while read -r site; do
		for suite in "$@"; do
			apt_private "$apt"
			echo "deb-src $site $suite main" >"$apt/sources.list"
			apt-get "${apt_options[@]}" -q update >>"$file.log" 2>&1 || continue
			# "URI SHA256:..."
			found=$(apt-get "${apt_options[@]}" source --print-uris "$package" \
				2>>"$file.log" |
				sed -nE "s/^'([^']*)' $name [0-9]+ (SHA256:[0-9a-f]+)\$/\1 \2/p")
			[ -n "$found" ] || continue
			if /usr/lib/apt/apt-helper "${apt_options[@]}" download-file "${found% *}" \
				"$file" "${checksum:-${found#* }}" >>"$file.log" 2>&1; then
				rm -rf "$apt"
				return
			fi
			rm -f "$file"
		done
	done < <(apt_sites)
	rm -rf "$apt"
	return 1
}
