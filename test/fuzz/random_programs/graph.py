# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random program under construction: its values, and the choice of the next operand."""

import collections
import dataclasses
import random
from typing import Callable, Sequence

from layout_mlir.models.image_layers import ImageLayers
from layout_mlir.models.image_layout import ImageLayout
from layout_mlir.models.ir import Module, TensorType, Value, Weights

_DIVISIBLE = (16, 32, 48)  # numbers of channels
_ODD = (3, 10, 24)
_HIGHEST_POWER = 50.0  # limit for values that later ops may multiply or sum up
_RESERVED = 2  # ops for a last convolution, which gives the planner a choice
_UNUSED = 10  # factor by which a value without users is more likely to be read than other values
_RECENT = 0.8  # factor by which a value is less likely to be read than the next newer one


@dataclasses.dataclass(frozen=True)
class Node:
    """A value that ops may read."""

    value: Value
    layout: ImageLayout | None = None  # layout of an image; None for other values
    exact: bool = False  # does not depend on the order of sums
    signed: bool = False  # about half of the elements are negative, so that a ReLU keeps some and changes some

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape

    @property
    def is_image(self) -> bool:
        return self.layout is not None

    @property
    def is_tame(self) -> bool:
        """Whether products and sums of the value stay bounded."""
        return self.value.power < _HIGHEST_POWER


class Graph:
    """The values, the random number generator, and the number of ops that may still be added."""

    def __init__(self, chance: random.Random, seed: int, ops: int) -> None:
        self.chance = chance
        weights = chance.choices((Weights.RESOURCE, Weights.DENSE, Weights.ARGS), (5, 3, 2))[0]
        self.module = Module(seed, weights)
        self.is_wide = chance.random() < 0.6  # uses all element types and ranks, regions and calls
        self.is_annotated = chance.random() < 0.3
        self.is_closing = False
        self.criticals = 0
        self.requirements: set[str] = set()  # different layout requirements of critical ops
        self._ops = ops
        self._nodes: list[Node] = []
        self._uses: collections.Counter[str] = collections.Counter()

    @property
    def room(self) -> int:
        """The number of ops that may be added now."""
        reserved = 0 if self.is_closing or self.is_contended else _RESERVED
        return self._ops - self.module.op_count - reserved

    @property
    def is_contended(self) -> bool:
        """Whether there is anything to plan: different requirements, or one value with several users."""
        return self.criticals >= 2 and (len(self.requirements) >= 2 or max(self._uses.values()) >= 2)

    def layers(self, layout: ImageLayout) -> ImageLayers:
        return ImageLayers(self.module, layout)

    def argument(self, shape: tuple[int, ...], layout: ImageLayout | None = None) -> Node:
        return self.add(self.module.argument(TensorType(shape)), layout, signed=True, exact=True)

    def add(self, value: Value, layout: ImageLayout | None = None, signed: bool = False, exact: bool = False) -> Node:
        """Makes a value available to later ops."""
        self._nodes.append(Node(value, layout, exact, signed))
        return self._nodes[-1]

    def add_moved(self, value: Value, source: Node, layout: ImageLayout | None = None) -> Node:
        """Makes a value available that has the same elements as `source`."""
        return self.add(value, layout, source.signed, source.exact)

    def use(self, node: Node) -> Value:
        """Returns the value and counts the use."""
        self._uses[node.value.name] += 1
        return node.value

    def pick(self, fits: Callable[[Node], bool], elements: Sequence[str] | None = ("f32",)) -> Node | None:
        """Returns a suitable value of one of the element types (None: any). Newer values without users are the most
        likely; sometimes a value that has users already is returned."""
        of_type = lambda node: elements is None or node.value.type.element in elements
        nodes = [node for node in self._nodes if of_type(node) and fits(node)]
        if not nodes:
            return None
        ages = range(len(nodes) - 1, -1, -1)
        weights = [_RECENT**age * (1 if self._uses[node.value.name] else _UNUSED) for node, age in zip(nodes, ages)]
        return self.chance.choices(nodes, weights)[0]

    def toss(self, probability: float) -> bool:
        return self.chance.random() < probability

    def channels(self) -> int:
        """Returns a number of channels, most of them multiples of 16."""
        return self.chance.choice(_DIVISIBLE if self.toss(0.7) else _ODD)

    def results(self) -> list[Node]:
        """Returns all values without users, and sometimes a value with users."""
        computed = [node for node in self._nodes if not node.value.name.startswith(("%arg", "%w"))]
        results = [node for node in computed if not self._uses[node.value.name]]
        used = [node for node in computed if self._uses[node.value.name]]
        if used and self.toss(0.3):
            results.insert(self.chance.randint(0, len(results)), self.chance.choice(used))
        return results
