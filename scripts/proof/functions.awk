# SPDX-License-Identifier: GPL-2.0
# One line for each function of `objdump -h -d -r --no-show-raw-insn`:
# name TAB instructions TAB bytes TAB body, where body holds every instruction
# and relocation, separated by "~". Of functions of one name, which vmlinux.o has,
# the second is called NAME#2 and so on.
#
# whole=1 is for vmlinux.o, where the objects follow one another, so that a new function
# moves the others. It leaves out what belongs to no function but to a section, such as
# the replacements of alternatives, and the padding after a function. Both are compared
# with each object.
#
# What depends on where a function or a datum was placed is taken out: absolute
# addresses (a target stays as function+offset) and the offset in relocations
# against sections and in references to what other functions left in between.

# The padding that was put off is followed by an instruction of its function.
function keep_padding() {
	if (padding == "")
		return
	body = body padding
	count += padded
	last = padding_last
	padding = ""
	padded = 0
}

function flush() {
	if (!whole)
		keep_padding()
	padding = ""
	padded = 0
	if (name != "" && !(whole && (name in sections))) {
		seen[name]++
		if (seen[name] > 1)
			name = name "#" seen[name]
		print name "\t" count "\t" hex(last) - hex(first) "\t" body
	}
	name = ""
}

# The value of the hexadecimal number s (mawk has no strtonum()).
function hex(s,    i, v) {
	v = 0
	for (i = 1; i <= length(s); i++)
		v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return v
}

# The list of sections, which comes first.
NF == 7 && $1 ~ /^[0-9]+$/ && $7 ~ /^2\*\*/ {
	sections[$2] = 1
	next
}

/^[0-9a-f]+ <.*>:$/ {
	flush()
	first = last = substr($1, length($1) - 7)
	name = substr($2, 2, length($2) - 3)
	body = ""
	count = 0
	next
}

/^ *[0-9a-f]+:\t/ {
	line = $0
	address = $1
	sub(/:$/, "", address)
	sub(/^ *[0-9a-f]+:\t/, "", line)
	sub(/[ \t]+$/, "", line)
	# A RIP-relative operand whose relocation follows: the symbol is there.
	sub(/ +# [0-9a-f]+ <[^>]*>$/, "", line)
	while (match(line, /[0-9a-f]+ <[^>]*>/)) {
		target = substr(line, RSTART, RLENGTH)
		sub(/^[0-9a-f]+ </, "{", target)
		sub(/>$/, "}", target)
		line = substr(line, 1, RSTART - 1) target substr(line, RSTART + RLENGTH)
	}
	if (line ~ /^((cs |data16 )*nop|xchg +%ax,%ax|int3)/) {
		padding = padding line "~"
		padding_last = address
		padded++
		next
	}
	keep_padding()
	body = body line "~"
	last = address
	count++
	next
}

/^\t\t\t[0-9a-f]+: / {
	keep_padding()
	line = $0
	sub(/^\t\t\t[0-9a-f]+: /, "", line)
	gsub(/\t/, " ", line)
	symbol = line
	sub(/^[^ ]* /, "", symbol)
	sub(/[-+]0x[0-9a-f]+$/, "", symbol)
	if (line ~ / \./ || (symbol in sections))
		sub(/[-+]0x[0-9a-f]+$/, "", line)
	# The target of a branch is what the relocation says.
	sub(/\{[^{}]*\}~$/, "~", body)
	body = body line "~"
}

END { flush() }
