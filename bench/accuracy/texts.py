# SPDX-License-Identifier: Apache-2.0
"""Texts of two classes: the corpora, their splits, who answers, and the table of docs/accuracy.md.

A contender takes a Split and returns for each text that is told its decision, a score that grows with the second
class (for AUC), and the probability of its class, or None where it has none.
"""

import concurrent.futures
import csv
import hashlib
import json
import math
import os
import subprocess
import tempfile
import time

import contenders
import sets

FLOOR = 1e-15


class Corpus:
    """Texts and their classes, and `splits`: by name, pairs of the rows to learn from and of those to be told."""

    def __init__(self, name, texts, classes, splits, is_spaced):
        self.name, self.texts, self.classes, self.splits = name, texts, classes, splits
        self.is_spaced = is_spaced  # words stand between blanks
        self.labels = sorted(set(classes))

    def words(self, given):
        """The words of texts without blanks, as `tally tokens` cuts them, with blanks between; kept in the folder."""
        kept = os.path.join(given.folder, f"{self.name}.words.json")
        key = hashlib.sha256("\n".join(self.texts).encode()).hexdigest()
        if os.path.exists(kept):
            with open(kept, encoding="utf-8") as file:
                found = json.load(file)
            if found["key"] == key:
                return found["words"]
        with tempfile.TemporaryDirectory() as folder:
            names = [f"{i}.txt" for i in range(len(self.texts))]
            for name, text in zip(names, self.texts):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            said = subprocess.run([os.path.abspath(given.tally), "tokens", "--json", *names], cwd=folder, check=True,
                                  capture_output=True, text=True).stdout
        words = [" ".join(json.loads(line)["terms"]) for line in said.splitlines()]
        with open(kept, "w", encoding="utf-8") as file:
            json.dump({"key": key, "words": words}, file, ensure_ascii=False)
        return words


def in_turn(classes, folds):
    """Every fold told by the others: what `tally cv --folds N --stratify` does."""
    fold_of = sets.folds_of(classes, folds)
    rows = range(len(classes))
    return [([i for i in rows if fold_of[i] != fold], [i for i in rows if fold_of[i] == fold]) for fold in range(folds)]


def read_messages(data):
    """SMS Spam Collection: lines are numbered from 1."""
    with open(os.path.join(data, "sms_spam", "SMSSpamCollection"), encoding="utf-8", newline="\n") as file:
        pairs = [line.rstrip("\n").split("\t", 1) for line in file]
    odd, even = list(range(0, len(pairs), 2)), list(range(1, len(pairs), 2))
    return Corpus("sms_spam", [text for _, text in pairs], [label for label, _ in pairs],
                  {"even lines learned, odd predicted": [(even, odd)], "odd lines learned, even predicted": [(odd, even)]}, True)


def read_reviews(data, given):
    """ChnSentiCorp: reviews of hotels, in Chinese."""
    path = os.path.join(data, "chnsenticorp_htl", "ChnSentiCorp_htl_all.csv")
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    classes = [row["label"] for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, "rows.json")
        subprocess.run([given.tally, "split", path, "--stratify", "label", "--test", "0.2", "--seed", "1", "--json", part],
                       check=True, capture_output=True)
        with open(part, encoding="utf-8") as file:
            split = json.load(file)
    return Corpus("ChnSentiCorp", [row["review"] for row in rows], classes,
                  {"80 % learned, 20 % predicted, seed 1": [(split["train"], split["test"])],
                   "five folds": in_turn(classes, 5)}, False)


class Split:
    def __init__(self, corpus, rows, told, folder):
        self.corpus, self.rows, self.told, self.folder = corpus, rows, told, folder
        self.train, self.test = os.path.join(folder, "train.csv"), os.path.join(folder, "test.csv")

    def truth(self):
        return [self.corpus.classes[row] for row in self.told]

    def write(self):
        for path, rows in ((self.train, self.rows), (self.test, self.told)):
            with open(path, "w", encoding="utf-8", newline="") as file:
                lines = csv.writer(file)
                lines.writerow(["class", "text"])
                lines.writerows((f"c{self.corpus.classes[row]}", self.corpus.texts[row]) for row in rows)


