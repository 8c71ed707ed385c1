"""Runs each layout pass alone on each module of a file.

usage: run_each_alone.py FILE

Every run is a process of its own, because a dialect that one run has loaded
would be there for the next one. A pass may refuse a module with an error, but
must not crash or ask for a dialect that is not loaded.
"""

import pathlib
import re
import subprocess
import sys


def get_passes():
    text = subprocess.run(
        ["layout-opt", "--help"], capture_output=True, text=True, check=True
    ).stdout
    return sorted(set(re.findall(r"^ +(--layout-[a-z-]+) +- ", text, re.MULTILINE)))


def main():
    modules = pathlib.Path(sys.argv[1]).read_text().split("// -----")
    passes = get_passes()
    print(f"{len(passes)} passes")
    failures = 0
    for name in passes:
        for number, module in enumerate(modules):
            run = subprocess.run(
                ["layout-opt", name], input=module, capture_output=True, text=True
            )
            if run.returncode not in (0, 1) or "isn't known in this" in run.stderr:
                failures += 1
                print(f"{name} fails on module {number}:{module}{run.stderr}")
    print("all ran" if failures == 0 else f"{failures} failed")


if __name__ == "__main__":
    main()
