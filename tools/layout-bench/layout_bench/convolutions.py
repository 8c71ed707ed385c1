# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the convolutions of planned networks.

layout-opt outlines the kernels of a planned network (`layout-to-kernels`). A convolution is taken from its kernel with
the buffer types that it has there: blocked, read from a padded buffer, or written to a slice of another one.
"""

import collections
import dataclasses
import math
import pathlib
import re
from typing import Sequence

from .process import ToolError, measure

_KERNELS = "layout-to-kernels=schedule=false"
_PRINTING = ("--mlir-print-debuginfo", "--mlir-print-local-scope")
_ELISION = ("--mlir-elide-resource-strings-if-larger=1", "--mlir-elide-elementsattrs-if-larger=16")
_SOURCE = re.compile(r"linalg\.(\w*conv_2d\w*) .*?ins\((%[\w#]+),")
_PAD = re.compile(r"^\s*(%\w+) = tensor\.pad %\w+ low\[([\d, ]+)\] high\[([\d, ]+)\]", re.MULTILINE)
_FUNCTION = re.compile(r"^  func\.func private @(\w+)\([^\n]*layout\.kernel.*?^  \}", re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"call @(\w+)\(")
_BUFFER = r"memref<[^<>]*(?:<[^<>]*>)?[^<>]*>"
_OP = re.compile(
    r"linalg\.generic \{indexing_maps = \[(?P<maps>.*?)\], iterator_types = \[(?P<iterators>[^\]]*)\]\}"
    r"(?: ins\([^:]*: (?P<inputs>[^)]*)\))?"
    rf" outs\([^:]*: (?P<result>{_BUFFER})\) \{{\n(?P<body>.*?)\n    \}} loc\((?P<location>[^\n]*)\)$",
    re.MULTILINE | re.DOTALL,
)
_PRODUCT = re.compile(
    r"(?P<product>%\w+) = arith\.mulf (?P<a>%\w+), (?P<b>%\w+)\b.*\n"
    r".*(?P<sum>%\w+) = arith\.addf (?:%out, (?P=product)|(?P=product), %out)\b.*\n.*linalg\.yield (?P=sum)\b"
)

# The dims of operands: batch, group, channels of the input and of the result within a group, rows and columns of an
# image, rows and columns of the filter. A tensor has them in this order, a buffer in another one, and some several
# times: `k` as blocks of channels and as channels of a block.
IMAGE, FILTER, RESULT = "ngchw", "gkcrs", "ngkhw"


@dataclasses.dataclass(frozen=True)
class Dim:
    """A dim of a buffer."""

    role: str  # a letter of IMAGE, FILTER or RESULT
    size: int
    stride: int  # in elements


@dataclasses.dataclass(frozen=True)
class Operand:
    """A buffer of f32."""

    type: str
    dims: tuple[Dim, ...]

    def logical(self, order: str) -> list[Dim]:
        """Returns the dims in the order of the tensor."""
        return sorted(self.dims, key=lambda dim: order.index(dim.role))

    def size(self, role: str) -> int:
        return math.prod(dim.size for dim in self.dims if dim.role == role)

    def stride(self, role: str) -> int:
        """Returns the distance of elements that are adjacent in a dim, which must not be split."""
        strides = [dim.stride for dim in self.dims if dim.role == role]
        if len(strides) != 1:
            raise ToolError(f"{self.type} has {len(strides)} dims for one of an image")
        return strides[0]

    def extent(self) -> int:
        """Returns the number of elements from the first to the last."""
        return 1 + sum((dim.size - 1) * dim.stride for dim in self.dims)


@dataclasses.dataclass(frozen=True)
class Shape:
    """A convolution whatever its layout. Pairs are of rows and columns."""

    batch: int
    groups: int
    inputs: int  # channels of the input in a group
    outputs: int  # channels of the result in a group
    image: tuple[int, int]  # without padding
    window: tuple[int, int]  # of the filter
    result: tuple[int, int]
    strides: tuple[int, int]
    dilations: tuple[int, int]
    low: tuple[int, int]  # padding at the first row and column
    high: tuple[int, int]  # padding at the last row and column

    def operations(self) -> int:
        """Returns the number of additions and multiplications, those with zeros of the padding included."""
        points = self.batch * math.prod(self.result) * self.groups * self.outputs
        return 2 * points * self.inputs * math.prod(self.window)

    def __str__(self) -> str:
        rows, columns = self.image
        text = f"{self.groups * self.inputs}x{rows}x{columns} to {self.groups * self.outputs}"
        text += f", {self.window[0]}x{self.window[1]}"
        if self.strides != (1, 1):
            text += f", strides {self.strides[0]}x{self.strides[1]}"
        if self.dilations != (1, 1):
            text += f", dilations {self.dilations[0]}x{self.dilations[1]}"
        return text + (f", {self.groups} groups" if self.groups > 1 else "")


@dataclasses.dataclass(frozen=True)
class Convolution:
    """A convolution as a planned network has it."""

    shape: Shape
    image: Operand
    filter: Operand
    result: Operand
    maps: tuple[str, ...]  # of image, filter and result
    iterators: str

    def bias_sizes(self) -> list[int]:
        """Returns the sizes of the dims of a result that distinguish channels, in the order of the tensor."""
        return [dim.size for dim in self.result.logical(RESULT) if dim.role in "gk"]


def find_convolutions(program: pathlib.Path, target: str, work: pathlib.Path) -> dict[Convolution, int]:
    """Plans a network for a target; returns its convolutions, and how often the network computes each."""
    kernels = work / f"{program.stem}.{target}.kernels.mlir"
    pipeline = f"--layout-pipeline=target={target}"
    measure("layout-opt", program, pipeline, f"--{_KERNELS}", *_PRINTING, *_ELISION, "-o", kernels)
    planned = kernels.read_text(encoding="utf-8")
    kernels.unlink()
    calls = collections.Counter(_CALL.findall(planned))
    sources = _read_sources(program)
    found: dict[Convolution, int] = collections.defaultdict(int)
    for function in _FUNCTION.finditer(planned):
        convolution = _read_kernel(function[0], sources)
        if convolution:
            found[convolution] += calls[function[1]]
    return dict(found)


@dataclasses.dataclass(frozen=True)
class _Source:
    """What the program says of a convolution before planning."""

    low: tuple[int, int]
    high: tuple[int, int]


def _read_sources(program: pathlib.Path) -> dict[int, _Source]:
    """Returns the named convolutions of a program by their lines. Weights are not part of these lines."""
    pads: dict[str, tuple[list[int], list[int]]] = {}
    sources: dict[int, _Source] = {}
    with open(program, encoding="utf-8") as stream:
        for number, line in enumerate(stream, start=1):
            if pad := _PAD.match(line):
                pads[pad[1]] = tuple([int(size) for size in text.split(",")] for text in (pad[2], pad[3]))
            elif source := _SOURCE.search(line):
                first = 1 if "nhwc" in source[1] else 2  # the dim of rows
                low, high = pads.get(source[2], ([0] * 4, [0] * 4))
                sources[number] = _Source(*((sizes[first], sizes[first + 1]) for sizes in (low, high)))
    return sources


def _read_kernel(function: str, sources: dict[int, _Source]) -> Convolution | None:
    """Returns the convolution of a kernel, if it has one."""
    ops = list(_OP.finditer(function))
    for op in ops:
        lines = [int(line) for line in re.findall(r'"[^"]*":(\d+):\d+', op["location"])]
        source = next((sources[line] for line in lines if line in sources), None)
        if source and "reduction" in op["iterators"] and _PRODUCT.search(op["body"]):
            return _read_op(op, source, ops[-1]["result"])
    return None


def _read_op(op: re.Match, source: _Source, written: str) -> Convolution:
    """Reads the op of a convolution; `written` is the buffer type of the last op of its kernel."""
    maps = tuple(re.findall(r"affine_map<.*?->.*?\)>", op["maps"]))
    types = [*re.findall(_BUFFER, op["inputs"]), op["result"]]
    if parse_type(written)[0] == parse_type(op["result"])[0]:
        types[2] = written
    operands = [[_parse_index(index) for index in re.search(r"-> \((.*)\)>", text)[1].split(",")] for text in maps]
    windows = [index for index in operands[0] if len(index) == 2]
    if len(operands) != 3 or len(windows) != 2:
        raise ToolError(f"a convolution has other index expressions than known ones: {', '.join(maps)}")
    roles = _find_roles(operands, windows)
    image, window, result = (_make_operand(type, indices, roles) for type, indices in zip(types, operands))
    steps = [{roles[loop]: step for loop, step in index.items()} for index in windows]
    shape = Shape(
        *(image.size("n"), result.size("g"), image.size("c"), result.size("k")),
        image=tuple(image.size(role) - low - high for role, low, high in zip("hw", source.low, source.high)),
        window=(window.size("r"), window.size("s")),
        result=(result.size("h"), result.size("w")),
        strides=(steps[0]["h"], steps[1]["w"]),
        dilations=(steps[0]["r"], steps[1]["s"]),
        **dataclasses.asdict(source),
    )
    return Convolution(shape, image, window, result, maps, op["iterators"])


# The loops of an index expression, and by what they are multiplied.
_Index = dict[str, int]


def _parse_index(text: str) -> _Index:
    """Reads `d2 * 2 + d6`, or `0`, which has no loop."""
    terms = [re.fullmatch(r"(d\d+)(?: \* (\d+))?", term.strip()) for term in text.split("+")]
    if text.strip() == "0":
        return {}
    if not all(terms):
        raise ToolError(f"a convolution has another index expression than known ones: {text}")
    return {term[1]: int(term[2] or 1) for term in terms}


def _find_roles(operands: Sequence[Sequence[_Index]], windows: Sequence[_Index]) -> dict[str, str]:
    """Returns for each loop which dim of tensors it runs over."""
    image, window, result = ({loop for index in indices for loop in index} for indices in operands)
    roles = {}
    for loop in image | window | result:
        if loop in window:
            roles[loop] = ("g" if loop in image else "k") if loop in result else "c"
        else:
            roles[loop] = "n"
    for index, (point, element) in zip(windows, ("hr", "ws")):
        roles.update((loop, point if loop in result else element) for loop in index)
    return roles


def _make_operand(type: str, indices: Sequence[_Index], roles: dict[str, str]) -> Operand:
    names = []
    for index in indices:
        found = [roles[loop] for loop in index]
        names.append(next((role for role in found if role in "hw"), found[0] if found else "n"))
    sizes, strides = parse_type(type)
    return Operand(type, tuple(map(Dim, names, sizes, strides)))


def parse_type(type: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns sizes and strides of `memref<2x8xf32, strided<[?, 1], offset: ?>>`. A stride is unknown only where the
    size is 1."""
    found = re.fullmatch(r"memref<((?:\d+x)*)f32(?:, strided<\[([^\]]*)\](?:, offset: (?:\?|\d+))?>)?>", type)
    if not found:
        raise ToolError(f"a convolution is not on f32 buffers of static shape with strides, but {type}")
    sizes = tuple(int(size) for size in found[1].split("x")[:-1])
    given = found[2].split(", ") if found[2] else ["?"] * len(sizes)
    strides: list[int] = []
    for size, stride in zip(reversed(sizes), reversed(given)):
        inside = strides[-1] * sizes[len(sizes) - len(strides)] if strides else 1
        strides.append(inside if stride == "?" else int(stride))
    return sizes, tuple(reversed(strides))
