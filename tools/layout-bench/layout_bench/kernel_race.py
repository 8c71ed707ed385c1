# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled convolutions and oneDNN's, in one process: the same operands, results compared, times in turn."""

import array
import ctypes
import dataclasses
import functools
import math
import pathlib
import random
import statistics
import time
from typing import Callable, Sequence

from . import onednn, tensors
from .convolution_program import SYMBOL, write_program
from .convolutions import FILTER, IMAGE, RESULT, Convolution, Operand, Shape
from .memory import allocate
from .process import ToolError, measure

_ROUND_SECONDS = 0.01  # of each candidate in a round
_BATCH_SECONDS = 0.001  # of calls that are timed as one
_TOLERANCE = 1e-3  # of the largest number of a result


@dataclasses.dataclass
class Measured:
    """What is known of a convolution in one layout."""

    shape: str
    operations: int
    seconds: list[float] = dataclasses.field(default_factory=list)  # of a call, for each round
    theirs: list[float] = dataclasses.field(default_factory=list)  # those of oneDNN
    implementation: str = ""  # the kernel that oneDNN chose
    share: float | None = None  # the time of oneDNN by ours, median of the rounds
    difference: float | None = None  # of the results to those of oneDNN, relative
    problem: str = ""


class Kernel:
    """A compiled convolution and memory for its operands."""

    def __init__(self, convolution: Convolution, stem: pathlib.Path) -> None:
        program, library = stem.with_suffix(".mlir"), stem.with_suffix(".so")
        write_program(convolution, program)
        measure("layout-run", program, "--emit=shared", "-o", library)
        self.convolution = convolution
        self._function = getattr(ctypes.CDLL(str(library)), SYMBOL)
        self._function.restype = None

    def allocate(self) -> None:
        """Makes memory for the operands; padding is zero."""
        convolution = self.convolution
        channels = math.prod(convolution.bias_sizes())
        operands = (convolution.image, convolution.filter, None, convolution.result)
        self._buffers = [allocate(4 * (operand.extent() if operand else channels)) for operand in operands]
        addresses = [ctypes.addressof(buffer) for buffer in self._buffers]
        self.image, self.filter, self.bias, self.result = addresses
        self.run = functools.partial(self._function, *map(ctypes.c_void_p, addresses))

    def free(self) -> None:
        del self.run, self._buffers

    def image_address(self) -> int:
        """The address of the first element that is no padding."""
        image, (rows, columns) = self.convolution.image, self.convolution.shape.low
        skipped = rows * image.stride("h") + columns * image.stride("w")
        return self.image + 4 * skipped


def race(shape: Shape, kernels: dict[Kernel, Measured], library: str | None, rounds: int) -> None:
    """Times kernels that compute the same, and oneDNN if its library is given, and compares their results first."""
    for kernel in kernels:
        kernel.allocate()
    if library:
        with onednn.Session(library) as session:
            theirs = session.convolution(shape)
            _fill(session, shape, list(kernels), theirs)
            _compare(session, shape, kernels, theirs)
            _run_rounds(kernels, theirs, rounds)
    else:
        _run_rounds(kernels, None, rounds)
    for kernel in kernels:
        kernel.free()


def _run_rounds(kernels: dict[Kernel, Measured], theirs: onednn.Convolution | None, rounds: int) -> None:
    """Lets all take turns, in another order each round."""
    runs = [(kernel.run, measured.seconds) for kernel, measured in kernels.items()]
    reference: list[float] = []
    if theirs:
        runs.append((theirs.run, reference))
    for number in range(rounds):
        first = number % len(runs)
        for run, seconds in runs[first:] + runs[:first]:
            seconds.append(_time(run))
    for measured in kernels.values():
        if theirs:
            measured.theirs = reference
            measured.implementation = theirs.implementation
            measured.share = statistics.median(b / a for a, b in zip(measured.seconds, reference))


