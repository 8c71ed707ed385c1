#!/usr/bin/env python3
"""Checks that includes point in one direction: usage: include_arrow.py [ROOT].

A folder may include itself and the folders in front of it in LAYERS, but none
behind it. tools/docs/architecture.md lists the folders in this order. Prints one
line for each include in the wrong direction and exits with 1 if there is one.
"""

import os
import re
import sys

# Folders under include/layout and lib; each may include those above it.
LAYERS = [
    "Support",
    "Algebra",
    "Notation",
    "Interfaces",
    "Dialect",
    "Analysis",
    "Targets",
    "Explain",
    "OpModels",
    "Relayout",
    "Solver",
    "Report",
    "Import",
    "Planning",
    "Export",
    "BufferLayouts",
    "Placement",
    "Bufferization",
    "Kernels",
    "TransformOps",
    "Pipelines",
    "InitAll",
    "Execution",
    "CAPI",
    "tools",
    "test",
]

# Further includes that are not allowed: (path, include, reason).
FORBIDDEN = [
    (
        r"^Solver/",
        r"^mlir/(Dialect/|IR/(Operation|Builtin|OpDefinition|PatternMatch)|Pass/)",
        "the planning problem and its solvers know no operation",
    ),
    (
        r"^(?!tools/|test/|InitAll|Execution/)",
        r"^mlir/InitAll",
        "only tools, tests and what compiles programs register all of upstream",
    ),
]

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


def rank(path):
    """Returns the folder of LAYERS that contains `path`, and its place there."""
    folder = re.split(r"[/.]", path)[0]
    return (folder, LAYERS.index(folder)) if folder in LAYERS else (None, None)


def place(path):
    """Returns `path` without the prefix of one of the mirrored roots."""
    for root in ("include/layout/", "include/layout-c/", "lib/"):
        if path.startswith(root):
            return ("CAPI/" if root == "include/layout-c/" else "") + path[len(root) :]
    return path


def target(include, path):
    """Returns the path of an included file of this project; None for others."""
    if include.startswith("layout/"):
        return include[len("layout/") :]
    if include.startswith("layout-c/"):
        return "CAPI/" + include[len("layout-c/") :]
    if "/" not in include or include.startswith("."):
        return os.path.normpath(os.path.join(os.path.dirname(path), include))
    if rank(include)[0] is not None:  # a header beside its source, from lib
        return include
    return None


def complaint(path, include):
    """Returns why `path` must not include `include`; None if it may."""
    folder, row = rank(path)
    if folder is None:
        return "its folder is not in LAYERS"
    for where, what, reason in FORBIDDEN:
        if re.search(where, path) and re.search(what, include):
            return reason
    if (other := target(include, path)) is None:
        return None
    other_folder, other_row = rank(other)
    if other_folder is None:
        return f"{other} is not in LAYERS"
    if other_folder == folder or other_row < row:
        return None
    return f"{folder} must not know {other_folder}"


def sources(root):
    for top in ("include", "lib", "tools", "test"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                if name.endswith((".h", ".cpp", ".c")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def documented(root):
    """Returns the folders that the table of the page on architecture lists."""
    page = os.path.join(root, "tools", "docs", "architecture.md")
    if not os.path.exists(page):
        return None
    with open(page, encoding="utf-8") as file:
        table = file.read().split("## Folders")[1].split("\n## ")[0]
    return re.findall(r"^\| `([\w/]+)` \|", table, re.MULTILINE)


def check(root):
    """Returns the number of files and the complaints."""
    count, complaints = 0, []
    listed = documented(root)
    if listed is not None and listed != LAYERS:
        complaints.append(
            f"tools/docs/architecture.md: requires the folders {LAYERS}, found {listed}"
        )
    for source in sources(root):
        path = place(source)
        if source == "lib/PrecompiledHeaders.cpp":
            continue
        count += 1
        with open(os.path.join(root, source), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if match := INCLUDE.match(line):
                    reason = complaint(path, match[1])
                    if source.startswith("include/") and rank(match[1])[0] is not None:
                        reason = "it is not installed, as headers in include are"
                    if reason:
                        complaints.append(
                            f"{source}:{number}: must not include {match[1]}: {reason}"
                        )
    return count, complaints


def main():
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    count, complaints = check(sys.argv[1] if len(sys.argv) > 1 else here)
    print(*complaints, sep="\n", end="\n" if complaints else "")
    print(f"{count} files, {len(complaints)} includes against the arrow")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
