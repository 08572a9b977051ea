# SPDX-License-Identifier: Apache-2.0
"""The table of docs/accuracy.md."""

INTRODUCTION = """# How good the answers are

<!-- Written by `make accuracy`. -->

{sets} public tables (UCI), each dealt out to ten folds: the rows of a class in the order of SplitMix64 of their numbers, in turn. Every
contender learns from nine folds and predicts the tenth; of tables of more than 4,000 rows two folds are predicted, and adult has the split it was
published with. A cell is accuracy in per cent and log loss in nats, both over all rows that were predicted; a probability is taken as 1e-15 at
least (Weka's as it says). Below, the mean over the tables, and against each contender in how many tables `{firsts}` is better, equal and
worse.

Tally is the program with its defaults: `tally fit`, for the rule full `tally fit --count full`, then `tally predict --rule`; `auto` is the same without `--rule`: the rule that `fit` has chosen
answers, which may be naive. scikit-learn has its defaults, too:
logistic regression over standardised numbers (a missing one is the mean, and flagged) and a column for each value, a forest of 100
trees over the same without standardising (the median), gradient boosting by histograms with its own ways for missing numbers and for
categories; a missing text is a value. Weka discretises for AODE as it learns. None of them was tuned.

"""


TEXTS_BEGIN = "\n## Texts\n"
TEXTS = TEXTS_BEGIN + """
Short messages in English (SMS Spam Collection: 5,574, 13 % spam) and reviews of hotels in Chinese (ChnSentiCorp: 7,766, 69 % content). A cell is accuracy
in per cent, log loss in nats, and 1 − AUC in per cent; over five folds, over all texts, of 1 − AUC the mean. The splits are the same for all.

Tally is the program with its defaults: `tally fit --family text=text`, and the same model asked for `--rule naive`. scikit-learn counts words for `MultinomialNB` and `ComplementNB`; the
others have TF-IDF (`sublinear_tf`) of words and pairs of words. Chinese is cut into words by `tally tokens` for them, but logistic regression is better with characters and pairs
of characters, and has those. LinearSVC has no probabilities.

"""


def figures(score):
    return 100 * score["right"] / score["rows"], score["loss"] / score["rows"]


def cell(score):
    return "–" if score is None else "{:.2f} / {:.3f}".format(*figures(score))


def balance(scores, one, other):
    """Tables in which `one` is better, equal and worse: by accuracy, by log loss."""
    counts = [[0, 0, 0], [0, 0, 0]]
    for of_set in scores.values():
        if of_set.get(one) is None or of_set.get(other) is None:
            continue
        mine, its = figures(of_set[one]), figures(of_set[other])
        ahead = (round(mine[0] - its[0], 6), round(its[1] - mine[1], 6))
        for count, lead in zip(counts, ahead):
            count[0 if lead > 0 else 1 if lead == 0 else 2] += 1
    return ["/".join(map(str, count)) for count in counts]


def means(scores, name):
    """Accuracy and log loss over the tables that all contenders of the page have answered; None without any."""
    whole = [of_set for of_set in scores.values() if all(score is not None for score in of_set.values())]
    pairs = [figures(of_set[name]) for of_set in whole]
    return [sum(column) / len(pairs) for column in zip(*pairs)] if pairs else None


def mean(scores, name):
    found = means(scores, name)
    return "{:.2f} / {:.3f}".format(*found) if found else "–"


def table(scores, shapes, names, firsts):
    lines = ["| table | rows · columns · classes | " + " | ".join(names) + " |",
             "| --- | --- |" + " --- |" * len(names)]
    for name, of_set in scores.items():
        lines.append(f"| {name} | {shapes[name]} | " + " | ".join(cell(of_set.get(one)) for one in names) + " |")
    lines.append("| **mean** | | " + " | ".join(f"**{mean(scores, one)}**" for one in names) + " |")
    for first in (one for one in firsts if one in names):
        balances = [balance(scores, first, one) if one != first else ["", ""] for one in names]
        for row, what in enumerate(("accuracy", "log loss")):
            lines.append(f"| {first} better/equal/worse | {what} | " + " | ".join(pair[row] for pair in balances) + " |")
    return "\n".join(lines) + "\n"


def page(scores, shapes, names, firsts, notes, texts):
    text = INTRODUCTION.format(sets=len(scores), firsts="` and `".join(firsts)) + table(scores, shapes, names, firsts)
    text += "".join(f"\n{note}\n" for note in notes)
    return with_texts(text, texts) if texts else text


def with_texts(text, texts):
    """The page with this table of texts."""
    return text.split(TEXTS_BEGIN)[0] + TEXTS + texts
