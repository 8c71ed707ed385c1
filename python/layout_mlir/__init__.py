# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python side of LayoutMLIR: tensor layout planning for MLIR programs."""
