# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures convolutions and matmuls in the layouts among which they can choose, and plans with what it has measured."""

from ..errors import TuningError
from .machine import tune_machine
from .tune import Tuned, tune

__all__ = ["Tuned", "TuningError", "tune", "tune_machine"]
