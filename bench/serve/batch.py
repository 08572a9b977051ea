# SPDX-License-Identifier: Apache-2.0
"""10,000 rows as an Arrow stream, there and back, next to `tally predict` on a file of them, on the same CPU."""

import io
import random
import statistics
import subprocess
import time
import urllib.request

import pyarrow
import servers

ROWS, COLUMNS, CLASSES = 10_000, 20, 3
ARROW = "application/vnd.apache.arrow.stream"


def table(rows, seed):
    """Numbers around a mean of their class, and values."""
    draw = random.Random(seed)
    kinds = [draw.randrange(CLASSES) for _ in range(rows)]
    columns = {f"x{j:02}": [draw.gauss(k * (j % 3), 1) for k in kinds] for j in range(COLUMNS // 2)}
    columns |= {f"c{j:02}": [f"v{(draw.randrange(5) + k) % 7}" for k in kinds] for j in range(COLUMNS // 2)}
    return pyarrow.table(columns), [f"k{k}" for k in kinds]


def write(table, path):
    with pyarrow.ipc.new_stream(path, table.schema) as out:
        out.write_table(table)


def timed(work):
    """What it took by the clock, best of a few."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main():
    tally, folder, seconds, passes = servers.arguments()
    known, kinds = table(5_000, 1)
    write(known.append_column("class", pyarrow.array(kinds)), folder / "known.arrows")
    write(table(ROWS, 2)[0], folder / "rows.arrows")
    model = folder / "batch.tally"
    subprocess.run([tally, "fit", folder / "known.arrows", "--target", "class", "-o", model], check=True, capture_output=True)
    body = (folder / "rows.arrows").read_bytes()
    out = folder / "answers.arrows"
    words = ["taskset", "-c", servers.SERVER_CPU, tally, "predict", model, folder / "rows.arrows", "--threads", "1", "-o", out]
    got = io.BytesIO()

    def ask():
        request = urllib.request.Request("http://127.0.0.1:18080/v1/models/batch/predict", body, {"Content-Type": ARROW, "Accept": ARROW})
        with urllib.request.urlopen(request, timeout=60) as answer:
            got.seek(0)
            got.truncate()
            got.write(answer.read())

    def run():
        subprocess.run(words, check=True, capture_output=True)

    with servers.serve_tally(tally, folder, model, 18080):
        ask(), run()
        one, other = (pyarrow.ipc.open_stream(source).read_all() for source in (io.BytesIO(got.getvalue()), out.read_bytes()))
        assert one.equals(other) and one.num_rows == ROWS, (one.schema, other.schema)
        server, program = [], []
        end = time.monotonic() + seconds * passes
        while time.monotonic() < end:
            server.append(timed(ask))
            program.append(timed(run))
    ratio = statistics.median(a / b for a, b in zip(server, program))
    print(f"batch: {ROWS:,} rows of {COLUMNS} columns, {len(body) / 1e6:.1f} MB, there and back: {statistics.median(server) * 1e3:.1f} ms; "
          f"tally predict on the file, from start to end: {statistics.median(program) * 1e3:.1f} ms; {ratio:.2f} × of that"
          + servers.goal("at most 1.5 ×", ratio <= 1.5))


main()
