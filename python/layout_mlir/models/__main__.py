# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of the model generators: writes one network to standard output."""

from __future__ import annotations

import argparse
import dataclasses
import enum
import os
import sys
from typing import Callable, Sequence

from . import NETWORKS, ImageLayout, Weights


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the network that the arguments name. Invalid arguments end the program with exit code 2."""
    parser = _parser()
    given = {key: value for key, value in vars(parser.parse_args(arguments)).items() if value is not None}
    name = given.pop("name")
    if name not in NETWORKS:
        parser.error(f"unknown network '{name}', choose from {', '.join(NETWORKS)}")
    network, options = NETWORKS[name]
    known = {field.name for field in dataclasses.fields(options)}
    for option in given.keys() - known:
        parser.error(f"--{option.replace('_', '-')} does not apply to {name}")
    try:
        network(sys.stdout, options(**given))
        sys.stdout.flush()
    except ValueError as error:
        parser.error(str(error))
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m layout_mlir.models",
        description="Writes a published network as linalg-on-tensors IR with seeded weights to standard output.",
    )
    parser.add_argument("name", metavar="NAME", help=", ".join(NETWORKS))
    parser.add_argument("--layout", type=_one_of(ImageLayout), help="dim order of images: nchw or nhwc [nchw]")
    parser.add_argument("--batch", type=_positive, metavar="N", help="independent inputs [1]")
    parser.add_argument("--input-size", type=_positive, metavar="PIXELS", help="height and width of images [published]")
    parser.add_argument(
        "--layers",
        type=_positive,
        metavar="N",
        help="transformer layers, stages of swin, layers of each dense block [published, small 2, dense 3]",
    )
    parser.add_argument("--sequence", type=_positive, metavar="TOKENS", help="length of the text [128, small 16]")
    parser.add_argument("--small", action="store_true", default=None, help="same graph, an eighth of the channels")
    parser.add_argument("--seed", type=int, metavar="N", help="of the weights [0]")
    parser.add_argument(
        "--weights",
        type=_one_of(Weights),
        help="resource, dense: in the file; splat: one number each; args: matrices and filters are arguments, "
        "linear ones as [in, out] [resource]",
    )
    parser.add_argument("--onnx", metavar="FILE", help="write the same network as an ONNX model too (package onnx)")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a positive number, found '{text}'")
    return int(text)


def _one_of(kind: type[enum.Enum]) -> Callable[[str], enum.Enum]:
    names = {member.value: member for member in kind}

    def convert(text: str) -> enum.Enum:
        if text not in names:
            raise argparse.ArgumentTypeError(f"expected {' or '.join(names)}, found '{text}'")
        return names[text]

    return convert


if __name__ == "__main__":
    main()
