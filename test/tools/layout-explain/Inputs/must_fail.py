"""Runs layout-explain where it fails: usage: must_fail.py FOLDER FILE.

FILE holds commands, and what they say, up to an empty line:

    $ 1 NC --shape 2x?
    error: shape requires ...

The number is the exit code. Checks also that nothing is printed on standard
output and no file is left in the folder, with and without being asked to write
a picture there. OUT stands for the folder. A message that ends in `...` may go
on.
"""

import os
import shlex
import shutil
import subprocess
import sys


def run(folder, arguments):
    done = subprocess.run(
        ["layout-explain", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    if done.stdout:
        sys.exit(f"{arguments} printed {done.stdout}")
    if os.listdir(folder):
        sys.exit(f"{arguments} left behind {os.listdir(folder)}")
    return done.returncode, done.stderr


def check(folder, command, expected):
    code, *arguments = shlex.split(command.replace("OUT", folder))
    expected = expected.replace("OUT", folder)
    runs = [arguments]
    if "--svg" not in command:
        runs.append([*arguments, "--svg=" + os.path.join(folder, "picture.svg")])
    for words in runs:
        found, said = run(folder, words)
        if found != int(code):
            sys.exit(f"{words}: exit code {found} instead of {code}\n{said}")
        said = said.rstrip("\n").replace("layout-explain: ", "", 1)
        if expected.endswith("..."):
            said = said[: len(expected) - 3] + "..."
        if said != expected:
            sys.exit(f"{words}: wanted\n{expected}\nfound\n{said}")


def main():
    folder, path = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(path, encoding="utf-8") as file:
        cases = [case for case in file.read().split("\n\n") if case.startswith("$ ")]
    for case in cases:
        command, expected = case[2:].rstrip("\n").split("\n", 1)
        check(folder, command, expected)
    print(len(cases), "errors")


if __name__ == "__main__":
    main()
