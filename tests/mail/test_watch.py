# SPDX-License-Identifier: Apache-2.0
"""`tally watch` among clients that move mail, and killed at any moment."""

import os
import random
import signal
import subprocess
import time

from conftest import TALLY, image, tally

JUNK = ".Junk"


class Maildir:
    """Moves messages as clients do, and knows where each lies."""

    def __init__(self, root, chance):
        self.root, self.chance, self.number = root, chance, 0
        self.files = {}  # by number: folder ("" or .Junk), part, name
        self.moved = {}  # by number: the class that it has to be learned as
        for folder in ("", JUNK, ".Archive"):
            for part in ("cur", "new", "tmp"):
                (root / folder / part).mkdir(parents=True)

    def path(self, number):
        return self.root.joinpath(*self.files[number])

    def deliver(self, folder=""):
        self.number += 1
        words = " ".join(self.chance.choices("apple pear plum fig date lime kiwi".split(), k=5))
        text = f"Subject: {words}\nFrom: a{self.number}@example.org\n\nmessage {self.number} about {words}\n"
        name = f"{self.number}.host"
        (self.root / folder / "tmp" / name).write_text(text)
        (self.root / folder / "tmp" / name).rename(self.root / folder / "new" / name)
        self.files[self.number] = (folder, "new", name)
        return self.number

    def move(self, number, folder):
        before, old = self.path(number), self.files[number]
        if self.chance.random() < 0.5:
            # As Dovecot does it: a link under another name, and the old one goes later.
            name = f"{number}.{self.chance.randrange(10**9)}.host"
            part = self.chance.choice(["cur", "new"])
            self.files[number] = (folder, part, name + (":2,S" if part == "cur" else ""))
            os.link(before, self.path(number))
            before.unlink()
        else:
            self.files[number] = (folder, "cur", old[2].split(":")[0] + self.chance.choice([":2,", ":2,S", ":2,RS"]))
            before.rename(self.path(number))
        if (old[0] == JUNK) != (folder == JUNK):
            self.moved[number] = "spam" if folder == JUNK else "ham"

    def expected(self, model):
        for number, klass in self.moved.items():
            tally("learn", model, "--class", klass, self.path(number))


def start(root, model):
    return subprocess.Popen([TALLY, "watch", root, "--model", model], stderr=subprocess.PIPE, text=True)


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def test_what_clients_do_while_it_looks(model, tmp_path):
    other = tmp_path / "other.tally"
    tally("copy", model, other)
    box = Maildir(tmp_path / "Maildir", random.Random(7))
    numbers = [box.deliver() for _ in range(20)] + [box.deliver(JUNK) for _ in range(10)]
    process = start(box.root, model)
    assert "30 messages are there already" in process.stderr.readline()
    assert process.stderr.readline().startswith("watching ")
    for number in numbers[15:25]:
        box.move(number, "" if box.files[number][0] == JUNK else JUNK)
    # New folders are looked at as well, and new mail is not learned.
    box.deliver()
    (box.root / ".Spam" / "cur").mkdir(parents=True)
    (box.root / ".Spam" / "new").mkdir()
    box.path(numbers[0]).rename(box.root / ".Spam" / "cur" / "1.host:2,S")
    box.files[numbers[0]], box.moved[numbers[0]] = (".Spam", "cur", "1.host:2,S"), "spam"
    box.expected(other)
    want = image(other, tmp_path)
    until(lambda: image(model, tmp_path) == want)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    tally("check", model)


def test_killed_at_any_moment_it_learns_all_and_nothing_twice(model, tmp_path):
    chance = random.Random(11)
    other = tmp_path / "other.tally"
    tally("copy", model, other)
    box = Maildir(tmp_path / "Maildir", chance)
    numbers = [box.deliver(chance.choice(["", JUNK])) for _ in range(12)]
    tally("watch", box.root, "--model", model, "--once")
    kills = 0
    for _ in range(25):
        process = start(box.root, model)
        for number in chance.sample(numbers, 4):
            box.move(number, chance.choice(["", JUNK, ".Archive"]))
            time.sleep(chance.random() * 0.02)
        time.sleep(chance.random() * 0.25)
        kills += process.poll() is None
        process.kill()
        process.wait()
        process.stderr.close()
        # Meanwhile nobody looks.
        box.move(chance.choice(numbers), chance.choice(["", JUNK]))
    assert kills == 25
    tally("watch", box.root, "--model", model, "--once")
    book = (box.root / ".tally-watch").read_text().splitlines()
    here = {name.split("/")[-1].split(":")[0] for name in (str(box.path(number)) for number in numbers)}
    assert all(line.split()[5] == "-" for line in book if line.split()[0] in here), "something is still to be learned"
    tally("check", model)
    # A message that was moved there and back while nobody looked is as it was, so classes are not known in advance; but
    # each message is known once, as what its book says.
    learned = {line.split()[0]: line.split()[4] for line in book[1:]}
    for number in numbers:
        klass = {"j": "spam", "o": "ham"}.get(learned[box.files[number][2].split(":")[0]])
        if klass:
            tally("learn", other, "--class", klass, box.path(number))
            # What lies there now is what it was learned as.
            assert (box.files[number][0] == JUNK) == (klass == "spam")
    assert image(model, tmp_path) == image(other, tmp_path)
