# SPDX-License-Identifier: Apache-2.0
"""The rows as a table for people."""

LAST = 9  # the column of goals and notes, which may be of any width
UNITS = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def time_text(seconds):
    size, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    return f"{three_digits(seconds / size)} {unit}"


def three_digits(number):
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:.0f}"


def range_text(seconds):
    low, high = min(seconds), max(seconds)
    size, unit = next((pair for pair in UNITS if high >= pair[0]), UNITS[-1])
    return f"{three_digits(low / size)}–{three_digits(high / size)} {unit}"


def memory_text(row):
    if row["extra"] is not None:
        return f"+{row['extra'] / 1e6:.0f} MB"
    return f"{row['peak'] / 1e6:.0f} MB" if row["peak"] else ""


def goal_text(goal):
    kinds = {"ratio": "≥ {}×", "threads": "≥ {}× with 2 threads", "seconds": "≤ {}", "bytes": "≤ {}"}
    write = {"seconds": time_text, "bytes": lambda count: f"{count / 1e6:.0f} MB"}.get(goal["kind"], "{:g}".format)
    aim = f" (aim {write(goal['aim'])})" if goal["aim"] is not None else ""
    figure = f", {goal['figure']:.2f}" if goal["kind"] == "threads" else ""
    return kinds[goal["kind"]].format(write(goal["least"])) + f"{aim}{figure}: {goal['state']}"


def first_call(row):
    """Its time, and that over ours; nothing of what is started anew for every pass."""
    if row["first"] is None:
        return ["", ""]
    return [time_text(row["first"]), three_digits(row["first_ratio"]) if "first_ratio" in row else ""]


def cells_of(row):
    if "time" not in row:
        return [row["workload"], row["contender"], str(row["threads"]), *[""] * 6, row["note"]]
    ratio = three_digits(row["ratio"]) if "ratio" in row else ""
    goals = "; ".join(map(goal_text, row.get("goals", [])))
    contender = row["contender"] + (" (floor)" if row["floor"] else "")
    return [row["workload"], contender, str(row["threads"]), time_text(row["time"]), range_text(row["seconds"]), ratio,
            *first_call(row), memory_text(row), goals]


def table(rows):
    """Lines of even columns; the workload is named once."""
    lines = [["workload", "contender", "threads", "time", "range", "÷ ours", "first", "÷ ours", "memory", "goal"]]
    lines += [cells_of(row) for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(LAST)]
    right = (False, False, *[True] * (LAST - 2))
    last, out = None, []
    for line in lines:
        workload = line[0]
        if workload == last:
            line[0] = ""
        elif len(out) > 1:
            out.append("")
        last = workload
        cells = [cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in zip(line, widths, right)]
        out.append(("  ".join(cells) + "  " + line[LAST]).rstrip())
        if len(out) == 1:
            out.append("─" * (sum(widths) + 2 * LAST + 20))
    return "\n".join(out)