class Program:
    def __init__(self, name, predict):
        self.name, self.predict = name, predict

    def version(self, given):
        with open(given.tally, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest() + " ".join(self.predict)

    def answer(self, split, given):
        model = os.path.join(split.folder, "texts.tally")
        if not os.path.exists(model):
            contenders.run([given.tally, "fit", split.train, "--target", "class", "--family", "text=text", "-o", model])
        said = contenders.run([given.tally, "predict", model, split.test, *self.predict])
        second = f"p(c{split.corpus.labels[1]})"
        return [(row["prediction"][1:], float(row[second]), float(row[f"p(c{truth})"]))
                for row, truth in zip(csv.DictReader(said.splitlines()), split.truth())]


class Estimator:
    """scikit-learn's. `cut` says of what a text in Chinese is made: its words, or its characters and pairs of them."""

    def __init__(self, name, make, cut="words"):
        self.name, self.make, self.cut = name, make, cut

    def version(self, given):
        try:
            import sklearn
        except ImportError as error:
            raise contenders.Absent(f"{self.name}: scikit-learn is not installed") from error
        return f"scikit-learn {sklearn.__version__}, recipe 1, {self.cut}"

    def answer(self, split, given):
        corpus = split.corpus
        texts = corpus.words(given) if not corpus.is_spaced and self.cut == "words" else corpus.texts
        how = {} if corpus.is_spaced else {"token_pattern": r"\S+"} if self.cut == "words" else {"analyzer": "char"}
        fitted = self.make(how).fit([texts[row] for row in split.rows], [corpus.classes[row] for row in split.rows])
        told = [texts[row] for row in split.told]
        decisions = fitted.predict(told)
        if not hasattr(fitted, "predict_proba"):
            return [(d, float(s), None) for d, s in zip(decisions, fitted.decision_function(told))]
        place = {label: i for i, label in enumerate(fitted.classes_)}
        posteriors = fitted.predict_proba(told)
        return [(d, float(p[1]), float(p[place[truth]])) for d, p, truth in zip(decisions, posteriors, split.truth())]


def counted(model):
    """Words and how often they occur."""
    def make(how):
        from sklearn import naive_bayes
        from sklearn.feature_extraction.text import CountVectorizer
        from sklearn.pipeline import make_pipeline

        return make_pipeline(CountVectorizer(**how), getattr(naive_bayes, model)())
    return make


def weighed(model, **parameters):
    """TF-IDF of words and pairs of words, or of characters and pairs of them."""
    def make(how):
        from sklearn import linear_model, svm
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.pipeline import make_pipeline

        found = getattr(linear_model, model, None) or getattr(svm, model)
        return make_pipeline(TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, **how), found(**parameters))
    return make


# What a text in Chinese is made of is the better of the two for each, by accuracy on the split 80/20: MultinomialNB 87.25
# with words, 86.80 with characters and pairs; logistic regression 87.38 and 88.73 (C = 1), 89.63 and 90.02 (C = 10);
# LinearSVC 90.02 and 89.63. Pairs of words brought naive Bayes nothing (87.31, with a log loss of 1.53 for .88).
CONTENDERS = [
    Program("tally", []),
    Program("tally, naive", ["--rule", "naive"]),
    Estimator("MultinomialNB", counted("MultinomialNB")),
    Estimator("ComplementNB", counted("ComplementNB")),
    Estimator("TF-IDF + logistic regression, C = 1", weighed("LogisticRegression", max_iter=1000), "characters"),
    Estimator("TF-IDF + logistic regression, C = 10", weighed("LogisticRegression", C=10, max_iter=1000), "characters"),
    Estimator("TF-IDF + LinearSVC", weighed("LinearSVC")),
]


def area_above(scores, truth, second):
    """1 − AUC: how often a text of the first class has the greater score; equal ones count half."""
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    lost, seen_first, at = 0.0, 0, 0
    firsts = sum(label != second for label in truth)
    while at < len(order):
        end = at
        while end < len(order) and scores[order[end]] == scores[order[at]]:
            end += 1
        seconds = sum(truth[i] == second for i in order[at:end])
        equal = end - at - seconds
        lost += seconds * (firsts - seen_first - equal + equal / 2)
        seen_first += equal
        at = end
    return lost / (firsts * (len(truth) - firsts))


