"""The report's page in a browser: a small network, and one of about 2000 ops."""

import json
import os
import re
import subprocess
import tempfile
import unittest

import browser
import report_picture
from report_picture import BUILD, SMALL, write_page

PATIENCE = 20  # seconds for what takes two on an idle machine
LARGE = ["layout_bench.mix", "2000"]


def read_data(page):
    with open(page, encoding="utf-8") as file:
        return json.loads(re.search(r'id="data">(.*?)</script>', file.read(), re.DOTALL).group(1))


def open_picture(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def count_rewrites(graph, side):
    return len({edge["rewrites"][side] for edge in graph["edges"] if "rewrites" in edge} - {-1})


def has_page():
    """Whether layout-opt was built with the libraries of the page."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--layout-report=path=" + os.path.join(folder, "report.html"), "-o", os.devnull]
        command = [os.path.join(BUILD, "bin", "layout-opt"), *arguments]
        return subprocess.run(command, input=b"", stderr=subprocess.DEVNULL).returncode == 0


@unittest.skipUnless(browser.CHROMIUM, "requires chromium")
class ReportPageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not has_page():
            raise unittest.SkipTest("requires a build with the libraries of the page")
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.small = write_page(scratch.name, "small", SMALL, "target=nhwc strategy=optimal")
        cls.large = write_page(scratch.name, "large", LARGE, "target=nchw16c strategy=optimal")
        prepared = [*SMALL, "--weights=args"]
        cls.prepared = write_page(scratch.name, "prepared", prepared, "target=nhwc constant-args=1-")
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def load(self, page, scheme="light"):
        """Opens a page; it is right when the test ends without an error of the page."""
        self.browser.prefer(scheme)
        seconds = self.browser.open(page)
        self.addCleanup(lambda: self.assertEqual(self.browser.errors, []))
        [graph] = read_data(page)["graphs"]
        self.shown = [node for node in graph["nodes"] if node["kind"] not in ("constant", "weight")]
        self.graph = graph
        return seconds

    def count(self, selector):
        return self.browser.run(f"document.querySelectorAll({json.dumps(selector)}).length")

    def text(self, selector):
        return self.browser.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def press(self, *keys):
        for key in keys:
            self.browser.press(key)

    def test_totals(self):
        self.load(self.small)
        report = read_data(self.small)["report"]
        self.assertEqual(report["plan"]["gap"], 0)
        totals = self.text("#totals")
        for size in ("As it came0 B0 rewrites", "Baseline239 kB", "Planned24.6 kB1 rewrite", "No plan is cheaper (157 layouts of 88 values considered)."):
            self.assertIn(size, totals)
        self.assertEqual((report["frozen"]["bytes"], report["after"]["bytes"]), (239456, 24576))
        self.assertEqual(self.text("h1"), "Layouts for nhwc, optimal")
        self.assertIn("NHWC", self.text("#legend"))

    def test_left(self):
        """What is left is listed with what blocks it; a click shows it in the graph."""
        self.load(self.small)
        [left] = read_data(self.small)["report"]["left"]
        self.assertEqual(self.count("#left li"), 1)
        self.assertIn(f"blocked by {left['blocked_by']}", self.text("#left"))
        self.assertEqual(self.count(".line.rewrite.selected"), 0)
        self.browser.click("#left li button")
        self.assertEqual(self.count(".line.rewrite.selected"), 1)
        self.assertIn("blocked by", self.text("#details"))
        self.assertIn("24,576, read and written", self.text("#details"))

    def test_prepared(self):
        """Arguments that another function prepares are listed with what they are made of."""
        self.load(self.prepared)
        listed = read_data(self.prepared)["report"]["prepared"]
        totals = self.text("#totals")
        self.assertIn(f"{len(listed)} arguments prepared once, before the first call", totals)
        first = listed[0]
        self.assertIn(
            f"argument {first['argument']} of forward: result 0 of forward.prepare, "
            f"made of argument {first['descriptor']['argument']}",
            totals,
        )

    def test_hints(self):
        """What is asked for and not given is listed."""
        with tempfile.TemporaryDirectory() as folder:
            self.load(write_page(folder, "hints", SMALL, "target=nhwc pitched=conv3d=false"))
        self.assertIn("1 hint not met", self.text("#totals"))
        self.assertIn("pitched=conv3d: matches no operation", self.text("#totals"))

    def test_large_loads_collapsed(self):
        self.assertLess(self.load(self.large), PATIENCE)
        self.assertGreater(len(self.shown), 1300)
        self.assertGreater(len(self.graph["blocks"]), 50)
        self.assertEqual(self.count(".item.node"), 0)
        self.assertEqual(self.count(".item.block"), len(self.graph["blocks"]))
        self.assertEqual(self.count("#left li"), count_rewrites(self.graph, 1))
        self.assertEqual(self.count("#left li button:disabled"), 0)

    def test_collapse_and_expand(self):
        self.load(self.large)
        self.press("x")
        self.assertEqual(self.count(".item.node"), len(self.shown))
        self.assertGreaterEqual(self.count(".line.rewrite"), count_rewrites(self.graph, 1))
        self.press("c")
        self.assertEqual(self.count(".item.node"), 0)
        # The first block, by keyboard alone.
        self.press("ArrowDown", "Enter")
        first = [node for node in self.shown if node["block"] == 0]
        self.assertEqual(self.count(".item.node"), len(first))
        self.assertEqual(self.count(".block[aria-expanded=true]"), 1)
        self.press("Enter")
        self.assertEqual(self.count(".item.node"), 0)
        # And by the mouse.
        self.browser.click("#b1")
        second = [node for node in self.shown if node["block"] == 1]
        self.assertEqual(self.count(".item.node"), len(second))

    def test_strip(self):
        """The whole graph stands beside it; a press goes there."""
        self.load(self.large)
        marks = self.count("#strip line")
        self.assertGreater(marks, 50)
        frame = "Number(document.querySelector('#strip .frame').getAttribute('y'))"
        before = self.browser.run(frame)
        self.browser.click("#strip", 0.5, 0.8)
        self.assertGreater(self.browser.run(frame), before + 1000)
        self.press("b")
        self.assertGreater(self.count("#strip line"), marks)

    def test_arrows_go_along_edges(self):
        self.load(self.small)
        self.press("ArrowDown", "Enter", "ArrowDown")
        selected = self.browser.run("document.activeElement.id")
        self.assertEqual(selected, "n0")
        self.press("ArrowDown")
        after = self.browser.run("document.activeElement.id")
        self.assertIn((0, int(after[1:])), {(edge["from"], edge["to"]) for edge in self.graph["edges"]})
        self.assertEqual(self.count(".item.selected"), 1)
        self.press("ArrowUp")
        self.assertEqual(self.browser.run("document.activeElement.id"), "n0")

    def test_search(self):
        self.load(self.large)
        matmuls = [number for number, node in enumerate(self.graph["nodes"]) if "batch_matmul" in node["op"]]
        self.assertGreater(len(matmuls), 10)
        self.press("/")
        self.browser.type("batch_matmul")
        self.assertEqual(self.text("#search output"), f"{len(matmuls)} found")
        self.assertEqual(self.count(".item.node"), 0)
        for at, shift in ((0, False), (1, False), (0, True), (-1, True)):
            self.browser.press("Enter", shift)
            number = at % len(matmuls)
            self.assertEqual(self.text("#search output"), f"{number + 1} of {len(matmuls)}")
            self.assertEqual(self.browser.run("document.querySelector('.item.selected').id"), f"n{matmuls[number]}")
        self.assertGreater(self.count(".item.node.match"), 0)
        # It is before the eye.
        place = self.browser.run(
            "(() => { const {x, y, width} = document.querySelector('.item.selected').getBoundingClientRect();"
            "const room = document.querySelector('#graph').getBoundingClientRect();"
            "return width > 0 && x > room.x && y > room.y && x < room.right && y < room.bottom; })()"
        )
        self.assertTrue(place)
        self.browser.run("document.querySelector('#search input').value = ''")
        self.browser.type("no such op")
        self.assertEqual(self.text("#search output"), "0 found")

    def test_without_flow_and_planned(self):
        self.load(self.small)
        self.press("x")
        colours = "[...document.querySelectorAll('.node .shape')].map((shape) => getComputedStyle(shape).fill)"
        planned, fills = self.count(".line.rewrite"), self.browser.run(colours)
        self.press("b")
        ends = {(edge["from"], edge["to"]) for edge in self.graph["edges"] if edge.get("rewrites", [-1])[0] >= 0}
        self.assertEqual(self.count(".line.rewrite"), len(ends))
        self.assertGreater(self.count(".line.rewrite"), planned)
        self.assertNotEqual(self.browser.run(colours), fills)
        self.assertEqual(self.text("[aria-checked=true]"), "Baseline")
        self.assertEqual(self.count("#left li"), count_rewrites(self.graph, 0))
        self.press("b")
        self.assertEqual(self.count(".line.rewrite"), planned)
        self.assertEqual(self.browser.run(colours), fills)

    def test_constants(self):
        self.load(self.small)
        self.press("x", "w")
        self.assertEqual(self.count(".item.node"), len(self.graph["nodes"]))
        self.press("w")
        self.assertEqual(self.count(".item.node"), len(self.shown))

    def test_light_and_dark(self):
        lightness = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
        pictures = {}
        for scheme in ("light", "dark"):
            self.load(self.small, scheme)
            pictures[scheme] = self.browser.screenshot()
            back = self.browser.run(lightness)
            self.assertTrue(min(back) > 230 if scheme == "light" else max(back) < 50, (scheme, back))
        self.assertNotEqual(pictures["light"], pictures["dark"])
        # The toggle wins over the system: auto, light, dark.
        self.press("t")
        self.assertGreater(min(self.browser.run(lightness)), 230)
        self.assertEqual(self.browser.screenshot()[:8], b"\x89PNG\r\n\x1a\n")

    def test_pictures_of_the_readme(self):
        """They can be taken again, in the size of those that are stored."""
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(report_picture.take_pictures(folder), [])
            for name in report_picture.PICTURES.values():
                taken, stored = (open_picture(place, name) for place in (folder, report_picture.IMAGES))
                self.assertEqual(taken[:24], stored[:24], "signature, width and height")

    def test_names(self):
        """Everything that can be used has a name, and focus can be seen."""
        self.load(self.small)
        unnamed = self.browser.run(
            "[...document.querySelectorAll('button, input, [role=button], svg[tabindex]')]"
            ".filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim())).length"
        )
        self.assertEqual(unnamed, 0)
        self.press("ArrowDown")
        style = "getComputedStyle(document.activeElement.querySelector('.shape')).strokeWidth"
        self.assertEqual(self.browser.run(style), "3px")


if __name__ == "__main__":
    unittest.main()
