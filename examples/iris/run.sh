#!/usr/bin/env -S bash -ev
# Fisher's iris: 150 flowers, four measurements, three species.
: "${DATA:=../../tests/data}"
# Count 120 of the flowers by species. The counts are the model.
tally fit "$DATA/iris.csv" --target species --rows "$DATA/split_666.json" --part train -o iris.tally
# How good are its decisions on the 30 others?
tally score iris.tally "$DATA/iris.csv" --rows "$DATA/split_666.json" --part test | sed -n 2,3p
# What the model knows about one measurement.
tally show iris.tally | sed -n '/^petal_length/,/^$/p'
# One flower of which only the petal was measured. What is missing says nothing.
tally explain iris.tally --given petal_length=4.9,petal_width=1.7 | sed -n '/^Posterior/,$p'
# The same counts, asked otherwise: the parameters integrated out (Student's t instead of a normal density).
tally predict iris.tally --given petal_length=4.9,petal_width=1.7 --estimate bayes
# The 30 flowers come in later: learn them, and the model is that of all 150, to the byte.
tally learn iris.tally "$DATA/iris.csv" --rows "$DATA/split_666.json" --part test
tally compact iris.tally
tally fit "$DATA/iris.csv" --target species -o all.tally 2> /dev/null
cmp iris.tally all.tally && echo the same bytes
