# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C API of this project (include/layout-c) and of MLIR, by ctypes.

The library is that of the package, if it was installed with pip, or else the one beside the `layout-opt` in PATH. It is
loaded when it is first needed: what only writes or measures programs does without.
"""

from __future__ import annotations

import ctypes
import functools
import operator
import os
import shutil
from ctypes import c_bool, c_char_p, c_int, c_int8, c_int64, c_size_t, c_ssize_t, c_uint, c_void_p
from pathlib import Path

from .errors import MissingPackage

LIBRARY = "libLayoutMLIRCAPI.so"


class Handle(ctypes.Structure):
    """An object of MLIR: the C types are structs of one pointer."""

    _fields_ = [("ptr", c_void_p)]


class StringRef(ctypes.Structure):
    """Text in UTF-8, or bytes."""

    _fields_ = [("data", c_char_p), ("length", c_size_t)]

    @classmethod
    def of(cls, text: str | bytes) -> StringRef:
        """Refers to the text, which stays alive as long as the result."""
        data = text.encode() if isinstance(text, str) else text
        return cls(data, len(data))


class ReceivedString(ctypes.Structure):
    """The same as an argument of a callback: not up to the first zero byte, but `length` bytes."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]


class Question(ctypes.Structure):
    """LayoutQuestion of layout-c/Explain.h."""

    _fields_ = [
        (name, StringRef) for name in ("layout", "shape", "dims", "host_strides", "element_type", "to", "at", "target")
    ]


StringCallback = ctypes.CFUNCTYPE(None, ReceivedString, c_void_p)
# The handler returns a struct of one byte, which is returned as the byte is.
DiagnosticHandler = ctypes.CFUNCTYPE(c_int8, Handle, c_void_p)

Numbers = ctypes.POINTER(c_int64)
_SHAPE = (c_ssize_t, Numbers)
_PRINT = (StringCallback, c_void_p)

