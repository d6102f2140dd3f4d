// SPDX-License-Identifier: GPL-2.0
/*
 * livetext SITES - where do the calls at given addresses of the running kernel go?
 *
 * SITES has lines "address function", as scripts/proof/sites.sh prints them. For
 * each, print "function target", target being the symbol at the destination of
 * the CALL or JMP which is at that address in /proc/kcore now.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPCODE_CALL	0xe8
#define OPCODE_JMP	0xe9

static void die(const char *what)
{
	fprintf(stderr, "livetext: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Read kernel memory at @addr by the program headers of /proc/kcore. */
static void read_kernel(int kcore, uint64_t addr, void *buf, size_t len)
{
	Elf64_Ehdr ehdr;
	Elf64_Phdr phdr;
	int i;

	if (pread(kcore, &ehdr, sizeof(ehdr), 0) != sizeof(ehdr))
		die("/proc/kcore");
	for (i = 0; i < ehdr.e_phnum; i++) {
		if (pread(kcore, &phdr, sizeof(phdr), ehdr.e_phoff + i * sizeof(phdr)) !=
		    sizeof(phdr))
			die("/proc/kcore");
		if (phdr.p_type != PT_LOAD || addr < phdr.p_vaddr ||
		    addr + len > phdr.p_vaddr + phdr.p_memsz)
			continue;
		if (pread(kcore, buf, len, phdr.p_offset + addr - phdr.p_vaddr) != (ssize_t)len)
			die("/proc/kcore");
		return;
	}
	errno = EFAULT;
	die("/proc/kcore has no such address");
}

/* The name of a text symbol at @addr, from /proc/kallsyms. */
static const char *symbol_at(uint64_t addr)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	static char name[256];
	char type, line[512];
	unsigned long long value;

	if (!f)
		die("/proc/kallsyms");
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%llx %c %255s", &value, &type, name) == 3 && value == addr &&
		    (type == 't' || type == 'T')) {
			fclose(f);
			return name;
		}
	}
	fclose(f);
	return "unknown";
}

int main(int argc, char **argv)
{
	unsigned long long addr;
	char function[256];
	uint8_t insn[5];
	int32_t offset;
	int kcore;
	FILE *f;

	if (argc != 2) {
		fprintf(stderr, "Usage: livetext SITES\n");
		return 129;
	}
	kcore = open("/proc/kcore", O_RDONLY);
	if (kcore < 0)
		die("/proc/kcore");
	f = fopen(argv[1], "r");
	if (!f)
		die(argv[1]);
	while (fscanf(f, "%llx %255s", &addr, function) == 2) {
		read_kernel(kcore, addr, insn, sizeof(insn));
		memcpy(&offset, insn + 1, sizeof(offset));
		if (insn[0] != OPCODE_CALL && insn[0] != OPCODE_JMP)
			printf("%s none:0x%02x\n", function, insn[0]);
		else
			printf("%s %s\n", function, symbol_at(addr + sizeof(insn) + offset));
	}
	return 0;
}
