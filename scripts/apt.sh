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
