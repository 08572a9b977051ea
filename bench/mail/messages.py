# SPDX-License-Identifier: Apache-2.0
"""Messages of two classes with very many different words, as two mboxes, and one more message. The same bytes every time."""

import os

import numpy

WORDS_PER_MESSAGE = 200
LETTERS = numpy.array(list("etaoinshrdlucmfwypvbgkjqxz"))


def message(number, words):
    lines = "\n".join(" ".join(words[i : i + 10]) for i in range(0, len(words), 10))
    sender = f"sender{number}@example.org"
    return (f"From {sender} Thu Jan  1 00:00:00 2026\nFrom: {sender}\nTo: reader@example.org\n"
            f"Subject: {words[0]} {words[1]}\nMessage-ID: <{number}@example.org>\n"
            f"Date: Thu, 1 Jan 2026 00:00:00 +0000\n\n{lines}\n\n")


def make(folder, messages, vocabulary):
    """Writes ham.mbox, spam.mbox and one.eml into the folder unless they are there."""
    if os.path.exists(os.path.join(folder, "one.eml")):
        return
    os.makedirs(folder, exist_ok=True)
    random = numpy.random.default_rng(3)
    # Nine letters in base 20 keep words apart without a set of them.
    digits = numpy.arange(vocabulary)[:, None] * 7919 // 20 ** numpy.arange(9) % 20
    words = numpy.array(["".join(row) for row in LETTERS[digits]])
    for label in ("ham", "spam"):
        with open(os.path.join(folder, label + ".mbox"), "w", encoding="ascii") as file:
            for number in range(messages // 2):
                picked = words[random.integers(0, vocabulary, WORDS_PER_MESSAGE)].tolist()
                file.write(message(2 * number + (label == "spam"), picked))
    picked = words[random.integers(0, vocabulary, WORDS_PER_MESSAGE)].tolist()
    with open(os.path.join(folder, "one.eml"), "w", encoding="ascii") as file:
        file.write(message(messages, picked).split("\n", 1)[1])
