"""expect_exit.py N command...: runs the command, succeeds iff it exits with N.

Its output passes through. A command that dies of a signal never succeeds.
"""

import subprocess
import sys


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit("usage: expect_exit.py N command...")
    wanted = int(sys.argv[1])
    found = subprocess.run(sys.argv[2:]).returncode
    if found != wanted:
        sys.exit(f"expected exit code {wanted}, found {found}: {sys.argv[2:]}")


if __name__ == "__main__":
    main()
