#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes ResNet-50 of torchvision as resnet50.mlir and compares what the backend computes with what PyTorch does.

`cmake/setup.sh pytorch` installs PyTorch and torch-mlir from the package index of pip:

    build/pytorch/bin/python tools/examples/torch_backend/resnet50.py
"""

import sys
import urllib.error

import numpy
from layout_backend import LayoutBackend
from layout_mlir import LayoutError, from_torch

TOLERANCE = 1e-3  # of the largest score: sums are in another order


def resnet50():
    """The trained model or, where its weights are not to be had, the same with random ones."""
    import torch
    import torchvision

    try:
        return torchvision.models.resnet50(weights="DEFAULT")
    except urllib.error.URLError as error:
        print(f"weights are random: cannot download trained ones: {error.reason}")
        torch.manual_seed(0)
        return torchvision.models.resnet50()


def main() -> int:
    try:
        import torch

        model = resnet50()
    except ImportError as error:
        print(f"error: requires PyTorch and torchvision, found no '{error.name}'", file=sys.stderr)
        return 1
    image = torch.randn(1, 3, 224, 224, generator=torch.Generator().manual_seed(0))
    try:
        module = from_torch(model, image, func_name="forward")
        with open("resnet50.mlir", "w", encoding="utf-8") as file:
            file.write(module.operation.get_asm(enable_debug_info=True))
        backend = LayoutBackend(target="nchw16c")
        artifact = backend.compile(module)
    except LayoutError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(artifact.planned.report)
    with torch.no_grad():
        expected = model(image).numpy()
    scores = backend.load(artifact).forward(image.numpy())
    difference, largest = numpy.abs(scores - expected).max(), numpy.abs(expected).max()
    print(f"largest difference from PyTorch: {difference:.2g}, of scores up to {largest:.3g}")
    return 0 if difference <= TOLERANCE * largest else 1


if __name__ == "__main__":
    sys.exit(main())
