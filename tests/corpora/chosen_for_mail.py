#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads what tools/mail-folds found inside mail for training, and fails unless it still speaks for what was chosen:
the learned rule, and its cut-offs. Those are, of the pairs that lose no ham and pass as little spam as any such pair,
the one that leaves the least unsure."""
import json
import sys

CUT_OFFS = (0.2, 0.99)  # tally filter's defaults: --ham-cutoff, --spam-cutoff


def main():
    found = json.load(sys.stdin)
    failures = []
    for figure in ("one_minus_auc_percent", "log_loss"):
        best = min(found, key=lambda rule: found[rule][figure])
        print(f"least {figure}: {best} {found[best][figure]:.4f}")
        if best != "learned":
            failures.append(f"{best} has the least {figure}")
    harmless = [cut for cut in found["learned"]["cut_offs"] if cut["ham_lost"] == 0]
    best = min(harmless, key=lambda cut: (cut["spam_passed"], cut["unsure"]))
    print("cut-offs:", best)
    if (best["ham_up_to"], best["spam_from"]) != CUT_OFFS:
        failures.append(f"the cut-offs are {CUT_OFFS}")
    sys.exit("; ".join(failures) or 0)


main()
