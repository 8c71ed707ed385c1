"""Packs constant arguments as a report describes them.

    pack.py write DIR SHAPE...     writes DIR/0.npy, ... of random numbers
    pack.py check DIR REPORT       compares with DIR/prepared-0.npy, ...
"""

import array
import ast
import itertools
import json
import math
import random
import re
import struct
import sys


def write_array(path, shape, numbers):
    header = repr({"descr": "<f4", "fortran_order": False, "shape": tuple(shape)})
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        array.array("f", numbers).tofile(file)


def read_array(path):
    data = open(path, "rb").read()
    length = struct.unpack_from("<H", data, 8)[0]
    shape = ast.literal_eval(data[10 : 10 + length].decode())["shape"]
    return list(shape), array.array("f", data[10 + length :])


def get_place(place, shape):
    number = 0
    for index, size in zip(place, shape):
        assert 0 <= index < size
        number = number * size + index
    return number


def pack(numbers, descriptor):
    """The numbers, each at its place; None where padding may be anything."""
    dims, results = descriptor["map"].split(" -> ")
    code = results.replace("floordiv", "//").replace("mod", "%")
    find = eval(f"lambda {dims[1:-1]}: ({code[1:-1]},)")
    logical = [int(size) for size in re.findall(r"(\d+)x", descriptor["logical"])]
    padding = descriptor["padding"]
    filler = None if padding == "#ub.poison" else float(padding.split(" ")[0])
    packed = [filler] * math.prod(descriptor["shape"])
    for number, index in zip(numbers, itertools.product(*map(range, logical)), strict=True):
        packed[get_place(find(*index), descriptor["shape"])] = number
    return packed


def check(directory, report):
    described = 0
    for entry in json.load(open(report))["prepared"]:
        if entry["function"] != "main":
            continue
        shape, prepared = read_array(f"{directory}/prepared-{entry['result']}.npy")
        descriptor = entry["descriptor"]
        if descriptor is None:
            continue
        numbers = read_array(f"{directory}/{descriptor['argument']}.npy")[1]
        packed = pack(numbers, descriptor)
        assert shape == descriptor["shape"] and 4 * len(packed) == descriptor["bytes"]
        assert all(a in (None, b) for a, b in zip(packed, prepared, strict=True)), entry
        described += 1
    print("described", described)


if sys.argv[1] == "check":
    check(*sys.argv[2:])
else:
    source = random.Random(1)
    for number, text in enumerate(sys.argv[3:]):
        shape = [int(size) for size in text.split("x")]
        numbers = (source.uniform(-1, 1) for _ in range(math.prod(shape)))
        write_array(f"{sys.argv[2]}/{number}.npy", shape, numbers)
