# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of the random programs: writes one program to standard output."""

import argparse
import sys
from typing import Sequence

from . import LARGEST, SMALLEST, generate


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python3 -m random_programs",
        description="Writes a random program of linalg on tensors to standard output.",
    )
    parser.add_argument("--seed", type=int, required=True, metavar="N", help="same seed, same program")
    parser.add_argument("--ops", type=int, metavar="N", help=f"{SMALLEST} to {LARGEST} [chosen by the seed]")
    options = parser.parse_args(arguments)
    try:
        generate(sys.stdout, options.seed, options.ops)
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
