#!/usr/bin/env python3
"""Checks that the files cited in comments exist: usage: cited_files.py [ROOT].

A comment may cite a file by its path from the root of the project, from include/,
lib/ or the folder of the comment, or by its name alone. Only names of sources, scripts
and pages are looked at; `.mlir` and `.test` files only with a folder, because
comments also name files that exist just while a test runs. Prints one line for
each file that does not exist and exits with 1 if there is one.
"""

import os
import re
import subprocess
import sys

import reporting

FOLDERS = ["include", "lib", "tools", "test", "cmake", "python", ".ci"]
COMMENTS = {
    (".h", ".cpp", ".c", ".td", ".js", ".mlir"): r"//+ ?(.*)",
    (".py", ".cmake", ".sh", "CMakeLists.txt", ".cfg"): r"(?:^|\s)#+ (.*)",
}
CITED = re.compile(
    r"(?<![\w./$%{}*<>-])"
    r"((?:[\w.-]+/)*[\w-]+\.(?:h|cpp|td|py|md|sh|js)|(?:[\w.-]+/)+[\w-]+\.(?:mlir|test))"
    r"(?![\w/*-]|\.\w)"
)
# Headers of other projects.
FOREIGN = ("mlir/", "llvm/", "mlir-c/", "gtest/", "benchmark/", "std", "dnnl_")


def tracked_files(root):
    """Returns the files under version control, or all files outside of one."""
    done = subprocess.run(
        ["git", "-c", f"safe.directory={root}", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    if done.returncode == 0:
        return [name for name in done.stdout.splitlines() if os.path.exists(os.path.join(root, name))]
    return [
        os.path.relpath(os.path.join(folder, name), root)
        for folder, _, names in os.walk(root)
        for name in names
    ]


def comments(path, text):
    """Yields (line number, text) for each comment of a file."""
    for endings, pattern in COMMENTS.items():
        if path.endswith(endings):
            for number, line in enumerate(text.splitlines(), 1):
                if found := re.search(pattern, line):
                    if not re.match(r"\s*(RUN|DEFINE|REDEFINE)\b|[A-Z][\w-]*:", found[1]):
                        yield number, found[1]


def exists(cited, citing, files, names):
    if cited.startswith(FOREIGN):
        return True
    if "/" not in cited:
        return cited in names
    folder = os.path.dirname(citing)
    places = ["", "include", "include/layout", "lib", "test", "python", folder]
    return any(os.path.normpath(os.path.join(place, cited)) in files for place in places)


def check(root):
    """Returns the number of citations and the complaints."""
    files = set(tracked_files(root))
    names = {os.path.basename(name) for name in files}
    # The tables of TableGen and of CMake are named like sources.
    names |= {os.path.splitext(name)[0] + ".h" for name in names if name.endswith((".td", ".h.in"))}
    count, complaints = 0, []
    for path in sorted(files):
        if not path.startswith(tuple(folder + "/" for folder in FOLDERS)):
            continue
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            continue
        for number, comment in comments(path, text):
            for cited in CITED.findall(comment):
                count += 1
                if not exists(cited, path, files, names):
                    complaints.append(f"{path}:{number}: cites {cited}, which does not exist")
    return count, complaints


if __name__ == "__main__":
    sys.exit(reporting.run(check, "{} files cited, {} of them do not exist"))
