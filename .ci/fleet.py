"""Three servers behind a load balancer follow one bucket: 20 refreshes and three restarts under load,
and no request fails.

    python .ci/fleet.py PROGRAMS

PROGRAMS is the folder with `tamis` and `snapshot-builder`, built with `--features object-store`. The bucket
is that of an S3 server (moto, which this Python must have), the load balancer is HAProxy.
"""

import collections
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

REFRESHES = 20
# Which server is restarted after which refresh.
RESTARTS = {5: 0, 10: 1, 15: 2}
CLIENTS = 4
# Longer than anything here takes; nobody waits for it who is not stuck.
PATIENCE = 60

BALANCER = """
defaults
    mode http
    timeout connect 1s
    timeout client 30s
    timeout server 30s
    option redispatch 1
    retries 3
    retry-on all-retryable-errors
frontend front
    bind 127.0.0.1:{front}
    default_backend fleet
backend fleet
    option httpchk GET /readyz
    http-check expect status 200
    default-server check inter 200ms fall 1 rise 1
{servers}
"""


def free_port():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


def wait_for(what, is_so):
    """Waits until something is so, and says what it was if that never comes."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            sys.exit(f"waited {PATIENCE} s in vain: {what}")
        time.sleep(0.02)


def answers(port, path="/"):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.read() or b"nothing"
    except urllib.error.HTTPError as error:
        return error.read() if path == "/" else None
    except OSError:
        return None


class Fleet:
    """The servers, their store and their load balancer, in a folder that goes at the end."""

    def __init__(self, programs, work):
        self.programs, self.work = programs, work
        self.store, self.front = free_port(), free_port()
        self.ports = [free_port() for _ in range(3)]
        self.environment = os.environ | {
            "AWS_ACCESS_KEY_ID": "fleet",
            "AWS_SECRET_ACCESS_KEY": "fleet",
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT": f"http://127.0.0.1:{self.store}",
            "AWS_ALLOW_HTTP": "true",
        }
        self.running = {}
        self.versions = []

    def start(self, name, *command):
        log = open(self.work / f"{name}.log", "ab")
        self.running[name] = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)

    def stop(self, name, by=signal.SIGTERM):
        process = self.running.pop(name)
        process.send_signal(by)
        process.wait(PATIENCE)

    def build(self, *arguments):
        command = [self.programs / "snapshot-builder", *arguments]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{arguments[0]}: {done.stderr}")

    def refresh(self, number):
        """Builds a version, which has more records than the one before, and publishes it."""
        lists, snapshots = self.work / "lists", self.work / "snapshots"
        self.build("sample", "--records", str(2000 + 10 * number), "--out", lists)
        # The first one with files of more than one part.
        bulk = [] if number == 0 else ["--no-bulk"]
        self.build("build", "--sources", lists, "--out", snapshots, "--quiet", *bulk)
        self.versions.append((snapshots / "CURRENT").read_text().strip())
        self.build("publish", snapshots, "s3://lists/tamis", "--keep", "3", "--quiet")

    def serve(self, number):
        self.start(
            f"server{number}",
            self.programs / "tamis", "serve", "--snapshots", self.work / f"server{number}",
            "--source", "s3://lists/tamis", "--source-poll", "300ms", "--poll-interval", "100ms",
            "--listen", f"127.0.0.1:{self.ports[number]}", "--drain-delay", "1s", "--log", "warn",
        )

    def served(self, number):
        if (code := self.running[f"server{number}"].poll()) is not None:
            sys.exit(f"server {number} ended by itself: {code}")
        answer = answers(self.ports[number], "/readyz")
        return answer and json.loads(answer)["version"]

    def begin(self):
        self.start("store", sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.store))
        wait_for("the S3 server answers", lambda: answers(self.store))
        bucket = urllib.request.Request(f"http://127.0.0.1:{self.store}/lists", method="PUT")
        urllib.request.urlopen(bucket).close()
        self.refresh(0)
        servers = [f"    server s{at} 127.0.0.1:{port}" for at, port in enumerate(self.ports)]
        for number in range(3):
            self.serve(number)
        for number in range(3):
            wait_for(f"server {number} is ready", lambda: self.served(number))
        configuration = self.work / "haproxy.cfg"
        configuration.write_text(BALANCER.format(front=self.front, servers="\n".join(servers)))
        self.start("balancer", "haproxy", "-db", "-f", configuration)
        wait_for("the load balancer answers", lambda: answers(self.front, "/readyz"))

    def end(self):
        for name in list(self.running):
            self.stop(name, signal.SIGKILL)


class Load:
    """Clients that ask all the time, and what they were answered."""

    def __init__(self, port):
        self.port, self.over = port, threading.Event()
        self.failures, self.answered = [], collections.Counter()
        # When each version was answered first and last.
        self.seen = {}
        self.lock = threading.Lock()
        self.clients = [threading.Thread(target=self.ask) for _ in range(CLIENTS)]
        for client in self.clients:
            client.start()

    def ask(self):
        body = json.dumps({"name": "Dmitry Sergeyevich Zaitsev", "birthDate": "1949-08"})
        headers = {"Content-Type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        while not self.over.is_set():
            try:
                connection.request("POST", "/api/match/default", body, headers)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status != 200:
                    raise OSError(f"{answer.status}: {text[:200]}")
                version = answer.headers["X-Snapshot-Version"]
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                connection.close()
                continue
            with self.lock:
                self.answered[version] += 1
                now = time.monotonic()
                self.seen[version] = (self.seen.get(version, (now,))[0], now)

    def end(self):
        self.over.set()
        for client in self.clients:
            client.join()


def run(fleet):
    fleet.begin()
    load = Load(fleet.front)
    began = time.monotonic()
    try:
        for number in range(1, REFRESHES + 1):
            fleet.refresh(number)
            version = fleet.versions[-1]
            for at in range(3):
                wait_for(f"server {at} serves {version}", lambda: fleet.served(at) == version)
            asked = load.answered[version]
            wait_for("it is asked for", lambda: load.answered[version] > asked)
            if number in RESTARTS:
                at = RESTARTS[number]
                fleet.stop(f"server{at}")
                fleet.serve(at)
                wait_for(f"server {at} is back", lambda: fleet.served(at) == version)
    finally:
        load.end()
    took = time.monotonic() - began
    total = sum(load.answered.values())
    if load.failures:
        sys.exit(f"{len(load.failures)} of {total} requests failed, such as {load.failures[:3]}")
    unknown = set(load.answered) - set(fleet.versions)
    if unknown or len(load.answered) < REFRESHES:
        sys.exit(f"answered from {sorted(load.answered)}, published were {fleet.versions}")
    spans = [load.seen[version] for version in fleet.versions if version in load.seen]
    skew = max(before[1] - after[0] for before, after in zip(spans, spans[1:]))
    print(
        f"{total} requests in {took:.0f} s through {len(load.answered)} versions and {len(RESTARTS)} "
        f"restarts, none failed; for {skew:.2f} s at most two versions were answered side by side"
    )


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as work:
        fleet = Fleet(programs, pathlib.Path(work))
        try:
            run(fleet)
        except BaseException:
            for log in sorted(pathlib.Path(work).glob("*.log")):
                print(f"{log.name}: ...{log.read_text()[-1500:]}", file=sys.stderr)
            raise
        finally:
            fleet.end()


main()
