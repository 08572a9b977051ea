# SPDX-License-Identifier: Apache-2.0
"""Pictures of figures as SVG, without any library: bars of ratios, and curves on two logarithmic axes."""

import math
from xml.sax.saxutils import escape

INK, PALE, BACK = "#1f2328", "#8c959f", "#ffffff"
COLOURS = ("#0969da", "#cf222e", "#1a7f37", "#9a6700", "#8250df", "#bf3989", "#57606a")
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif' font-size='12'"


def power_of_ten(power):
    if -4 <= power <= 3:
        return f"{10.0**power:g}"
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


class Sheet:
    """A sheet of paper with a list of what is drawn on it."""

    def __init__(self, width, height):
        self.parts = [f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
                      f"viewBox='0 0 {width} {height}' {FONT}>", f"<rect width='100%' height='100%' fill='{BACK}'/>"]

    def text(self, x, y, words, anchor="start", colour=INK, weight="normal"):
        self.parts.append(f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{colour}' "
                          f"font-weight='{weight}'>{escape(words)}</text>")

    def box(self, x, y, width, height, colour):
        self.parts.append(f"<rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{height:.1f}' fill='{colour}'/>")

    def line(self, x1, y1, x2, y2, colour=PALE, width=1):
        self.parts.append(f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' "
                          f"stroke-width='{width}'/>")

    def curve(self, points, colour):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>")
        self.parts += [f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3' fill='{colour}'/>" for x, y in points]

    def svg(self):
        return "\n".join(self.parts + ["</svg>"]) + "\n"


def bars(title, bars_of):
    """`bars_of` is a list of (workload, [(name, ratio, goal or None)]). The axis is logarithmic; goals are ticks."""
    left, right, top, step, gap = 330, 90, 56, 17, 8
    long = lambda workload: len(workload) > 26  # has a line of its own
    lines = sum(len(bars) + long(workload) for workload, bars in bars_of)
    width, height = 960, top + lines * step + len(bars_of) * gap + 30
    ratios = [ratio for _, bars in bars_of for _, ratio, _ in bars] + [1]
    low = math.floor(math.log10(min(ratios)) * 2) / 2
    high = math.ceil(math.log10(max(ratios)) * 2) / 2
    place = lambda ratio: left + (math.log10(ratio) - low) / max(high - low, 0.5) * (width - left - right)
    sheet = Sheet(width, height)
    sheet.text(16, 24, title, weight="bold")
    sheet.text(16, 42, "Times as long as Tally takes (1 = as long; logarithmic). A tick in a bar is the goal.", colour=PALE)
    for power in range(math.ceil(low), math.floor(high) + 1):
        sheet.line(place(10**power), top, place(10**power), height - 24, "#d0d7de")
        sheet.text(place(10**power), height - 8, f"{10.0**power:g}", "middle", PALE)
    y = top
    for workload, bars in bars_of:
        sheet.text(16, y + 13, workload, weight="bold")
        for index, (name, ratio, goal) in enumerate(bars):
            if index or long(workload):
                y += step
            colour = COLOURS[0] if ratio >= (goal or 1) else COLOURS[1]
            sheet.text(left - 8, y + 13, name, "end")
            start, end = sorted((place(1), place(ratio)))
            sheet.box(start, y + 3, max(end - start, 1), step - 5, colour)
            sheet.text(max(end, place(max(1, goal or 1))) + 6, y + 13, f"{ratio:.3g}×")
            if goal:
                sheet.line(place(goal), y + 1, place(goal), y + step - 1, INK, width=2)
        y += step + gap
    sheet.line(place(1), top, place(1), height - 24, INK)
    return sheet.svg()


def log_log(title, x_name, y_name, curves):
    """`curves` is a list of (name, [(x, y)]) with positive numbers."""
    width, height, left, right, top, bottom = 640, 400, 70, 190, 44, 50
    xs = [math.log10(x) for _, points in curves for x, _ in points]
    ys = [math.log10(y) for _, points in curves for _, y in points]
    x0, x1 = math.floor(min(xs) * 2) / 2, math.ceil(max(xs) * 2) / 2
    y0, y1 = math.floor(min(ys) * 2) / 2, math.ceil(max(ys) * 2) / 2
    across = lambda x: left + (math.log10(x) - x0) / max(x1 - x0, 0.5) * (width - left - right)
    down = lambda y: height - bottom - (math.log10(y) - y0) / max(y1 - y0, 0.5) * (height - top - bottom)
    sheet = Sheet(width, height)
    sheet.text(16, 24, title, weight="bold")
    for power in range(math.ceil(x0), math.floor(x1) + 1):
        sheet.line(across(10.0**power), top, across(10.0**power), height - bottom, "#d0d7de")
        sheet.text(across(10.0**power), height - bottom + 16, power_of_ten(power), "middle", PALE)
    for power in range(math.ceil(y0), math.floor(y1) + 1):
        sheet.line(left, down(10.0**power), width - right, down(10.0**power), "#d0d7de")
        sheet.text(left - 6, down(10.0**power) + 4, power_of_ten(power), "end", PALE)
    sheet.text((left + width - right) / 2, height - 10, x_name, "middle")
    sheet.text(left, top - 6, y_name, colour=PALE)
    for index, (name, points) in enumerate(curves):
        colour = COLOURS[index % len(COLOURS)]
        sheet.curve([(across(x), down(y)) for x, y in points], colour)
        sheet.box(width - right + 14, top + 18 * index, 10, 10, colour)
        sheet.text(width - right + 30, top + 18 * index + 10, name)
    return sheet.svg()
