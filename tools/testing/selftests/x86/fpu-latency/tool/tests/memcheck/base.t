# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

run 0 help
run 0 version --build-options
