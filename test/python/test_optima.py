# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of the networks at full size are proved optimal: no gap remains, and no candidate was left out.

Covers: R35, R47
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

_ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_ROOT / "python"))

from layout_mlir import models  # noqa: E402
from layout_mlir.models import Weights  # noqa: E402

_BUILD = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release"))
_TARGETS = ("x86-avx512", "arm-neon")  # a choice of blocks for each convolution, and one order for all


def _plan(folder: pathlib.Path, name: str) -> dict[str, dict]:
    """Returns what the reports of a network say of its plans, by target."""
    program = folder / f"{name}.mlir"
    network, kind = models.NETWORKS[name]
    with program.open("w", encoding="utf-8") as stream:
        network(stream, kind(weights=Weights.SPLAT))
    plans = {}
    for target in _TARGETS:
        report = folder / f"{name}-{target}.json"
        pipeline = f"--layout-pipeline=target={target} report={report}"
        subprocess.run([_BUILD / "bin" / "layout-opt", program, pipeline, "-o", os.devnull], check=True)
        plans[target] = json.loads(report.read_text(encoding="utf-8"))["plan"]
    return plans


class OptimaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            planned = threads.map(lambda name: _plan(pathlib.Path(folder), name), models.NETWORKS)
            cls.plans = dict(zip(models.NETWORKS, planned))

    def test_every_plan_is_proved(self) -> None:
        for name, plans in self.plans.items():
            for target, plan in plans.items():
                with self.subTest(name, target=target):
                    self.assertEqual((plan["gap"], plan["capped"], plan["as_planned"]), (0, False, True))

    def test_some_plans_cost_something(self) -> None:
        # A bound of 0 proves nothing that is not obvious.
        costly = [name for name, plans in self.plans.items() if any(plan["cost"] for plan in plans.values())]
        self.assertGreater(len(costly), len(self.plans) // 2)


if __name__ == "__main__":
    unittest.main()
