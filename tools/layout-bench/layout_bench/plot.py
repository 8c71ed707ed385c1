# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the chart of a table of times, in light and dark colours.

The table is the last one of `--speed`, in its output or in a page: a line for each network, `ms (ratio)` for each
candidate. The chart shows the ratios to ONNX Runtime on a logarithmic axis. Each candidate is a group of the SVG, whose
id is its column.
"""

import dataclasses
import itertools
import pathlib
import re
import sys
from typing import Iterable, Iterator

from .process import ToolError

FIRST, REFERENCE = "network", "ONNX Runtime"  # of the header
_SCHEMES = {
    # Text, lines of the grid, what stands out.
    "light": ("#1f2328", "#d1d9e0", "#0b62c4"),
    "dark": ("#f0f6fc", "#3d444d", "#6cb6ff"),
}
# Plans are filled and blue; the others are hollow.
_MARKERS = "oD^vspXP*"
_OTHERS = ("#e69f00", "#cc79a7", "#009e73", "#d55e00", "#999933", "#56b4e9")
_INCHES = (8.6, 5.0)


@dataclasses.dataclass(frozen=True)
class Times:
    """A table of times."""

    candidates: dict[str, bool]  # other than the reference; whether it is a plan, named by its target
    reference: dict[str, float]  # the milliseconds of each network
    ratios: dict[str, dict[str, float]]  # by candidate and network


def plot(page: pathlib.Path, folder: pathlib.Path) -> None:
    """Draws the first table of times of a page, as `speed-SCHEME.svg` in the folder."""
    times = read_times(page.read_text(encoding="utf-8"), page.name)
    pyplot = _import_pyplot()
    for scheme in _SCHEMES:
        file = folder / f"speed-{scheme}.svg"
        _draw(pyplot, times, scheme, file)
        print(f"wrote {file}")


def read_times(text: str, name: str) -> Times:
    """Reads the first table of times in a Markdown text of that name."""
    header, *rows = next(_tables(text), ((),))
    if not rows:
        raise ToolError(f"requires a table with the columns {FIRST} and {REFERENCE}, found none in {name}")
    at = header.index(REFERENCE)
    candidates = {cell.strip("`"): cell.startswith("`") for cell in header[1:] if cell != REFERENCE}
    reference = {row[0]: _number(row[at], r"([\d.]+)") for row in rows}
    times = Times(candidates, reference, {each: {} for each in candidates})
    for row in rows:
        cells = [cell for index, cell in enumerate(row) if index not in (0, at)]
        for candidate, cell in zip(candidates, cells, strict=True):
            if cell:
                times.ratios[candidate][row[0]] = _number(cell, r"[\d.]+ \(([\d.]+)\)")
    return times


def _tables(text: str) -> Iterator[list[list[str]]]:
    """Yields the header and the rows of each table of times."""
    for lines in re.findall(r"(?:^\|.*\|$\n?)+", text, re.MULTILINE):
        table = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines.splitlines()]
        if table[0][0] == FIRST and REFERENCE in table[0]:
            del table[1]  # the rule
            yield table


def _number(cell: str, pattern: str) -> float:
    found = re.fullmatch(pattern, cell.replace(",", ""))
    if not found:
        raise ToolError(f"requires cells of the form `ms (ratio)`, found '{cell}'")
    return float(found[1])


def _import_pyplot():
    try:
        import matplotlib
    except ImportError:
        where = f"found none for {sys.executable}"
        raise ToolError(f"requires matplotlib (`cmake/setup.sh install bench` for Debian's Python), {where}") from None
    matplotlib.use("svg")
    # Text stays text, and equal tables give equal files.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "layout-bench", "font.family": "sans-serif"})
    from matplotlib import pyplot

    return pyplot


def _draw(pyplot, times: Times, scheme: str, file: pathlib.Path) -> None:
    text, grid, accent = _SCHEMES[scheme]
    networks = list(times.reference)
    figure, axes = pyplot.subplots(figsize=_INCHES)
    line = axes.axvline(1, color=text, linewidth=1, zorder=1)
    line.set_gid(REFERENCE)
    for candidate, style in zip(times.candidates, _styles(times.candidates.values(), accent)):
        shown = [network for network in networks if network in times.ratios[candidate]]
        ratios = [times.ratios[candidate][network] for network in shown]
        (marks,) = axes.plot(ratios, [networks.index(network) for network in shown], label=candidate, **style)
        marks.set_gid(candidate)
    axes.set_xscale("log")
    ticks = [tick for tick in (0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 20, 40) if _is_in_range(tick, times)]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel(f"time, relative to {REFERENCE} (less is better)", color=text)
    axes.set_yticks(range(len(networks)), [f"{name}, {times.reference[name]:,.1f} ms" for name in networks])
    axes.invert_yaxis()
    axes.tick_params(colors=text, length=0)
    axes.grid(color=grid, linewidth=0.6)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    figure.legend(*axes.get_legend_handles_labels(), ncols=6, loc="upper center", frameon=False, labelcolor=text)
    figure.tight_layout(rect=(0, 0, 1, 0.94))
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": "layout-bench --plot"})
    pyplot.close(figure)


def _is_in_range(tick: float, times: Times) -> bool:
    ratios = [ratio for each in times.ratios.values() for ratio in each.values()]
    return min(ratios, default=1) / 1.2 <= tick <= max(ratios, default=1) * 1.2


def _styles(are_plans: Iterable[bool], accent: str) -> Iterator[dict]:
    """Yields how the marks of each candidate look."""
    others = itertools.cycle(_OTHERS)
    for marker, is_plan in zip(itertools.cycle(_MARKERS), are_plans):
        colour = accent if is_plan else next(others)
        filling = accent if is_plan else "none"
        yield dict(linestyle="", marker=marker, markersize=7, color=colour, markerfacecolor=filling, zorder=3)
