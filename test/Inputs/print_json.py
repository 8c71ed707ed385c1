"""Prints chosen values of a JSON file, one per line, for FileCheck.

usage: print_json.py FILE PATH...

FILE is the name of a file or `-` for standard input. PATH names a value by the
keys and indices that lead to it, for example `plan.cost` or `dims.1.stride`;
`left.*.bytes` collects a value of every element of a list. Each line reads
`PATH = VALUE`, with VALUE as compact JSON. The path `keys` prints the keys of the
outermost object in the order of the file.
"""

import json
import sys


def select(value, steps):
    """Returns the value at the end of `steps`."""
    if not steps:
        return value
    step, *rest = steps
    if step == "*":
        return [select(element, rest) for element in value]
    return select(value[int(step) if isinstance(value, list) else step], rest)


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: print_json.py FILE PATH...")
    name, *paths = sys.argv[1:]
    with sys.stdin if name == "-" else open(name, encoding="utf-8") as file:
        data = json.load(file)
    for path in paths:
        value = list(data) if path == "keys" else select(data, path.split("."))
        print(f"{path} = {json.dumps(value)}")


if __name__ == "__main__":
    main()
