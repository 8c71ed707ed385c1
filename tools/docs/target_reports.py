#!/usr/bin/env python3
"""Writes the page target-reports.md from reports of the built-in targets; --check compares instead.

It runs the layout-opt that is found first, and needs python/ on the path of modules.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "target-reports.md")
TARGETS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "lib", "Targets")
NETWORKS = {"resnet18": "ResNet-18", "mobilenet_v2": "MobileNetV2", "bert_base": "BERT base"}
TEXT = """\
# Reports of the built-in targets

What each built-in target costs on three networks with the shapes of the published ones and few channels
(`python3 -m layout_mlir.models NAME --small`): kB that rewrites move at run time, and in brackets how many there are.
First what they would move if only the convolutions and matmuls took their layouts, then what is left in the plan. No plan
costs less. Costs of operations in a layout and of padding that they compute on count as well, so that a plan may keep a
rewrite that another one would not have.

`tools/docs/target_reports.py` writes this page, and a test compares it.

"""


def names():
    """The built-in targets, in the order of the build."""
    with open(os.path.join(TARGETS, "CMakeLists.txt"), encoding="utf-8") as file:
        listed = re.search(r"set\(builtin_targets(.*?)\)", file.read(), re.DOTALL)
    return listed.group(1).split()


def kilobytes(number):
    return f"{number / 1000:.1f}" if number else "0"


def report(network, target, scratch, options=""):
    """The report of a plan, which has to be proved."""
    path = os.path.join(scratch, "report.json")
    pipeline = f"--layout-pipeline=target={target} {options} report={path}"
    subprocess.run(["layout-opt", network, pipeline, "-o", os.devnull], check=True)
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    if found["plan"]["gap"]:
        raise ValueError(f"the plan of {target} for {network} is not proved to be cheapest")
    return found


def cells(network, target, scratch):
    """What rewrites move without flow, and in the plan."""
    found = report(network, target, scratch)
    after = found["after"]
    return kilobytes(found["frozen"]["bytes"]), f"{kilobytes(after['bytes'])} ({after['rewrites']})"


def page():
    header = "".join(f" {name} | planned |" for name in NETWORKS.values())
    lines = [f"| target |{header}", "| --- |" + " ---: |" * 2 * len(NETWORKS)]
    with tempfile.TemporaryDirectory() as scratch:
        programs = []
        for name in NETWORKS:
            programs.append(os.path.join(scratch, name + ".mlir"))
            with open(programs[-1], "w", encoding="utf-8") as file:
                subprocess.run(
                    [sys.executable, "-m", "layout_mlir.models", name, "--small"], stdout=file, check=True
                )
        for target in names():
            found = [cell for program in programs for cell in cells(program, target, scratch)]
            lines.append(f"| `{target}` | " + " | ".join(found) + " |")
    return TEXT + "\n".join(lines) + "\n"


def main():
    text = page()
    if "--check" not in sys.argv[1:]:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    with open(PAGE, encoding="utf-8") as file:
        written = file.read()
    if written == text:
        return 0
    print("target-reports.md: not up to date, run tools/docs/target_reports.py")
    sys.stdout.writelines(line for line in text.splitlines(True) if line not in written)
    return 1


if __name__ == "__main__":
    sys.exit(main())
