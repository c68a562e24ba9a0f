"""A network of machines that are namespaces of this kernel: each has an address on one bridge, and the way between any
two can be cut. Only root can make them."""

import os
import random
import subprocess


class Unavailable(Exception):
    """The kernel or the user's rights do not allow it."""


def call(*words):
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise Unavailable(f"{' '.join(words)}: {result.stderr.strip()}")


class Machine:
    """A namespace with an address."""

    def __init__(self, network, number):
        self.name = f"tally{network.tag}{number}"
        self.address = f"{network.prefix}.{number}"
        self.link = f"tl{network.tag}v{number}"

    def words(self, words):
        """A command that runs on this machine."""
        return ["ip", "netns", "exec", self.name, *words]

    def call(self, *words):
        call(*self.words(words))


class Network:
    """Use it with `with`: it removes what it made. All names have a tag of their own, so two runs do not meet."""

    def __init__(self, count):
        if os.geteuid() != 0:
            raise Unavailable("namespaces of the network need root")
        self.tag = f"{random.SystemRandom().randrange(16**5):05x}"
        self.prefix = f"10.{random.SystemRandom().randrange(64, 128)}.{random.SystemRandom().randrange(256)}"
        self.bridge = f"tl{self.tag}b"
        self.machines = [Machine(self, number) for number in range(1, count + 1)]

    def __enter__(self):
        try:
            call("ip", "link", "add", self.bridge, "type", "bridge")
            call("ip", "addr", "add", f"{self.prefix}.254/24", "dev", self.bridge)
            call("ip", "link", "set", self.bridge, "up")
            for machine in self.machines:
                self.add(machine)
            self.cut(self.machines[0], self.machines[1])
            self.heal()
        except BaseException:
            self.__exit__()
            raise
        return self

    def add(self, machine):
        call("ip", "netns", "add", machine.name)
        call("ip", "link", "add", machine.link, "type", "veth", "peer", "name", "eth0", "netns", machine.name)
        call("ip", "link", "set", machine.link, "master", self.bridge)
        call("ip", "link", "set", machine.link, "up")
        call("ip", "-n", machine.name, "addr", "add", f"{machine.address}/24", "dev", "eth0")
        call("ip", "-n", machine.name, "link", "set", "eth0", "up")
        call("ip", "-n", machine.name, "link", "set", "lo", "up")

    def __exit__(self, *_):
        for machine in self.machines:
            subprocess.run(["ip", "netns", "del", machine.name], capture_output=True, check=False)
            subprocess.run(["ip", "link", "del", machine.link], capture_output=True, check=False)
        subprocess.run(["ip", "link", "del", self.bridge], capture_output=True, check=False)

    def cut(self, one, other):
        """Drops all between two machines, in both directions."""
        one.call("iptables", "-w", "-A", "INPUT", "-s", other.address, "-j", "DROP")
        one.call("iptables", "-w", "-A", "OUTPUT", "-d", other.address, "-j", "DROP")

    def heal(self):
        for machine in self.machines:
            machine.call("iptables", "-w", "-F")
