# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A backend of torch-mlir that plans layouts and compiles to a shared library.

torch-mlir hands a backend a module in `linalg` on tensors and calls what that makes of it with arrays of NumPy:

    from torch_mlir import fx
    module = fx.export_and_import(model, image, output_type="linalg-on-tensors", func_name="forward")
    backend = LayoutBackend(target="nchw16c")
    invoker = backend.load(backend.compile(module))
    scores = invoker.forward(image.numpy())

The class has the methods of torch_mlir_e2e_test.linalg_on_tensors_backends.abc.LinalgOnTensorsBackend, and derives from
it where torch-mlir is installed, so that its end-to-end tests take the backend. It needs the package layout_mlir and
layout-run.
"""

from __future__ import annotations

import ctypes
import dataclasses
import re
import shutil
import subprocess
import tempfile
import weakref
from pathlib import Path
from typing import Any, Callable

import numpy
from layout_mlir import Result, native, optimize

try:
    from torch_mlir_e2e_test.linalg_on_tensors_backends.abc import LinalgOnTensorsBackend
except ImportError:
    LinalgOnTensorsBackend = object

_DTYPES = {
    "f16": numpy.float16,
    "f32": numpy.float32,
    "f64": numpy.float64,
    "i1": numpy.bool_,
    "i8": numpy.int8,
    "i16": numpy.int16,
    "i32": numpy.int32,
    "i64": numpy.int64,
    "index": numpy.int64,
}
# " *   arg0: arg0_dim0 x 3 elements of type f32, read" and " *   arg1: one element of type f32, read"
_PORT = re.compile(r"^ \* +(?P<name>arg|result)\d+: (?P<dims>.*?) elements? of type (?P<type>\w+), ", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Port:
    """An argument or result of a compiled function; a dim is None if its extent is known at run time only."""

    is_result: bool
    shape: tuple[int | None, ...]
    dtype: type

    @classmethod
    def of(cls, line: re.Match) -> Port:
        if line["type"] not in _DTYPES:
            raise TypeError(f"requires elements that NumPy has, found {line['type']}")
        dims = [] if line["dims"] == "one" else line["dims"].split(" x ")
        shape = tuple(int(dim) if dim.isdigit() else None for dim in dims)
        return cls(line["name"] == "result", shape, _DTYPES[line["type"]])


@dataclasses.dataclass(frozen=True)
class Function:
    """A function of a shared library, as layout-run describes it in a header: a pointer for each port, in order."""

    library: Path
    symbol: str
    ports: tuple[Port, ...]


@dataclasses.dataclass
class Artifact:
    """A compiled module: its functions by name, and what the planner says of it."""

    functions: dict[str, Function]
    planned: Result


class Invoker:
    """Calls the functions of an artifact: `invoker.forward(x)` takes and returns arrays."""

    def __init__(self, artifact: Artifact):
        self._artifact = artifact  # its libraries live as long

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = self._artifact.functions.get(name)
        if function is None:
            raise AttributeError(f"requires one of {', '.join(self._artifact.functions)}, found {name}")
        compiled = getattr(ctypes.CDLL(str(function.library)), function.symbol)
        compiled.restype = None
        return lambda *inputs: _call(compiled, function.ports, inputs)


def _check(number: int, array: Any, port: Port) -> numpy.ndarray:
    """The input as the function reads it: row-major, without gaps."""
    array = numpy.asarray(array)
    fits = len(array.shape) == len(port.shape) and all(
        wanted in (None, found) for wanted, found in zip(port.shape, array.shape)
    )
    if not fits or array.dtype != port.dtype:
        wanted = "x".join("?" if dim is None else str(dim) for dim in port.shape)
        raise TypeError(
            f"requires {wanted} elements of {numpy.dtype(port.dtype)} as input {number}, "
            f"found {'x'.join(map(str, array.shape))} of {array.dtype}"
        )
    return numpy.ascontiguousarray(array)


def _call(compiled: Any, ports: tuple[Port, ...], inputs: tuple[Any, ...]) -> Any:
    arguments = [port for port in ports if not port.is_result]
    if len(inputs) != len(arguments):
        raise TypeError(f"requires {len(arguments)} inputs, found {len(inputs)}")
    arrays = [_check(number, *pair) for number, pair in enumerate(zip(inputs, arguments))]
    results = [numpy.empty(port.shape, port.dtype) for port in ports if port.is_result]
    pointers: list[Any] = []
    for array, port in zip([*arrays, *results], ports):
        dynamic = [size for size, dim in zip(array.shape, port.shape) if dim is None]
        pointers += [ctypes.c_int64(size) for size in dynamic]
        pointers.append(array.ctypes.data_as(ctypes.c_void_p))
    compiled(*pointers)
    return results[0] if len(results) == 1 else tuple(results)


class LayoutBackend(LinalgOnTensorsBackend):
    """Plans for `target` and compiles for this machine; `options` are those of `layout_mlir.optimize`."""

    def __init__(self, target: str | None = None, threads: int = 1, **options: object):
        super().__init__()
        self._target, self._threads, self._options = target, threads, options

    def compile(self, imported_module: Any) -> Artifact:
        """Compiles every public function of a module, which is not changed.

        Raises layout_mlir.PlanningError if it cannot be planned, TypeError if a result has dims that only the
        program knows, and RuntimeError if it cannot be compiled.
        """
        planned = optimize(imported_module, self._target, **self._options)
        artifact = Artifact({}, planned)
        folder = tempfile.mkdtemp()
        weakref.finalize(artifact, shutil.rmtree, folder)
        program = Path(folder) / "planned.mlirbc"
        planned.save(program)
        for name in re.findall(r"^  func\.func (?:public )?@(\w+)\(.*\{$", planned.text, re.MULTILINE):
            artifact.functions[name] = self._compile(program, name)
        return artifact

    def load(self, artifact: Artifact) -> Invoker:
        """Returns what calls the functions of an artifact."""
        return Invoker(artifact)

    def _compile(self, program: Path, name: str) -> Function:
        library, header = program.with_name(f"{name}.so"), program.with_name(f"{name}.h")
        symbol = f"layout_{name}"  # a function of C cannot be called main
        command = [
            str(native.find_tool("layout-run")),
            str(program),
            *(f"--entry={name}", f"--symbol={symbol}", f"--threads={self._threads}"),
            *("--emit=shared", "-o", str(library), f"--emit-header={header}"),
        ]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        ports = tuple(map(Port.of, _PORT.finditer(header.read_text(encoding="utf-8"))))
        if any(None in port.shape for port in ports if port.is_result):
            raise TypeError(f"requires results of known sizes, found others in {name}")
        return Function(library, symbol, ports)
