# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Benchmarks of the layout tools: processes are timed from outside, passes by MLIR's own timers."""
