#!/usr/bin/env python3
"""Runs layout-opt on bad input and prints what it says, for FileCheck.

usage: must_fail.py FOLDER FILE [OPTION...]

Succeeds if layout-opt exits with code 1, says why, writes neither output nor
report, and leaves its input alone even if that is named as the output. If FILE
holds `expected-error` comments, the diagnostics are also compared with them by
`-verify-diagnostics`. FOLDER is emptied first; OUT in an option stands for it.
"""

import os
import shutil
import subprocess
import sys


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(expected_code, source, output, options):
    """Runs layout-opt and returns what it prints."""
    done = subprocess.run(
        ["layout-opt", source, "-o", output, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    if done.returncode != expected_code:
        sys.exit(f"{done.stdout}expected exit code {expected_code}, found {done.returncode}")
    return done.stdout


def require_files(folder, expected):
    if os.listdir(folder) != expected:
        sys.exit(f"expected the files {expected}, found {os.listdir(folder)}")


def main():
    folder, source, *options = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    options = [option.replace("OUT", folder) for option in options]

    said = run(1, source, os.path.join(folder, "out.mlir"), options)
    print(said)
    if not said.strip():
        sys.exit("expected a diagnostic, found none")
    require_files(folder, [])
    if not os.path.exists(source):
        return

    verifies = any(option.endswith("-verify-diagnostics") for option in options)
    if b"expected-error" in read(source) and not verifies:
        run(0, source, os.devnull, [*options, "-verify-diagnostics"])
        require_files(folder, [])

    copy = os.path.join(folder, "in.mlir")
    shutil.copyfile(source, copy)
    run(1, copy, copy, options)
    require_files(folder, ["in.mlir"])
    if read(copy) != read(source):
        sys.exit("the input was changed")


if __name__ == "__main__":
    main()
