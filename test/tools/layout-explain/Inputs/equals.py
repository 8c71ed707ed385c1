"""Reads one JSON object from standard input: usage: equals.py WANTED.

WANTED is a file with the same object, or a Python expression that is true with
the object's members as variables and their members as attributes.
"""

import json
import os
import sys


class Members(dict):
    __getattr__ = dict.__getitem__


def main():
    found = json.load(sys.stdin, object_hook=Members)
    wanted = sys.argv[1]
    if not os.path.exists(wanted):
        if not eval(wanted, {}, found):
            sys.exit(f"not {wanted}: {json.dumps(found)}")
        return
    with open(wanted, encoding="utf-8") as file:
        expected = json.load(file)
    for key in [*expected, *found]:
        if key not in found or key not in expected or found[key] != expected[key]:
            sys.exit(f"{key}: wanted {expected.get(key)}, found {found.get(key)}")


if __name__ == "__main__":
    main()