def scored(answer, truth, second):
    if len(answer) != len(truth):
        raise RuntimeError(f"{len(answer)} answers to {len(truth)} texts")
    has_loss = all(p is not None for _, _, p in answer)
    return {"rows": len(truth), "right": sum(d == label for (d, _, _), label in zip(answer, truth)),
            "loss": sum(-math.log(max(p, FLOOR)) for _, _, p in answer) if has_loss else None,
            "above": area_above([score for _, score, _ in answer], truth, second)}


def tell(corpus, label, number, rows, told, wanted, given):
    """The scores of every contender, or why there is none."""
    out = {}
    with tempfile.TemporaryDirectory() as folder:
        split = Split(corpus, rows, told, folder)
        split.write()
        for contender in wanted:
            name = hashlib.sha256(f"{corpus.name}, {label}, {number}, {contender.name}".encode()).hexdigest()[:16]
            kept = os.path.join(given.folder, f"text.{name}.json")
            key = [contender.version(given), hashlib.sha256(repr((rows, told)).encode()).hexdigest()]
            if os.path.exists(kept):
                with open(kept, encoding="utf-8") as file:
                    found = json.load(file)
                if found["key"] == key:
                    out[contender.name] = found["score"]
                    continue
            began = time.time()
            try:
                score = scored(contender.answer(split, given), split.truth(), corpus.labels[1])
            except Exception as error:
                out[contender.name] = f"{type(error).__name__}: {str(error)[:300]}"
                continue
            score["seconds"] = round(time.time() - began, 3)
            with open(kept, "w", encoding="utf-8") as file:
                json.dump({"key": key, "score": score}, file)
            out[contender.name] = score
    return out


def tell_named(names, *task):
    """The same for another process, which knows contenders by their names."""
    return tell(*task[:-1], [contender for contender in CONTENDERS if contender.name in names], task[-1])


def cell(scores):
    """Over all texts that were told; 1 − AUC as the mean over the splits."""
    if any(isinstance(score, str) for score in scores):
        return "–"
    rows = sum(score["rows"] for score in scores)
    loss = "–" if any(s["loss"] is None for s in scores) else "{:.3f}".format(sum(s["loss"] for s in scores) / rows)
    above = 100 * sum(score["above"] for score in scores) / len(scores)
    return f"{100 * sum(score['right'] for score in scores) / rows:.2f} / {loss} / {above:.2f}"


def table(told, names):
    lines = ["| texts | " + " | ".join(names) + " |", "| --- |" + " --- |" * len(names)]
    lines += [f"| {what} | " + " | ".join(cell(of_split[name]) for name in names) + " |" for what, of_split in told.items()]
    return "\n".join(lines) + "\n"


def read(given):
    """The corpora that are there."""
    corpora = []
    if os.path.exists(os.path.join(given.data, "sms_spam")):
        corpora.append(read_messages(given.data))
    if os.path.exists(os.path.join(given.data, "chnsenticorp_htl")):
        corpora.append(read_reviews(given.data, given))
    for corpus in corpora:
        if not corpus.is_spaced:
            corpus.words(given)  # once, before several want them
    return corpora


def told_table(given, wanted):
    """The table, "" if there are no texts, and what went wrong."""
    tasks = [(corpus, label, number, rows, told) for corpus in read(given) for label, pairs in corpus.splits.items()
             for number, (rows, told) in enumerate(pairs)]
    of_splits, faults = {}, []
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as workers:
        names = [contender.name for contender in wanted]
        answers = [workers.submit(tell_named, names, *task, given) for task in tasks]
        for (corpus, label, number, _, _), answer in zip(tasks, answers):
            row = of_splits.setdefault(f"{corpus.name}, {label}", {contender.name: [] for contender in wanted})
            for name, score in answer.result().items():
                row[name].append(score)
                if isinstance(score, str):
                    faults.append(f"{corpus.name}, {label}, {number}, {name}: {score}")
    return table(of_splits, [contender.name for contender in wanted]) if of_splits else "", faults
