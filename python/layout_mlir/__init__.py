# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python side of LayoutMLIR: tensor layout planning for MLIR programs."""

from .tuning import TuningError, Tuned, tune

__all__ = ["Tuned", "TuningError", "tune"]
