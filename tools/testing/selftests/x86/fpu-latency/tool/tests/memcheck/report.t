# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

run 0 report --long --features --cycles=1.5 --sort -count,p50 data/trace.txt data/perf.txt
run 0 report --group-by comm,site,core-type --core-type x=0,2-4 --format csv data/names.txt
run 0 report --filter 'xinuse&PKRU' --cpu 0-3 --time 0,9 --ns=2600000 data/trace.txt
run 1 report --strict data/bad.txt data/lost.txt data/absurd.txt data/cut.txt
run 1 report data/allbad.txt
