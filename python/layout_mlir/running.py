# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are compiled and called with arrays of NumPy, in a process of their own."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import native
from .c_api import LayoutErrorCode
from .errors import Diagnostic, LayoutError, Location, ParseError, RunError, RunTimeout
from .programs import Program, source_of

if TYPE_CHECKING:
    import numpy

_FILE = "program.mlir"
_NO_PROGRAM = 2
"""The exit code of layout-run for a file that is no program."""


def _write(path: Path, array: Any) -> None:
    """Writes an array as layout-run reads it: row-major, little endian."""
    import numpy

    array = numpy.asarray(array)
    if array.dtype.hasobject:
        raise TypeError(f"requires elements that are no Python objects, found {array.dtype}")
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("<"))
    numpy.save(path, numpy.require(array, requirements="C"))


def _read(path: Path) -> numpy.ndarray:
    """Reads a result; bfloat16 has its type if ml_dtypes is installed, else it is two bytes."""
    import numpy

    array: numpy.ndarray = numpy.load(path)
    if array.dtype == numpy.dtype("V2"):
        try:
            import ml_dtypes
        except ImportError:
            return array
        array = array.view(ml_dtypes.bfloat16)
    return array


def _error(said: str, exit_code: int, name: str) -> LayoutError:
    """The exception for what layout-run said on standard error: its errors, without lines of the program, which has the
    name `name` in locations."""
    found = re.findall(r"^(?:(\S+?):(\d+):(\d+): )?error: (.*)$", said, re.MULTILINE)
    is_program = exit_code != _NO_PROGRAM
    code = LayoutErrorCode.OTHER if is_program else LayoutErrorCode.PROGRAM

    def locate(file: str, line: str, column: str) -> Location | None:
        return Location(name if file == _FILE else file, int(line), int(column)) if line else None

    diagnostics = tuple(Diagnostic("error", message, locate(*place), code=code) for *place, message in found)
    message = "\n".join(it.message for it in diagnostics) or said.strip() or f"layout-run ended with {exit_code}"
    return RunError(message, diagnostics) if is_program else ParseError(message, diagnostics)


def run(
    program: Program,
    *inputs: Any,
    entry: str = "",
    threads: int = 1,
    timeout: float | None = None,
) -> numpy.ndarray | tuple[numpy.ndarray, ...]:
    """Compiles a program and calls one of its functions with arrays.

    `program` is what `optimize` takes, or its Result; `inputs` are one array for each argument, of its shape and type.
    `entry` names the function, else it is the only public one with a body and a result, else forward, else main.
    `threads` share the loops of kernels; `timeout` is in seconds.

    Returns the results: an array, or a tuple of several; memref arguments are results too, as the call leaves them.
    Raises ParseError if there is no such file or the program cannot be read, RunError if it cannot be compiled or
    called, or crashes, RunTimeout, which is a RunError and a TimeoutError, if that takes longer than `timeout`, and
    MissingPackage without `layout-run`.
    """
    tool = native.find_tool("layout-run")
    source, name = source_of(program)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        (scratch / _FILE).write_bytes(source)
        command = [str(tool), _FILE, "--runs=1", "--warmup=0", "--require-inputs", f"--threads={threads}"]
        for number, array in enumerate(inputs):
            _write(scratch / f"input{number}.npy", array)
            command.append(f"--input=input{number}.npy")
        command += ["--output=output.npy", *([f"--entry={entry}"] if entry else [])]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            raise RunTimeout(f"requires an end within {timeout:g} s, found none") from None
        if done.returncode:
            raise _error(done.stderr, done.returncode, name)
        if (scratch / "output.npy").exists():
            return _read(scratch / "output.npy")
        results = sorted(scratch.glob("output-*.npy"), key=lambda path: int(path.stem.split("-")[1]))
        return tuple(_read(path) for path in results)
