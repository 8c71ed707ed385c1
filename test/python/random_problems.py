# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random planning problems, in the form of problem files (lib/Solver/ProblemFile.h).

They have the structure of problems that come from programs: values with one producer and any number of users, ops that
keep one layout, and ops with a choice. They are not limited to problems that some program has, and so can be harder.
"""

import dataclasses
import random
from typing import Any, Iterator

Problem = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Shape:
    """The parameters of one kind of problems."""

    variables: tuple[int, int] = (10, 60)
    operands: tuple[int, int] = (1, 2)
    # How far back the producer of an operand may be: small values make chains, large ones dense graphs.
    reach: int = 6
    layouts: tuple[int, int] = (2, 4)
    labels: tuple[int, int] = (2, 4)
    # Fractions of values with many users, of free nets, of ops with one label, and of ops that keep one layout.
    shared: float = 0.1
    free: float = 0.05
    fixed: float = 0.2
    carrying: float = 0.5
    bytes: tuple[int, int] = (1, 1000)
    weight: int = 1
    # All costs are multiples of this.
    unit: int = 1
    costs: tuple[int, ...] = (0,)
    loops: float = 0.0


SHAPES = {
    "chains": Shape(reach=2, operands=(1, 1)),
    "programs": Shape(),
    "ties": Shape(bytes=(3, 4), labels=(2, 6)),
    "all equal": Shape(bytes=(1, 1), layouts=(3, 5)),
    "shared": Shape(shared=0.6, reach=30, layouts=(3, 5)),
    "many layouts": Shape(shared=0.5, reach=20, layouts=(7, 9), labels=(3, 9), variables=(10, 40)),
    "more layouts": Shape(shared=0.2, layouts=(11, 14), labels=(4, 14), variables=(10, 30)),
    "free": Shape(free=0.5),
    "priced labels": Shape(costs=(0, 0, 40, 150, 700), labels=(2, 6)),
    "loops": Shape(loops=0.2, weight=100),
    "weights": Shape(weight=1000),
    "multiples": Shape(unit=4096, weight=3, costs=(0, 1, 2, 900)),
    "large": Shape(bytes=(2**20, 2**40), weight=2**6, costs=(0, 2**44)),
    "tangled": Shape(operands=(2, 3), reach=60, fixed=0.1, variables=(10, 30)),
    "tangled, priced": Shape(operands=(2, 4), reach=60, fixed=0.1, carrying=0.2, variables=(10, 25), costs=(0, 50, 300, 900)),
    "dense": Shape(operands=(3, 5), reach=60, fixed=0.0, carrying=0.1, variables=(10, 16), shared=0.5),
}


def generate(seed: int, shape: Shape) -> Problem:
    return _Generator(random.Random(seed), shape).run()


class _Generator:
    def __init__(self, rng: random.Random, shape: Shape):
        self._rng = rng
        self._shape = shape
        self._variables: list[dict[str, Any]] = []
        self._nets: list[dict[str, Any]] = []

    def run(self) -> Problem:
        for _ in range(self._rng.randint(*self._shape.variables)):
            self._add_ports()
        self._close_loops()
        for number in range(len(self._variables)):
            self._add_labels(number)
        return {"version": 1, "capped": False, "variables": self._variables, "nets": self._nets}

    def _is(self, share: float) -> bool:
        return self._rng.random() < share

    def _add_ports(self) -> None:
        number = len(self._variables)
        ports = []
        for net in self._operands():
            self._nets[net]["uses"].append([number, len(ports)])
            ports.append({"net": net, "result": False})
        for _ in range(2 if self._is(0.1) else 1):
            net = self._add_net([number, len(ports)])
            ports.append({"net": net, "result": True})
        self._variables.append({"kind": "fixed", "ports": ports, "labels": []})

    def _operands(self) -> Iterator[int]:
        count = len(self._nets)
        if not count or self._is(0.1):
            return
        for _ in range(self._rng.randint(*self._shape.operands)):
            popular = [net for net in range(count) if len(self._nets[net]["uses"]) > 1]
            if popular and self._is(self._shape.shared):
                yield self._rng.choice(popular)
            else:
                yield self._rng.randrange(max(0, count - self._shape.reach), count)

    def _add_net(self, producer: list[int]) -> int:
        shape, rng = self._shape, self._rng
        largest = rng.randint(*shape.bytes)
        layouts = []
        for layout in range(rng.randint(*shape.layouts)):
            bytes = largest if self._is(0.7) else rng.randint(*shape.bytes)
            layouts.append({"bytes": bytes * shape.unit, "text": f"layout {layout}"})
        rewrites = {}
        if self._is(0.2):
            rewrites = {"rewrites": [rng.randint(*shape.bytes) * shape.unit for _ in layouts for _ in layouts]}
        net = {
            **rewrites,
            **{"producer": producer, "uses": [], "layouts": layouts},
            **{"weight": rng.randint(1, shape.weight), "free": self._is(shape.free)},
        }
        self._nets.append(net)
        return len(self._nets) - 1

    def _close_loops(self) -> None:
        """Closes loops: an earlier variable uses a value that a later one produces."""
        for first, variable in enumerate(self._variables):
            if not self._is(self._shape.loops):
                continue
            last = self._rng.randrange(first, len(self._variables))
            net = next(port["net"] for port in self._variables[last]["ports"] if port["result"])
            self._nets[net]["uses"].append([first, len(variable["ports"])])
            variable["ports"].append({"net": net, "result": False})
            variable["last"] = last

    def _add_labels(self, number: int) -> None:
        variable, shape = self._variables[number], self._shape
        sizes = [len(self._nets[port["net"]]["layouts"]) for port in variable["ports"]]
        if self._is(shape.fixed):
            layouts = [self._rng.randrange(size) if self._is(0.5) else 0 for size in sizes]
            variable["labels"] = [{"cost": 0, "layouts": layouts}]
            return
        carries = self._is(shape.carrying)
        variable["kind"] = "agnostic" if carries else "critical"
        for label in range(self._rng.randint(*shape.labels)):
            layouts = [label % size if carries else self._rng.randrange(size) for size in sizes]
            cost = self._rng.choice(shape.costs) * shape.unit
            variable["labels"].append({"cost": cost, "layouts": layouts})
