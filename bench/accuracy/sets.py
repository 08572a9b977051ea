# SPDX-License-Identifier: Apache-2.0
"""The tables, their folds, and the files that contenders read."""

import csv
import json
import os
import re

FOLDERS = ("iris", "wine", "car", "mushroom", "nursery", "vote", "adult", "spambase")
FILES = ("anneal", "audiology", "autos", "balance.scale", "breast.cancer", "breast.w", "cmc", "diabetes", "glass",
         "haberman", "hypothyroid", "ionosphere", "labor", "lymph", "optdigits", "page.blocks", "primary.tumor",
         "segment", "sick", "sonar", "soybean", "tic-tac-toe", "vehicle", "vowel", "waveform5000", "zoo")
NAMES = sorted(FOLDERS + FILES)
LEFT_OUT = {"zoo": "animal"}  # a name for each row
FOLDS = 10
MANY_ROWS = 4000  # above which two of the folds are enough
VALUE_OF_A_QUESTION_MARK = "none"  # where a file has '?' as a value, and ? as missing


class Table:
    """Columns of numbers (None: missing) and of texts. `values[i]` is None for a column of numbers."""

    def __init__(self, name, values, cells, classes, labels, split=None):
        self.name = name
        self.values = values  # by column: those that are declared or seen
        self.cells = cells  # by row
        self.classes = classes  # by row
        self.labels = labels  # the classes that there may be
        self.split = split  # how many rows are for training, where that is given

    def shape(self):
        return f"{len(self.cells):,} · {len(self.values)} · {len(set(self.classes))}"

    def folds(self):
        """Pairs of the rows to learn from and of those to be told."""
        rows = range(len(self.cells))
        if self.split:
            return [(list(rows[: self.split]), list(rows[self.split :]))]
        fold_of = folds_of(self.classes)
        told = range(FOLDS if len(rows) <= MANY_ROWS else 2)
        return [([i for i in rows if fold_of[i] != fold], [i for i in rows if fold_of[i] == fold]) for fold in told]


def row_hash(number):
    """SplitMix64."""
    mask = (1 << 64) - 1
    z = (number + 1) * 0x9E3779B97F4A7C15 & mask
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
    return z ^ z >> 31


def folds_of(classes, folds=FOLDS):
    """The rows of each class in the order of their hashes, dealt out in turn."""
    by_class = {}
    for row, label in enumerate(classes):
        by_class.setdefault(label, []).append(row)
    fold_of = [0] * len(classes)
    for rows in by_class.values():
        for rank, row in enumerate(sorted(rows, key=row_hash)):
            fold_of[row] = rank % folds
    return fold_of


def cell(text, is_number):
    if text == "?":
        return None
    return float(text) if is_number else text


def read_arff(path, name):
    declared, lines = [], []  # (name, values or None)
    with open(path, encoding="latin-1") as file:
        for line in file:
            line = line.strip().replace("'?'", f"'{VALUE_OF_A_QUESTION_MARK}'")
            found = re.match(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)\s+(.*)", line, re.IGNORECASE)
            if found:
                nominal = found[2].startswith("{")
                values = next(split_line(found[2].strip("{} \t"))) if nominal else None
                declared.append((found[1].strip("'\""), values))
            elif line and line[0] not in "%@":
                lines.append(line)
    kept = [i for i, (column, _) in enumerate(declared[:-1]) if column != LEFT_OUT.get(name)]
    rows = list(split_line(*lines))
    cells = [[cell(row[i], declared[i][1] is None) for i in kept] for row in rows]
    return Table(name, [declared[i][1] for i in kept], cells, [row[-1] for row in rows], declared[-1][1])


def split_line(*lines):
    for row in csv.reader(lines, quotechar="'", skipinitialspace=True):
        yield [text.strip() for text in row]


def read_folder(folder, name):
    with open(os.path.join(folder, "schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    rows, sizes = [], []
    for part in schema["files"]:
        with open(os.path.join(folder, part["path"]), encoding="utf-8") as file:
            lines = file.read().splitlines()[part["skip_lines"] + int(part["header"]) :]
        found = [row for row in split_line(*lines) if row]
        rows += found
        sizes.append(len(found))
    target = schema["class_column"]
    kinds = [column["kind"] for column in schema["columns"]]
    kept = [i for i, kind in enumerate(kinds) if kind in ("numeric", "categorical")]
    cells = [[cell(row[i], kinds[i] == "numeric") for i in kept] for row in rows]
    values = [None if kinds[i] == "numeric" else sorted({row[at] for row in cells} - {None})
              for at, i in enumerate(kept)]
    classes = [row[target].rstrip(".") for row in rows]
    return Table(name, values, cells, classes, sorted(set(classes)), sizes[0] if len(sizes) > 1 else None)


def read(data, name):
    if name in FOLDERS:
        return read_folder(os.path.join(data, name), name)
    return read_arff(os.path.join(data, "uci", name + ".arff"), name)


def quoted(text):
    return "'" + text.replace("\\", "/").replace("'", "`") + "'"


def column_names(table):
    """n0, c1 …: numbers and texts, so that no name needs quotes."""
    return [("n" if values is None else "c") + str(i) for i, values in enumerate(table.values)]


def write_arff(table, rows, path):
    with open(path, "w", encoding="utf-8") as file:
        print("@relation", table.name, file=file)
        for name, values in zip(column_names(table), table.values):
            kind = "numeric" if values is None else "{" + ",".join(map(quoted, values)) + "}"
            print("@attribute", name, kind, file=file)
        print("@attribute class {" + ",".join(map(quoted, table.labels)) + "}", file=file)
        print("@data", file=file)
        for row in rows:
            texts = ["?" if x is None else repr(x) if values is None else quoted(x)
                     for x, values in zip(table.cells[row], table.values)]
            print(",".join(texts + [quoted(table.classes[row])]), file=file)
