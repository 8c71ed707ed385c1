# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Written by tools/docs/generate.py from include/layout/Pipelines/PipelineOptions.td: do not edit.
"""Planning of programs, with the options of `layout-pipeline` as arguments."""

from __future__ import annotations

from typing import Literal

from .options import Option, Path, given_options
from .programs import Program, Result, plan_program

Strategy = Literal["optimal", "backward", "forward"]
Indivisible = Literal["plain", "pad", "priced"]
Absorb = Literal["never", "priced"]
Relayouts = Literal["insert", "refuse"]

_OPTIONS = (
    Option("target", Path),
    Option("prefer", str),
    Option("strategy", Strategy, "optimal"),
    Option("indivisible", Indivisible, "plain"),
    Option("absorb", Absorb, "never"),
    Option("fold-batch-norm", bool, False),
    Option("placement", bool, False),
    Option("pitched", str),
    Option("calibration", Path),
    Option("records", Path),
    Option("cpu", str, "host"),
    Option("choices", Path),
    Option("constant-args", str),
    Option("constant-limit", int, 4294967296),
    Option("evaluate-limit", int, 1048576),
    Option("padding-price", int, 1),
    Option("visit-limit", int, 131072),
    Option("time-limit", float, 0),
    Option("strict", bool, False),
    Option("relayouts", Relayouts, "insert"),
    Option("host-weights", Path),
    Option("host-json", Path),
    Option("host-header", Path),
    Option("materialize", bool, True),
    Option("problem", Path),
    Option("plan", Path),
    Option("report", Path),
)


def optimize(
    program: Program,
    target: Path | None = None,
    *,
    prefer: str | None = None,
    strategy: Strategy = "optimal",
    indivisible: Indivisible = "plain",
    absorb: Absorb = "never",
    fold_batch_norm: bool = False,
    placement: bool = False,
    pitched: str | None = None,
    calibration: Path | None = None,
    records: Path | None = None,
    cpu: str = "host",
    choices: Path | None = None,
    constant_args: str | None = None,
    constant_limit: int = 4294967296,
    evaluate_limit: int = 1048576,
    padding_price: int = 1,
    visit_limit: int = 131072,
    time_limit: float = 0,
    strict: bool = False,
    relayouts: Relayouts = "insert",
    host_weights: Path | None = None,
    host_json: Path | None = None,
    host_header: Path | None = None,
    materialize: bool = True,
    problem: Path | None = None,
    plan: Path | None = None,
    report: Path | None = None,
) -> Result:
    """Plans the layouts of a program in `linalg` on tensors.

    `program` is text, bytecode, a path, a module of MLIR's or torch-mlir's Python bindings (which is not changed), or a
    Result. `target` is a name or a file *.mlir. The other arguments are the options of `layout-pipeline`, with
    underscores for dashes (tools/docs/options.md):

    - `prefer`: Preferences per kind of op, e.g. conv2d=[NCHW16c,default],matmul=[…]|[…]
    - `strategy`: Solver of the planning problem: optimal finds a cheapest plan and a lower bound of every plan,
      backward and forward sweep over the program in one direction
    - `indivisible`: What to do where a blocked extent does not divide ("plain": read or write that side without the
      block; "pad": pad that side to a multiple of the block; "priced": whichever of these costs less in the plan)
    - `absorb`: Whether critical ops may read operands in other orders than standard ones ("never": a rewrite stays an
      op of its own; "priced": for the bytes of the operand, where that is cheapest)
    - `fold_batch_norm`: Fold batch normalisation into filters, which changes the order of rounding
    - `placement`: Plan in which buffers values lie as well, for buffers that layout-place-buffers places
    - `pitched`: Whether kinds of ops accept parts of larger buffers whose elements are not contiguous, or at which
      price per byte, e.g. conv2d=false,matmul=0.25
    - `calibration`: JSON file that says what rewrites, and ops in their layouts, take on a machine; costs are in its
      unit
    - `records`: JSON file of layout-tune that says what ops take in their layouts
    - `cpu`: Processor whose records count: host, this one, or the name of one
    - `choices`: Folder to write ops with a choice of layouts to, as programs that can be timed; it is made if it is
      missing
    - `constant_args`: Arguments of public functions that are the same in each call: numbers and ranges, such as 1,3-5
      or 2-
    - `constant_limit`: Largest constant, in bytes, that is rewritten at compile time
    - `evaluate_limit`: Largest constant, in bytes, that is computed at compile time, if its elements differ
    - `padding_price`: Cost of each byte of padding that an op computes on, in bytes moved by rewrites
    - `visit_limit`: Variables that the search of strategy=optimal visits, over all branches, before it stops
    - `time_limit`: Seconds after which strategy=optimal returns the best plan so far; 0 means no limit
    - `strict`: Fail if nothing is planned, or if the program moves more than its plan
    - `relayouts`: What to do where layouts differ ("insert": a rewrite between them; "refuse": an error that says which
      ones clash)
    - `host_weights`: Where to write constants whose layout was changed; the program takes them as arguments
    - `host_json`: Where to write, as JSON, how callers pass tensors that have a layout at the boundary of a function
    - `host_header`: Where to write, as a C header, how callers pass tensors that have a layout at the boundary of a
      function
    - `materialize`: Lower what is left to upstream ops
    - `problem`: Where to write planning problems: X.problem.json stands for one file X-NAME.problem.json per group of
      functions
    - `plan`: Where to write plans: X.plan.json stands for one file X-NAME.plan.json per group of functions
    - `report`: Where to write the report (.json, .html, .svg, .dot; .txt or no ending: text; - is stderr)

    Raises ParseError if the program cannot be read, PlanningError if it cannot be planned or there is no such target;
    both have locations. Raises TypeError and ValueError if an argument has another type or value. Warns with
    LayoutWarning of what the planner warns of, such as that nothing is planned.

    >>> result = optimize('''func.func @f(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
    ...   %e = tensor.empty() : tensor<4x4xf32>
    ...   %0 = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x4xf32>)
    ...       outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    ...   return %0 : tensor<4x4xf32>
    ... }''', target="nhwc")
    >>> result.report.plan.is_proved_best, len(result.report.rewrites_left)
    (True, 0)
    """
    values = (
        target,
        prefer,
        strategy,
        indivisible,
        absorb,
        fold_batch_norm,
        placement,
        pitched,
        calibration,
        records,
        cpu,
        choices,
        constant_args,
        constant_limit,
        evaluate_limit,
        padding_price,
        visit_limit,
        time_limit,
        strict,
        relayouts,
        host_weights,
        host_json,
        host_header,
        materialize,
        problem,
        plan,
        report,
    )
    return plan_program(program, given_options(_OPTIONS, values))
