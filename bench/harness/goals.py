# SPDX-License-Identifier: Apache-2.0
"""Which goals were reached."""


def find(rows, question, goal, contender, threads):
    for row in rows:
        if (row["question"], row["step"], row["contender"], row["threads"]) == (question.name, goal.step, contender, threads):
            if row["setting"] == goal.setting and "time" in row:
                return row
    return None


def reached(rows, question, goal):
    """The row that shows it and the figure, or None if it was not measured."""
    ours = find(rows, question, goal, goal.who, 1)
    if goal.kind == "ratio":
        row = find(rows, question, goal, goal.against, 1)
        return (row, row["ratio"]) if row and "ratio" in row else None
    if not ours:
        return None
    if goal.kind == "threads":
        two = find(rows, question, goal, goal.who, 2)
        return (two, ours["time"] / two["time"]) if two else None
    if goal.kind == "seconds":
        return ours, ours["time"]
    return ours, ours["extra"] if ours["extra"] is not None else ours["peak"]


def judge(rows, question):
    """Adds to the rows what goals of the question they show: a list of dicts under "goals"."""
    for goal in question.goals:
        found = reached(rows, question, goal)
        if not found:
            continue
        row, figure = found
        at_most = goal.kind in ("seconds", "bytes")
        state = "missed"
        for wanted, name in ((goal.least, "met"), (goal.aim, "aim met")):
            if wanted is not None and (figure <= wanted if at_most else figure >= wanted):
                state = name
        row.setdefault("goals", []).append(
            {"kind": goal.kind, "least": goal.least, "aim": goal.aim, "figure": figure, "state": state})
