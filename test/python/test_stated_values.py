# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is stated of a value holds for whatever computes it once the program has been cleaned up and raised.

Each program has one op that patterns replace (slices, transposes, reshapes, casts, pads, joins, copies, fills, elementwise
ops that compute nothing, broadcasts, constants), of which a layout is required, preferred or given, and one use of its
result: it is returned, read by an op that computes, or by a second op with which patterns would join the first. For each
of them and a target, the test requires:

  - no hint was lost before layouts were read
  - a value lies as it is required: some tensor has the physical type, and the report lists no hint
  - a preference is met, or listed with the layout that the value has
  - the planned program computes the same

LAYOUT_STATED_VALUES=all takes every use of every op, instead of every second one.

Covers: G20, P8, P18, P19, R13
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from build_tools import BUILD, run_tool  # noqa: E402

_TARGETS = ("nchw16c", "nhwc", "tiles32")
_X = "tensor<2x3x5x7xf32>"
_LOOPS = '["parallel", "parallel", "parallel", "parallel"]'

# By name: the ops, the last of which computes %r and has the attributes {A}, and the shape of %r. %x and %y are
# computed tensors of type _X, %e is an empty one, %i an index.
_OPS = {
    "slice": (f"%r = tensor.extract_slice %x[0, 0, 0, 0] [2, 3, 5, 4] [1, 1, 1, 1] {{A}} : {_X} to T", (2, 3, 5, 4)),
    "slice_behind": (f"%r = tensor.extract_slice %x[0, 1, 2, 3] [2, 2, 3, 4] [1, 1, 1, 1] {{A}} : {_X} to T", (2, 2, 3, 4)),
    "slice_all": (f"%r = tensor.extract_slice %x[0, 0, 0, 0] [2, 3, 5, 7] [1, 1, 1, 1] {{A}} : {_X} to T", (2, 3, 5, 7)),
    "slice_steps": (f"%r = tensor.extract_slice %x[0, 0, 0, 0] [2, 3, 5, 4] [1, 1, 1, 2] {{A}} : {_X} to T", (2, 3, 5, 4)),
    "transpose": (
        f"%q = tensor.empty() : T\n  %r = linalg.transpose ins(%x : {_X}) outs(%q : T) permutation = [0, 2, 3, 1] {{A}}",
        (2, 5, 7, 3),
    ),
    "transpose_none": (
        f"%q = tensor.empty() : T\n  %r = linalg.transpose ins(%x : {_X}) outs(%q : T) permutation = [0, 1, 2, 3] {{A}}",
        (2, 3, 5, 7),
    ),
    "collapse": (f"%r = tensor.collapse_shape %x [[0], [1], [2, 3]] {{A}} : {_X} into T", (2, 3, 35)),
    "expand": (
        f"%r = tensor.expand_shape %x [[0], [1], [2], [3, 4]] output_shape [2, 3, 5, 1, 7] {{A}} : {_X} into T",
        (2, 3, 5, 1, 7),
    ),
    "expand_back": (
        f"%q = tensor.collapse_shape %x [[0], [1], [2, 3]] : {_X} into tensor<2x3x35xf32>\n"
        "  %r = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [2, 3, 5, 7] {A} : tensor<2x3x35xf32> into T",
        (2, 3, 5, 7),
    ),
    "cast_back": (
        f"%q = tensor.cast %x : {_X} to tensor<2x?x5x7xf32>\n  %r = tensor.cast %q {{A}} : tensor<2x?x5x7xf32> to T",
        (2, 3, 5, 7),
    ),
    "pad": (
        "%r = tensor.pad %x low[0, 0, 0, 0] high[0, 0, 0, 2] {\n  ^bb0(%a: index, %b: index, %c: index, %d: index):\n"
        f"    tensor.yield %zero : f32\n  }} {{A}} : {_X} to T",
        (2, 3, 5, 9),
    ),
    "pad_none": (
        "%r = tensor.pad %x low[0, 0, 0, 0] high[0, 0, 0, 0] {\n  ^bb0(%a: index, %b: index, %c: index, %d: index):\n"
        f"    tensor.yield %zero : f32\n  }} {{A}} : {_X} to T",
        (2, 3, 5, 7),
    ),
    "concat": (f"%r = tensor.concat dim(3) %x, %y {{A}} : ({_X}, {_X}) -> T", (2, 3, 5, 14)),
    "concat_one": (f"%r = tensor.concat dim(3) %x {{A}} : ({_X}) -> T", (2, 3, 5, 7)),
    "insert_all": (
        f"%r = tensor.insert_slice %x into %e[0, 0, 0, 0] [2, 3, 5, 7] [1, 1, 1, 1] {{A}} : {_X} into T",
        (2, 3, 5, 7),
    ),
    "copy": (f"%r = linalg.copy {{A}} ins(%x : {_X}) outs(%e : T) -> T", (2, 3, 5, 7)),
    "generic_copy": (
        f"%r = linalg.generic {{indexing_maps = [#id, #id], iterator_types = {_LOOPS}}} ins(%x : {_X}) "
        "outs(%e : T) attrs = {A} {\n  ^bb0(%a: f32, %b: f32):\n    linalg.yield %a : f32\n  } -> T",
        (2, 3, 5, 7),
    ),
    "gather": (
        f"%r = linalg.generic {{indexing_maps = [#turned, #id], iterator_types = {_LOOPS}}} ins(%x : {_X}) "
        "outs(%q : T) attrs = {A} {\n  ^bb0(%a: f32, %b: f32):\n    linalg.yield %a : f32\n  } -> T",
        (2, 5, 3, 7),
    ),
    "fill": ("%r = linalg.fill {A} ins(%zero : f32) outs(%e : T) -> T", (2, 3, 5, 7)),
    "constant": ("%r = arith.constant {A} dense<0.5> : T", (2, 3, 5, 7)),
    "folded": ("%q = arith.constant dense<0.5> : T\n  %r = arith.addf %q, %q {A} : T", (2, 3, 5, 7)),
    "times_one": (f"%q = arith.constant dense<1.0> : T\n  %r = arith.mulf %x, %q {{A}} : {_X}", (2, 3, 5, 7)),
    "select": ("%t = arith.constant true\n  %r = arith.select %t, %x, %y {A} : T", (2, 3, 5, 7)),
    "broadcast": (
        "%q = tensor.empty() : T\n  %r = linalg.broadcast ins(%v : tensor<3x5x7xf32>) outs(%q : T) dimensions = [0] {A}",
        (2, 3, 5, 7),
    ),
    "pack": (
        "%q = tensor.empty() : T\n  %r = linalg.pack %x outer_dims_perm = [0, 1, 2, 3] inner_dims_pos = [3] inner_tiles = [7]"
        f" into %q {{A}} : {_X} -> T",
        (2, 3, 5, 1, 7),
    ),
    "twice": ("%q = math.exp %x : T\n  %r = math.exp %x {A} : T\n  %s = arith.addf %q, %r : T", (2, 3, 5, 7)),
    "computed": ("%r = math.exp %x {A} : T", (2, 3, 5, 7)),
}
_USES = ("returned", "computed", "sliced", "transposed")
_ALL = os.environ.get("LAYOUT_STATED_VALUES") == "all"
# All their elements are equal, so that the layout of what they compute is that of its reader.
_SPLATS = ("fill", "constant", "folded")
# A rewrite is not done twice for a value that no op reads as it is required, and an op that only repeats elements may be
# merged with the rewrite of its result.
_MERGE = ("transpose", "transpose_none", "collapse", "expand", "copy", "generic_copy", "gather", "pack", "broadcast")


