# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python side of LayoutMLIR: layouts of tensors, and layout planning for MLIR programs (tools/docs/python.md)."""

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
)
from .expressions import AXIS_SEPARATOR
from .layout import Layout
from .tuning import TuningError, Tuned, tune

__all__ = [
    "AXIS_SEPARATOR",
    "Diagnostic",
    "Layout",
    "LayoutError",
    "LayoutWarning",
    "Location",
    "MissingPackage",
    "NotationError",
    "ParseError",
    "PlanningError",
    "RunError",
    "Tuned",
    "TuningError",
    "tune",
]
