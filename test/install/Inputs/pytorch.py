"""Models of PyTorch go through from_torch, optimize and run, and compute what they compute in PyTorch.

Prints for each the batches that it ran with, and the layers that its report names.
"""

import re

import numpy
import torch
from layout_mlir import from_torch, optimize, run
from torch import nn

DYNAMIC = ({0: torch.export.Dim("batch")},)


class Network(nn.Module):
    """Convolutions with batch normalization, ReLU and a residual, then a linear layer."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU())
        self.body = nn.Sequential(nn.Conv2d(16, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16))
        self.fc = nn.Linear(16, 10)

    def forward(self, image):
        stem = self.stem(image)
        return self.fc(torch.relu(self.body(stem) + stem).mean((2, 3)))


class Block(nn.Module):
    """Tokens, attention and a feed-forward part, as in a decoder."""

    def __init__(self, dim=64, heads=4):
        super().__init__()
        self.heads = heads
        self.tokens = nn.Embedding(50, dim)
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.up, self.down = nn.Linear(dim, 4 * dim), nn.Linear(4 * dim, dim)

    def forward(self, tokens):
        x = self.tokens(tokens)
        batch, length, dim = x.shape
        parts = self.qkv(self.norm1(x)).chunk(3, -1)
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in parts)
        attention = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(attention.transpose(1, 2).reshape(batch, length, dim))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))


def layers(report):
    """The names of layers at the ends of the rewrites that are left, and of what did not get its layouts."""
    ends = " ".join(end for rewrite in report.rewrites_left for end in rewrite.between)
    reasons = {reason.name for group in report.critical_ops for reason in group.reasons}
    return sorted((set(re.findall(r"'([\w.]+)' at", ends)) | reasons) - {""})


def check(name, model, inputs, target, of_program=False, **options):
    """Plans for the first of the inputs, and runs and compares with all of them."""
    if of_program:
        program = torch.export.export(model.eval(), inputs[:1], **options)
        planned = optimize(from_torch(program), target)
    else:
        planned = optimize(from_torch(model, inputs[0], **options), target)
    assert planned.report.plan.is_proved_best
    for array in inputs:
        with torch.no_grad():
            expected = model(array).numpy()
        numpy.testing.assert_allclose(run(planned, array.numpy()), expected, rtol=1e-4, atol=1e-5)
    print(name, [len(array) for array in inputs], *layers(planned.report))


def main():
    torch.manual_seed(0)
    images = tuple(torch.randn(batch, 3, 14, 9) for batch in (2, 5, 1))
    tokens = tuple(torch.randint(0, 50, (batch, 24)) for batch in (2, 5, 1))
    check("module", Network(), images[:1], "nhwc")
    check("program", Network(), images[:1], "nhwc", of_program=True)
    check("module of any batch", Network(), images, "nhwc", dynamic_shapes=DYNAMIC)
    check("program of any batch", Network(), images, "nhwc", of_program=True, dynamic_shapes=DYNAMIC)
    check("decoder", Block(), tokens[:1], "nchw16c-mm16")
    check("decoder of any batch", Block(), tokens, "nchw16c-mm16", dynamic_shapes=DYNAMIC)
    layer = nn.TransformerEncoderLayer(64, 4, 128, batch_first=True, activation="gelu")
    check("encoder", layer, (torch.randn(2, 24, 64),), "nchw16c-mm16")


if __name__ == "__main__":
    main()
