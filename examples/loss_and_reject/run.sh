#!/usr/bin/env -S bash -ev
# Li Hang, Statistical Learning Methods, example 4.1: fifteen rows, two categories, the classes 1 and -1.
: "${DATA:=../../tests/data}"
tally fit "$DATA/lihang_4_1.csv" --target Y --family X1=categorical -o lihang.tally
# P(-1) = 3/4, so by counting errors the decision is -1.
tally predict lihang.tally --given X1=2,X2=S --estimate ml
# Now overlooking a 1 costs four times as much as a false alarm: rows are decisions, columns the truth.
printf 'decide,1,-1\n1,0,1\n-1,4,0\n' > loss.csv
# The probabilities are the same, the decision is not: its expected loss is 3/4 against 1.
tally predict lihang.tally --given X1=2,X2=S --estimate ml --loss loss.csv --risk
# The worked sum behind it.
tally explain lihang.tally --given X1=2,X2=S --estimate ml --loss loss.csv | sed -n '/^Risk/,/^$/p'
# Asking a human costs 0.2, whatever the truth: less than the risk of 1/4, so this row is left to one.
tally predict lihang.tally --given X1=2,X2=S --estimate ml --reject 0.2
# At 0.3 it is not.
tally predict lihang.tally --given X1=2,X2=S --estimate ml --reject 0.3
# Over all rows: how many are decided, how many are left to the human?
tally predict lihang.tally "$DATA/lihang_4_1.csv" --estimate ml --reject 0.2 | tail -n +2 | cut -d, -f1 | sort | uniq -c
# A class weight is the short form of such a loss.
tally predict lihang.tally --given X1=2,X2=S --estimate ml --class-weight 1=4
