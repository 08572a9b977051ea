#!/usr/bin/env -S bash -ev
# UCI Adult: does somebody earn more than 50,000 dollars a year? Numbers, categories and missing cells.
: "${ADULT:=../../../shared/data/adult}"
[ -e "$ADULT/adult.data" ] || { echo "skipped: $ADULT/adult.data is not there" && exit 77; }
# The published files have no header; the labels of the test file end in a full stop, its first line is a remark.
names=age,workclass,weight,education,years,marital,occupation,relationship,race,sex,gain,loss,hours,country,income
(echo $names; grep , "$ADULT/adult.data") > train.csv
(echo $names; grep , "$ADULT/adult.test" | sed 's/\.$//') > test.csv
# "?" is missing: left out of its feature, no reason to drop the row. `weight` is the census bureau's, not evidence.
tally fit train.csv --target income --missing '?' --ignore weight -o adult.tally
# On 16,281 people that it has not seen.
tally score adult.tally test.csv | grep -e ^rows -e ^accuracy -e '^log loss' -e '^  .*50K  *[0-9,]* *[0-9,]*$'
# The textbook's rule, asked of the same counts: the capital gain is mostly 0, hardly a normal density, and naive Bayes
# is far too sure of itself (see the log loss).
tally score adult.tally test.csv --rule naive | grep -e ^rows -e ^accuracy -e '^log loss' -e '^  .*50K  *[0-9,]* *[0-9,]*$'
# Two halves, counted apart (on two machines, say) and merged: the same model, to the byte.
(echo $names; sed -n '2,16281p' train.csv) > first.csv
(echo $names; sed -n '16282,$p' train.csv) > second.csv
tally schema train.csv --json --target income --missing '?' --ignore weight > adult.json 2> /dev/null
tally fit first.csv --schema adult.json -o first.tally 2> /dev/null
tally fit second.csv --schema adult.json -o second.tally 2> /dev/null
tally merge first.tally second.tally -o merged.tally
cmp adult.tally merged.tally && echo the same bytes
