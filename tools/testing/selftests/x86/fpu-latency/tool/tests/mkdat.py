#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Write a trace.dat (version 6) of the latency events in a trace's text.

Usage: mkdat.py TEXT TRACE.DAT

The format is in trace-cmd.dat.v6(5). Only what libtracecmd needs is written, so
that tests have a trace.dat without a binary in the repository. A line
"CPU:n [LOST m EVENTS]" sets the missed events of that CPU's next page.
"""
import re
import struct
import sys

PAGE = 4096
HEADER_PAGE = (
    "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
    "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
    "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
    "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n")
HEADER_EVENT = (
    "# compressed entry header\n"
    "\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n\tarray       :   32 bits\n\n"
    "\tpadding     : type == 29\n\ttime_extend : type == 30\n"
    "\ttime_stamp : type == 31\n\tdata max type_len  == 28\n")
COMMON = (
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n")
FIELDS = (
    "\tfield:struct fpstate * fpstate;\toffset:8;\tsize:8;\tsigned:0;\n"
    "\tfield:unsigned long site;\toffset:16;\tsize:8;\tsigned:0;\n"
    "\tfield:u64 latency;\toffset:24;\tsize:8;\tsigned:0;\n"
    "\tfield:u64 rfbm;\toffset:32;\tsize:8;\tsigned:0;\n"
    "\tfield:u64 xinuse;\toffset:40;\tsize:8;\tsigned:0;\n\n")
PRINT = ('print fmt: "x86/fpu: fpstate:%p site:%pS latency:%llu RFBM:0x%llx XINUSE:0x%llx", '
         "REC->fpstate, (void *)REC->site, REC->latency, REC->rfbm, REC->xinuse\n")
EVENTS = {"x86_fpu_latency_xsave": 601, "x86_fpu_latency_xrstor": 602}

LINE = re.compile(
    rb"^ *(?P<comm>.{0,16}?)-(?P<pid>\d+) +\[(?P<cpu>\d+)\] +(?:\S+ +)?(?P<s>\d+)\.(?P<us>\d{6}): "
    rb"(?P<event>x86_fpu_latency_x\w+): .*?(?:fpstate:(?:0x)?(?P<fpstate>[0-9a-f]+) "
    rb"site:(?P<site>\S+) )?latency:(?P<latency>\d+) RFBM:(?P<rfbm>\w+) XINUSE:(?P<xinuse>\w+)$")
LOST = re.compile(rb"^CPU:(\d+) \[LOST (\d+) EVENTS\]$")


class Cpu:
    """The pages of one CPU's ring buffer."""

    def __init__(self):
        self.pages = bytearray()
        self.body = bytearray()
        self.start = self.last = 0
        self.missed = 0
        self.page_missed = 0

    def flush(self):
        if not self.body:
            return
        commit = len(self.body)
        page = bytearray(self.body)
        if self.page_missed:
            # Both flags: events were missed, and their number is behind the data.
            commit |= 1 << 31 | 1 << 30
            page += struct.pack("<Q", self.page_missed)
        page = struct.pack("<QQ", self.start, commit) + page
        self.pages += page + bytes(PAGE - len(page))
        self.body = bytearray()

    def add(self, time, data):
        delta = time - self.last
        room = PAGE - 16 - 8 - len(self.body) >= 4 + len(data)
        if not self.body or not room or delta >= 1 << 27 or delta < 0 or self.missed:
            self.flush()
            self.start, delta = time, 0
            self.page_missed, self.missed = self.missed, 0
        self.last = time
        self.body += struct.pack("<I", len(data) // 4 | delta << 5) + data


def sized(text, fmt="<Q"):
    data = text if isinstance(text, bytes) else text.encode()
    return struct.pack(fmt, len(data)) + data


def read(path):
    cpus, comms, symbols = {}, {}, {}
    with open(path, "rb") as f:
        for line in f:
            line = line.rstrip(b"\n")
            m = LOST.match(line)
            if m:
                cpus.setdefault(int(m[1]), Cpu()).missed += int(m[2])
                continue
            m = LINE.match(line)
            if not m:
                continue
            pid = int(m["pid"])
            comms.setdefault(pid, m["comm"])
            site = 0
            if m["site"]:
                name, _, offset = m["site"].partition(b"+")
                base = symbols.setdefault(name, 0xffffffff81000000 + 0x10000 * len(symbols))
                site = base + int(offset.partition(b"/")[0] or b"0", 16)
            data = struct.pack("<HBBi5Q", EVENTS[m["event"].decode()], 0, 0, pid,
                               int(m["fpstate"] or b"0", 16), site, int(m["latency"]),
                               int(m["rfbm"], 16), int(m["xinuse"], 16))
            cpus.setdefault(int(m["cpu"]), Cpu()).add(
                int(m["s"]) * 10**9 + int(m["us"]) * 1000, data)
    return cpus, comms, symbols


def main():
    cpus, comms, symbols = read(sys.argv[1])
    nr = max(cpus) + 1
    for cpu in cpus.values():
        cpu.flush()
    out = bytearray(b"\x17\x08\x44tracing6\0\0\x08" + struct.pack("<I", PAGE))
    out += b"header_page\0" + sized(HEADER_PAGE) + b"header_event\0" + sized(HEADER_EVENT)
    out += struct.pack("<I", 0)
    out += struct.pack("<I", 1) + b"x86_fpu\0" + struct.pack("<I", len(EVENTS))
    for name, number in EVENTS.items():
        out += sized(f"name: {name}\nID: {number}\nformat:\n{COMMON}{FIELDS}{PRINT}")
    # The last symbol ends the one before it.
    ends = [(b"_etext", 0xffffffff81000000 + 0x10000 * len(symbols))]
    out += sized(b"".join(b"%x T %s\n" % (a, n) for n, a in list(symbols.items()) + ends), "<I")
    out += sized("", "<I")
    out += sized(b"".join(b"%d %s\n" % item for item in comms.items()))
    out += struct.pack("<I", nr) + b"options  \0" + struct.pack("<H", 0) + b"flyrecord\0"
    offset = (len(out) + 16 * nr + PAGE - 1) // PAGE * PAGE
    begin = offset
    for i in range(nr):
        size = len(cpus[i].pages) if i in cpus else 0
        out += struct.pack("<QQ", offset, size)
        offset += size
    out += bytes(begin - len(out))
    for i in range(nr):
        out += cpus[i].pages if i in cpus else b""
    with open(sys.argv[2], "wb") as f:
        f.write(out)


main()
