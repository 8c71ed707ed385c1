# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The library with the C API of this project and of MLIR, and what its functions take and print (c_api.py).

The library is that of the package, if it was installed with pip, or else the one beside the `layout-opt` in PATH. It is
loaded when it is first needed: what only writes or measures programs does without.
"""

from __future__ import annotations

import ctypes
import functools
import operator
import os
import shutil
from collections.abc import Iterable
from ctypes import c_int64
from pathlib import Path
from typing import Any

from . import c_api
from .errors import MissingPackage

LIBRARY = "libLayoutMLIRCAPI.so"


def find_tool(name: str) -> Path:
    """The tool of the package or, without one, that in PATH; raises MissingPackage."""
    packaged = Path(__file__).parent / "bin" / name
    found = packaged if packaged.exists() else shutil.which(name)
    if not found:
        raise MissingPackage(f"requires the tool {name} in PATH, found none: put build/release/bin there")
    return Path(found)


def _candidates() -> list[Path]:
    beside = [Path(folder).parent / "lib" for folder in os.get_exec_path() if Path(folder, "layout-opt").exists()]
    return [folder / LIBRARY for folder in (Path(__file__).parent / "lib", *beside)]


@functools.cache
def load() -> c_api.Library:
    """The library with all functions declared; raises MissingPackage where there is none."""
    path = next((path for path in _candidates() if path.exists()), None)
    if path is None:
        raise MissingPackage(
            f"requires {LIBRARY} in the package or beside a layout-opt in PATH, found neither: "
            "install the package with pip, or put build/release/bin in PATH"
        )
    try:
        return c_api.declare(ctypes.CDLL(str(path)))
    except OSError as error:
        raise MissingPackage(f"cannot load {path}: {error}") from error
    except AttributeError as error:
        raise MissingPackage(f"requires {path} of the version of this package, found another: {error}") from error


def string(text: str | bytes) -> c_api.MlirStringRef:
    """Refers to a text in UTF-8, or to bytes, which stay alive as long as the result."""
    data = text.encode() if isinstance(text, str) else text
    return c_api.MlirStringRef(ctypes.cast(ctypes.c_char_p(data), ctypes.POINTER(ctypes.c_char)), len(data))


def read(text: c_api.MlirStringRef) -> bytes:
    """Copies what is referred to, zero bytes included."""
    return ctypes.string_at(text.data, text.length) if text.length else b""


def numbers(values: Iterable[object]) -> ctypes.Array[c_int64]:
    """An array of integers; of one entry if there are none. Raises OverflowError for one of more than 64 bits."""
    integers = [operator.index(value) for value in values]  # type: ignore[arg-type]
    if not all(-(2**63) <= value < 2**63 for value in integers):
        raise OverflowError(f"requires numbers of 64 bits, found {integers}")
    return (c_int64 * max(len(integers), 1))(*integers)


def succeeded(result: c_api.MlirLogicalResult) -> bool:
    return bool(result.value)


def printed(function: Any, *arguments: object) -> bytes | None:
    """What a function prints through its callback, the last two of its arguments; None if it fails."""
    parts: list[bytes] = []
    callback = c_api.MlirStringCallback(lambda text, _: parts.append(read(text)))
    result = function(*arguments, callback, None)
    return None if isinstance(result, c_api.MlirLogicalResult) and not succeeded(result) else b"".join(parts)
