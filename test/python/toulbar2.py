# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Solves planning problems with toulbar2, an exact solver of weighted constraint problems.

The encoding follows include/layout/Solver/Problem.h and uses nothing that this project's solvers derive. Each variable
of the problem is a variable of toulbar2. Each net and layout is another one with two values: 1 if the value is rewritten
to that layout. A use in that layout forbids 0; 1 costs the rewrite unless the layout is the one that is produced.
"""

import json
import pathlib
import re
import subprocess
from typing import Any

from random_problems import Problem

COMMAND = "toulbar2"


def get_cost(problem: Problem, labels: list[int]) -> int:
    """Returns the cost of a plan by the formula in Problem.h."""

    def layout(port: list[int]) -> int:
        return problem["variables"][port[0]]["labels"][labels[port[0]]]["layouts"][port[1]]

    cost = sum(variable["labels"][label]["cost"] for variable, label in zip(problem["variables"], labels))
    for net in problem["nets"]:
        produced = layout(net["producer"])
        for wanted in {layout(use) for use in net["uses"]} - {produced}:
            cost += 0 if net["free"] else _rewrite(net, produced, wanted)
    return cost


def solve(problem: Problem, file: pathlib.Path, seconds: int) -> int | None:
    """Returns the cost of the cheapest plan, or None if it is not proved in time.

    Also checks that the plan toulbar2 prints has this cost.
    """
    file.write_text(json.dumps(_state(problem)), encoding="utf-8")
    solution = file.with_suffix(".sol")
    run = subprocess.run(
        [COMMAND, file, f"-timer={seconds}", f"-w={solution}"], capture_output=True, text=True, timeout=2 * seconds
    )
    found = re.search(r"^Optimum: (\d+) ", run.stdout, re.MULTILINE)
    if not found:
        return None
    labels = [int(word) for word in solution.read_text(encoding="utf-8").split()[: len(problem["variables"])]]
    if get_cost(problem, labels) != int(found[1]):
        raise AssertionError(f"{file}: toulbar2 says {found[1]}, its plan costs {get_cost(problem, labels)}")
    return int(found[1])


def _rewrite(net: dict[str, Any], produced: int, wanted: int) -> int:
    if "rewrites" in net:
        return net["weight"] * net["rewrites"][produced * len(net["layouts"]) + wanted]
    return net["weight"] * (net["layouts"][produced]["bytes"] + net["layouts"][wanted]["bytes"])


def _state(problem: Problem) -> dict[str, Any]:
    variables, nets = problem["variables"], problem["nets"]
    # The plan of all zeros is feasible, so no plan of a higher cost is of interest.
    top = get_cost(problem, [0] * len(variables)) + 1
    domains = {f"v{number}": len(variable["labels"]) for number, variable in enumerate(variables)}
    functions: dict[str, Any] = {}

    def add(scope: list[str], costs: list[int]) -> None:
        functions[f"f{len(functions)}"] = {"scope": scope, "costs": [min(cost, top) for cost in costs]}

    for number, variable in enumerate(variables):
        add([f"v{number}"], [label["cost"] for label in variable["labels"]])
    for number, net in enumerate(nets):
        if net["free"]:
            continue

        def layouts(port: list[int]) -> list[int]:
            return [label["layouts"][port[1]] for label in variables[port[0]]["labels"]]

        for wanted in sorted({layout for use in net["uses"] for layout in layouts(use)}):
            made = f"n{number}_{wanted}"
            domains[made] = 2
            for use in net["uses"]:
                if wanted in layouts(use):
                    costs = [top if layout == wanted and not is_made else 0 for layout in layouts(use) for is_made in (0, 1)]
                    add([f"v{use[0]}", made], costs)
            costs = []
            for produced in layouts(net["producer"]):
                costs += [0, _rewrite(net, produced, wanted) if produced != wanted else 0]
            add([f"v{net['producer'][0]}", made], costs)
    return {"problem": {"name": "layouts", "mustbe": f"<{top}"}, "variables": domains, "functions": functions}
