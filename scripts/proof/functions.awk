# SPDX-License-Identifier: GPL-2.0
# One line for each function of `objdump -d -r --no-show-raw-insn`:
# name TAB instructions TAB bytes TAB body, where body holds every instruction
# and relocation, separated by "~".
#
# What depends on where a function or a datum was placed is taken out: absolute
# addresses (a target stays as function+offset) and the offset in relocations
# against sections and in references to what other functions left in between.

function flush() {
	if (name != "")
		print name "\t" count "\t" hex(last) - hex(first) "\t" body
	name = ""
}

# The value of the hexadecimal number s (mawk has no strtonum()).
function hex(s,    i, v) {
	v = 0
	for (i = 1; i <= length(s); i++)
		v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return v
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
	last = $1
	sub(/:$/, "", last)
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
	body = body line "~"
	count++
	next
}

/^\t\t\t[0-9a-f]+: / {
	line = $0
	sub(/^\t\t\t[0-9a-f]+: /, "", line)
	gsub(/\t/, " ", line)
	if (line ~ / \./)
		sub(/[-+]0x[0-9a-f]+$/, "", line)
	# The target of a branch is what the relocation says.
	sub(/\{[^{}]*\}~$/, "~", body)
	body = body line "~"
}

END { flush() }
