# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of PyTorch as programs, where PyTorch and torch-mlir are installed."""

from __future__ import annotations

from typing import Any

from .errors import MissingPackage


def from_torch(model: Any, *inputs: Any, **options: Any) -> Any:
    """The module of torch-mlir for a model, in `linalg` on tensors, for `optimize`.

    `model` is a torch.nn.Module, which is put into evaluation mode, or an exported program; `inputs` are example
    arguments, whose shapes are those of the program. `options` go to torch_mlir.fx.export_and_import.

    Raises MissingPackage if PyTorch or torch-mlir is not installed.
    """
    try:
        import torch  # noqa: F401
        from torch_mlir import fx
    except ImportError as error:
        raise MissingPackage(
            f"from_torch requires PyTorch and torch-mlir, found no '{error.name}': "
            "https://github.com/llvm/torch-mlir says how to install both"
        ) from error
    if hasattr(model, "eval"):
        model = model.eval()
    return fx.export_and_import(model, *inputs, **{"output_type": "linalg-on-tensors", **options})