def _time(run: Callable[[], object]) -> float:
    """Returns the median seconds of a call, but for what Python takes to make it."""
    run()
    calls, batches = 1, []
    while (taken := _time_batch(run, calls)) < _BATCH_SECONDS:
        calls = max(2 * calls, math.ceil(calls * _BATCH_SECONDS / taken))
    end = time.perf_counter() + _ROUND_SECONDS
    while not batches or time.perf_counter() < end:
        batches.append(_time_batch(run, calls) / calls)
    return max(statistics.median(batches) - _call_seconds(), 1e-9)


def _time_batch(run: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        run()
    return time.perf_counter() - start


@functools.cache
def _call_seconds() -> float:
    """Returns what a call of a function takes that does nothing with four pointers."""
    run = functools.partial(ctypes.CDLL(None).labs, *[ctypes.c_void_p()] * 4)
    return min(_time_batch(run, 1000) for _ in range(20)) / 1000


def _fill(session: onednn.Session, shape: Shape, kernels: Sequence[Kernel], theirs: onednn.Convolution) -> None:
    """Gives all the same operands."""
    groups = [shape.groups] if shape.groups > 1 else []
    channels = shape.groups * shape.outputs
    sizes = {
        "image": (shape.batch, shape.groups * shape.inputs, *shape.image),
        "filter": (*groups, shape.outputs, shape.inputs, *shape.window),
        "bias": (channels,),
    }
    for name, extents in sizes.items():
        numbers = _draw(math.prod(extents))
        address = numbers.buffer_info()[0]
        session.copy(session.view(address, extents, onednn.dense_strides(extents)), theirs.memories[name])
        for kernel in kernels:
            _copy_to(session, kernel, name, address, channels)


def _copy_to(session: onednn.Session, kernel: Kernel, name: str, address: int, channels: int) -> None:
    """Copies the elements of a tensor in row-major order to an operand of a kernel."""
    convolution = kernel.convolution
    if name == "bias":
        target = session.view(kernel.bias, [channels], [1])
        source = session.view(address, [channels], [1])
    elif name == "image":
        rows, columns = convolution.shape.image
        target, source = _views(
            session, convolution.image, IMAGE, kernel.image_address(), address, {"h": rows, "w": columns}
        )
    else:
        target, source = _views(session, convolution.filter, FILTER, kernel.filter, address, {})
    session.copy(source, target)


def _views(
    session: onednn.Session, operand: Operand, order: str, buffer: int, tensor: int, extents: dict[str, int]
) -> tuple[onednn.Handle, onednn.Handle]:
    """Returns a buffer and a tensor in row-major order as memory objects of the same sizes. `extents` are those of dims
    of which the tensor has a part only."""
    dims = operand.logical(order)
    sizes = [extents.get(dim.role, dim.size) for dim in dims]
    strides = [dim.stride for dim in dims]
    return session.view(buffer, sizes, strides), session.view(tensor, sizes, onednn.dense_strides(sizes))


def _draw(count: int) -> array.array:
    """Returns random numbers, which repeat after a prime number that no extent has as a factor."""
    chance, period = random.Random(count), 4099
    some = array.array("f", (chance.uniform(-1, 1) for _ in range(min(count, period))))
    return (some * -(-count // len(some)))[:count]


def _compare(
    session: onednn.Session, shape: Shape, kernels: dict[Kernel, Measured], theirs: onednn.Convolution
) -> None:
    """Runs all once and compares what they compute."""
    sizes = (shape.batch, shape.groups * shape.outputs, *shape.result)
    expected, found = (array.array("f", bytes(4 * math.prod(sizes))) for _ in range(2))
    theirs.run()
    plain = session.view(expected.buffer_info()[0], sizes, onednn.dense_strides(sizes))
    session.copy(theirs.memories["result"], plain)
    for kernel, measured in kernels.items():
        kernel.run()
        buffer, tensor = _views(
            session, kernel.convolution.result, RESULT, kernel.result, found.buffer_info()[0], {}
        )
        session.copy(buffer, tensor)
        measured.difference = tensors.number_difference(found, expected)
        if measured.difference > _TOLERANCE:
            measured.problem = f"its results differ by {measured.difference:.0e}, relative to the largest number"
