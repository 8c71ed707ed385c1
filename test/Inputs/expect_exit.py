"""Runs a command and succeeds if it exits with the given code.

usage: expect_exit.py CODE COMMAND...

The output of the command passes through. A command that is killed by a signal
always counts as a failure.
"""

import subprocess
import sys


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit("usage: expect_exit.py CODE COMMAND...")
    expected = int(sys.argv[1])
    found = subprocess.run(sys.argv[2:]).returncode
    if found != expected:
        sys.exit(f"expected exit code {expected}, found {found}: {sys.argv[2:]}")


if __name__ == "__main__":
    main()
