# SPDX-License-Identifier: GPL-2.0
# Compare functions before and after (the output of functions.awk, joined by
# name: name, then instructions, bytes and body before, then the same after).
#
# Allowed is one kind of change: the target of a call, or of a jump that is a
# tail call, from X to the trampoline of the static call X. Prints a line "row"
# for each function that changed or that is in the list `show`, a diff for each
# change that is not allowed, and last a line "object" with the counts: functions
# compared, call targets changed, functions that differ. Status 1 if one differs.

BEGIN {
	FS = "\t"
	n = split(show, names, " ")
	for (i = 1; i <= n; i++)
		wanted[names[i]] = 1
}

# Is the pair of body elements `old`, `new` the same or an allowed change? `insn` is the
# element before it: only a call or a jmp may have the trampoline as its target, to load
# its address is another thing.
function allowed(old, new, insn,    x) {
	if (old == new)
		return 1
	if (old !~ /^R_[A-Z0-9_]+ / || new !~ /^R_[A-Z0-9_]+ __SCT__/)
		return 0
	if (insn !~ /^(call|jmp) *$/)
		return 0
	x = new
	sub(/ __SCT__/, " ", x)
	if (x != old)
		return 0
	calls++
	return 1
}

{
	total++
	# Padding and alternatives are compared as text of their own.
	n = split($4, a, "~")
	m = split($7, b, "~")
	calls = 0
	bad = 0
	j = 1
	for (i = 1; i <= n; i++) {
		# A tail call to a function of the same file has no relocation
		# before and one to the trampoline after.
		if (a[i] ~ /^jmp +\{[a-z_]+\}$/ && b[j] ~ /^jmp / && b[j + 1] ~ /^R_[A-Z0-9_]+ __SCT__/) {
			x = a[i]
			gsub(/^jmp +\{|\}$/, "", x)
			if (b[j + 1] ~ ("__SCT__" x "(-|$)")) {
				calls++
				j += 2
				continue
			}
		}
		if (!allowed(a[i], b[j], i > 1 ? a[i - 1] : "")) {
			bad = 1
			break
		}
		j++
	}
	if (n + (j - i) != m)
		bad = 1
	if (bad || calls || ($1 in wanted))
		print "row", object, $1, $3, $6, $2, $5, calls, bad ? "DIFFERS" : "-"
	if (bad) {
		failed++
		for (i = 1; i <= n || i <= m; i++)
			if (a[i] != b[i])
				print "    -" a[i] "\n    +" b[i]
	}
	changed += calls
}

END {
	print "object", object, total + 0, changed + 0, failed + 0
	exit failed > 0
}
