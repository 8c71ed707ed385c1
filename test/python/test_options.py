"""The options of layout-pipeline, which --help, the table in options.md and the arguments of optimize have."""

import inspect
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Literal, get_args, get_origin

from layout_mlir import PlanningError, optimize, options, planning
from package import ROOT, requires_package

try:
    import numpy
except ImportError:
    numpy = None

PROGRAM = """
func.func @main(%x: tensor<1x3x9x7xf32>, %w: tensor<20x3x3x3xf32>) -> tensor<1x20x7x5xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x20x7x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x9x7xf32>, tensor<20x3x3x3xf32>)
      outs(%zero : tensor<1x20x7x5xf32>) -> tensor<1x20x7x5xf32>
  return %0 : tensor<1x20x7x5xf32>
}
"""

NHWC = """
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C">]>>>} {}
"""


def print_pipeline(text):
    """The passes of the pipeline with these options."""
    command = ["layout-opt", f"--layout-pipeline={text}", "--layout-pipeline-print"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def read_help():
    """{option: the values that it can have, if they are listed} of layout-pipeline."""
    done = subprocess.run(["layout-opt", "--help"], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("      --layout-pipeline "))
    found = {}
    for line in lines[begin + 1 :]:
        if option := re.match(r" {8}--([\w-]+)", line):
            values = found.setdefault(option[1], [])
        elif value := re.match(r" {4}=(\w+)", line):
            values.append(value[1])
        else:
            break
    return found


def arguments():
    """The arguments of optimize that are options, by the names of these."""
    parameters = list(inspect.signature(optimize).parameters.values())
    return {parameter.name.replace("_", "-"): parameter for parameter in parameters[1:]}


@requires_package
class Definitions(unittest.TestCase):
    def test_everyone_has_the_same_options(self):
        page = Path(ROOT, "tools", "docs", "options.md").read_text(encoding="utf-8")
        table = re.findall(r"^\| `([\w-]+)=", page.split("\n\n")[2], re.MULTILINE)
        self.assertGreater(len(table), 20)
        self.assertEqual(sorted(table), sorted(read_help()))
        self.assertEqual(table, list(arguments()))
        for name in table:
            if name != "target":
                self.assertIn(f"    - `{name.replace('-', '_')}`: ", optimize.__doc__)

    def test_values(self):
        types = {option.name: option.type for option in planning._OPTIONS}
        listed = {name: values for name, values in read_help().items() if values}
        self.assertEqual(sorted(listed), ["absorb", "indivisible", "relayouts"])
        for name, values in listed.items():
            self.assertEqual(list(get_args(types[name])), values)
            self.assertEqual(arguments()[name].annotation, name.title().replace("-", ""))
        literals = {name for name, kind in types.items() if get_origin(kind) is Literal}
        self.assertEqual(literals - set(listed), {"strategy"})

    def test_descriptions_name_the_values_that_python_takes(self):
        """Solvers are registered in C++, and a report of another ending is an error."""
        described = dict(re.findall(r"^    - `(\w+)`: ((?:.|\n {6})*)", optimize.__doc__, re.MULTILINE))
        self.assertIn("optimal", described["strategy"])
        self.assertLessEqual(set(get_args(planning.Strategy)), set(re.findall(r"\w+", described["strategy"])))
        self.assertNotIn("registered", described["strategy"])
        self.assertNotIn("else", described["report"])

    def test_defaults(self):
        defaults = {name: parameter.default for name, parameter in arguments().items()}
        spelled = " ".join(f"{name}={value}" for name, value in defaults.items() if value is not None)
        self.assertIn("constant-limit=4294967296", spelled)
        self.assertEqual(print_pipeline(spelled.replace("True", "true").replace("False", "false")), print_pipeline(""))
        for option in planning._OPTIONS:
            self.assertEqual(option.default, defaults[option.name])


@requires_package
class Arguments(unittest.TestCase):
    def test_every_strategy(self):
        for strategy in get_args(planning.Strategy):
            self.assertEqual(optimize(PROGRAM, "nhwc", strategy=strategy).report.strategy, strategy)

    def test_defaults_say_nothing(self):
        plain = optimize(PROGRAM, "nhwc")
        spelled = optimize(PROGRAM, "nhwc", strategy="optimal", strict=False, constant_limit=2**32, time_limit=0.0)
        self.assertEqual(spelled.text, plain.text)

    def test_numbers_and_paths(self):
        target = Path(os.environ.get("TMPDIR", "/tmp"), f"no target {os.getpid()}.mlir")
        with self.assertRaisesRegex(PlanningError, re.escape(str(target))):
            optimize(PROGRAM, target)
        limits = {"constant_limit": numpy.int64(0), "visit_limit": numpy.uint32(7), "time_limit": numpy.float64(5)}
        values = [limits.get(option.name.replace("-", "_"), option.default) for option in planning._OPTIONS]
        given = options.given_options(planning._OPTIONS, values)
        self.assertEqual(given, {"constant-limit": "0", "visit-limit": "7", "time-limit": "5.0"})
        self.assertGreater(len(optimize(PROGRAM, "nhwc", **limits).text), 0)

    def test_every_path_names_its_file(self):
        """Blanks, quotes and brackets are part of a path wherever they are, and so are bytes that are no UTF-8."""
        names = [" a.json", "a 'b.json", 'a "b\' c.json', "a' b.json", "a}b {.json", "x=[1, (2.json", "a\nb.json"]
        names.append(os.fsdecode(b"\xff.json"))
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                with self.subTest(name=name):
                    report = Path(folder, "r" + name)
                    optimize(PROGRAM, "nhwc", host_json=os.path.join(folder, name), report=report)
            self.assertEqual(sorted(os.listdir(folder)), sorted([*names, *("r" + name for name in names)]))
            target = Path(folder, "ta'r \"get .mlir")
            target.write_text(NHWC, encoding="utf-8")
            self.assertIn("linalg.conv_2d_nhwc_hwcf", optimize(PROGRAM, target).text)

    def test_wrong_arguments(self):
        for keywords, error, message in (
            ({"taget": "nhwc"}, TypeError, "unexpected keyword argument 'taget'"),
            ({"strict": "true"}, TypeError, "^requires a bool for strict, found str$"),
            ({"strict": 1}, TypeError, "^requires a bool for strict, found int$"),
            ({"strategy": None}, TypeError, "^requires a str for strategy, found NoneType$"),
            ({"constant_limit": 1.5}, TypeError, "^requires an int for constant_limit, found float$"),
            ({"constant_limit": True}, TypeError, "^requires an int for constant_limit, found bool$"),
            ({"constant_limit": -1}, ValueError, r"^requires 0 <= constant_limit < 2\*\*64, found -1$"),
            ({"visit_limit": 2**64}, ValueError, r"^requires 0 <= visit_limit < 2\*\*64, found 18446744073709551616$"),
            ({"time_limit": "5"}, TypeError, "^requires a number for time_limit, found str$"),
            ({"time_limit": -1}, ValueError, "^requires time_limit >= 0, found -1$"),
            ({"time_limit": float("nan")}, ValueError, "^requires time_limit >= 0, found nan$"),
            ({"report": "a\0.json"}, ValueError, r"^requires report without null characters, found 'a\\x00.json'$"),
            ({"prefer": ["NHWC"]}, TypeError, "^requires a str for prefer, found list$"),
            ({"records": 3}, TypeError, "^requires a str or a path for records, found int$"),
            ({"indivisible": "pd"}, ValueError, "^requires indivisible out of plain, pad, priced, found 'pd'$"),
        ):
            with self.subTest(**keywords), self.assertRaisesRegex(error, message):
                optimize(PROGRAM, **keywords)


if __name__ == "__main__":
    unittest.main()
