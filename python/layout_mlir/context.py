# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Contexts of MLIR, and what is said in them."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

from . import c_api, native
from .errors import Diagnostic, LayoutError, Location, NotationError

_KEEP_NOTHING = ctypes.CFUNCTYPE(None, ctypes.c_void_p)()  # a null pointer


def _location(library: c_api.Library, location: c_api.MlirLocation) -> Location | None:
    """The file, line and column of a location, or of the first of its parts that has them."""
    if library.mlirLocationIsAFileLineColRange(location):
        file = library.mlirIdentifierStr(library.mlirLocationFileLineColRangeGetFilename(location))
        line = library.mlirLocationFileLineColRangeGetStartLine(location)
        column = library.mlirLocationFileLineColRangeGetStartColumn(location)
        # A module that stands around the program only in memory is at line 0.
        return Location(native.read(file).decode(errors="replace"), line, column) if line else None
    if library.mlirLocationIsAName(location):
        return _location(library, library.mlirLocationNameGetChildLoc(location))
    if library.mlirLocationIsACallSite(location):
        return _location(library, library.mlirLocationCallSiteGetCallee(location))
    if library.mlirLocationIsAFused(location):
        parts = (c_api.MlirLocation * library.mlirLocationFusedGetNumLocations(location))()
        library.mlirLocationFusedGetLocations(location, parts)
        return next(filter(None, (_location(library, part) for part in parts)), None)
    return None


def _diagnostic(library: c_api.Library, handle: c_api.MlirDiagnostic) -> Diagnostic:
    message = native.printed(library.mlirDiagnosticPrint, handle) or b""
    notes = [library.mlirDiagnosticGetNote(handle, i) for i in range(library.mlirDiagnosticGetNumNotes(handle))]
    return Diagnostic(
        library.mlirDiagnosticGetSeverity(handle).name.lower(),
        message.decode(errors="replace"),
        _location(library, library.mlirDiagnosticGetLocation(handle)),
        tuple(_diagnostic(library, note) for note in notes),
        library.layoutDiagnosticGetErrorCode(handle),
    )


def _destroy(library: c_api.Library, context: c_api.MlirContext, handler: object) -> None:
    """Destroys a context. The handler that it calls is kept up to here, as an argument."""
    library.mlirContextDestroy(context)


class Context:
    """A context with all dialects, which keeps what is said in it.

    `shared` is a context that several threads use at once, each of which hears only what is said in its own calls.
    """

    def __init__(self, shared: bool = False) -> None:
        self.library = library = native.load()
        registry = library.mlirDialectRegistryCreate()
        library.mlirRegisterAllDialects(registry)
        library.layoutRegisterAllDialects(registry)
        self.handle = library.mlirContextCreateWithRegistry(registry, True)
        library.mlirDialectRegistryDestroy(registry)
        library.mlirContextGetOrLoadDialect(self.handle, native.string("layout"))
        heard = threading.local() if shared else SimpleNamespace()
        self._heard = heard

        def hear(diagnostic: c_api.MlirDiagnostic, _: object) -> int:
            said = _diagnostic(library, diagnostic)
            getattr(heard, "diagnostics", []).append(said)
            return 1

        self._handler = c_api.MlirDiagnosticHandler(hear)
        library.mlirContextAttachDiagnosticHandler(self.handle, self._handler, None, _KEEP_NOTHING)
        weakref.finalize(self, _destroy, library, self.handle, self._handler)

    @contextmanager
    def listening(self) -> Iterator[list[Diagnostic]]:
        """Collects what is said meanwhile."""
        diagnostics: list[Diagnostic] = []
        self._heard.diagnostics = diagnostics
        try:
            yield diagnostics
        finally:
            self._heard.diagnostics = []

    def error(self, kind: type[LayoutError], diagnostics: list[Diagnostic]) -> LayoutError:
        """The exception for a call that failed after it has said this."""
        errors = [said for said in diagnostics if said.severity == "error"]
        others = [said for said in diagnostics if said.severity != "error"]
        # The place in a layout is a column of its text, which the exception has.
        texts = [said.message if kind is NotationError else said.describe() for said in errors]
        message = "\n".join(texts) or "failed without a reason"
        return kind(message, (*errors, *others))


_layouts: Context | None = None
_creation = threading.Lock()


def layouts() -> Context:
    """The context of all layouts, which are compared with each other and live as long as the program."""
    global _layouts
    # There must never be a second one, as functools.cache would make for threads that come at once.
    with _creation:
        if _layouts is None:
            _layouts = Context(shared=True)
        return _layouts
