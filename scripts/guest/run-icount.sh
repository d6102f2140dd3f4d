#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: the exact tests of the timing commands.
FPU_LATENCY=/fpu-latency /bin/sh /icount.sh
