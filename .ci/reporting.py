"""The command line that checks of the sources share."""

import os
import sys


def run(check, summary):
    """Calls check(root) and prints its complaints; returns the exit status.

    The root is the first argument, or else that of this project. `check` returns
    the number of things that it looked at and a list of complaints. `summary`
    formats these two numbers. Nothing to look at is a failure as well.
    """
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    count, complaints = check(os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else here)
    for complaint in complaints:
        print(complaint)
    print(summary.format(count, len(complaints)))
    return 1 if complaints or not count else 0
