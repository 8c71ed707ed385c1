# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times a matmul and a convolution in several element types, planned and not, beside ONNX Runtime."""

import dataclasses
import math
import pathlib
import random
import statistics
import struct

from . import candidates
from .candidates import Candidate
from .process import ToolError, measure, run_seconds
from .table import print_table
from .tensors import write_tensor

TARGET = "nhwc-packed16"
_ROUND_SECONDS = 0.2
_LEAST_RUNS, _MOST_RUNS = 3, 1000
_SCALE = 512.0  # of sums that are rounded to 8 bits
_ENGINE = "onnxruntime"
_HEADER = ["GFLOP/s or GOP/s", "not planned", "planned", "of f32", _ENGINE]


@dataclasses.dataclass(frozen=True)
class ElementType:
    """The types of data, filter and sums, and how the body of an op extends the first two."""

    name: str
    data: str
    sums: str
    extensions: tuple[str, str] = ("", "")  # ops on an element of the data and of the filter
    npy: str = ""  # the description of the data in a .npy file; none if ONNX Runtime does not compute in this type
    onnx: tuple[str, str] = ("", "")  # the types of data and filter there

    @property
    def is_integer(self) -> bool:
        return self.sums == "i32"

    def draw(self, count: int, chance: random.Random) -> bytes:
        """Returns random numbers in memory."""
        if self.is_integer:
            return chance.randbytes(count)
        numbers = [chance.uniform(-1, 1) for _ in range(count)]
        if self.data == "bf16":
            return b"".join(struct.pack("<f", number)[2:] for number in numbers)
        code = {"f64": "d", "f32": "f", "f16": "e"}[self.data]
        return struct.pack(f"<{count}{code}", *numbers)


TYPES = (
    ElementType("f32", "f32", "f32", npy="<f4", onnx=("FLOAT", "FLOAT")),
    ElementType("f64", "f64", "f64", npy="<f8", onnx=("DOUBLE", "DOUBLE")),
    ElementType("bf16", "bf16", "f32", ("extf", "extf")),
    ElementType("f16", "f16", "f32", ("extf", "extf"), npy="<f2", onnx=("FLOAT16", "FLOAT16")),
    ElementType("u8 x i8", "i8", "i32", ("extui", "extsi"), npy="|u1", onnx=("UINT8", "INT8")),
    ElementType("i8 x i8", "i8", "i32", ("extsi", "extsi"), npy="|i1", onnx=("INT8", "INT8")),
)


