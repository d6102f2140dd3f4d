# SPDX-License-Identifier: GPL-2.0
# The project's targets; each is a script in scripts/. Build products go to build/.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.PHONY: all help deps tree kernel kselftest consumer run check static stress proof boots overhead bench \
	plots plots-guest fuzz series patches export submit clean distclean

help all:
	@sed -n 's/^#: //p' Makefile

#: make run        patch, build and boot a kernel, record a trace, print the table
run: deps-run
	@scripts/run.sh

#: make check      all tests; PARTS="..." chooses (see scripts/check.sh)
check: deps
	@scripts/check.sh $(PARTS)

#: make consumer   build/fpu-latency alone, without a kernel tree
consumer:
	@$(MAKE) --no-print-directory -C tools/testing/selftests/x86/fpu-latency/tool \
		OUTPUT=$(CURDIR)/build fpu-latency

#: make tree       build/linux: the kernel source with the series applied (KDIR=)
tree:
	@scripts/tree.sh

#: make kernel     build/kernel: the guest's kernel
kernel: tree
	@scripts/kernel.sh

#: make kselftest  build/kselftest: the installed x86 selftests
kselftest: tree
	@scripts/kselftest.sh

#: make series     check the series without building it
series: tree
	@scripts/check-series.sh

#: make static     sparse, W=1 and coccicheck on the kernel code of the series
static: tree
	@scripts/static.sh

#: make proof      before and after the series, function by function
proof: tree
	@scripts/proof.sh

#: make boots      build and boot the kernel of each patch
boots: tree
	@scripts/boots.sh

#: make stress     the events on a kernel that checks itself (TOGGLES=, KASAN=1, CONFIG=)
stress: tree
	@scripts/stress.sh

#: make overhead   instructions of a round trip before, after, and others (needs make proof; PEER_PATCH=)
overhead: tree
	@scripts/overhead.sh

#: make bench      how fast the consumer is, as ratios (PEER= the v6 script)
bench: deps
	@scripts/bench.sh

#: make plots      pictures of the timing on this machine, in build/plots
plots: deps-plots
	@scripts/plots.sh

#: make plots-guest  the same of an emulated CPU, which has all recipes
plots-guest: deps-plots deps-run
	@scripts/plots.sh --guest

#: make fuzz       fuzz each parser of the consumer for SECONDS= (default 600)
fuzz: deps
	@$(MAKE) --no-print-directory -C tools/testing/selftests/x86/fpu-latency/tool \
		OUTPUT=$(CURDIR)/build fuzz FUZZ_SECONDS=$(or $(SECONDS),600)

#: make patches    write patches/ from its sources
patches:
	@[ -d build/linux ] || scripts/tree.sh
	@scripts/series.sh patches

#: make export     take commits of build/linux back into patches/ and files
export:
	@scripts/series.sh export

#: make submit     a signed set in build/submit/ (SUBMITTER="Name <mail>", ASSISTED_BY=)
submit: tree
	@SUBMITTER='$(SUBMITTER)' ASSISTED_BY='$(ASSISTED_BY)' scripts/series.sh submit

#: make deps       install what is missing (root, apt)
deps:
	@scripts/deps.sh check

deps-run:
	@scripts/deps.sh run

deps-plots:
	@scripts/deps.sh plots

#: make clean      remove build products, keep the kernel source
clean:
	rm -rf build/fpu-latency build/obj build/asan build/coverage build/fuzz build/bench build/plots \
		build/kernel* build/debug* build/steps build/kselftest* build/run build/check \
		build/proof/*.before build/proof/images build/kvm-probe*

#: make distclean  remove build/
distclean:
	rm -rf build
