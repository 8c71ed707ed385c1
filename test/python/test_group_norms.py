# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Norms of groups of channels that fit no blocks are planned as well as by hand, however they are written.

Each program is a convolution to 20 channels, a norm of 2 groups of 10, and a convolution back to 4. With 4 channels in
a block, a block lies across both groups. Spellings differ in the reshape to groups (of the channels; with joined pixels;
with all that belongs to a group joined, with or without the batch), in the variance (mean of centered squares, or mean
of squares, in one op with the mean or not), in whether sums keep their dims, in the ops (generic, named, `arith` on
tensors), in sizes and element types. Required: nothing but the argument and the result is rewritten, also if it is
planned again, and the numbers are equal.
"""

import dataclasses
import json
import pathlib
import tempfile
import unittest

from build_tools import run_tool

_TARGET = "--layout-pipeline=target=nchw4c"
_BATCH, _HEIGHT, _WIDTH, _CHANNELS = 2, 3, 5, 20


@dataclasses.dataclass(frozen=True)
class Spelling:
    """How one norm is written; see `_Program`."""

    name: str
    view: str = "channels"  # or "pixels", "members", "batch": what the reshape joins besides
    variance: str = "centered"  # or "squares", "both": of centered values, of squares, with the mean in one op
    ops: str = "generic"  # or "named", "tensor"
    element: str = "f32"
    groups: int = 2
    keeps_dims: bool = False
    is_dynamic: bool = False


SPELLINGS = (
    Spelling("centered"),
    Spelling("of_squares", variance="squares"),
    Spelling("in_one_op", variance="both"),
    Spelling("kept_dims", keeps_dims=True),
    Spelling("named", ops="named"),
    Spelling("on_tensors", ops="tensor"),
    Spelling("pixels", view="pixels"),
    Spelling("pixels_of_squares", view="pixels", variance="squares", keeps_dims=True),
    Spelling("members", view="members"),
    Spelling("members_in_one_op", view="members", variance="both"),
    Spelling("batch", view="batch"),
    Spelling("dynamic", is_dynamic=True),
    Spelling("dynamic_named", is_dynamic=True, ops="named"),
    Spelling("dynamic_squares", is_dynamic=True, variance="squares", keeps_dims=True),
    Spelling("half", element="f16"),
)


def _map(dims: list[str], results: list[str]) -> str:
    return f"affine_map<({', '.join(dims)}) -> ({', '.join(results)})>"


class _Program:
    """The text of one spelling."""

    def __init__(self, spelling: Spelling) -> None:
        self.of = spelling
        self.lines: list[str] = []
        dynamic = spelling.is_dynamic
        self.batch, self.height, self.width = ("?",) * 3 if dynamic else (_BATCH, _HEIGHT, _WIDTH)
        self.size = _CHANNELS // spelling.groups
        self.sizes = "%n, %h, %w" if dynamic else ""
        self.image = self.type(self.batch, _CHANNELS, self.height, self.width)
        self._choose_view()

    def type(self, *shape: int | str) -> str:
        return f"tensor<{'x'.join(map(str, (*shape, self.of.element)))}>"

    def _choose_view(self) -> None:
        groups, size, pixels = self.of.groups, self.size, _HEIGHT * _WIDTH
        self.dims, shape = {
            "channels": (["n", "g", "c", "h", "w"], (self.batch, groups, size, self.height, self.width)),
            "pixels": (["n", "g", "c", "p"], (self.batch, groups, size, pixels)),
            "members": (["n", "g", "m"], (self.batch, groups, size * pixels)),
            "batch": (["g", "m"], (_BATCH * groups, size * pixels)),
        }[self.of.view]
        self.view = self.type(*shape)
        self.kept = [dim for dim in self.dims if dim in "ng"]
        rest = len(self.dims) - len(self.kept)
        self.sums = self.type(*shape[: len(self.kept)], *([1] * rest if self.of.keeps_dims else []))
        self.sum_index = self.kept + (["0"] * rest if self.of.keeps_dims else [])

    def emit(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def generic(self, name: str, dims: list[str], reads: list[tuple[str, str, list[str]]], writes, body: str) -> None:
        """Emits an op that reads values of types at indices, and writes destinations; the others are reduced."""
        element = self.of.element
        kept = writes[0][2]
        maps = ", ".join(_map(dims, index) for _, _, index in (*reads, *writes))
        kinds = ", ".join('"parallel"' if dim in kept else '"reduction"' for dim in dims)
        arguments = [f"%a{i}: {element}" for i in range(len(reads))] + [f"%b{i}: {element}" for i in range(len(writes))]
        types = [", ".join(type_ for _, type_, _ in values) for values in (reads, writes)]
        names = [", ".join(value for value, _, _ in values) for values in (reads, writes)]
        self.emit(f"{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}")
        self.emit(f"    ins({names[0]} : {types[0]}) outs({names[1]} : {types[1]}) {{")
        self.emit(f"^bb0({', '.join(arguments)}):")
        for line in body.replace("f32", element).split("; "):
            self.emit(f"  {line}")
        self.emit(f"}} -> {types[1] if len(writes) == 1 else f'({types[1]})'}")

    def sum(self, name: str, value: str, squares: bool) -> None:
        if self.of.ops == "named" and not squares:
            dims = list(range(len(self.kept), len(self.dims)))
            self.emit(f"{name} = linalg.reduce {{arith.addf}} ins({value} : {self.view}) outs(%zeros : {self.sums})")
            self.emit(f"    dimensions = {dims}")
            return
        body = "%s = arith.addf %b0, %a0 : f32; linalg.yield %s : f32"
        if squares:
            body = "%q = arith.mulf %a0, %a0 : f32; %s = arith.addf %q, %b0 : f32; linalg.yield %s : f32"
        self.generic(name, self.dims, [(value, self.view, self.dims)], [("%zeros", self.sums, self.sum_index)], body)

    def on_sums(self, name: str, values: list[str], body: str) -> None:
        dims = [f"d{i}" for i in range(len(self.sum_index))]
        self.generic(name, dims, [(v, self.sums, dims) for v in values], [("%sums", self.sums, dims)], body)

    def combine(self, name: str, op: str, value: str, statistic: str) -> None:
        """Emits an elementwise op on a value and the statistic of its group."""
        if self.of.ops == "generic":
            body = f"%s = arith.{op}f %a0, %a1 : f32; linalg.yield %s : f32"
            reads = [(value, self.view, self.dims), (statistic, self.sums, self.sum_index)]
            self.generic(name, self.dims, reads, [("%views", self.view, self.dims)], body)
            return
        dims = list(range(len(self.kept), len(self.dims)))
        self.emit(f"{name}b = linalg.broadcast ins({statistic} : {self.sums}) outs(%views : {self.view})")
        self.emit(f"    dimensions = {dims}")
        if self.of.ops == "tensor":
            self.emit(f"{name} = arith.{op}f {value}, {name}b : {self.view}")
        else:
            types = f"{self.view}, {self.view}"
            self.emit(f"{name} = linalg.{op} ins({value}, {name}b : {types}) outs(%views : {self.view}) -> {self.view}")

    def reshape(self, value: str, to_groups: bool) -> str:
        """Emits the reshape to groups, or back, by way of the type in which dims are joined."""
        pixels, channels = _HEIGHT * _WIDTH, _CHANNELS
        joined, image_dims, view_dims = {
            "channels": (self.image, "", "[[0], [1, 2], [3], [4]]"),
            "pixels": (self.type(self.batch, channels, pixels), "[[0], [1], [2, 3]]", "[[0], [1, 2], [3]]"),
            "members": (self.type(self.batch, channels * pixels), "[[0], [1, 2, 3]]", "[[0], [1, 2]]"),
            "batch": (self.type(_BATCH * channels * pixels), "[[0, 1, 2, 3]]", "[[0, 1]]"),
        }[self.of.view]

        def expand(source: str, name: str, dims: str, source_type: str, result: str) -> None:
            static = result[len("tensor<") :].split("x")[:-1]
            names = iter(["%n", "%h", "%w"])
            sizes = ", ".join(next(names) if size == "?" else size for size in static)
            self.emit(f"{name} = tensor.expand_shape {source} {dims} output_shape [{sizes}]")
            self.emit(f"    : {source_type} into {result}")

        if to_groups:
            if image_dims:
                self.emit(f"%joined = tensor.collapse_shape {value} {image_dims} : {self.image} into {joined}")
            expand("%joined" if image_dims else value, "%grouped", view_dims, joined, self.view)
            return "%grouped"
        self.emit(f"%whole = tensor.collapse_shape {value} {view_dims} : {self.view} into {joined}")
        if image_dims:
            expand("%whole", "%split", image_dims, joined, self.image)
        return "%split" if image_dims else "%whole"

    def norm(self, value: str) -> str:
        divide = "%m = arith.mulf %a0, %inverse : f32"
        root = "%e = arith.addf {}, %epsilon : f32; %r = math.rsqrt %e : f32; linalg.yield %r : f32"
        grouped = self.reshape(value, to_groups=True)
        total, squares = "%total", "%squares"
        if self.of.variance == "both":
            body = "%s = arith.addf %b0, %a0 : f32; %q = arith.mulf %a0, %a0 : f32; %t = arith.addf %q, %b1 : f32"
            writes = [("%zeros", self.sums, self.sum_index)] * 2
            reads = [(grouped, self.view, self.dims)]
            self.generic("%both:2", self.dims, reads, writes, f"{body}; linalg.yield %s, %t : f32, f32")
            total, squares = "%both#0", "%both#1"
        else:
            self.sum(total, grouped, squares=False)
        self.on_sums("%mean", [total], f"{divide}; linalg.yield %m : f32")
        self.combine("%centered", "sub", grouped, "%mean")
        if self.of.variance == "centered":
            self.sum(squares, "%centered", squares=True)
            self.on_sums("%scale", [squares], f"{divide}; {root.format('%m')}")
        else:
            if self.of.variance == "squares":
                self.sum(squares, grouped, squares=True)
            body = f"{divide}; %p = arith.mulf %a1, %a1 : f32; %d = arith.subf %m, %p : f32; {root.format('%d')}"
            self.on_sums("%scale", [squares, "%mean"], body)
        self.combine("%scaled", "mul", "%centered", "%scale")
        return self.reshape("%scaled", to_groups=False)

    def convolve(self, name: str, value: str, weights: tuple[str, int, int], source: str, result: str) -> None:
        filters = self.type(weights[1], weights[2], 1, 1)
        self.emit(f"{name}e = tensor.empty({self.sizes}) : {result}")
        self.emit(f"{name}f = linalg.fill ins(%zero : {self.of.element}) outs({name}e : {result}) -> {result}")
        self.emit(f"{name} = linalg.conv_2d_nchw_fchw ins({value}, {weights[0]} : {source}, {filters})")
        self.emit(f"    outs({name}f : {result}) -> {result}")

    def __str__(self) -> str:
        element = self.of.element
        outer = self.type(self.batch, 4, self.height, self.width)
        numbers = {"zero": 0.0, "epsilon": 1e-3, "inverse": 1 / (self.size * _HEIGHT * _WIDTH)}
        for name, number in numbers.items():
            self.emit(f"%{name} = arith.constant {number:.6f} : {element}")
        self.emit(f"%v = arith.constant dense<0.25> : {self.type(_CHANNELS, 4, 1, 1)}")
        self.emit(f"%u = arith.constant dense<0.25> : {self.type(4, _CHANNELS, 1, 1)}")
        if self.of.is_dynamic:
            for name, dim in (("n", 0), ("h", 2), ("w", 3)):
                self.emit(f"%i{dim} = arith.constant {dim} : index")
                self.emit(f"%{name} = tensor.dim %x, %i{dim} : {outer}")
        self.emit(f"%sums = tensor.empty({'%n' if self.of.is_dynamic else ''}) : {self.sums}")
        self.emit(f"%zeros = linalg.fill ins(%zero : {element}) outs(%sums : {self.sums}) -> {self.sums}")
        self.emit(f"%views = tensor.empty({self.sizes}) : {self.view}")
        self.convolve("%first", "%x", ("%v", _CHANNELS, 4), outer, self.image)
        self.convolve("%last", self.norm("%first"), ("%u", 4, _CHANNELS), self.image, outer)
        body = "\n".join(self.lines)
        return f"func.func @{self.of.name}(%x: {outer}) -> {outer} {{\n{body}\n  return %last : {outer}\n}}\n"


class GroupNorms(unittest.TestCase):
    def plan(self, spelling: Spelling, folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
        source, planned = folder / f"{spelling.name}.mlir", folder / f"{spelling.name}.planned.mlir"
        written = folder / "written.mlir"
        written.write_text(str(_Program(spelling)), encoding="utf-8")
        run_tool("layout-opt", written, "--layout-randomize-splats", "-o", source)
        run_tool("layout-opt", source, _TARGET, "-o", planned)
        return source, planned

    def count(self, program: pathlib.Path, *passes: str) -> dict:
        return json.loads(run_tool("layout-opt", program, *passes, "--layout-count", "-o", "/dev/null"))

    def test_spellings(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            for spelling in SPELLINGS:
                with self.subTest(spelling.name):
                    source, planned = self.plan(spelling, pathlib.Path(name))
                    found = self.count(planned)
                    self.assertEqual((found["rewrites"], found["moves"]["n"]), (2, 0))
                    self.assertEqual(self.count(planned, _TARGET), found)
                    sizes = [f"--dims={_BATCH},{_HEIGHT},{_WIDTH}"] if spelling.is_dynamic else []
                    self.assertIn("\nequal\n", run_tool("layout-check", source, planned, *sizes))

    def test_groups_that_fit(self) -> None:
        """Groups of 4 are blocks, and stay as they are."""
        with tempfile.TemporaryDirectory() as name:
            source, planned = self.plan(Spelling("fits", groups=5), pathlib.Path(name))
            self.assertEqual(self.count(planned)["rewrites"], 2)
            self.assertIn("tensor<2x5x4x3x5xf32>", source.read_text(encoding="utf-8"))
            over_members = 'iterator_types = ["parallel", "parallel", "reduction"]'
            self.assertNotIn(over_members, planned.read_text(encoding="utf-8"))
            self.assertIn("\nequal\n", run_tool("layout-check", source, planned))


if __name__ == "__main__":
    unittest.main()
