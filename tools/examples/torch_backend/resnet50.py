#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes ResNet-50 of torchvision as resnet50.mlir and compares what the backend computes with what PyTorch does.

PyTorch and torch-mlir come from their nightly wheels:

    pip install --pre torch-mlir torchvision --extra-index-url https://download.pytorch.org/whl/nightly/cpu -f https://github.com/llvm/torch-mlir-release/releases/expanded_assets/dev-wheels
    python3 tools/examples/torch_backend/resnet50.py
"""

import sys

import numpy
from layout_backend import LayoutBackend
from layout_mlir import LayoutError, from_torch


def main() -> int:
    try:
        import torch
        import torchvision
    except ImportError as error:
        print(f"error: requires PyTorch and torchvision, found no '{error.name}'", file=sys.stderr)
        return 1
    model = torchvision.models.resnet50(weights="DEFAULT").eval()
    image = torch.randn(1, 3, 224, 224, generator=torch.Generator().manual_seed(0))
    try:
        module = from_torch(model, image, func_name="forward")
        with open("resnet50.mlir", "w", encoding="utf-8") as file:
            file.write(str(module))
        backend = LayoutBackend(target="nchw16c")
        artifact = backend.compile(module)
    except LayoutError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(artifact.planned.report)
    with torch.no_grad():
        expected = model(image).numpy()
    scores = backend.load(artifact).forward(image.numpy())
    print("largest difference from PyTorch:", numpy.abs(scores - expected).max())
    return 0


if __name__ == "__main__":
    sys.exit(main())
