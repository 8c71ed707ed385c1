# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of MLIR: read from whatever holds one, planned, and written."""

from __future__ import annotations

import ctypes
import functools
import html
import json
import os
import warnings
import weakref
from pathlib import Path
from typing import Any, Union

from . import c_api, native
from .c_api import LayoutErrorCode, LayoutReportFormat
from .context import Context
from .errors import Diagnostic, LayoutError, LayoutWarning, ParseError, PlanningError
from .report import Report

Program = Union[str, bytes, "os.PathLike[str]", "Result", Any]
"""A program: text, bytecode, the path of a file with either, a Result, or a module of MLIR's Python bindings."""


def source_of(program: Program) -> tuple[bytes, str]:
    """The text or bytecode of a program, and the name that locations have.

    A str without line breaks and braces is a path if a file of that name exists, if it ends in .mlir or .mlirbc, or if
    it holds no operation: those have a symbol, operands or a name in quotes.
    """
    if isinstance(program, Result):
        return program.bytecode, program.name
    if isinstance(program, bytes):
        return program, "bytecode"
    if isinstance(program, os.PathLike) or (isinstance(program, str) and _is_path(program)):
        path = os.fspath(program)
        try:
            return Path(path).read_bytes(), path
        except OSError as error:
            raise ParseError(f"cannot read {path}: {error.strerror}") from error
    if isinstance(program, str):
        return program.encode(), "text"
    return _text_of_module(program), type(program).__name__


def _is_path(text: str) -> bool:
    if not text or any(c in text for c in "\n{}"):
        return False
    return text.endswith((".mlir", ".mlirbc")) or not any(c in text for c in '@("') or os.path.exists(text)


def _text_of_module(module: Any) -> bytes:
    """The text of a module of Python bindings, those of torch-mlir as well, with its locations."""
    operation = getattr(module, "operation", module)
    if hasattr(operation, "get_asm"):
        return operation.get_asm(enable_debug_info=True).encode()
    text = str(module)
    if type(module).__str__ is object.__str__:
        raise TypeError(f"requires a program as text, bytecode, path or module, found {type(module).__name__}")
    return text.encode()


def _destroy(context: Context, module: c_api.MlirModule, report: c_api.LayoutReport) -> None:
    """Destroys what lives in a context, which is kept up to here, as an argument."""
    context.library.layoutReportDestroy(report)
    context.library.mlirModuleDestroy(module)


class Result:
    """A planned program.

    `warnings` is what the planner warned of; `report` says what it did. A notebook shows the page of the report.
    """

    def __init__(
        self,
        context: Context,
        module: c_api.MlirModule,
        report: c_api.LayoutReport,
        name: str,
        said: tuple[Diagnostic, ...],
    ) -> None:
        self.name = name
        self.warnings = tuple(it for it in said if it.severity == "warning")
        self._context, self._module, self._report = context, module, report
        weakref.finalize(self, _destroy, context, module, report)

    def _operation(self) -> c_api.MlirOperation:
        return self._context.library.mlirModuleGetOperation(self._module)

    @functools.cached_property
    def text(self) -> str:
        """The program as text."""
        text = native.printed(self._context.library.mlirOperationPrint, self._operation())
        return (text or b"").decode()

    @functools.cached_property
    def bytecode(self) -> bytes:
        """The program as bytecode of MLIR."""
        return native.printed(self._context.library.mlirOperationWriteBytecode, self._operation()) or b""

    def _printed_report(self, format: LayoutReportFormat) -> str:
        library = self._context.library
        with self._context.listening() as said:
            text = native.printed(
                library.layoutReportPrint, self._report, format, library.mlirLocationUnknownGet(self._context.handle)
            )
        if text is None:
            raise self._context.error(LayoutError, said)
        return text.decode()

    @functools.cached_property
    def report(self) -> Report:
        """What the planner did."""
        data = json.loads(self._printed_report(LayoutReportFormat.JSON))
        return Report.of(data, self._printed_report(LayoutReportFormat.TEXT))

    @functools.cached_property
    def page(self) -> str:
        """The report as one HTML page that needs nothing else. Raises LayoutError if this build has none."""
        return self._printed_report(LayoutReportFormat.HTML)

    @functools.cached_property
    def svg(self) -> str:
        """The graph of the plan as SVG, drawn by Graphviz. Raises LayoutError without its program `dot` in PATH."""
        return self._printed_report(LayoutReportFormat.SVG)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the program: as bytecode where the name ends in .mlirbc, else as text."""
        data = self.bytecode if os.fspath(path).endswith(".mlirbc") else self.text.encode()
        Path(path).write_bytes(data)

    def _repr_html_(self) -> str:
        """The page of the report in a frame of its own."""
        try:
            page = self.page
        except LayoutError as error:
            if error.code != LayoutErrorCode.UNAVAILABLE:
                raise
            return f"<pre>{html.escape(self.report.text)}</pre>"
        return f'<iframe style="width:100%;height:640px;border:0" srcdoc="{html.escape(page)}"></iframe>'

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        left = len(self.report.rewrites_left)
        return (
            f"<Result {self.name}: target {self.report.target}, {left} {'rewrite' if left == 1 else 'rewrites'} left>"
        )


def _array_of(options: dict[str, str]) -> ctypes.Array[c_api.LayoutOption]:
    """The options as C takes them. A path may have bytes that are no UTF-8, as everywhere in Python."""
    pairs = [
        c_api.LayoutOption(native.string(name), native.string(os.fsencode(value))) for name, value in options.items()
    ]
    return (c_api.LayoutOption * max(len(pairs), 1))(*pairs)


def plan_program(program: Program, options: dict[str, str]) -> Result:
    """Plans the layouts of a program, as `optimize` does, with the texts of options by their names."""
    source, name = source_of(program)
    context = Context()
    library = context.library
    with context.listening() as said:
        module = library.layoutModuleParse(context.handle, native.string(source), native.string(name))
    if not module.ptr:
        raise context.error(ParseError, said)
    with context.listening() as said:
        report = library.layoutPlanWithOptions(module, len(options), _array_of(options))
    if not report.ptr:
        library.mlirModuleDestroy(module)
        raise context.error(PlanningError, said)
    result = Result(context, module, report, name, tuple(said))
    for warning in result.warnings:
        warnings.warn(warning.describe(), LayoutWarning, stacklevel=3)
    return result
