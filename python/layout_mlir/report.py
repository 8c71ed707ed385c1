# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run of the planner did, with types (tools/docs/first-report.md explains the figures)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Tally:
    """A number of things and the bytes that they read and write."""

    n: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class Count:
    """The rewrites that a program holds.

    `rewrites` move data at run time, those of `constants` do not; `absorbed` are operands that an op reads in another
    order; `moves` are the program's own pads, slices and concatenations. `dynamic` says that there are sizes which are
    known only at run time, and count as 1.
    """

    rewrites: Tally
    moves: Tally
    constants: Tally
    absorbed: Tally
    dynamic: bool


@dataclass(frozen=True)
class Plan:
    """The cost of the plan, in bytes or in `unit`, that of a calibration; no plan costs less than `bound`.

    The planner considered `layouts` of `values`; `capped` says that it left some out, so that `bound` holds for plans
    of the others only. `as_planned` says whether the program moves what the plan says; None if that is not known, which
    takes dynamic sizes. `rounds` is how often the program was planned, the last time by this plan.
    """

    cost: int
    bound: int
    capped: bool
    unit: str | None = None
    as_planned: bool | None = None
    values: int = 0
    layouts: int = 0
    rounds: int = 1

    @property
    def is_proved_best(self) -> bool:
        """Whether no plan is cheaper, among the `layouts` of `values` that the planner considers, of which it left none
        out, and the program moves what its plan says."""
        return self.cost == self.bound and not self.capped and self.as_planned is True


@dataclass(frozen=True)
class Reason:
    """Why `n` ops do not have the layouts that were asked for, and where the first of them is.

    `name` is the layer of that op, if its location has one.
    """

    reason: str
    n: int
    first: str
    name: str = ""


@dataclass(frozen=True)
class CriticalOps:
    """The `n` convolutions or matmuls, of `of` ops of this kind, that have the same layouts in the plan.

    `layouts` are the letters of data, kernel and result, "NCHW16c, OIHW16i16o -> NCHW16c", or None if the ops keep the
    layouts that they came with.
    """

    kind: str
    n: int
    of: int
    layouts: str | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Hint:
    """A layout that an annotation, a target or an option asks for, and that `n` values or operations do not have.

    `outcome` says why, and what they have instead; `first` is where the first of them is, or None if the hint is about
    none.
    """

    hint: str
    outcome: str
    n: int
    first: str | None
    name: str = ""


@dataclass(frozen=True)
class Rewrite:
    """A rewrite that is left: where, between which ops and index maps, what keeps it there, and what would save it.

    `name` is the layer that it belongs to, if its location has one; `letters` names both layouts, "NCHW -> NHWC", if
    some letters fit.
    """

    location: str
    from_map: str
    to_map: str
    bytes: int
    between: tuple[str, ...]
    blocked_by: str
    advice: str = ""
    name: str = ""
    letters: str = ""


@dataclass(frozen=True)
class Unplanned:
    """A function that was not planned, and why."""

    function: str
    reason: str


@dataclass(frozen=True)
class Report:
    """What the planner did.

    `target` and `strategy` are None without one. `before` and `after` count the rewrites of the program that was given
    and of the planned one; `before` is None for a program that was only counted. `plan` is None if nothing was planned
    (`is_planned`); `unplanned` says which functions were not, and why. `unmatched` are the kinds of operations given to
    the option `prefer` that the program does not have. `text` is the report for people, `data` the report as JSON has
    it, with everything that has no field here.
    """

    target: str | None
    strategy: str | None
    is_planned: bool
    before: Count | None
    after: Count
    plan: Plan | None
    critical_ops: tuple[CriticalOps, ...]
    rewrites_left: tuple[Rewrite, ...]
    unplanned: tuple[Unplanned, ...]
    hints: tuple[Hint, ...]
    unmatched: tuple[str, ...]
    text: str = field(repr=False, default="")
    data: dict[str, Any] = field(repr=False, default_factory=dict, compare=False)

    def __str__(self) -> str:
        return self.text

    @classmethod
    def of(cls, data: dict[str, Any], text: str) -> Report:
        """The report whose JSON is `data`."""
        plan = data.get("plan")
        return cls(
            target=data["target"],
            strategy=data["strategy"],
            is_planned=data.get("planned", True),
            before=_count(data["before"]) if data["before"] else None,
            after=_count(data["after"]),
            plan=_plan(plan) if plan else None,
            critical_ops=tuple(_critical_ops(group) for group in data.get("critical", ())),
            rewrites_left=tuple(_rewrite(left) for left in data["left"]),
            unplanned=tuple(Unplanned(it["function"], it["reason"]) for it in data.get("unplanned", ())),
            hints=tuple(Hint(**hint) for hint in data.get("hints", ())),
            unmatched=tuple(data["unmatched"]),
            text=text,
            data=data,
        )


def _plan(data: dict[str, Any]) -> Plan:
    figures = data["cost"], data["bound"], data["capped"], data.get("unit")
    considered = data["considered"]["values"], data["considered"]["layouts"]
    return Plan(*figures, data["as_planned"], *considered, data["rounds"])


def _critical_ops(data: dict[str, Any]) -> CriticalOps:
    reasons = tuple(Reason(each["reason"], each["n"], each["first"], each.get("name", "")) for each in data["reasons"])
    return CriticalOps(data["kind"], data["n"], data["of"], data["layouts"], reasons)


def _count(data: dict[str, Any]) -> Count:
    def tally(key: str) -> Tally:
        return Tally(data[key]["n"], data[key]["bytes"])

    rewrites = Tally(data["rewrites"], data["bytes"])
    return Count(rewrites, tally("moves"), tally("constants"), tally("absorbed"), data["dynamic"])


def _rewrite(data: dict[str, Any]) -> Rewrite:
    return Rewrite(
        data["location"],
        data["from"],
        data["to"],
        data["bytes"],
        tuple(data["between"]),
        data["blocked_by"],
        data.get("advice", ""),
        data.get("name", ""),
        data.get("letters", ""),
    )
