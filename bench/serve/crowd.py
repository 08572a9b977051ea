# SPDX-License-Identifier: Apache-2.0
"""What 1,000 idle connections and 200 that send a byte a second take from everybody else."""

import json
import socket
import subprocess
import threading

import servers

IDLE, SLOW = 1000, 200
ROW = json.dumps({"sepal_length": 6.1, "sepal_width": 2.8, "petal_length": 4.9, "petal_width": 1.7})
HEAD = b"POST /v1/models/iris/predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


class Crowd:
    """Connections that only take room."""

    def __init__(self, port):
        self.idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(IDLE)]
        self.slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(SLOW)]
        for one in self.slow:
            one.sendall(HEAD)
        self.end = threading.Event()
        self.dripping = threading.Thread(target=self.drip)
        self.dripping.start()

    def drip(self):
        while not self.end.wait(1):
            for one in self.slow:
                one.sendall(b" ")

    def leave(self):
        self.end.set()
        self.dripping.join()
        for one in self.idle:  # they are still welcome
            one.settimeout(5)
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert one.recv(100).startswith(b"HTTP/1.1 200 ")
        for one in self.idle + self.slow:
            one.close()


def main():
    tally, folder, seconds, passes = servers.arguments()
    model = folder / "iris.tally"
    subprocess.run([tally, "fit", servers.IRIS, "--target", "species", "-o", model], check=True, capture_output=True)
    url = "http://127.0.0.1:18080/v1/models/iris/predict?rule=naive"
    script = servers.script_for(folder / "crowd.lua", ROW)
    with servers.serve_tally(tally, folder, model, 18080) as process:
        alone, beside = [], []
        for _ in range(passes):
            alone.append(servers.wrk(process, url, script, 32, seconds))
            crowd = Crowd(18080)
            beside.append(servers.wrk(process, url, script, 32, seconds))
            crowd.leave()
    less = servers.medians([(a[3] / b[3],) for a, b in zip(beside, alone)])[0]
    for name, passed in (("alone", alone), (f"beside {IDLE:,} idle and {SLOW} slow connections", beside)):
        rate, p50, p99, per_cpu = servers.medians(passed)
        print(f"crowd: {name}: {rate:9,.0f} requests/s, {per_cpu:9,.0f} in a second of its CPU, p50 {p50 * 1e3:.3f} ms, p99 {p99 * 1e3:.3f} ms")
    # Every answer of wrk's was a 200, or the benchmark would have ended.
    print(f"crowd: {less:.2f} × as many with them, by CPU" + servers.goal("they do not stop it, with the usual options", less > 0.5))


main()