@dataclasses.dataclass(frozen=True)
class Op:
    """A product of data with a constant filter: shapes and indices of data, filter and result, and the extents of the
    loops. ONNX has other orders of dims."""

    name: str
    loops: tuple[tuple[str, int], ...]  # of the result, then those that are added up
    indices: tuple[str, str, str]
    shapes: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    onnx_shapes: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    is_convolution: bool

    @property
    def operations(self) -> int:
        return 2 * math.prod(extent for _, extent in self.loops)

    def program(self, type: ElementType, filter_data: bytes) -> str:
        data, weights, result = ("x".join(map(str, shape)) for shape in self.shapes)
        names = ", ".join(name for name, _ in self.loops)
        maps = ", ".join(f"affine_map<({names}) -> ({index})>" for index in self.indices)
        rank = len(self.shapes[2])
        iterators = ", ".join('"parallel"' if i < rank else '"reduction"' for i in range(len(self.loops)))
        zero = "0" if type.is_integer else "0.0"
        sums = f"tensor<{result}x{type.sums}>"
        rounds = self.is_convolution and type.is_integer
        given = f"tensor<{result}x{type.data}>" if rounds else sums
        tail = self._tail(type, result) if rounds else ""
        body = [
            f"%{to} = arith.{extension} %{name} : {type.data} to {type.sums}"
            for to, name, extension in zip("pq", "ab", type.extensions)
            if extension
        ]
        suffix = "i" if type.is_integer else "f"
        factors = "%p, %q" if body else "%a, %b"
        lines = "\n    ".join([*body, f"%m = arith.mul{suffix} {factors} : {type.sums}"])
        return f"""\
func.func @forward(%x: tensor<{data}x{type.data}>) -> {given} {{
  %w = arith.constant dense<"0x{filter_data.hex().upper()}"> : tensor<{weights}x{type.data}>
  %zero = arith.constant {zero} : {type.sums}
  %empty = tensor.empty() : {sums}
  %zeros = linalg.fill ins(%zero : {type.sums}) outs(%empty : {sums}) -> {sums}
  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}}
      ins(%x, %w : tensor<{data}x{type.data}>, tensor<{weights}x{type.data}>) outs(%zeros : {sums}) {{
  ^bb0(%a: {type.data}, %b: {type.data}, %c: {type.sums}):
    {lines}
    %s = arith.add{suffix} %c, %m : {type.sums}
    linalg.yield %s : {type.sums}
  }} -> {sums}{tail}
  return {"%z" if rounds else "%y"} : {given}
}}
"""

    def _tail(self, type: ElementType, result: str) -> str:
        """Returns an op that scales the sums and rounds them to 8 bits, as the next convolution reads them."""
        lowest, highest = (0, 255) if type.extensions[0] == "extui" else (-128, 127)
        names = ", ".join(f"d{i}" for i in range(len(self.shapes[2])))
        same = f"affine_map<({names}) -> ({names})>"
        iterators = ", ".join(['"parallel"'] * len(self.shapes[2]))
        return f"""
  %scale = arith.constant {1 / _SCALE} : f32
  %lowest = arith.constant {lowest}.0 : f32
  %highest = arith.constant {highest}.0 : f32
  %narrow = tensor.empty() : tensor<{result}xi8>
  %z = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = [{iterators}]}}
      ins(%y : tensor<{result}xi32>) outs(%narrow : tensor<{result}xi8>) {{
  ^bb0(%a: i32, %b: i8):
    %p = arith.sitofp %a : i32 to f32
    %q = arith.mulf %p, %scale : f32
    %r = math.roundeven %q : f32
    %s = arith.maximumf %r, %lowest : f32
    %t = arith.minimumf %s, %highest : f32
    %u = arith.fptosi %t : f32 to i32
    %v = arith.trunci %u : i32 to i8
    linalg.yield %v : i8
  }} -> tensor<{result}xi8>"""

    def onnx_node(self, type: ElementType) -> str:
        if self.is_convolution:
            return "QLinearConv" if type.is_integer else "Conv"
        return "MatMulInteger" if type.is_integer else "MatMul"


_SIZE, _CHANNELS, _IMAGE = 512, 64, 56
OPS = (
    Op(
        "matmul, 512x512x512",
        (("m", _SIZE), ("n", _SIZE), ("k", _SIZE)),
        ("m, k", "k, n", "m, n"),
        ((_SIZE, _SIZE),) * 3,
        ((_SIZE, _SIZE),) * 3,
        is_convolution=False,
    ),
    Op(
        "3x3 convolution, 64 channels, 56x56",
        (("n", 1), ("h", _IMAGE), ("v", _IMAGE), ("f", _CHANNELS), ("i", 3), ("j", 3), ("c", _CHANNELS)),
        ("n, h + i, v + j, c", "i, j, c, f", "n, h, v, f"),
        ((1, _IMAGE + 2, _IMAGE + 2, _CHANNELS), (3, 3, _CHANNELS, _CHANNELS), (1, _IMAGE, _IMAGE, _CHANNELS)),
        ((1, _CHANNELS, _IMAGE + 2, _IMAGE + 2), (_CHANNELS, _CHANNELS, 3, 3), (1, _CHANNELS, _IMAGE, _IMAGE)),
        is_convolution=True,
    ),
)


class _Program:
    """A program that layout-run compiles, for every round again."""

    def __init__(self, program: pathlib.Path) -> None:
        self._program = program
        self._seconds = math.inf  # of a run; not known before the first round, which is then a short one

    def time(self, seconds: float) -> float:
        """Runs the program for about that long; returns the median seconds of a run."""
        runs = min(max(math.ceil(seconds / self._seconds), _LEAST_RUNS), _MOST_RUNS)
        self._seconds = run_seconds(self._program, f"--runs={runs}", f"--output={self._program.with_suffix('.npy')}")
        return self._seconds

    def close(self) -> None:
        """Nothing runs between the rounds."""


