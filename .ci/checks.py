#!/usr/bin/env python3
"""Checks the sources: usage: checks.py BUILD [--nightly] [CHECK...].

Each check counts as one test; the last line is `N passed, N failed`. Without
names, all checks of .ci/run are made; --nightly adds a second compiler and runs
clang-tidy on every source.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import cited_files
import commit_subjects
import error_texts
import include_arrow
import op_names
import promises
import wording

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TIDY_SECONDS = 60  # no further source is begun after that
# The allowed names in the top level; names that begin with a dot are allowed, too.
TOP_LEVEL = {
    "CHANGELOG.md",
    "CMakeLists.txt",
    "CMakePresets.json",
    "LICENSE",
    "README.md",
    "cmake",
    "include",
    "lib",
    "pyproject.toml",
    "python",
    "test",
    "tools",
}


def git(*arguments):
    command = ["git", "-c", f"safe.directory={ROOT}", *arguments]
    return subprocess.check_output(command, cwd=ROOT, text=True).splitlines()


def run_all(commands, seconds=float("inf")):
    """Runs {name: command} on every core and returns the names that failed.

    No command is started once the given time is over; the names that are left out
    are printed.
    """
    end = time.monotonic() + seconds
    left_out = []

    def run(item):
        name, command = item
        if time.monotonic() > end:
            left_out.append(name)
            return None
        done = subprocess.run(
            command,
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode:
            print(f"{name}:\n{done.stdout}", flush=True)
        return None if done.returncode == 0 else name

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [name for name in pool.map(run, commands.items()) if name]
    if left_out:
        print(f"left out after {seconds} s: {' '.join(left_out)}")
    return failed


def report(count, complaints):
    """Prints complaints; returns whether there were none and something was checked."""
    for complaint in complaints:
        print(complaint)
    return bool(count) and not complaints


def compile_commands(build):
    """Returns {source: command} for the sources of this project."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {entry["file"]: entry for entry in json.load(file)}
    return {
        os.path.relpath(file, ROOT): shlex.split(entry["command"])
        for file, entry in entries.items()
        if not file.startswith(build + os.sep)
    }


def check_format(build):
    """clang-format leaves every C++ file as it is."""
    files = git("ls-files", "*.h", "*.cpp", "*.c")
    done = subprocess.run(
        ["clang-format-22", "--dry-run", "-Werror", *files], cwd=ROOT
    )
    return done.returncode == 0 and bool(files)


def check_arrow(build):
    """Includes point in one direction."""
    return report(*include_arrow.check(ROOT))


def check_names(build):
    """Passes do not know ops by name."""
    return report(*op_names.check(ROOT))


def check_words(build):
    """Comments, messages and pages use the terms of the field."""
    return report(*wording.check(ROOT))


def check_cited(build):
    """Files cited in comments exist."""
    return report(*cited_files.check(ROOT))


def check_promises(build):
    """The tests cover promises and cases that are listed."""
    return report(*promises.check(ROOT))


def check_errors(build):
    """Tests provoke the errors of the C++ code, unless they are listed."""
    return report(*error_texts.check(ROOT))


def check_subjects(build):
    """New commits have subjects of the agreed form."""
    return report(*commit_subjects.check(ROOT))


def check_top(build):
    """The top level has the agreed files and folders."""
    names = {path.split("/")[0] for path in git("ls-files")}
    strangers = [name for name in sorted(names - TOP_LEVEL) if name[0] != "."]
    return report(len(names), [f"{name} is not to be there" for name in strangers])


def check_built(build):
    """Every source in lib, tools and test/unit is part of the build."""
    optional = ":!tools/examples/onednn/runtime/OneDNN.cpp"  # where oneDNN is
    sources = git("ls-files", "lib/*.cpp", "tools/*.cpp", "test/unit/*.cpp", optional)
    forgotten = set(sources) - set(compile_commands(build))
    for source in sorted(forgotten):
        print(f"{source} is not built")
    return not forgotten


def check_docs(build):
    """The generated pages of tools/docs and the generated Python are up to date."""
    scripts = ["tools/docs/generate.py", "python/generate_c_api.py"]
    commands = [[sys.executable, os.path.join(ROOT, it), "--check"] for it in scripts]
    return not any([subprocess.run(command).returncode for command in commands])


def check_gcc(build):
    """g++ 12 accepts every source in C++, without precompiled headers."""
    commands = {}
    for source, command in compile_commands(build).items():
        if source.endswith(".c"):
            continue
        kept = [flag for flag in command if flag.startswith(("-I", "-D", "-std="))]
        for flag, value in zip(command, command[1:]):
            if flag == "-isystem":
                kept += [flag, value]
        commands[source] = ["g++-12", "-w", *kept, "-fsyntax-only", source]
    return not run_all(commands)


def tidy(build, sources, seconds=float("inf")):
    command = ["clang-tidy-22", "--quiet", "-p", build]
    return not run_all({source: [*command, source] for source in sources}, seconds)


def check_tidy(build):
    """clang-tidy finds nothing in the sources that were changed last."""
    known = compile_commands(build)
    changed = git("log", "-200", "--name-only", "--pretty=format:")
    sources = [source for source in dict.fromkeys(changed) if source in known]
    return tidy(build, sources, TIDY_SECONDS)


def check_tidy_all(build):
    """clang-tidy finds nothing in any source."""
    return tidy(build, compile_commands(build))


CHECKS = {
    "format": check_format,
    "arrow": check_arrow,
    "names": check_names,
    "cited": check_cited,
    "words": check_words,
    "promises": check_promises,
    "errors": check_errors,
    "subjects": check_subjects,
    "top": check_top,
    "built": check_built,
    "docs": check_docs,
    "tidy": check_tidy,
}
NIGHTLY_CHECKS = {**CHECKS, "tidy": check_tidy_all, "gcc": check_gcc}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--nightly", action="store_true")
    parser.add_argument("names", nargs="*", metavar="CHECK")
    options = parser.parse_args()
    checks = NIGHTLY_CHECKS if options.nightly else CHECKS
    build = os.path.abspath(options.build)
    failed = []
    names = options.names or list(checks)
    for name in names:
        start = time.monotonic()
        print(f"-- {name}: {checks[name].__doc__}", flush=True)
        try:
            good = checks[name](build)
        except (OSError, subprocess.CalledProcessError) as error:
            print(error)
            good = False
        if not good:
            failed.append(name)
        verdict = "ok" if good else "FAILED"
        print(f"-- {name}: {verdict}, {time.monotonic() - start:.0f} s", flush=True)
    print(f"{len(names) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
