#!/usr/bin/env python3
"""Checks the ids that tests refer to: usage: promises.py [ROOT].

Tests name promises by `Covers: R13, R14` and worked examples by `Case: S2-b`, also
over several lines if all but the last end in a comma. Each id must be listed in
test/promises.md. Prints the listed promises and cases that no test names, and one
line for each id that is not listed; exits with 1 if there is one of the latter.
"""

import os
import re
import sys

import reporting

LISTED = re.compile(r"^- ([A-Z]\d+(?:-[a-z])?): \S", re.MULTILINE)
TAG = re.compile(r"^(?://|#|)\s*(?:Covers|Case): *(.*)$")
CONTINUED = re.compile(r"^(?://|#|)\s*([A-Z]\d.*)$")


def cited_ids(lines):
    """Yields (line number, id) for each id that a file refers to."""
    continues = False
    for number, line in enumerate(lines, 1):
        found = (CONTINUED if continues else TAG).match(line) or TAG.match(line)
        continues = bool(found) and found[1].rstrip().endswith(",")
        if found:
            for word in filter(None, re.split(r"[,\s]+", found[1])):
                yield number, word


def test_files(root):
    for folder, _, names in sorted(os.walk(os.path.join(root, "test"))):
        for name in sorted(names):
            if name.endswith((".mlir", ".test", ".cpp", ".h", ".py")):
                yield os.path.join(folder, name)


def check(root):
    """Returns the number of references and the complaints; prints what is not tested."""
    with open(os.path.join(root, "test", "promises.md"), encoding="utf-8") as file:
        listed = LISTED.findall(file.read())
    complaints = [f"test/promises.md lists {id} twice" for id in sorted({id for id in listed if listed.count(id) > 1})]
    count, covered = 0, set()
    for path in test_files(root):
        with open(path, encoding="utf-8") as file:
            for number, id in cited_ids(file):
                count += 1
                covered.add(id)
                if id not in listed:
                    where = os.path.relpath(path, root)
                    complaints.append(f"{where}:{number}: '{id}' is not listed in test/promises.md")
    missing = [id for id in listed if id not in covered]
    print(f"{len(listed) - len(missing)} of {len(listed)} are tested; not yet: {' '.join(missing) or 'none'}")
    return count, complaints


if __name__ == "__main__":
    sys.exit(reporting.run(check, "{} references, {} of them to what is not listed"))
