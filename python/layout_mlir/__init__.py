# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python side of LayoutMLIR: layouts of tensors, and layout planning for MLIR programs (tools/docs/python.md)."""

from .c_api import LayoutErrorCode
from .errors import (
    Diagnostic,
    LayoutError,
    LayoutWarning,
    Location,
    MissingPackage,
    NotationError,
    ParseError,
    PlanningError,
    RunError,
    RunTimeout,
    TuningError,
)
from .expressions import AXIS_SEPARATOR
from .layout import Layout
from .planning import optimize
from .programs import Result
from .pytorch import from_torch
from .report import Report
from .running import run
from .tuning import Tuned, tune

__all__ = [
    "AXIS_SEPARATOR",
    "Diagnostic",
    "Layout",
    "LayoutError",
    "LayoutErrorCode",
    "LayoutWarning",
    "Location",
    "MissingPackage",
    "NotationError",
    "ParseError",
    "PlanningError",
    "Report",
    "Result",
    "RunError",
    "RunTimeout",
    "Tuned",
    "TuningError",
    "from_torch",
    "optimize",
    "run",
    "tune",
]