# The functions that are used: what they return, and what they take.
_FUNCTIONS: dict[str, tuple[object, tuple[object, ...]]] = {
    "mlirDialectRegistryCreate": (Handle, ()),
    "mlirDialectRegistryDestroy": (None, (Handle,)),
    "mlirRegisterAllDialects": (None, (Handle,)),
    "mlirContextCreateWithRegistry": (Handle, (Handle, c_bool)),
    "mlirContextGetOrLoadDialect": (Handle, (Handle, StringRef)),
    "mlirContextDestroy": (None, (Handle,)),
    "mlirContextAttachDiagnosticHandler": (ctypes.c_uint64, (Handle, DiagnosticHandler, c_void_p, c_void_p)),
    "mlirDiagnosticPrint": (None, (Handle, *_PRINT)),
    "mlirDiagnosticGetLocation": (Handle, (Handle,)),
    "mlirDiagnosticGetSeverity": (c_int, (Handle,)),
    "mlirDiagnosticGetNumNotes": (c_ssize_t, (Handle,)),
    "mlirDiagnosticGetNote": (Handle, (Handle, c_ssize_t)),
    "mlirLocationIsAFileLineColRange": (c_bool, (Handle,)),
    "mlirLocationFileLineColRangeGetFilename": (Handle, (Handle,)),
    "mlirLocationFileLineColRangeGetStartLine": (c_int, (Handle,)),
    "mlirLocationFileLineColRangeGetStartColumn": (c_int, (Handle,)),
    "mlirLocationIsAName": (c_bool, (Handle,)),
    "mlirLocationNameGetChildLoc": (Handle, (Handle,)),
    "mlirLocationIsACallSite": (c_bool, (Handle,)),
    "mlirLocationCallSiteGetCallee": (Handle, (Handle,)),
    "mlirLocationIsAFused": (c_bool, (Handle,)),
    "mlirLocationFusedGetNumLocations": (c_uint, (Handle,)),
    "mlirLocationFusedGetLocations": (None, (Handle, ctypes.POINTER(Handle))),
    "mlirLocationUnknownGet": (Handle, (Handle,)),
    "mlirIdentifierStr": (ReceivedString, (Handle,)),
    "mlirAttributeEqual": (c_bool, (Handle, Handle)),
    "mlirAttributePrint": (None, (Handle, *_PRINT)),
    "mlirAffineMapGetNumDims": (c_ssize_t, (Handle,)),
    "mlirAffineMapGetNumResults": (c_ssize_t, (Handle,)),
    "mlirModuleGetOperation": (Handle, (Handle,)),
    "mlirModuleDestroy": (None, (Handle,)),
    "mlirOperationPrint": (None, (Handle, *_PRINT)),
    "mlirOperationWriteBytecode": (None, (Handle, *_PRINT)),
    "layoutRegisterAllDialects": (None, (Handle,)),
    "layoutGetVersion": (ReceivedString, ()),
    "layoutIndexMapAttrParse": (Handle, (Handle, StringRef, StringRef)),
    "layoutIndexMapAttrParseForShape": (Handle, (Handle, StringRef, StringRef, *_SHAPE, Numbers)),
    "layoutIndexMapAttrWrite": (c_int8, (Handle, StringRef, StringRef, *_SHAPE, Numbers, *_PRINT)),
    "layoutIndexMapAttrGetAffineMap": (Handle, (Handle,)),
    "layoutIndexMapAttrGetNumSeparators": (c_ssize_t, (Handle,)),
    "layoutIndexMapAttrGetSeparator": (c_int64, (Handle, c_ssize_t)),
    "layoutIndexMapAttrCompose": (Handle, (Handle, Handle)),
    "layoutIndexMapAttrComposeOnShape": (Handle, (Handle, Handle, *_SHAPE)),
    "layoutIndexMapAttrInverse": (Handle, (Handle, *_SHAPE)),
    "layoutIndexMapAttrFlatten": (Handle, (Handle, *_SHAPE)),
    "layoutIndexMapAttrGetPhysicalShape": (c_int8, (Handle, *_SHAPE, Numbers)),
    "layoutIndexMapAttrForward": (c_int8, (Handle, *_SHAPE, Numbers)),
    "layoutIndexMapAttrBackward": (c_int8, (Handle, *_SHAPE, Numbers, Numbers)),
    "layoutIndexMapAttrIsEqual": (c_int, (Handle, Handle, *_SHAPE)),
    "layoutIndexMapAttrIsBijective": (c_int, (Handle, *_SHAPE)),
    "layoutPack": (c_int8, (Handle, *_SHAPE, c_size_t, c_void_p, Numbers, c_void_p, c_void_p)),
    "layoutUnpack": (c_int8, (Handle, *_SHAPE, c_size_t, c_void_p, c_void_p, Numbers)),
    "layoutExplain": (c_int8, (Handle, Question, c_int, *_PRINT)),
    "layoutModuleParse": (Handle, (Handle, StringRef, StringRef)),
    "layoutPlan": (Handle, (Handle, StringRef)),
    "layoutReportPrint": (c_int8, (Handle, c_int, Handle, *_PRINT)),
    "layoutReportDestroy": (None, (Handle,)),
}


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
def load() -> ctypes.CDLL:
    """The library with all functions declared; raises MissingPackage where there is none."""
    path = next((path for path in _candidates() if path.exists()), None)
    if path is None:
        raise MissingPackage(
            f"requires {LIBRARY} in the package or beside a layout-opt in PATH, found neither: "
            "install the package with pip, or put build/release/bin in PATH"
        )
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise MissingPackage(f"cannot load {path}: {error}") from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def numbers(values: object) -> ctypes.Array[c_int64]:
    """An array of the C API."""
    values = [operator.index(value) for value in values]  # type: ignore[attr-defined]
    if not all(-(2**63) <= value < 2**63 for value in values):
        raise OverflowError(f"requires numbers of 64 bits, found {values}")
    return (c_int64 * max(len(values), 1))(*values)


def read(text: ReceivedString) -> bytes:
    return ctypes.string_at(text.data, text.length) if text.length else b""


def printed(function: object, *arguments: object) -> bytes | None:
    """What a function prints through its callback, the last two of its arguments; None if it fails."""
    parts: list[bytes] = []
    callback = StringCallback(lambda text, _: parts.append(read(text)))
    result = function(*arguments, callback, None)  # type: ignore[operator]
    return None if result == 0 and function.restype is c_int8 else b"".join(parts)  # type: ignore[attr-defined]
