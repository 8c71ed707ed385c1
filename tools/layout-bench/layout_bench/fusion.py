# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts what upstream's fusion of elementwise operations leaves of networks, planned and not."""

import dataclasses
import json
import pathlib
import re
from typing import Sequence

from .check import Network
from .process import measure
from .table import print_table

TARGETS = ("nhwc", "nchw16c", "nhwc-packed16", "x86-avx512")
# Options of mlir-opt: every structured op takes part, and constants and copies are merged before and after.
FUSION = (
    *("--linalg-generalize-named-ops", "--canonicalize", "--cse"),
    *("--linalg-fuse-elementwise-ops", "--canonicalize", "--cse"),
)
_ELIDED = ("--mlir-elide-elementsattrs-if-larger=16", "--mlir-elide-resource-strings-if-larger=16")
_HEADER = ["network", "target", "unplanned", "planned", "reshapes", "planned reshapes", "rewrites left"]
_GENERIC = re.compile(r"linalg\.generic \{[^\n]*iterator_types = \[([^]]*)\][^\n]*\n\s*(?:\^bb0[^\n]*\n\s*)?(\S+)")
_RESHAPE = re.compile(r"tensor\.(?:expand|collapse)_shape ")


@dataclasses.dataclass(frozen=True)
class Left:
    """What fusion leaves of a program."""

    elementwise: int  # structured ops with parallel loops only that compute something
    reshapes: int  # tensor.expand_shape and tensor.collapse_shape, of constants too


def count_fused(program: pathlib.Path, fused: pathlib.Path) -> Left:
    """Fuses the program and counts what is left; `fused` is a file for the result."""
    measure("mlir-opt", program, *FUSION, *_ELIDED, "-o", fused)
    text = fused.read_text(encoding="utf-8")
    parallel = [body for loops, body in _GENERIC.findall(text) if "reduction" not in loops]
    elementwise = [body for body in parallel if body != "linalg.yield"]
    return Left(len(elementwise), len(_RESHAPE.findall(text)))


def bench_fusion(work: pathlib.Path, chosen: Sequence[Network], targets: Sequence[str]) -> None:
    """Prints the table."""
    rows = []
    planned, fused = work / "planned.mlir", work / "fused.mlir"
    for network in chosen:
        program = network.write(work)
        before = count_fused(program, fused)
        for target in targets or TARGETS:
            measure("layout-opt", program, f"--layout-pipeline=target={target}", "-o", planned)
            after = count_fused(planned, fused)
            rewrites = json.loads(measure("layout-opt", planned, "--layout-count").output)["rewrites"]
            counts = (before.elementwise, after.elementwise, before.reshapes, after.reshapes, rewrites)
            rows.append([network.name, target, *map(str, counts)])
        program.unlink()
    print("\n## Elementwise ops that upstream's fusion leaves, without and with a plan; reshapes in these programs\n")
    print_table(_HEADER, rows)
