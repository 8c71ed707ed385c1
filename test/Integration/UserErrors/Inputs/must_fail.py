#!/usr/bin/env python3
"""Runs layout-opt on bad input: usage: must_fail.py FOLDER FILE [OPTION...].

Succeeds iff layout-opt exits with an error (not by a crash), says why, leaves
neither output nor report, and leaves its input alone even when that is the
output. OUT in an option stands for the folder, which is emptied first. What
layout-opt said is printed for FileCheck.
"""

import os
import shutil
import subprocess
import sys


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(source, output, options):
    done = subprocess.run(
        ["layout-opt", source, "-o", output, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    if done.returncode != 1:
        sys.exit(f"{done.stdout}exit code {done.returncode} instead of 1")
    return done.stdout


def main():
    folder, source, *options = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    options = [option.replace("OUT", folder) for option in options]

    said = run(source, os.path.join(folder, "out.mlir"), options)
    print(said)
    if not said.strip():
        sys.exit("no diagnostic")
    if os.listdir(folder):
        sys.exit(f"left behind: {os.listdir(folder)}")

    if not os.path.exists(source):
        return
    copy = os.path.join(folder, "in.mlir")
    shutil.copyfile(source, copy)
    run(copy, copy, options)
    if os.listdir(folder) != ["in.mlir"]:
        sys.exit(f"left behind: {os.listdir(folder)}")
    if read(copy) != read(source):
        sys.exit("the input was changed")


if __name__ == "__main__":
    main()
