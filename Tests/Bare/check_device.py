#!/usr/bin/env python3
"""Runs the device of Examples/microcontroller in qemu, feeds it over its serial line, and compares what its display has
shown.

    python3 check_device.py QEMU DEVICE FEEDER
"""

import re
import subprocess
import sys

INPUT = """\
mail.ann 3
chat.bo 2
chat.cy 120
news 1
mail.ann 0
damage
tasks.today 5
calendar 4
chat.bo 0
chat.cy 0
"""
SHOWN = """\
[mail][chat][calls][calendar][tasks][news][photos][system]
[mail 3][chat][calls][calendar][tasks][news][photos][system]
[mail 3][chat 2][calls][calendar][tasks][news][photos][system]
[mail 3][chat 99+][calls][calendar][tasks][news][photos][system]
[mail 3][chat 99+][calls][calendar][tasks][news 1][photos][system]
[mail][chat 99+][calls][calendar][tasks][news 1][photos][system]
[mail][chat 99+][calls][calendar][tasks 5][news 1][photos][system]
[mail][chat 99+][calls][calendar 4][tasks 5][news 1][photos][system]
[mail][chat 99+][calls][calendar 4][tasks 5][news 1][photos][system]
[mail][chat][calls][calendar 4][tasks 5][news 1][photos][system]
"""
REFUSED = "refused; a snapshot follows\n"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    qemu, device, feeder = sys.argv[1:]
    with subprocess.Popen([*qemu.split(), "-serial", "pty", "-kernel", device], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as machine:
        try:
            shown = ""
            line = machine.stdout.readline()
            while not (match := re.search(r"redirected to (\S+)", line)):
                shown += line
                line = machine.stdout.readline()
                if not line:
                    sys.exit(f"the device has ended: {shown}")
            fed = subprocess.run([feeder, match[1]], input=INPUT, stdout=subprocess.PIPE, text=True, timeout=300,
                                 check=False)
            shown += machine.stdout.read()
            status = machine.wait(timeout=300)
        finally:
            machine.kill()
    memory = re.findall(r"^memory: .*\n", shown, flags=re.M)
    shown = re.sub(r"^memory: .*\n", "", shown, flags=re.M)
    if (fed.returncode, fed.stdout, shown, status) != (0, REFUSED, SHOWN, 0):
        sys.exit(f"the feeder: {fed.returncode}, {fed.stdout}\nthe device: {status}, {shown}")
    print(f"ok  the device has shown what it should; {''.join(memory).strip()}")


if __name__ == "__main__":
    main()
