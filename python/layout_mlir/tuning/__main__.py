# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command layout-tune."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import pathlib
import sys
from typing import Any, Sequence, TextIO

from ..errors import LayoutError, TuningError
from .machine import tune_machine
from .tune import tune

_INTERRUPTED = 130  # the exit code of a program that the user stops

_DESCRIPTION = """\
Measures the convolutions, matmuls and poolings of a program in the layouts among which they can choose, and plans the
program with these times: fuse, tune, hoist, plan. What the records have is not measured again; an interrupted command
loses nothing, and goes on when it is run again.

With --machine, measures this machine instead: caches, vectors and what rows take that are read.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    run = _tune_program if options.machine is None else _tune_machine
    try:
        return run(parser, options)
    except LayoutError as error:
        print(f"layout-tune: {error}", file=sys.stderr)
        return 1


def _tune_program(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    _require(parser, options)
    try:
        with _executor(options.executor) as executor:
            tuned = tune(
                options.program,
                options.output,
                pipeline=options.layout_pipeline,
                records=options.records,
                executor=executor,
                fuse=options.fuse,
                cpu=options.cpu,
                runs=options.runs,
                timeout=options.timeout,
                progress=_progress(options),
            )
    except KeyboardInterrupt:
        print(f"layout-tune: interrupted; what was measured is in {options.records}", file=sys.stderr)
        return _INTERRUPTED
    print(f"{tuned.ops} ops with a choice: {tuned.measured} layouts measured, {tuned.known} known")
    return 0


def _require(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends the program unless it has what it needs to tune a program."""
    required = {
        "in.mlir": options.program,
        "-o": options.output,
        "--layout-pipeline": options.layout_pipeline,
        "--records": options.records,
    }
    if missing := [name for name, value in required.items() if value is None]:
        parser.error(f"the following arguments are required: {', '.join(missing)}")


def _tune_machine(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    if options.program is not None:
        parser.error(f"--machine requires no program, found {options.program}")
    if options.output is None and not options.machine.endswith(".mlir"):
        parser.error(f"--machine={options.machine} requires -o FILE, found none")
    fields = tune_machine(
        options.machine,
        options.output,
        runs=options.runs,
        timeout=options.timeout,
        progress=_progress(options),
    )
    for key, value in fields.items():
        print(f"{key} = {value}")
    return 0


def _progress(options: argparse.Namespace) -> TextIO | None:
    """Where progress is shown, if it is."""
    return None if options.quiet else sys.stderr


def _executor(name: str | None) -> contextlib.AbstractContextManager[Any]:
    """Calls MODULE:NAME, which makes an executor. One that is no context manager stays open."""
    if name is None:
        return contextlib.nullcontext()
    module, _, attribute = name.partition(":")
    try:
        executor = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, ValueError) as error:
        raise TuningError(f"--executor requires MODULE:NAME of an executor, found '{name}': {error}") from None
    return executor if hasattr(executor, "__exit__") else contextlib.nullcontext(executor)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="layout-tune", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", nargs="?", type=pathlib.Path, metavar="in.mlir", help="linalg on tensors")
    parser.add_argument(
        "-o", dest="output", type=pathlib.Path, metavar="FILE", help="the planned program, or the target"
    )
    parser.add_argument("--layout-pipeline", metavar="OPTIONS", help="options of layout-pipeline, e.g. target=conv4")
    parser.add_argument("--records", type=pathlib.Path, metavar="FILE.json", help="what was measured, to be added to")
    parser.add_argument(
        "--machine",
        metavar="TARGET",
        help="measure this machine, and write what it is into a target, a name or a file *.mlir [to that file]",
    )
    parser.add_argument(
        "--executor",
        metavar="MODULE:NAME",
        help="what makes the executor that measures, e.g. mpi4py.futures:MPIPoolExecutor [one measurement at a time]",
    )
    parser.add_argument("--cpu", default="host", metavar="NAME", help="the processor whose records count [this one]")
    parser.add_argument("--no-fuse", dest="fuse", action="store_false", help="do not fuse elementwise ops first")
    parser.add_argument(
        "--runs", type=_positive(int), default=10, metavar="N", help="runs to take the least time of [10]"
    )
    parser.add_argument(
        "--timeout", type=_positive(float), default=60.0, metavar="S", help="seconds that a measurement may take [60]"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    return parser


def _positive(kind: type) -> Any:
    def convert(text: str) -> Any:
        number = kind(text)
        if not number > 0:
            raise ValueError
        return number

    convert.__name__ = "positive number"
    return convert


if __name__ == "__main__":
    sys.exit(main())
