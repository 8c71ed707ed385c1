"""Writes the module of Python with the options of `layout-pipeline` as arguments."""

import textwrap

import definitions

KINDS = {"bool": "bool", "uint64_t": "int", "double": "float", "std::string": "str"}
WIDTH = 120

MODULE = '''\
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Written by tools/docs/generate.py from include/{source}: do not edit.
"""Planning of programs, with the options of `layout-pipeline` as arguments."""

from __future__ import annotations

from typing import Literal

from .options import Option, Path, given_options
from .programs import Program, Result, plan_program

{aliases}

_OPTIONS = (
{options}
)


def optimize(
    program: Program,
    {first},
    *,
{arguments}
) -> Result:
    """Plans the layouts of a program in `linalg` on tensors.

    `program` is text, bytecode, a path, a module of MLIR's or torch-mlir's Python bindings (which is not changed), or a
    Result. `target` is a name or a file *.mlir. The other arguments are the options of `layout-pipeline`, with
    underscores for dashes (tools/docs/options.md):

{documentation}

    Raises ParseError if the program cannot be read, PlanningError if it cannot be planned or there is no such target;
    both have locations. Raises TypeError and ValueError if an argument has another type or value. Warns with
    LayoutWarning of what the planner warns of, such as that nothing is planned.

    >>> result = optimize(\'\'\'func.func @f(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {{
    ...   %e = tensor.empty() : tensor<4x4xf32>
    ...   %0 = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x4xf32>)
    ...       outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    ...   return %0 : tensor<4x4xf32>
    ... }}\'\'\', target="nhwc")
    >>> result.report.plan.is_proved_best, len(result.report.rewrites_left)
    (True, 0)
    """
    values = (
{values}
    )
    return plan_program(program, given_options(_OPTIONS, values))
'''


def name_of(option):
    """The name of the argument."""
    return option.name.replace("-", "_")


def alias_of(option):
    """The name of the type of an option with a choice of values."""
    return "".join(map(str.capitalize, option.name.split("-")))


def type_of(option):
    if option.choices:
        return alias_of(option)
    return "Path" if option.is_path else KINDS[option.cpp_type]


def quote(value):
    """The value as black writes it."""
    return f'"{value}"' if isinstance(value, str) else repr(value)


def argument(option):
    optional = " | None" if option.default is None else ""
    return f"{name_of(option)}: {type_of(option)}{optional} = {quote(option.default)}"


def entry(option):
    """The option in the table by which values are checked."""
    members = [quote(option.name), type_of(option)]
    if option.default is not None:
        members.append(quote(option.default))
    return f"Option({', '.join(members)})"


def document(option):
    """The paragraph of the option in the docstring."""
    meant = [
        f'"{value}": {meaning}' for value, meaning in option.choices.items() if meaning
    ]
    text = f"`{name_of(option)}`: {option.description}"
    if meant:
        text += f" ({'; '.join(meant)})"
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent="    - ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def module(options):
    """The text of the module."""
    target, *others = options
    choices = [option for option in options if option.choices]
    return MODULE.format(
        source=definitions.SOURCE,
        aliases="\n".join(
            f"{alias_of(it)} = Literal[{', '.join(map(quote, it.choices))}]"
            for it in choices
        ),
        options="\n".join(f"    {entry(it)}," for it in options),
        first=argument(target),
        arguments="\n".join(f"    {argument(it)}," for it in others),
        documentation="\n".join(map(document, others)),
        values="\n".join(f"        {name_of(it)}," for it in options),
    )
