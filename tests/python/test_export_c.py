# SPDX-License-Identifier: Apache-2.0
"""Headers in C99 that `tally export` writes, compiled and run."""

import re

import pandas as pd
from exported import Case, case, run  # noqa: F401


def c_cell(cell, kind):
    if cell is None or cell is pd.NA or cell != cell:
        return {"double": "NAN", "int": "-1"}.get(kind, "NULL")
    if kind == "double":
        return float(cell).hex()
    if kind == "int":
        return str(int(cell))
    return '"' + "".join(f"\\{byte:03o}" for byte in str(cell).encode()) + '"'


def check(case):
    (case.folder / "model.h").write_text(case.export("c"), encoding="utf-8")
    header = (case.folder / "model.h").read_text(encoding="utf-8")
    struct = re.search(r"struct model_row \{\n(.*?)\};", header, re.S).group(1)
    rows = case.typed()
    fields = re.findall(r"^  (double |int |const char \*)(\w+); /\* (.*) \*/$", struct, re.M)
    assert len({field for _, field, _ in fields}) == len(fields)
    plain = {name.replace("*/", "* /"): name for name in rows.columns}
    cells = [
        "{" + ", ".join(c_cell(row[plain[name]], kind.strip()) for kind, _, name in fields) + "}"
        for _, row in rows.iterrows()
    ]
    (case.folder / "main.c").write_text(
        '#include "model.h"\n#include <stdio.h>\nstatic const struct model_row rows[] = {\n' + ",\n".join(cells) + "};\n"
        "int main(void) {\n  double p[model_CLASSES];\n  size_t i;\n  int k, decided;\n  (void)model_nothing;\n"
        "  for (i = 0; i < sizeof rows / sizeof *rows; ++i) {\n    decided = model_predict(&rows[i], p);\n"
        '    printf("%d", decided);\n    for (k = 0; k < model_CLASSES; ++k) printf(" %.17g", p[k]);\n    printf("\\n");\n  }\n'
        "  return 0;\n}\n"
    )
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", "main", "main.c", "-lm", cwd=case.folder)
    answers = [line.split() for line in run(case.folder / "main").splitlines()]
    names = [name[2:-1] for name in case.answers.columns if name.startswith("p(")]
    case.check([names[int(row[0])] if int(row[0]) >= 0 else "" for row in answers], [row[1:] for row in answers])


def test_c(case):
    check(case)


def test_c_of_many_counts(program, tmp_path):
    check(Case("words", "naive", program, tmp_path))
