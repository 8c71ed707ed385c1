"""bounds.py FILE: for every dense constant of a printed program, its type, its
least and its greatest value, and their mean."""

import re
import struct
import sys

FORMATS = {"f32": "<f", "f64": "<d"}


def values(text, element):
    if text.startswith('"0x'):
        data = bytes.fromhex(text[3:-1])
        return [x[0] for x in struct.iter_unpack(FORMATS[element], data)]
    return [float(x) for x in re.findall(r"-?[0-9.]+(?:[eE][-+]?[0-9]+)?", text)]


with open(sys.argv[1]) as file:
    program = file.read()
found = re.findall(r"dense<(.*?)> : (tensor<[0-9x]*x(f32|f64)>)", program)
for text, type_, element in sorted(found, key=lambda match: match[1]):
    numbers = values(text, element)
    mean = sum(numbers) / len(numbers)
    print(f"{type_} from {min(numbers):.2f} to {max(numbers):.2f} mean {mean:.2f}")
