# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of layout_mlir.tune: what is measured where, what is recorded when, and what comes of it.

Most tests measure nothing: their executors return chosen times of a processor that they name. The others measure on
this machine, and require no more of a time than that it is one.

Covers: R4, R16
"""

import concurrent.futures
import contextlib
import inspect
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest
import unittest.mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("LAYOUT_BUILD", os.path.join(ROOT, "build", "release"))
os.environ["PATH"] = os.pathsep.join([os.path.join(BUILD, "bin"), os.environ["PATH"]])

import layout_mlir  # noqa: E402
from layout_mlir import native  # noqa: E402
from layout_mlir.tuning import machine as machines  # noqa: E402
from layout_mlir.tuning.measuring import Machine, measure  # noqa: E402
from layout_mlir.tuning.progress import Progress  # noqa: E402
from layout_mlir.tuning.records import Records  # noqa: E402
from layout_mlir.tuning.target_text import check_target, state_machine  # noqa: E402

_PIPELINE = "prefer=matmul=[MK,KN]|[MK,NK,MN]"
_MACHINE = Machine("chosen", "a,b", 1e-9)
# Two matmuls, the first one twice, whose constant weights may be stored by rows or by columns.
_PROGRAM = """\
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x1xf32>) {
  %u = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0], [3.0, 4.0, 5.0, 6.0]]> : tensor<3x4xf32>
  %v = arith.constant dense<[[4.0, 2.0, 3.0, 4.0], [2.0, 7.0, 4.0, 5.0], [3.0, 4.0, 9.0, 6.0]]> : tensor<3x4xf32>
  %w = arith.constant dense<[[5.0], [6.0], [7.0], [8.0]]> : tensor<4x1xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>) -> tensor<2x4xf32>
  %0 = linalg.matmul ins(%a, %u : tensor<2x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = linalg.matmul ins(%a, %v : tensor<2x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<2x4xf32>) -> tensor<2x4xf32>
  %last = tensor.empty() : tensor<2x1xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%last : tensor<2x1xf32>) -> tensor<2x1xf32>
  %2 = linalg.matmul ins(%0, %w : tensor<2x4xf32>, tensor<4x1xf32>) outs(%sums : tensor<2x1xf32>) -> tensor<2x1xf32>
  return %1, %2 : tensor<2x4xf32>, tensor<2x1xf32>
}
"""
_CHOICES = 4


class Result:
    """What an executor returns that knows nothing of concurrent.futures."""

    def __init__(self, function):
        self.result = function


class ChosenTimes:
    """An executor that is none of concurrent.futures': it makes up the times, in the order of calls."""

    def __init__(self, *times):
        self.times = list(times)
        self.calls = []

    def submit(self, function, program, name, runs, timeout):
        self.calls.append((function, program, name, runs, timeout))
        return Result(lambda time=self.times[len(self.calls) - 1]: self._answer(time))

    def _answer(self, time):
        if isinstance(time, BaseException):
            raise time
        return _MACHINE, time


class Backwards:
    """An executor whose last future is done first, once somebody waits for all of them."""

    def __init__(self, *times):
        self.times = times
        self.futures = []
        self.waiting = 0

    def submit(self, *arguments):
        executor = self

        class Future(concurrent.futures.Future):
            def add_done_callback(self, function):
                super().add_done_callback(function)
                executor.waiting += 1
                if executor.waiting == len(executor.times):
                    executor.finish()

        self.futures.append(Future())
        return self.futures[-1]

    def finish(self):
        for future, time in reversed(list(zip(self.futures, self.times, strict=True))):
            future.set_result((_MACHINE, time))


class Terminal(io.StringIO):
    def isatty(self):
        return True


class TuningTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="layout tuning ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "in.mlir"
        self.program.write_text(_PROGRAM, encoding="utf-8")
        self.planned = self.folder / "planned.mlir"
        self.records = self.folder / "records.json"

    def tune(self, executor, **options):
        options = {"cpu": "chosen", "progress": None, "pipeline": _PIPELINE, **options}
        return layout_mlir.tune(self.program, self.planned, records=self.records, executor=executor, **options)

    def seconds(self):
        return [record["seconds"] for record in json.loads(self.records.read_text(encoding="utf-8"))["records"]]

    def require_same_results(self):
        done = subprocess.run(["layout-check", self.program, self.planned], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class RecordsTest(TuningTest):
    OP = {"kind": "matmul"}

    def test_every_record_is_written_at_once(self):
        records = Records(self.records)
        for count, layout in enumerate(["MK", "KM", "MK4k"], start=1):
            records.add(_MACHINE, self.OP, [layout], count * 1.23456789e-6)
            self.assertEqual(len(self.seconds()), count)
            self.assertEqual(len(Records(self.records).known("chosen")), count)
        self.assertEqual(self.seconds(), [1.235e-06, 2.469e-06, 3.704e-06])
        self.assertEqual(os.listdir(self.folder).count("records.json"), 1)
        self.assertEqual(len(os.listdir(self.folder)), 2)

    def test_a_machine_is_a_processor_with_its_features(self):
        records = Records(self.records)
        records.add(_MACHINE, self.OP, ["MK"], 1.0)
        records.add(Machine("chosen", "a,b", 5e-9), self.OP, ["KM"], 1.0)
        records.add(Machine("chosen", "a", 1e-9), self.OP, ["MN"], 1.0)
        machines = json.loads(self.records.read_text(encoding="utf-8"))["machines"]
        self.assertEqual([machine["features"] for machine in machines], ["a,b", "a"])
        self.assertEqual(machines[0]["seconds_per_byte"], 1e-9)
        self.assertEqual(len(records.known("chosen", "a,b")), 2)
        self.assertEqual(len(records.known("chosen")), 3)
        self.assertEqual(records.known("other"), set())

    def test_other_files_are_refused(self):
        for text, why in (
            ('{"version": 2}', "requires version 1 of tuning records, found 2"),
            ("[]", "requires version 1 of tuning records, found none"),
            ('{"version": 1}', "requires machines and records, found 'machines'"),
            ('{"version": 1, "machines": [{"name": "x"}], "records": []}', "requires machines and records"),
            ('{"version"', "Expecting"),
        ):
            with self.subTest(text):
                self.records.write_text(text, encoding="utf-8")
                with self.assertRaisesRegex(layout_mlir.TuningError, f"cannot read '.*records.json': {why}"):
                    self.tune(ChosenTimes())
                self.assertEqual(self.records.read_text(encoding="utf-8"), text)
                self.assertFalse(self.planned.exists())


class ProgressTest(unittest.TestCase):
    def test_lines_elsewhere(self):
        stream = io.StringIO()
        progress = Progress(stream, 2)
        progress.step("one")
        self.assertEqual(stream.getvalue(), "1 of 2: one\n")
        progress.step("two")
        progress.close()
        self.assertEqual(stream.getvalue(), "1 of 2: one\n2 of 2: two\n")

    def test_a_bar_on_a_terminal(self):
        stream = Terminal()
        progress = Progress(stream, 4)
        progress.step("one" + "x" * 300)
        first = stream.getvalue()
        self.assertRegex(first, r"^\r\[#####               \] 1 of 4, \d+:\d\d left: onex+$")
        progress.step("two")
        self.assertRegex(stream.getvalue()[len(first) :], r"^\r\[##########          \] 2 of 4, \d+:\d\d left: two *$")
        self.assertNotIn("\n", stream.getvalue())
        progress.close()
        self.assertEqual(stream.getvalue()[-1], "\n")
        lengths = {len(line) for line in stream.getvalue().rstrip("\n").split("\r")[1:]}
        self.assertEqual(len(lengths), 1, "a shorter line leaves parts of a longer one")

    def test_nothing_without_a_stream(self):
        progress = Progress(None, 1)
        progress.step("one")
        progress.close()


class TuneTest(TuningTest):
    def test_any_object_with_submit(self):
        executor = ChosenTimes(3e-6, 1e-6, 1e-6, 3e-6)
        done = self.tune(executor, runs=7, timeout=5.0)
        self.assertEqual(done, layout_mlir.Tuned(ops=2, measured=_CHOICES, known=0))
        self.assertEqual({(call[0], *call[3:]) for call in executor.calls}, {(measure, 7, 5.0)})
        self.assertEqual([call[2] for call in executor.calls], ["layouts0", "layouts1"] * 2)
        # The first weights are stored by columns, those of the second op, of 4x1 elements, as they are.
        text = self.planned.read_text(encoding="utf-8")
        self.assertEqual(text.count("]> : tensor<4x3xf32>"), 2)
        self.assertEqual(text.count("]> : tensor<4x1xf32>"), 1)
        self.assertNotIn("linalg.transpose", text)
        self.require_same_results()

    def test_futures_that_are_done_in_another_order(self):
        stream = io.StringIO()
        self.tune(Backwards(1e-6, 2e-6, 3e-6, 4e-6), progress=stream)
        self.assertEqual(self.seconds(), [4e-6, 3e-6, 2e-6, 1e-6])
        lines = stream.getvalue().splitlines()
        self.assertEqual(
            lines[0], "1 of 4: matmul MK 2x4xf32, KN 4x1xf32, MN 2x1xf32 in MK, NK, MN: 4.0 us"
        )
        self.assertEqual(len(lines), _CHOICES)

    def test_an_interrupted_call_goes_on(self):
        with self.assertRaises(KeyboardInterrupt):
            self.tune(ChosenTimes(1e-6, 2e-6, KeyboardInterrupt(), 4e-6))
        self.assertEqual(self.seconds(), [1e-6, 2e-6])
        self.assertFalse(self.planned.exists())
        executor = ChosenTimes(3e-6, 4e-6)
        self.assertEqual(self.tune(executor), layout_mlir.Tuned(ops=2, measured=2, known=2))
        self.assertEqual(self.seconds(), [1e-6, 2e-6, 3e-6, 4e-6])
        self.assertEqual(self.tune(ChosenTimes()), layout_mlir.Tuned(ops=2, measured=0, known=4))

    def test_what_has_not_begun_is_cancelled(self):
        futures = [concurrent.futures.Future() for _ in range(_CHOICES)]
        futures[0].set_exception(KeyboardInterrupt())
        submitted = iter(futures)

        class Executor:
            def submit(self, *arguments):
                return next(submitted)

        with self.assertRaises(KeyboardInterrupt):
            self.tune(Executor())
        self.assertEqual([future.cancelled() for future in futures], [False, True, True, True])

    def test_a_failure_loses_nothing_else(self):
        with self.assertRaises(layout_mlir.TuningError) as caught:
            self.tune(ChosenTimes(1e-6, layout_mlir.TuningError("no memory"), 3e-6, OSError("lost")))
        lines = str(caught.exception).splitlines()
        self.assertEqual(lines[0], "2 of 4 measurements failed")
        self.assertEqual(lines[1], "matmul MK 2x3xf32, KN 3x4xf32, MN 2x4xf32 in MK, NK, MN: no memory")
        self.assertTrue(lines[2].endswith(": lost"), lines[2])
        self.assertEqual(self.seconds(), [1e-6, 3e-6])
        self.assertFalse(self.planned.exists())

    def test_other_processors_are_measured_again(self):
        self.tune(ChosenTimes(*[1e-6] * _CHOICES))
        executor = ChosenTimes(*[2e-6] * _CHOICES)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.tune(executor, cpu="another")
        self.assertEqual(len(executor.calls), _CHOICES)
        self.assertIn("has no records of processor 'another'", said.getvalue())

    def test_a_program_without_a_choice_is_planned(self):
        done = self.tune(ChosenTimes(), pipeline="target=nhwc")
        self.assertEqual(done, layout_mlir.Tuned(ops=0, measured=0, known=0))
        self.assertFalse(self.records.exists())
        self.require_same_results()

    def test_a_path_with_blanks_and_quotes(self):
        self.records = self.folder / 'the "records".json'
        self.tune(ChosenTimes(*[1e-6] * _CHOICES))
        self.assertEqual(self.seconds(), [1e-6] * _CHOICES)
        for name in ("it's \"a\".json", "a.json "):
            self.records = self.folder / name
            with self.assertRaisesRegex(layout_mlir.TuningError, "^requires a path without blanks at its ends"):
                self.tune(ChosenTimes())

    def test_errors(self):
        with self.assertRaisesRegex(TypeError, "requires an executor with a method submit, found 3"):
            self.tune(3)
        with self.assertRaisesRegex(layout_mlir.TuningError, "layout-opt.*\n.*unknown"):
            self.tune(ChosenTimes(), pipeline="target=unknown")
        self.records = self.folder / "missing" / "records.json"
        with self.assertRaisesRegex(layout_mlir.TuningError, "cannot write '.*records.json': its folder does not exist"):
            self.tune(ChosenTimes())
        with self.assertRaisesRegex(layout_mlir.TuningError, "layout-run was stopped after 0.01 s"):
            measure(_PROGRAM, "main", 1, 0.01)
        with self.assertRaisesRegex(layout_mlir.TuningError, "cannot be called"):
            measure(_PROGRAM, "other", 1, 60.0)
        with unittest.mock.patch.dict(os.environ, {"PATH": "/nonexistent"}):
            with self.assertRaisesRegex(layout_mlir.MissingPackage, "requires the tool layout-run in PATH, found none"):
                measure(_PROGRAM, "main", 1, 60.0)
        self.assertFalse(self.planned.exists())

    def test_tools_of_the_package_come_first(self):
        package = self.folder / "package"
        (package / "bin").mkdir(parents=True)
        (package / "bin" / "layout-opt").touch()
        with unittest.mock.patch.object(native, "__file__", str(package / "native.py")):
            with self.assertRaisesRegex(layout_mlir.TuningError, "cannot run layout-opt: Permission denied"):
                self.tune(ChosenTimes())

    def test_the_documentation_names_every_parameter(self):
        for name in inspect.signature(layout_mlir.tune).parameters:
            self.assertIn(f"\n        {name}: ", layout_mlir.tune.__doc__)


class MeasuringTest(TuningTest):
    """Tests that take times of this machine."""

    def test_processes(self):
        with concurrent.futures.ProcessPoolExecutor(max_workers=2) as pool:
            done = self.tune(pool, cpu="host", runs=2)
        self.assertEqual(done, layout_mlir.Tuned(ops=2, measured=_CHOICES, known=0))
        self.assertTrue(all(0 < seconds < 1 for seconds in self.seconds()))
        content = json.loads(self.records.read_text(encoding="utf-8"))
        (machine,) = content["machines"]
        self.assertTrue(machine["cpu"] and 1e-13 < machine["seconds_per_byte"] < 1e-6, machine)
        self.require_same_results()
        self.assertEqual(self.tune(None, cpu="host"), layout_mlir.Tuned(ops=2, measured=0, known=_CHOICES))

    def command(self, *options):
        command = ["layout-tune", self.program, f"--layout-pipeline={_PIPELINE}", f"--records={self.records}"]
        return [*command, "-o", self.planned, *options]

    def test_a_command_that_the_user_stops(self):
        with subprocess.Popen(
            self.command("--runs=1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # Tests may run where the signal is ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as process:
            first = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=120)
        self.assertTrue(first.startswith("1 of 4: matmul MK 2x3xf32, "), first + said)
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("layout-tune: interrupted; what was measured is in ", said)
        measured = len(self.seconds())
        self.assertIn(measured, range(1, _CHOICES))
        self.assertFalse(self.planned.exists())
        done = subprocess.run(self.command("--quiet"), capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        self.assertEqual(
            done.stdout, f"2 ops with a choice: {_CHOICES - measured} layouts measured, {measured} known\n"
        )
        self.require_same_results()


_DEVICE = "module attributes {dlti.target_system_spec = #dlti.target_system_spec<\n  "
_TARGET = _DEVICE + '"CPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "x">>>} {}\n'


class MachineTest(unittest.TestCase):
    """Tests of layout-tune --machine: what comes of times, and what a target states then."""

    def test_find_caches(self):
        times = [(8, 1.0), (16, 1.1), (32, 1.0), (64, 2.0), (128, 3.0), (256, 3.1), (512, 3.0), (1024, 6.0)]
        self.assertEqual(machines.find_caches(times), [32, 512])
        self.assertEqual(machines.find_caches([(8, 1.0), (16, 1.2), (32, 0.9)]), [])

    def test_name_caches(self):
        small, large = 32 << 10, 1 << 20
        both = {"level1_bytes": small, "level2_bytes": large}
        self.assertEqual(machines.name_caches([small, large, 32 << 20]), both)
        self.assertEqual(machines.name_caches([small, 128 << 10]), both | {"level2_bytes": 128 << 10})
        self.assertEqual(machines.name_caches([large]), {"level2_bytes": large})
        self.assertEqual(machines.name_caches([]), {})

    def test_start_of_rows(self):
        times = [(size, 1e-11 * (2 + 128 / size)) for size in (64, 256, 4096)]
        self.assertEqual(machines.start_of_rows(times), {"read_start_bytes": 128.0})
        self.assertEqual(machines.start_of_rows([(64, 1e-11), (256, 2e-11)]), {})
        # Times on no line: those of 1, 2 and 3 over the size rise by 1/2, and the line has 2/3 at 0.
        times = [(1, 1e-11), (1 / 2, 2e-11), (1 / 3, 2e-11)]
        self.assertEqual(machines.start_of_rows(times), {"read_start_bytes": 1.5})

    def test_vectors(self):
        self.assertEqual(machines.vectors(["sse2", "avx"]), {"vector_bytes": 32, "num_vectors": 16})
        self.assertEqual(machines.vectors(["neon"]), {"vector_bytes": 16, "num_vectors": 32})
        self.assertEqual(machines.vectors(["other"]), {})

    def test_state_machine_keeps_the_rest(self):
        stated = '"machine" = #dlti.map<"late_byte" = 3.0 : f64, "line_bytes" = 128 : i64>'
        text = _TARGET.replace('"name" = "x"', f'"name" = "x<", {stated}')
        replaced = '"machine" = #dlti.map<"late_byte" = 3.0 : f64, "line_bytes" = 64 : i64>'
        self.assertEqual(state_machine(text, {"line_bytes": 64}), text.replace(stated, replaced))
        with self.assertRaisesRegex(layout_mlir.TuningError, "requires 'machine' to be .*, found an alias"):
            state_machine(text.replace(stated, '"machine" = #other'), {})

    def require_stated(self, machine, fields, expected):
        """Requires what becomes of the map `machine`, without its brackets, and that it can be read."""
        text = _TARGET.replace('"name" = "x"', f'"machine" = #dlti.map<{machine}>, "name" = "x"')
        stated = state_machine(text, fields)
        self.assertEqual(stated, text.replace(machine, expected))
        check_target(stated)

    def test_state_machine_replaces_single_values(self):
        fields = {"line_bytes": 64, "read_start_bytes": 2.5}
        written = '"line_bytes" = 64 : i64, "read_start_bytes" = 2.5 : f64'
        # Blanks around `=` or none.
        self.require_stated(
            '"outer_byte"=5.0 : f64,"line_bytes"=128:i64, "late_byte"  =3.0 : f64,"read_start_bytes"= 9.0 : f64',
            fields,
            '"outer_byte"=5.0 : f64,"line_bytes"=64 : i64, "late_byte"  =3.0 : f64,"read_start_bytes"= 2.5 : f64',
        )
        self.require_stated('"outer_byte"=5.0 : f64 ', fields, f'"outer_byte"=5.0 : f64, {written} ')
        # Comments, with entries within.
        lines = '\n    // "line_bytes" = 1 : i64,\n    "line_bytes" = // of "late_byte" = 2\n      128 : i64, // a, b\n    '
        self.require_stated(
            f'{lines}"late_byte" = 3.0 : f64 // last\n  ',
            fields,
            f'{lines.replace("128", "64")}"late_byte" = 3.0 : f64, // last\n  "read_start_bytes" = 2.5 : f64',
        )
        self.require_stated("// nothing\n  ", fields, f"{written}// nothing\n  ")

    def test_state_machine_of_a_target_without(self):
        machine = '"machine" = #dlti.map<"line_bytes" = 64 : i64>'
        self.assertEqual(
            state_machine("// a \"layout\"\n" + _TARGET, {"line_bytes": 64}),
            "// a \"layout\"\n" + _TARGET.replace('"name"', f'{machine}, "name"'),
        )
        commented = _TARGET.replace('"name"', '// "machine" = #dlti.map<>\n    "name"')
        self.assertEqual(state_machine(commented, {"line_bytes": 64}), commented.replace("<// ", f"<{machine}, // "))
        caches = _DEVICE + '"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 32768 : i64>>} {}\n'
        self.assertEqual(
            state_machine(caches, {"line_bytes": 64}),
            caches.replace('"L1', f'"layout" = #dlti.map<{machine}>, "L1'),
        )
        for other in ("module {}", '"builtin.module"() ({}) : () -> ()', "module attributes {a = 1} {}"):
            with self.assertRaisesRegex(layout_mlir.TuningError, "requires a module with '.*', found none"):
                state_machine(other, {})
        with self.assertRaisesRegex(layout_mlir.TuningError, "requires a target with '.*', found none"):
            state_machine(_DEVICE + ">} {}", {})
        with self.assertRaisesRegex(layout_mlir.TuningError, "requires 'CPU' to be .*, found another value"):
            state_machine(_DEVICE + '"CPU" = 3 : i64>} {}', {})
        with self.assertRaisesRegex(layout_mlir.TuningError, "requires '}' behind '{', found none"):
            state_machine(caches.replace(">", ""), {})

    def test_state_machine_of_several_devices(self):
        """The first device that states numbers counts, or else the first with layouts, or else the first."""
        machine = '"machine" = #dlti.map<"line_bytes" = 64 : i64>'
        no_layout, layout = '"L3" = 3 : i64', '"layout" = #dlti.map<"name" = "b">'
        caches, numbers = '"L1_cache_size_in_bytes" = 4096 : i64', '"layout" = #dlti.map<"machine" = #dlti.map<>>'
        stated = layout.replace('"name"', f'{machine}, "name"')
        for first, second, expected in (
            (no_layout, layout, (no_layout, stated)),
            (no_layout, no_layout, (f'"layout" = #dlti.map<{machine}>, {no_layout}', no_layout)),
            (layout, layout, (stated, layout)),
            (layout, numbers, (layout, f'"layout" = #dlti.map<{machine}>')),
            (numbers, layout, (f'"layout" = #dlti.map<{machine}>', layout)),
            (layout, caches, (layout, f'"layout" = #dlti.map<{machine}>, {caches}')),
        ):
            with self.subTest(first=first, second=second):
                text = '{0}"A" = #dlti.target_device_spec<{1}>, "B" = #dlti.target_device_spec<{2}>>}} {{}}'
                done = state_machine(text.format(_DEVICE, first, second), {"line_bytes": 64})
                self.assertEqual(done, text.format(_DEVICE, *expected))
                check_target(done)
        # With layouts, the first device would be that of all programs.
        with self.assertRaisesRegex(
            layout_mlir.TuningError, "^requires 'layout' in device 'A', whose caches count, found it in 'B'$"
        ):
            state_machine(text.format(_DEVICE, caches, layout), {})

    def test_state_machine_finds_the_target(self):
        """Other attributes, comments and strings may have the same text, and the target may be an alias."""
        machine = '"machine" = #dlti.map<"line_bytes" = 64 : i64>'
        stated = _TARGET.replace('"name"', f'{machine}, "name"')
        other = '#dlti.target_device_spec<"layout" = #dlti.map<"name" = "old">>'
        system = '#dlti.target_system_spec<"A" = ' + other + ">"
        for before in (
            f"// module attributes {{dlti.target_system_spec = {system}}}\n#other = {other}\nmodule ",
            f"#other = {other}\nbuiltin.module @module ",
            f'#other = {other}\nmodule @"a module attributes {{" ',
        ):
            for attributes in (
                "a.other = #other, ",
                f'a.text = "dlti.target_system_spec = {{#dlti.target_system_spec<>, ", a.map = {{b = {system}}}, ',
            ):
                with self.subTest(before=before, attributes=attributes):
                    old, new = (
                        text.replace("module attributes {", f"{before}attributes {{{attributes}", 1)
                        for text in (_TARGET, stated)
                    )
                    self.assertEqual(state_machine(old, {"line_bytes": 64}), new)
                    check_target(new)
        aliases = (
            '#layout-1 = #dlti.map<"name" = "x">\n#device = #dlti.target_device_spec<"layout" = #layout-1>\n'
            'module attributes {"dlti.target_system_spec" = #dlti.target_system_spec<"A" = #device>} {}\n'
        )
        done = state_machine(aliases, {"line_bytes": 64})
        self.assertEqual(done, aliases.replace('"name"', f'{machine}, "name"'))
        check_target(done)
        with self.assertRaisesRegex(layout_mlir.TuningError, "requires 'A' to be .*, found an alias with several uses"):
            state_machine(aliases.replace('"A" = #device', '"A" = #device, "B" = #device'), {})

    def test_a_system_without_getconf(self):
        self.assertIn("page_bytes", machines.known_sizes())
        with unittest.mock.patch.dict(os.environ, {"PATH": "/nonexistent"}):
            self.assertEqual(machines.known_sizes(), {})

    def test_what_cannot_be_written_is_not_measured(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            # A file of the name of a target would lie in the current folder.
            stack.callback(os.chdir, os.getcwd())
            os.chdir(folder)
            measuring = unittest.mock.patch.object(machines, "measure_machine", return_value={"line_bytes": 64})
            measured = stack.enter_context(measuring)
            with self.assertRaisesRegex(
                layout_mlir.TuningError, "^requires a file to write the built-in target 'nhwc' to, found none$"
            ):
                machines.tune_machine("nhwc")
            with self.assertRaisesRegex(layout_mlir.TuningError, "^cannot write 'none/x': its folder does not exist$"):
                machines.tune_machine("nhwc", "none/x")
            for wrong, said in (
                (_TARGET.replace('"name"', '"names"'), "requires a key out of .*, found 'names'"),
                (_TARGET.replace('"name"', '"machine" = #dlti.map<"num_vectors" = 0 : i64>, "name"'), "num_vectors"),
                (_TARGET.replace('"layout"', '"L1_cache_size_in_bytes" = -1 : i64, "layout"'), "L1_cache_size_in"),
            ):
                pathlib.Path("wrong.mlir").write_text(wrong, encoding="utf-8")
                with self.assertRaisesRegex(layout_mlir.TuningError, said):
                    machines.tune_machine("wrong.mlir")
                os.remove("wrong.mlir")
            measured.assert_not_called()
            with self.assertRaisesRegex(layout_mlir.TuningError, f"^cannot write '{folder}': Is a directory$"):
                machines.tune_machine("nhwc", folder)
            self.assertEqual(os.listdir(folder), [])
            machines.tune_machine("nhwc", "nhwc")
            self.assertIn('"line_bytes" = 64 : i64', pathlib.Path("nhwc").read_text(encoding="utf-8"))

    def run_command(self, *options):
        return subprocess.run(["layout-tune", "--runs=1", *options], capture_output=True, text=True)

    def test_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "cpu.mlir")
            target.write_text(_TARGET, encoding="utf-8")
            done = self.run_command(f"--machine={target}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("layout-tune: measures rows\n", done.stderr)
            fields = dict(line.split(" = ") for line in done.stdout.splitlines())
            for key in ("vector_bytes", "line_bytes", "page_bytes"):
                value = int(fields.get(key, 64))
                self.assertEqual(value & (value - 1), 0, key)
            self.assertLess(int(fields.get("level1_bytes", 1)), int(fields.get("level2_bytes", 1 << 32)))
            self.assertGreater(float(fields.get("read_start_bytes", 1)), 0)
            text = target.read_text(encoding="utf-8")
            for key, value in fields.items():
                self.assertIn(f'"{key}" = {value} : ', text)
            # What was stated is replaced, and the other file stays.
            other = pathlib.Path(folder, "other.mlir")
            self.assertEqual(self.run_command(f"--machine={target}", "-o", other, "--quiet").stderr, "")
            self.assertEqual(other.read_text(encoding="utf-8").count('"machine"'), 1)
            self.assertEqual(target.read_text(encoding="utf-8"), text)

    def test_errors(self):
        for options, code, said in (
            (["--machine=nchw16c"], 2, "--machine=nchw16c requires -o FILE, found none"),
            (["--machine=nchw16c", "in.mlir"], 2, "--machine requires no program, found in.mlir"),
            (["in.mlir"], 2, "the following arguments are required: -o, --layout-pipeline, --records"),
            (["--machine=none.mlir"], 1, "layout-tune: cannot read target 'none.mlir': No such file or directory"),
        ):
            done = self.run_command(*options)
            self.assertEqual(done.returncode, code)
            self.assertIn(said, done.stderr)

    def test_the_documentation_has_the_fields_and_their_values(self):
        """Those that an error lists, with the values of the source."""
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "wrong.mlir")
            target.write_text(state_machine(_TARGET, {"none": 1}), encoding="utf-8")
            done = subprocess.run(
                ["layout-opt", "-", f"--layout-pipeline=target={target}"], input="", capture_output=True, text=True
            )
        listed = re.search(r"CPU.layout.machine: requires a key out of (.*), found 'none'", done.stderr)
        self.assertTrue(listed, done.stderr)
        page = pathlib.Path(ROOT, "tools", "docs", "machine-fields.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| (`.*`) \| (.*?) \|", page.split("## Fields of `machine`")[1], re.M)
        documented = {}
        for names, values in rows:
            documented |= zip(re.findall(r"`(\w+)`", names), map(float, values.split(", ")))
        self.assertEqual(sorted(documented), sorted(listed[1].split(", ")))
        header = pathlib.Path(ROOT, "include", "layout", "Targets", "Machine.h").read_text(encoding="utf-8")
        fields = re.findall(r"(\w+) =\s+([\d.]+(?: (?:<<|/) \d+)?)[,;]", header)
        snake = {re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name): value for name, value in fields}
        for name, value in documented.items():
            self.assertEqual(value, eval(snake[name]), name)


if __name__ == "__main__":
    unittest.main()
