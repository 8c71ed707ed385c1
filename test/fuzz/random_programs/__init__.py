# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded random programs of linalg on tensors, for testing the planner.

Every program has a function `@forward` of 5 to 30 ops: convolutions in both image layouts, matrix products, and all
kinds of ops between them. More than half of the programs are wide: they use all element types and tensors of 0 to 6
dims, gathers by computed indices, loops, conditionals and calls. In wide programs an additional op combines each result
with an argument, because its elements might all be equal. A program has at least two critical ops. Two of them require
different layouts, or some value has several users. Its results depend on its arguments and stay bounded for arguments
uniform in [-1, 1].

    from random_programs import generate
    generate(sys.stdout, seed=7)

`python3 -m random_programs --seed=7` does the same on the command line. The same seed gives the same bytes.
"""

import random
from typing import TextIO

from . import typed
from .graph import Graph
from .steps import close, grow, open_graph

SMALLEST, LARGEST = 5, 30  # number of ops of a program


def generate(stream: TextIO, seed: int, ops: int | None = None) -> None:
    """Writes the program of a seed. Without `ops` the seed also determines the number of ops."""
    if ops is not None and not SMALLEST <= ops <= LARGEST:
        raise ValueError(f"a program has {SMALLEST} to {LARGEST} ops, not {ops}")
    chance = random.Random(seed)
    drawn = chance.randint(SMALLEST, LARGEST)
    graph = Graph(chance, seed, ops or drawn)
    open_graph(graph)
    grow(graph)
    close(graph)
    graph.module.write(stream, *[typed.mixed(graph, node) for node in graph.results()])


__all__ = ["generate", "SMALLEST", "LARGEST"]
