# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

run 0 report --hist data/trace.txt
run 0 report --hist=linear data/latency.txt
run 0 report --format openmetrics data/lost.txt data/bad.txt data/names.txt
run 0 report --format json --group-by comm,rfbm --meta cpu=x data/names.txt
cp "$tmp/out" "$tmp/names.json"
run 0 report --group-by comm "$tmp/names.json"
head -c 600 "$tmp/names.json" >"$tmp/cut.json"
run 1 report "$tmp/cut.json"
