"""A network with weights, and the file that planning writes of them.

usage: weights.py make FOLDER     writes net.mlir, called.mlir and x.npy
       weights.py read FOLDER     checks net.weights by its index against the
                                  weights of net.mlir, and writes each as .npy
       weights.py compare FOLDER  compares result.npy with expected.npy
"""

import itertools
import json
import math
import os
import re
import struct
import sys

# The layouts of the device, as functions of the index: see `layout` in the index.
WEIGHTS = {
    "main_weight0": ((12, 8, 3, 3), lambda o, i, h, w: (o // 8, i // 8, h, w, i % 8, o % 8)),
    "main_weight1": ((8, 12, 1, 1), lambda o, i, h, w: (o // 8, i // 8, h, w, i % 8, o % 8)),
}
PROGRAM = """func.func @main(%x: tensor<1x8x5x5xf32>) -> tensor<1x8x3x3xf32> {{
  %w = arith.constant dense<"0x{0}"> : tensor<12x8x3x3xf32>
  %v = arith.constant dense<"0x{1}"> : tensor<8x12x1x1xf32>
  %z0 = arith.constant dense<0.5> : tensor<1x12x3x3xf32>
  %z1 = arith.constant dense<0.0> : tensor<1x8x3x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x5x5xf32>, tensor<12x8x3x3xf32>)
      outs(%z0 : tensor<1x12x3x3xf32>) -> tensor<1x12x3x3xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : tensor<1x12x3x3xf32>, tensor<8x12x1x1xf32>)
      outs(%z1 : tensor<1x8x3x3xf32>) -> tensor<1x8x3x3xf32>
  return %1 : tensor<1x8x3x3xf32>
}}
"""
CALLER = """func.func @caller(%x: tensor<1x8x5x5xf32>) -> tensor<1x8x3x3xf32> {
  %0 = call @main(%x) : (tensor<1x8x5x5xf32>) -> tensor<1x8x3x3xf32>
  return %0 : tensor<1x8x3x3xf32>
}
"""


def numbers(count, seed):
    """Multiples of 1/16, so that sums of a few products are exact."""
    return [((i * 37 + seed) % 101 - 50) / 16 for i in range(count)]


def logical(name):
    shape, _ = WEIGHTS[name]
    return numbers(math.prod(shape), int(name[-1]))


def write_npy(path, shape, data):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode() + data)


def pack(values):
    return struct.pack(f"<{len(values)}f", *values)


def make(folder):
    text = PROGRAM.format(*(pack(logical(name)).hex() for name in sorted(WEIGHTS)))
    with open(os.path.join(folder, "net.mlir"), "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(folder, "called.mlir"), "w", encoding="utf-8") as file:
        file.write(text + CALLER)
    write_npy(os.path.join(folder, "x.npy"), (1, 8, 5, 5), pack(numbers(200, 7)))


def read(folder):
    with open(os.path.join(folder, "net.weights.json"), encoding="utf-8") as file:
        index = json.load(file)
    path = os.path.join(folder, index["file"])
    assert os.path.getsize(path) == index["bytes"]
    with open(path, "rb") as file:
        content = file.read()
    names = [entry["weight"] for entry in index["weights"]]
    assert names == sorted(WEIGHTS), names
    for entry in index["weights"]:
        begin, shape = entry["weight_offset"], entry["shape"]
        data = content[begin : begin + entry["bytes"]]
        count = math.prod(shape)
        stored = dict(zip(itertools.product(*map(range, shape)), struct.unpack(f"<{count}f", data)))
        expected, layout = WEIGHTS[entry["weight"]]
        assert tuple(entry["logical_shape"]) == expected, entry["logical_shape"]
        elements = zip(itertools.product(*map(range, expected)), logical(entry["weight"]))
        for position, value in elements:
            assert stored.pop(layout(*position)) == value, (entry["weight"], position)
        assert not any(stored.values()), "padding is not zero"
        write_npy(os.path.join(folder, entry["weight"] + ".npy"), shape, data)
        compare_with_numpy(path, entry, data)


def compare_with_numpy(path, entry, data):
    """Maps the file as NumPy users do, if NumPy is there."""
    try:
        import numpy
    except ImportError:
        return
    mapped = numpy.memmap(
        path, entry["numpy"], "r", entry["weight_offset"], tuple(entry["shape"])
    )
    assert mapped.tobytes() == data


def compare(folder):
    results = []
    for name in ("expected.npy", "result.npy"):
        with open(os.path.join(folder, name), "rb") as file:
            content = file.read()
        size = struct.unpack("<H", content[8:10])[0]
        assert re.search(rb"'shape': \(1, 8, 3, 3\)", content), content[:128]
        results.append(struct.unpack("<72f", content[10 + size :]))
    assert len(set(results[0])) > 30, "the results hardly differ"
    for one, other in zip(*results):
        assert abs(one - other) <= 1e-5 * max(1, abs(one)), (one, other)


if __name__ == "__main__":
    {"make": make, "read": read, "compare": compare}[sys.argv[1]](sys.argv[2])
