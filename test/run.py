#!/usr/bin/env python3
"""Runs the tests of a build directory; the last line is `N passed, N failed`.

usage: run.py BUILD [--nightly] [--code=kernels] [--smoke | --filter REGEX]

One run of lit covers the files with RUN lines, the GoogleTest programs and the
Python tests, so that all of them share the cores. --nightly adds the tests that
take long or need a browser; --smoke takes the unit tests and those of smoke.txt,
which are less than a minute on two cores; --code=kernels compares programs that are compiled to
kernels on vectors; --filter takes only the tests whose name matches.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
NOT_RUN = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def cache_entry(build, name):
    """Returns the value of a variable in the CMake cache of the build."""
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        for line in cache:
            if line.startswith(name + ":"):
                return line.rstrip("\n").split("=", 1)[1]
    raise SystemExit(f"error: {build}/CMakeCache.txt does not define {name}")


def read_smoke_tests():
    """Returns the paths in smoke.txt, relative to this folder."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "smoke.txt")
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return [line for line in lines if line and not line.startswith("#")]


def get_smoke_filter():
    """Returns a regular expression for lit's names of the tests in smoke.txt."""
    names = []
    for path in read_smoke_tests():
        folder, _, rest = path.partition("/")
        name = f"layout-python :: {rest}" if folder == "python" else f"layout :: {path}"
        names.append(re.escape(name))
    return f"^(layout-unit :: .*|{'|'.join(names)})$"


def run_lit(build, arguments):
    """Returns the number of tests that passed and of those that failed."""
    with tempfile.TemporaryDirectory() as scratch:
        results = os.path.join(scratch, "results.json")
        status = subprocess.run(
            [
                sys.executable,
                cache_entry(build, "LAYOUT_LIT"),
                "-sv",
                "--no-progress-bar",
                f"-o{results}",
                *arguments,
            ]
        ).returncode
        if not os.path.exists(results):
            return 0, 1
        with open(results, encoding="utf-8") as file:
            codes = [test["code"] for test in json.load(file)["tests"]]
    passed = sum(code in PASSED for code in codes)
    failed = sum(code not in PASSED | NOT_RUN for code in codes)
    # A run in which lit itself fails, or no test passes, counts as one failure.
    if (status != 0 or not passed) and not failed:
        failed = 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--nightly", action="store_true")
    parser.add_argument("--code", choices=("loops", "kernels"), default="loops")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--smoke", action="store_true")
    chosen.add_argument("--filter", metavar="REGEX")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    tests = os.path.join(build, "test")
    arguments = [tests, os.path.join(tests, "unit"), os.path.join(tests, "python")]
    arguments.append(f"--param=code={options.code}")
    if options.nightly:
        arguments.append("--param=nightly=1")
    wanted = get_smoke_filter() if options.smoke else options.filter
    if wanted:
        arguments.append(f"--filter={wanted}")
    passed, failed = run_lit(build, arguments)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