def _type(shape: tuple[int, ...]) -> str:
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


def _turn(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The order in which the layout of `_layout` stores dims."""
    return (shape[-1], *shape[:-1])


def _layout(rank: int) -> str:
    letters = "ABCDE"[:rank]
    return f"{letters} -> {letters[-1]}{letters[:-1]}"


def _use(use: str, shape: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The ops that make %u of %r, and its shape."""
    kind = _type(shape)
    if use == "added":
        return f"  %u = arith.addf %r, %x : {kind}\n", shape
    if use == "computed":
        return f"  %u = math.tanh %r : {kind}\n", shape
    if use == "sliced":
        smaller = (*shape[:-1], shape[-1] - 1 or 1)
        zeros, ones = ", ".join("0" * len(shape)), ", ".join("1" * len(shape))
        sizes = ", ".join(map(str, smaller))
        return f"  %u = tensor.extract_slice %r[{zeros}] [{sizes}] [{ones}] : {kind} to {_type(smaller)}\n", smaller
    order = (len(shape) - 1, *range(len(shape) - 1))
    turned = tuple(shape[dim] for dim in order)
    return (
        f"  %p = tensor.empty() : {_type(turned)}\n"
        f"  %u = linalg.transpose ins(%r : {kind}) outs(%p : {_type(turned)}) permutation = {list(order)}\n"
    ), turned


def _function(name: str, use: str, statement: str) -> str:
    text, shape = _OPS[name]
    kind = _type(shape)
    more = {"gather": f"  %q = tensor.empty() : {kind}\n"}.get(name, "")
    body = more + "  " + re.sub(r"\bT\b", kind, text).replace("{A}", "{" + statement + "}") + "\n"
    value = "%s" if name == "twice" and use == "returned" else "%r"
    if use != "returned":
        lines, shape = _use(use, shape)
        body += lines
        value = "%u"
    return (
        f"func.func @{name}(%xa: {_X}, %ya: {_X}, %v: tensor<3x5x7xf32>) -> {_type(shape)} {{\n"
        f"  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : {_X}\n"
        f"  %x = math.sin %xa : {_X}\n  %y = math.cos %ya : {_X}\n{body}  return {value} : {_type(shape)}\n}}\n"
    )


_HEAD = (
    "#id = affine_map<(a, b, c, d) -> (a, b, c, d)>\n#turned = affine_map<(a, b, c, d) -> (a, c, b, d)>\n"
)


def _has(planned: str, shape: tuple[int, ...]) -> bool:
    """Whether some tensor of a program has the shape, except for dims of one element."""
    wanted = [size for size in shape if size != 1]
    shapes = re.findall(r"tensor<((?:\d+x)+)f32>", planned)
    return any([int(size) for size in found[:-1].split("x") if size != "1"] == wanted for found in shapes)


class TestStatedValues(unittest.TestCase):
    def plan(self, folder: pathlib.Path, name: str, use: str, target: str, statement: str) -> tuple[str, list[dict]]:
        """Returns the planned program, or an error at the op, and the hints that are not met."""
        program, planned, report = folder / "in.mlir", folder / "out.mlir", folder / "report.json"
        program.write_text(_HEAD + _function(name, use, statement))
        run = subprocess.run(
            [BUILD / "bin/layout-opt", program, f"--layout-pipeline=target={target} report={report}", "-o", planned],
            capture_output=True,
            text=True,
        )
        if run.returncode:
            line = 1 + next(i for i, text in enumerate(program.read_text().split("\n")) if "%r =" in text)
            self.assertRegex(run.stderr, rf"^{re.escape(str(program))}:{line}:\d+: error: cannot meet 'layout.require': ")
            return run.stderr, []
        run_tool("layout-check", "-O0", program, planned, f"--entry={name}")
        hints = json.loads(report.read_text()).get("hints", [])
        self.assertFalse([hint for hint in hints if "removed or replaced" in hint["outcome"]])
        return planned.read_text(), hints

    def run_all(self, statement, check, uses: tuple[str, ...] = _USES, parity: int = 0) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for index, name in enumerate(_OPS):
                chosen = ("added",) if name in _SPLATS else uses
                for place, use in enumerate(chosen):
                    if not _ALL and len(chosen) > 1 and (index + place) % 2 != parity:
                        continue
                    target = _TARGETS[(index + place) % len(_TARGETS)]
                    with self.subTest(op=name, use=use, target=target):
                        rank = len(_OPS[name][1])
                        check(name, use, *self.plan(pathlib.Path(folder), name, use, target, statement(rank)))

    def check_required(self, name: str, use: str, planned: str, hints: list[dict]) -> None:
        self.assertFalse(hints)
        if "error: " in planned:
            self.assertIn(name, _MERGE)
        elif name not in _SPLATS and name != "broadcast":
            self.assertTrue(_has(planned, _turn(_OPS[name][1])), planned)

    def test_required(self) -> None:
        self.run_all(lambda rank: f'layout.require = "{_layout(rank)}"', self.check_required)

    def test_given(self) -> None:
        """Names that are given count for a layout of the same value."""

        def state(rank: int) -> str:
            names, layout = _layout(rank).split(" -> ")
            return f'layout.given = "{names}", layout.require = "{layout}"'

        self.run_all(state, self.check_required, ("transposed",))

    def check_preferred(self, name: str, use: str, planned: str, hints: list[dict]) -> None:
        for hint in hints:
            self.assertRegex(hint["outcome"], "^(the value lies as|not used: |no operation reads or writes the value)")
        if not hints and name not in _SPLATS and name != "broadcast":
            self.assertTrue(_has(planned, _turn(_OPS[name][1])), planned)

    def test_preferred(self) -> None:
        self.run_all(lambda rank: f'layout.prefer = "{_layout(rank)}"', self.check_preferred, parity=1)

    def test_preferred_at_any_price(self) -> None:
        self.run_all(
            lambda rank: f'layout.prefer = {{layout = "{_layout(rank)}", price = 100.0}}',
            self.check_preferred,
            ("returned", "computed"),
        )


if __name__ == "__main__":
    unittest.main()
