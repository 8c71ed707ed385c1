#!/usr/bin/env python3
"""Runs every test of a build directory; the last line is `N passed, N failed`.

usage: run.py BUILD [--roundtrip]

lit runs the .mlir and .test files and the GoogleTest programs, unittest the
Python tests. With --roundtrip only the files that run layout-opt are run, with
--verify-roundtrip.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
NEITHER = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def cache_entry(build, name):
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        for line in cache:
            if line.startswith(name + ":"):
                return line.rstrip("\n").split("=", 1)[1]
    raise SystemExit(f"error: {build}/CMakeCache.txt does not say {name}")


def run_lit(build, arguments):
    """Returns how many tests passed and how many did not."""
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
    failed = sum(code not in PASSED | NEITHER for code in codes)
    # A failure of lit itself is a failure too, and so is a suite of nothing.
    if (status != 0 or not passed) and not failed:
        failed = 1
    return passed, failed


def run_python(build):
    """Runs the Python tests in a process of their own, which reports here."""
    if not glob.glob(os.path.join(ROOT, "test", "python", "test_*.py")):
        return 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        results = os.path.join(scratch, "results.json")
        environment = dict(
            os.environ,
            PYTHONPATH=os.path.join(ROOT, "python"),
            PYTHONDONTWRITEBYTECODE="1",
            LAYOUT_BUILD=build,
        )
        subprocess.run(
            [sys.executable, os.path.abspath(__file__), "--python-tests", results],
            env=environment,
        )
        if not os.path.exists(results):
            return 0, 1
        with open(results, encoding="utf-8") as file:
            return tuple(json.load(file))


def python_tests(results):
    import unittest

    suite = unittest.defaultTestLoader.discover(os.path.join(ROOT, "test", "python"))
    outcome = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = (
        len(outcome.failures) + len(outcome.errors) + len(outcome.unexpectedSuccesses)
    )
    passed = outcome.testsRun - failed - len(outcome.skipped)
    with open(results, "w", encoding="utf-8") as file:
        json.dump([max(passed, 0), failed], file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--roundtrip", action="store_true")
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    test = os.path.join(build, "test")
    if arguments.roundtrip:
        counts = [run_lit(build, [test, "--param=verify_roundtrip=1"])]
    else:
        counts = [run_lit(build, [test, os.path.join(test, "unit")]), run_python(build)]
    passed = sum(count[0] for count in counts)
    failed = sum(count[1] for count in counts)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--python-tests"]:
        python_tests(sys.argv[2])
    else:
        sys.exit(main())