def bench_types(work: pathlib.Path, rounds: int) -> None:
    """Prints a table for each op: medians of interleaved rounds."""
    missing = candidates.missing_packages(_ENGINE)
    for number, op in enumerate(OPS):
        folder = work / f"op{number}"
        folder.mkdir()
        seconds = _race(op, folder, not missing, rounds)
        print(f"\n## {op.name}: medians of {rounds} interleaved rounds, one thread\n")
        print_table(_HEADER, [_row(op, type, seconds) for type in TYPES])
    if missing:
        print(f"\n{_ENGINE}: not installed: {', '.join(missing)}")


def _row(op: Op, type: ElementType, seconds: dict) -> list[str]:
    def speed(name: str) -> str:
        taken = seconds.get((type.name, name))
        return f"{op.operations / statistics.median(taken) / 1e9:.0f}" if taken else "-"

    pairs = zip(seconds[TYPES[0].name, "planned"], seconds[type.name, "planned"])
    ratio = statistics.median(reference / taken for reference, taken in pairs)
    return [type.name, speed("plain"), speed("planned"), f"{ratio:.2f}", speed(_ENGINE)]


def _race(op: Op, folder: pathlib.Path, has_engine: bool, rounds: int) -> dict:
    """Returns the seconds of each round by type and candidate."""
    running: dict[tuple[str, str], _Program | Candidate] = {}
    try:
        for number, type in enumerate(TYPES):
            running |= _start(op, type, folder / f"type{number}", has_engine)
        seconds: dict[tuple[str, str], list[float]] = {key: [] for key in running}
        for _ in range(rounds):
            for key, candidate in running.items():
                seconds[key].append(candidate.time(_ROUND_SECONDS))
    finally:
        for candidate in running.values():
            candidate.close()
    return seconds


def _start(op: Op, type: ElementType, folder: pathlib.Path, has_engine: bool) -> dict:
    folder.mkdir()
    chance = random.Random(1)
    weights = type.draw(math.prod(op.shapes[1]), chance)
    plain, planned = folder / "plain.mlir", folder / "planned.mlir"
    plain.write_text(op.program(type, weights), encoding="utf-8")
    candidates.plan(plain, f"target={TARGET}", planned)
    measure("layout-check", "--code=kernels", plain, planned)
    started: dict[tuple[str, str], _Program | Candidate] = {
        (type.name, "plain"): _Program(plain),
        (type.name, "planned"): _Program(planned),
    }
    if has_engine and type.npy:
        model, data = folder / "op.onnx", folder / "x.npy"
        _write_onnx(op, type, weights, model)
        write_tensor(data, op.onnx_shapes[0], type.npy, type.draw(math.prod(op.shapes[0]), chance))
        try:
            started[type.name, _ENGINE] = candidates.start_engine(_ENGINE, model, 1, [data], folder)
        except ToolError:
            pass  # it has no such op in this type: the table has no number
    return started


def _write_onnx(op: Op, type: ElementType, weights: bytes, file: pathlib.Path) -> None:
    """Writes a model of the op alone."""
    import onnx
    from onnx import TensorProto, helper

    data, filter_type = (getattr(TensorProto, name) for name in type.onnx)
    quantized = op.onnx_node(type) == "QLinearConv"
    result = TensorProto.INT32 if type.is_integer and not quantized else data
    constants = [helper.make_tensor("w", filter_type, op.onnx_shapes[1], weights, raw=True)]
    names = ["x", "w"]
    if quantized:
        names = ["x", "one", "x0", "w", "one", "w0", "scale", "x0"]
        scales = {"one": 1, "scale": _SCALE}
        constants += [helper.make_tensor(name, TensorProto.FLOAT, [], [value]) for name, value in scales.items()]
        constants += [helper.make_tensor(name, zero, [], [0]) for name, zero in (("x0", data), ("w0", filter_type))]
    graph = helper.make_graph(
        [helper.make_node(op.onnx_node(type), names, ["y"])],
        "op",
        [helper.make_tensor_value_info("x", data, op.onnx_shapes[0])],
        [helper.make_tensor_value_info("y", result, op.onnx_shapes[2])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(file))
