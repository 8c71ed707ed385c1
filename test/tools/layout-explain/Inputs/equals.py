"""Compares a JSON object on standard input with that in a file.

usage: equals.py FILE

On a mismatch the first member that differs is printed.
"""

import json
import sys


def main():
    found = json.load(sys.stdin)
    with open(sys.argv[1], encoding="utf-8") as file:
        expected = json.load(file)
    for key in [*expected, *found]:
        if key not in found or key not in expected or found[key] != expected[key]:
            sys.exit(f"{key}: expected {expected.get(key)}, found {found.get(key)}")


if __name__ == "__main__":
    main()
