# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The chart that README.md shows has the figures of the table in tools/docs/bench.md, and `layout-bench --plot` draws it.

The places of the marks say which figures a chart shows, whatever version of matplotlib has drawn it.
"""

import contextlib
import dataclasses
import importlib.util
import io
import math
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from unittest import mock

_ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT / "python"), str(_ROOT / "tools" / "layout-bench")]

from layout_bench import command_line, plot  # noqa: E402
from layout_bench.process import ToolError  # noqa: E402
from layout_bench.speed import Measured, _print_summary  # noqa: E402

_PAGE = _ROOT / "tools" / "docs" / "bench.md"
_IMAGES = _ROOT / "tools" / "docs" / "images"
_SVG = "{http://www.w3.org/2000/svg}"
_FILES = ("speed-light.svg", "speed-dark.svg")
_TABLE = """\
| network | `nhwc` | upstream | ONNX Runtime |
| --- | ---: | ---: | ---: |
| a | 1,500.0 (0.50) | 6,000.0 (2.00) | 3,000.0 |
| b | 8.0 (1.00) | | 8.0 |
"""


def _read_page() -> plot.Times:
    return plot.read_times(_PAGE.read_text(encoding="utf-8"), _PAGE.name)


def _with_ratio(times: plot.Times, candidate: str, network: str, ratio: float) -> plot.Times:
    changed = {**times.ratios, candidate: {**times.ratios[candidate], network: ratio}}
    return dataclasses.replace(times, ratios=changed)


class _Chart:
    """What an SVG shows."""

    def __init__(self, file: pathlib.Path) -> None:
        root = xml.etree.ElementTree.parse(file).getroot()
        self.texts = ["".join(text.itertext()).strip() for text in root.iter(_SVG + "text")]
        self.groups = {group.get("id"): group for group in root.iter(_SVG + "g")}

    def marks(self, candidate: str) -> list[tuple[float, float]]:
        uses = self.groups[candidate].iter(_SVG + "use")
        return [(float(use.get("x")), float(use.get("y"))) for use in uses]

    def one(self) -> float:
        """Returns where the line of the reference is."""
        return float(next(self.groups[plot.REFERENCE].iter(_SVG + "path")).get("d").split()[1])


class _ChartTest(unittest.TestCase):
    def check(self, file: pathlib.Path, times: plot.Times) -> None:
        """The marks of a chart are at the figures of the table: x is linear in the logarithm of the ratio."""
        chart = _Chart(file)
        places, rows = [], {network: set() for network in times.reference}
        for candidate, ratios in times.ratios.items():
            self.assertIn(candidate, chart.texts)
            marks = chart.marks(candidate)
            self.assertEqual(len(marks), len(ratios), candidate)
            for (network, ratio), (x, y) in zip(ratios.items(), marks):
                places.append((math.log(ratio), x))
                rows[network].add(y)
        (low, left), (high, right) = min(places), max(places)
        scale = (right - left) / (high - low)
        self.assertGreater(scale, 0)
        for place, x in [*places, (0, chart.one())]:
            self.assertAlmostEqual(x, left + scale * (place - low), delta=0.01)
        self.assertEqual([len(heights) for heights in rows.values()], [1] * len(rows))
        heights = [min(each) for each in rows.values()]
        self.assertEqual(heights, sorted(heights))
        for network, milliseconds in times.reference.items():
            self.assertIn(f"{network}, {milliseconds:,.1f} ms", chart.texts)


class Stored(_ChartTest):
    def test_images_show_the_table(self) -> None:
        times = _read_page()
        self.assertEqual((len(times.reference), len(times.candidates)), (10, 6))
        for name in _FILES:
            self.check(_IMAGES / name, times)

    def test_another_figure_is_found(self) -> None:
        changed = _with_ratio(_read_page(), "OpenVINO", "resnet50", 0.98)
        with self.assertRaises(AssertionError):
            self.check(_IMAGES / _FILES[0], changed)


class Reading(unittest.TestCase):
    def test_the_first_table_of_times_is_read(self) -> None:
        other = "| network | target |\n| --- | --- |\n| a | `nhwc` |\n\n"
        times = plot.read_times(f"{other}{_TABLE}\n{_TABLE.replace('0.50', '0.60')}", "page.md")
        self.assertEqual(times.candidates, {"nhwc": True, "upstream": False})
        self.assertEqual(times.reference, {"a": 3000.0, "b": 8.0})
        self.assertEqual(times.ratios, {"nhwc": {"a": 0.5, "b": 1.0}, "upstream": {"a": 2.0}})

    def test_what_cannot_be_read_is_an_error(self) -> None:
        with self.assertRaisesRegex(ToolError, "the columns network and ONNX Runtime, found none in page.md"):
            plot.read_times("# Nothing\n", "page.md")
        with self.assertRaisesRegex(ToolError, r"requires cells of the form `ms \(ratio\)`, found '6 of 7'"):
            plot.read_times(_TABLE.replace("6,000.0 (2.00)", "6 of 7"), "page.md")

    def test_the_last_table_of_speed_is_read(self) -> None:
        measured = [
            Measured("planned nhwc", False, [0.012, 0.010, 0.011], ratio=0.5),
            Measured("upstream", False, problem="failed"),
            Measured("onnxruntime", True, [0.022], ratio=1.0),
        ]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            _print_summary(1, {"a": measured})
        times = plot.read_times(printed.getvalue(), "speed.txt")
        self.assertEqual(times, plot.Times({"nhwc": True}, {"a": 22.0}, {"nhwc": {"a": 0.5}}))


class Drawing(_ChartTest):
    def plot(self, page: pathlib.Path, folder: str) -> tuple[int, str]:
        """Returns the exit code of the command, and what it complains about."""
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            code = command_line.main([f"--plot={page}", f"--images={folder}"])
        return code, errors.getvalue()

    def test_without_matplotlib(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(sys.modules, {"matplotlib": None}):
            code, errors = self.plot(_PAGE, folder)
        self.assertEqual(code, 1)
        self.assertIn("error: requires matplotlib (`cmake/setup.sh install bench`", errors)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "requires matplotlib")
    def test_tables_are_drawn(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            small = pathlib.Path(folder, "small.md")
            small.write_text(_TABLE, encoding="utf-8")
            for page in (_PAGE, small):
                code, errors = self.plot(page, folder)  # where matplotlib may warn
                self.assertEqual(code, 0, errors)
                times = plot.read_times(page.read_text(encoding="utf-8"), page.name)
                for name in _FILES:
                    self.check(pathlib.Path(folder, name), times)


if __name__ == "__main__":
    unittest.main()
