"""Runs each layout pass alone on each module of a file.

usage: run_each_alone.py FILE

With --split-input-file, layout-opt reads each module in a context of its own, so
that no dialect is there because another module has loaded it. A pass may refuse a
module with an error, but must not crash or ask for a dialect that is not loaded.
"""

import pathlib
import re
import subprocess
import sys

MARKER = "// -----"


def get_passes():
    text = subprocess.run(
        ["layout-opt", "--help"], capture_output=True, text=True, check=True
    ).stdout
    return sorted(set(re.findall(r"^ +(--layout-[a-z-]+) +- ", text, re.MULTILINE)))


def find_failure(name, modules):
    """Returns what layout-opt says if a pass fails on one of the modules, or None."""
    run = subprocess.run(
        ["layout-opt", "--split-input-file", name],
        input=MARKER.join(modules),
        capture_output=True,
        text=True,
    )
    if run.returncode not in (0, 1) or "isn't known in this" in run.stderr:
        return run.stderr
    return None


def main():
    modules = pathlib.Path(sys.argv[1]).read_text().split(MARKER)
    passes = get_passes()
    print(f"{len(passes)} passes")
    failures = 0
    for name in passes:
        if find_failure(name, modules) is None:
            continue
        failures += 1
        for number, module in enumerate(modules):
            message = find_failure(name, [module])
            if message is not None:
                print(f"{name} fails on module {number}:{module}{message}")
    print("all ran" if failures == 0 else f"{failures} failed")


if __name__ == "__main__":
    main()
