#!/usr/bin/env python3
"""Judges the sources: usage: checks.py BUILD [CHECK...].

Every check counts as one test; the last line is `N passed, N failed`.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import include_arrow
import op_names

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TIDY_FILES = 20


def git(*arguments):
    command = ["git", "-c", f"safe.directory={ROOT}", *arguments]
    return subprocess.check_output(command, cwd=ROOT, text=True).splitlines()


def run_all(commands):
    """Runs {name: command} on every core; returns the names that failed."""

    def run(item):
        name, command = item
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
        return [name for name in pool.map(run, commands.items()) if name]


def compile_commands(build):
    """{source: command} of what this project compiles."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {entry["file"]: entry for entry in json.load(file)}
    return {
        os.path.relpath(file, ROOT): shlex.split(entry["command"])
        for file, entry in entries.items()
        if not file.startswith(build + os.sep)
    }


def check_format(build):
    """Every C++ file is as clang-format would write it."""
    files = git("ls-files", "*.h", "*.cpp", "*.c")
    done = subprocess.run(
        ["clang-format-22", "--dry-run", "-Werror", *files], cwd=ROOT
    )
    return done.returncode == 0 and bool(files)


def check_arrow(build):
    """Includes point one way."""
    count, complaints = include_arrow.check(ROOT)
    for complaint in complaints:
        print(complaint)
    return bool(count) and not complaints


def check_names(build):
    """No pass knows ops by name."""
    count, complaints = op_names.check(ROOT)
    for complaint in complaints:
        print(complaint)
    return bool(count) and not complaints


def check_built(build):
    """Every source of lib, tools and test is part of the build."""
    sources = git("ls-files", "lib/*.cpp", "tools/*.cpp", "test/unit/*.cpp")
    forgotten = set(sources) - set(compile_commands(build))
    for source in sorted(forgotten):
        print(f"{source} is not built")
    return not forgotten


def check_docs(build):
    """The pages of tools/docs say what the .td files say."""
    script = os.path.join(ROOT, "tools", "docs", "generate.py")
    return subprocess.run([sys.executable, script, "--check"]).returncode == 0


def check_gcc(build):
    """g++ 12 accepts every source, with the same precompiled headers."""
    folder = os.path.join(build, "gcc")
    os.makedirs(folder, exist_ok=True)
    header = os.path.join(folder, "precompiled.h")
    shutil.copy(
        os.path.join(build, "lib", "CMakeFiles", "LayoutPCH.dir", "cmake_pch.hxx"),
        header,
    )
    commands = {}
    for source, command in compile_commands(build).items():
        kept = [flag for flag in command if flag.startswith(("-I", "-D", "-std="))]
        for flag, value in zip(command, command[1:]):
            if flag == "-isystem":
                kept += [flag, value]
        commands[source] = ["g++-12", "-w", *kept]
    precompile = commands["lib/PrecompiledHeaders.cpp"]
    if run_all(
        {header: [*precompile, "-x", "c++-header", header, "-o", header + ".gch"]}
    ):
        return False
    return not run_all(
        {
            source: [*command, "-include", header, "-fsyntax-only", source]
            for source, command in commands.items()
        }
    )


def check_tidy(build):
    """clang-tidy finds nothing in the sources that changed last."""
    known = compile_commands(build)
    changed = dict.fromkeys(
        source
        for source in git("log", "-200", "--name-only", "--pretty=format:")
        if source in known
    )
    sources = list(changed)[:TIDY_FILES]
    print("looking at " + " ".join(sources))
    return not run_all(
        {
            source: ["clang-tidy-22", "--quiet", "-p", build, source]
            for source in sources
        }
    )


CHECKS = {
    "format": check_format,
    "arrow": check_arrow,
    "names": check_names,
    "built": check_built,
    "docs": check_docs,
    "gcc": check_gcc,
    "tidy": check_tidy,
}


def main():
    build = os.path.abspath(sys.argv[1])
    failed = []
    names = sys.argv[2:] or list(CHECKS)
    for name in names:
        start = time.monotonic()
        print(f"-- {name}: {CHECKS[name].__doc__}", flush=True)
        try:
            good = CHECKS[name](build)
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
