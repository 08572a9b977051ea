# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/performance.md, between the lines <!-- NAME --> and <!-- end -->."""

import re
import sys

from harness import cost, report


def price_text(price, thing):
    return f"{report.time_text(price) if price >= 1e-9 else f'{price * 1e12:.0f} ps'} per {thing}"


def cost_table(rows, models):
    """Prices fitted to the figures of bench/growth."""
    lines = ["| workload | cost, one thread | largest error |", "| --- | --- | --- |"]
    for (question, step), terms in models.items():
        ours = [row for row in rows if (row["question"], row["step"], row["contender"]) == (question, step, "tally")]
        points = [(row["setting"], row["seconds"]) for row in ours]
        if len(points) > len(terms):
            prices, error = cost.fit(points, terms)
            told = " + ".join(price_text(price, thing) for thing, price in prices.items() if price > 0)
            lines.append(f"| {question} {step} | {told} | {100 * error:.0f} % |")
    return "\n".join(lines)


def limit_table(record):
    """The share of the floors' speed that Tally reaches, from the last run of the benchmark."""
    lines = ["| workload | threads | floor | Tally | floor ÷ Tally |", "| --- | --- | --- | --- | --- |"]
    ours = {(row["workload"], row["threads"]): row for row in record["rows"] if row["contender"] == "tally" and "time" in row}
    for row in record["rows"]:
        own = ours.get((row["workload"], row["threads"]))
        if row["floor"] and "ratio" in row and own:
            lines.append(f"| {row['workload']} | {row['threads']} | {row['contender']} {report.time_text(row['time'])} | "
                         f"{report.time_text(own['time'])} | {100 * row['ratio']:.0f} % |")
    return "\n".join(lines)


def ratio_table(record):
    """Peers' times over Tally's."""
    lines = ["| workload | peer | threads | peer ÷ Tally | first call | Tally | goal |", "| --- | --- | --- | --- | --- | --- | --- |"]
    ours = {(row["workload"], row["threads"], row["contender"]): row for row in record["rows"] if "time" in row}
    for row in record["rows"]:
        mine = "tally-float32" if row["contender"].endswith("float32") else "tally"
        own = ours.get((row["workload"], row["threads"], mine))
        if own and "ratio" in row and not row["floor"] and not row["contender"].startswith("tally"):
            goals = "; ".join(map(report.goal_text, row.get("goals", [])))
            lines.append(f"| {row['workload']} | {row['contender']} | {row['threads']} | {report.three_digits(row['ratio'])} | "
                         f"{report.first_call(row)[1]} | "
                         f"{report.time_text(own['time'])} | {goals} |")
    return "\n".join(lines)


def own_table(record):
    """Goals that are Tally's alone: time, memory, two threads."""
    lines = ["| workload | Tally | memory | goal |", "| --- | --- | --- | --- |"]
    for row in record["rows"]:
        if row["contender"].startswith("tally") and row.get("goals"):
            goals = "; ".join(map(report.goal_text, row["goals"]))
            lines.append(f"| {row['workload']}, {row['contender']} | {report.time_text(row['time'])} | "
                         f"{report.memory_text(row)} | {goals} |")
    return "\n".join(lines)


def about(record):
    box = record["machine"]
    peers = sorted({part.strip() for version in record["versions"].values() for part in version.split(",")} - {""})
    size = "" if record["size"] == "full" else f", at the size *{record['size']}*"
    return (f"Measured on {record['when']} with {box['cpus']} CPUs of an {box['cpu']}, {box['memory_gb']} GB, Linux "
            f"{box['kernel']}, in {record['minutes']} minutes ({record['clock']} time{size}): {', '.join(peers)}.")


def fill(page, record, rows, models):
    """The page with every table made anew; `record` is that of bench/run, or None if there is none yet."""
    page = replace(page, "cost", cost_table(rows, models))
    return fill_record(page, record) if record else page


def fill_record(page, record):
    """The page with the tables of bench/run made anew."""
    for name, make in (("machine", about), ("ratios", ratio_table), ("own", own_table), ("limits", limit_table)):
        page = replace(page, name, make(record))
    return page


def replace(page, name, text):
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
    if not pattern.search(page):
        sys.exit(f"growth: the page has no <!-- {name} -->")
    return pattern.sub(lambda match: match[1] + text + "\n" + match[2], page)
