# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Equal programs by other ops, and the figures of their plans.

`layout-test-opt --test-layout-respell` writes each op that a spelling knows as others (test/lib/Respell). What a plan
moves must not depend on the spelling. `test_spellings.py` compares networks and small programs, `test/fuzz/spellings.py`
random ones.
"""

import dataclasses
import os
import pathlib
import re

from json_stream import parse_all

MARKER = "// -----\n"

SPELLINGS = {
    "generic": "named ops as linalg.generic",
    "named": "linalg.generic by upstream's names",
    "elementwise": "named elementwise ops as linalg.elementwise",
    "contract": "matmuls as linalg.contract",
    "loop-order": "the loops of linalg.generic, last first",
    "factor-order": "the factors of a contraction, exchanged",
    "pointwise": "a convolution by 1x1 as the einsum nchw,oc->nohw",
    "one-group": "a convolution as a grouped one with one group",
    "groups-of-one": "a depthwise convolution as a grouped one with groups of one channel, as torch-mlir has it",
    "one-batch": "a matmul as a batch_matmul with one batch",
    "channels-last": "a convolution with channels last between transpositions, as an importer over TOSA writes it",
    "decomposed": "a softmax as reductions and elementwise ops",
    "broadcasts": "operands that are broadcast, as StableHLO has them",
    "tensors": "elementwise ops as arith and math ops on tensors",
    "unit-dim": "elementwise ops with another dim, of size 1",
    "bias-behind": "a bias added behind a convolution or matmul, not as its first sums",
    "bias-first": "a bias as the first sums, as torch-mlir has it",
    "op-by-op": "a linalg.generic of several ops as several of one op, as torch-mlir and StableHLO have them",
    "fused": "elementwise linalg.generic that follow each other as one",
    "select": "a rectified linear unit as a comparison and a selection, as torch-mlir has it",
    "unit-operands": "operands that are broadcast with all dims, of size 1, as TOSA and ONNX have them",
    "kept-dims": "reductions that keep the dims, with size 1",
    "fills": "constants of equal elements as linalg.fill",
    "splats": "linalg.fill as constants",
    "arguments": "weights as arguments that are marked constant",
    "transposed-weights": "weights transposed in front of what reads them, as PyTorch stores those of linear layers",
    "inserts": "tensor.concat as tensor.insert_slice",
    "nested-concats": "a concatenation of three parts or more as two",
    "two-pads": "a pad at both ends as two",
    "inserted-pads": "a pad as an insertion into a filled tensor, as JAX and TOSA lower it",
    "dilations": "an insertion with strides into a filled tensor as reshapes and pads",
    "late-slices": "a slice in front of an elementwise op as one in front of it and one behind it",
    "reshape": "collapses and expands as tensor.reshape",
    "two-reshapes": "a reshape that joins or splits several dims as two",
    "over-one-dim": "a reshape over a tensor of one dim",
    "divided-indices": "a broadcast whose new dims are joined with others as a linalg.generic that divides indices",
    "scatter": "a transposition as a linalg.generic that writes in another order",
    "gather": "a transposition as a linalg.generic that reads in another order",
    "transpose": "a linalg.generic that transposes as linalg.transpose",
    "permuted-reads": "a transposition as a permuted map of the elementwise op that reads it",
    "dynamic-batch": "a batch of one as one of a size that is known at run time only",
    "casts": "ops on tensors of unknown extents, with tensor.cast around them",
}

# Spellings of programs with other arguments, which layout-check cannot compare with the program.
OTHER_ARGUMENTS = frozenset({"arguments", "dynamic-batch"})

# Spellings with sizes that are known at run time only, which count as 1: the numbers of rewrites are compared.
UNKNOWN_SIZES = frozenset({"dynamic-batch"})

# Targets that pad are planned without a price of padding: a program that writes a value which another one computes
# within a larger op has one more value with padding.
TARGETS = {
    "nchw16c": "target=nchw16c",
    "nhwc": "target=nhwc",
    "x86-avx512": "target=x86-avx512",
    "nchw8c, padded": "target=nchw8c indivisible=pad padding-price=0",
    "tiles32": "target=tiles32 padding-price=0",
}

UNMASKED = (
    "the padding of a convolution's result holds what it computes there, which need not be 0 (0 times an infinity): it is "
    "cropped and padded with 0 in front of the next convolution, unless an elementwise op stands between them, as a bias "
    "behind does, which selects 0 there as it computes"
)
SHARED_PARTS = (
    "a nested concatenation which several others begin with is one op, while each flat one joins the same parts again: no "
    "form is better for all programs, and what others read stays as it is written"
)
CROPPED = (
    "a slice from offset 0 behind a transposition is a crop, which the plan places, and one behind a convolution a slice of the "
    "program: padding is overwritten in front of the crop, but added behind the slice"
)
FUSED = "an op that is fused reads all that its parts read in one layout, while a rewrite may stand between the parts"
FOLDED = (
    "arith folds ops on tensors that it does not fold in the bodies of several linalg.generic, such as max(x, x) or a "
    "truncation of an extension: there is an elementwise op less, to mask padding, to have another layout or other types"
)
ABSORBED = (
    "an elementwise op that reads in another order than it writes moves elements as it computes: the report counts a read in "
    "another order, and no rewrite"
)
ROLLED = (
    "a rotation moves through elementwise ops to the gather in front of them before anything is planned, but through a reshape "
    "only behind the plan"
)
# For which spellings and targets there are random programs whose plans have other figures, and why.
DIFFERENCES = {
    ("bias-behind", "nchw8c, padded"): UNMASKED,
    ("bias-behind", "tiles32"): UNMASKED,
    ("bias-first", "nchw8c, padded"): UNMASKED,
    ("bias-first", "tiles32"): UNMASKED,
    ("channels-last", "nchw8c, padded"): CROPPED,
    ("channels-last", "tiles32"): CROPPED,
    **{("fused", target): FUSED for target in TARGETS},
    **{("permuted-reads", target): ABSORBED for target in TARGETS},
    **{("tensors", target): FOLDED for target in TARGETS},
    ("unit-dim", "x86-avx512"): ROLLED,
}


@dataclasses.dataclass(frozen=True)
class Figures:
    """What a planned program moves; bytes are read and written."""

    rewrites: int
    bytes: int
    moves: int  # bytes of pads, slices and concats
    cost: int  # what the plan has minimized, with prices
    is_proved: bool = dataclasses.field(default=False, compare=False)  # that no plan costs less

    def ties(self, other: "Figures") -> bool:
        """Whether two plans that are both proved the cheapest move as much, by other rewrites and moves."""
        sums = [figures.bytes + figures.moves for figures in (self, other)]
        return self.is_proved and other.is_proved and self.cost == other.cost and sums[0] == sums[1]

    def agree(self, other: "Figures", spelling: str) -> bool:
        """Whether `other`, those of a spelling, are equal as far as they can be compared."""
        return self.rewrites == other.rewrites if spelling in UNKNOWN_SIZES else self == other

    def __str__(self) -> str:
        return f"{self.rewrites} rewrites, {self.bytes} bytes, {self.moves} bytes of moves, cost {self.cost}"


class Respeller:
    """Respells and plans the programs of a file, which MARKER separates.

    `run` gets a tool with its arguments and returns what that prints on standard output and on standard error.
    """

    def __init__(self, folder: pathlib.Path, run) -> None:
        self.folder = folder
        self.run = run
        # Reports of several programs follow each other in a pipe, while each would replace the last one in a file.
        self.report = folder / "stdout.json"
        self.report.symlink_to("/dev/stdout")

    def respell(self, source: pathlib.Path, spelling: str) -> tuple[pathlib.Path, list[int]]:
        """Returns a file of the programs in a spelling, and the number of ops that were respelled in each."""
        result = self.folder / f"{source.stem}.{spelling}.mlir"
        options = ("--split-input-file", "--mlir-disable-threading", f"--test-layout-respell=spellings={spelling}")
        _, said = self.run("layout-test-opt", source, *options, "-o", result)
        return result, [int(number) for number in re.findall(r"^respelled (\d+)$", said, re.MULTILINE)]

    def plan(self, source: pathlib.Path, options: str) -> list[Figures]:
        """Plans each program and returns the figures of its report."""
        pipeline = f"--layout-pipeline={options} report={self.report}"
        arguments = ("--split-input-file", "--mlir-disable-threading", source, pipeline, "-o", os.devnull)
        reports = parse_all(self.run("layout-opt", *arguments)[0])
        return [self._read(report) for report in reports]

    @staticmethod
    def _read(report: dict) -> Figures:
        after, plan = report["after"], report["plan"]
        figures = after["rewrites"], after["bytes"], after["moves"]["bytes"]
        if not plan:
            return Figures(*figures, cost=0)
        return Figures(*figures, plan["cost"], is_proved=plan["cost"] == plan["bound"])
