#!/usr/bin/env python3
"""Checks that no pass knows ops by name: usage: op_names.py [ROOT].

What the planner, the analyses and the passes know of an op comes from its
interfaces, its indexing maps and its body; models of single ops stand in
lib/ExternalModels. Prints one line for each name and exits with 1 if
there is one.
"""

import os
import re
import sys

FOLDERS = [
    "lib/Solver",
    "lib/Planning",
    "lib/Analysis",
    "lib/Interfaces",
    "lib/Dialect/Layout/Utils",
    "lib/Dialect/Layout/Transforms",
]
NAME = re.compile(
    r"\b(?:linalg|tensor|arith|math|scf)::(\w+Op)\b|\"(?:linalg|tensor|arith|math|scf)\."
)
# Ops without which no program on tensors can be built or taken apart.
ALLOWED = {
    "LinalgOp",
    "GenericOp",
    "YieldOp",
    "IndexOp",
    "EmptyOp",
    "ExpandShapeOp",
    "CollapseShapeOp",
    "ConstantOp",
    "SelectOp",
}


def check(root):
    """Returns the number of files looked at, and complaints."""
    count, complaints = 0, []
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                if not name.endswith((".cpp", ".h")):
                    continue
                count += 1
                file = os.path.join(path, name)
                with open(file, encoding="utf-8") as lines:
                    for number, line in enumerate(lines, 1):
                        complaints += [
                            f"{os.path.relpath(file, root)}:{number}: names {match[0]}"
                            for match in NAME.finditer(line)
                            if match[1] not in ALLOWED
                        ]
    return count, complaints


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")
    count, complaints = check(os.path.abspath(root))
    for complaint in complaints:
        print(complaint)
    print(f"{count} files, {len(complaints)} names of ops")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
