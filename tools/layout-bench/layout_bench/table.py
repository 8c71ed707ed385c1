# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Markdown tables and the numbers in them."""

from typing import Sequence


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table whose first column is text and whose other columns are numbers."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    for row in (header, rule, *rows):
        first = row[0].ljust(widths[0])
        others = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))
        print(f"| {' | '.join((first, *others))} |", flush=True)


def milliseconds(seconds: float, decimals: int = 1) -> str:
    return f"{1e3 * seconds:,.{decimals}f}"


def nanoseconds(seconds: float) -> str:
    return f"{1e9 * seconds:,.0f}"


def mebibytes(bytes: int) -> str:
    return f"{bytes / 2**20:,.0f} MiB"


def megabytes(bytes: int) -> str:
    """Formats a number with enough digits to distinguish small values; zero is printed as 0."""
    return f"{bytes / 1e6:,.2f} MB" if bytes else "0"
