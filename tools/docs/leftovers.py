#!/usr/bin/env python3
"""Writes the page leftovers.md: the rewrites that plans of the generated networks leave, and what removes them.

Names of networks as arguments restrict it to their rows; --check compares with the page instead. It runs the layout-opt
that is found first, and needs python/ on the path of modules.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

import generate
import target_reports
from layout_mlir import models

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "leftovers.md")
TARGETS = ("x86-avx512", "x86-avx2", "arm-neon")
TEXT = """\
# Rewrites that are left, and what removes them

The networks of `python3 -m layout_mlir.models`, in the shapes of the published ones, planned for three CPUs: how many
rewrites are left at run time, and the MB that they move. No plan costs less with these options, so that what is left is
due to the layouts that operations and callers ask for. `between` says what is on both sides of most of the bytes:

| between | cause |
| --- | --- |
| `argument` | the network comes in NCHW, and the target reads NHWC; in U-Net the result as well |
| `generic` and `generic` | a convolution in blocks of channels and a matmul, which reads rows of whole channels: patches of transformers, and their merging (`choices.md`) |
| `generic` and `pad` | pixel shuffles of EDSR, whose pixels were channels (`choices.md`) |
| `concat` | the channel shuffles of ShuffleNetV2 between halves of 58 and 116 channels, which end within blocks |

The columns behind it say what is left, in an empty cell as much as before, if

| column | what is different |
| --- | --- |
| `caller` | the network reads NHWC images (`--layout=nhwc` of the generator), or the caller has such data (`layout.tensor_layout`, `values.md`) |
| `priced` | `indivisible=priced`: operations whose channels a block does not divide may be padded (`choices.md`) |
| `absorb` | `absorb=priced`: matmuls and convolutions may read transposed operands, at a price |

A network without a row has no rewrite left for any of them. `tools/docs/leftovers.py` writes this page, and a test compares
some of its rows.

"""


class Planner:
    """Plans networks in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder

    def network(self, name, *options):
        """The network with splat weights, whose values no plan depends on; nothing if an option does not apply."""
        path = os.path.join(self.folder, "-".join((name, *options)) + ".mlir")
        if os.path.exists(path):
            return path
        command = [sys.executable, "-m", "layout_mlir.models", name, "--weights=splat", *options]
        with open(path, "w", encoding="utf-8") as file:
            written = subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL)
        if written.returncode:
            os.remove(path)
            return None
        return path

    def report(self, network, target, options=""):
        return target_reports.report(network, target, self.folder, options)


def amount(report):
    after = report["after"]
    return f"{after['rewrites']} / {after['bytes'] / 1e6:.2f}" if after["bytes"] else "0"


def side(text):
    """An end of a rewrite, without the place: `argument 0 of @main`, `linalg.generic at file:1:2`."""
    text = re.sub(r" at [^ ]+", "", text)
    if text.startswith(("argument", "result")):
        return text.split()[0]
    return text.split(" and ")[0].split(".")[-1]


def between(report):
    """What is on both sides of most of the bytes that are left."""
    sums = collections.Counter()
    for rewrite in report["left"]:
        sums[" and ".join(side(end) for end in rewrite["between"])] += rewrite["bytes"]
    return sums.most_common(1)[0][0]


def row(planner, name, target):
    """The cells of a network for a target; nothing if no rewrite is left."""
    network = planner.network(name)
    report = planner.report(network, target)
    if not report["after"]["bytes"]:
        return None
    other = planner.network(name, "--layout=nhwc")
    cells = [
        other and planner.report(other, target),
        planner.report(network, target, "indivisible=priced"),
        planner.report(network, target, "absorb=priced"),
    ]
    shown = [amount(cell) if cell else "" for cell in cells]
    shown = ["" if text == amount(report) else text for text in shown]
    return [name, f"`{target}`", amount(report), between(report), *shown]


def rows(names):
    with tempfile.TemporaryDirectory() as folder:
        planner = Planner(folder)
        for name in names:
            for target in TARGETS:
                cells = row(planner, name, target)
                if cells:
                    yield f"| {' | '.join(cells)} |"


def check(names):
    """Compares the rows of some networks with those of the page."""
    wanted = list(rows(names))
    starts = tuple(f"| {name} |" for name in names)
    written = [line for line in generate.read(PAGE).splitlines() if line.startswith(starts)]
    if written == wanted:
        return 0
    print("leftovers.md: not up to date, run tools/docs/leftovers.py")
    print("\n".join(line for line in wanted if line not in written))
    return 1


def main():
    names = [name for name in sys.argv[1:] if name != "--check"]
    if "--check" in sys.argv[1:]:
        return check(names or list(models.NETWORKS))
    header = ["network", "target", "left", "between", "caller", "priced", "absorb"]
    lines = [f"| {' | '.join(header)} |", "| --- | --- | ---: | --- |" + " ---: |" * 3]
    lines += rows(names or list(models.NETWORKS))
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(TEXT + "\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
