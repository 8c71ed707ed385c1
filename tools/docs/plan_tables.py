#!/usr/bin/env python3
"""Writes the two tables of bench.md that say what plans of the generated networks leave.

usage: plan_tables.py [--check] [TABLE [NETWORK...]]

TABLE is `targets`, what each built-in target costs, or `leftovers`, the rewrites that are left for three CPUs; both are
the default. --check compares with the page instead, and of the second table only the lines of the networks that are
named. It runs the layout-opt that is found first, and needs python/ on the path of modules.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

from layout_mlir import models

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "bench.md")
TARGETS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "lib", "Targets", "CMakeLists.txt")
NETWORKS = {"resnet18": "ResNet-18", "mobilenet_v2": "MobileNetV2", "bert_base": "BERT base"}
CPUS = ("x86-avx512", "x86-avx2", "arm-neon")
SPLAT = "--weights=splat"  # small files of large networks


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Planner:
    """Plans networks in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder

    def network(self, name, *options):
        """The network as a file; nothing if an option does not apply."""
        path = os.path.join(self.folder, "-".join((name, *options)) + ".mlir")
        if os.path.exists(path):
            return path
        command = [sys.executable, "-m", "layout_mlir.models", name, *options]
        with open(path, "w", encoding="utf-8") as file:
            written = subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL)
        if written.returncode:
            os.remove(path)
            return None
        return path

    def report(self, network, target, options=""):
        """The report of a plan, which has to be proved."""
        path = os.path.join(self.folder, "report.json")
        pipeline = f"--layout-pipeline=target={target} {options} report={path}"
        subprocess.run(["layout-opt", network, pipeline, "-o", os.devnull], check=True)
        found = json.loads(read(path))
        if found["plan"]["gap"]:
            raise ValueError(f"the plan of {target} for {network} is not proved to be cheapest")
        return found


def kilobytes(number):
    return f"{number / 1000:.1f}" if number else "0"


def target_table(planner, names):
    """What each built-in target costs, in the order of the build."""
    listed = re.search(r"set\(builtin_targets(.*?)\)", read(TARGETS), re.DOTALL).group(1).split()
    header = "".join(f" {name} | planned |" for name in NETWORKS.values())
    yield f"| target |{header}"
    yield "| --- |" + " ---: |" * 2 * len(NETWORKS)
    for target in listed:
        cells = [f"`{target}`"]
        for name in NETWORKS:
            found = planner.report(planner.network(name, "--small"), target)
            after = found["after"]
            cells += [kilobytes(found["frozen"]["bytes"]), f"{kilobytes(after['bytes'])} ({after['rewrites']})"]
        yield f"| {' | '.join(cells)} |"


def amount(report):
    after = report["after"]
    return f"{after['rewrites']} / {after['bytes'] / 1e6:.2f}" if after["bytes"] else "0"


def side(text):
    """An end of a rewrite, without the place: `argument 0 of @main`, `linalg.generic at file:1:2`."""
    text = re.sub(r" at [^ ]+", "", text)
    if text.startswith(("argument", "result")):
        return text.split()[0]
    return text.split(" and ")[0].split(".")[-1]


def between(report):
    """What is on both sides of most of the bytes that are left."""
    sums = collections.Counter()
    for rewrite in report["left"]:
        sums[" and ".join(side(end) for end in rewrite["between"])] += rewrite["bytes"]
    return sums.most_common(1)[0][0]


def leftover_cells(planner, name, target):
    """The cells of a network for a target; none if no rewrite is left."""
    network = planner.network(name, SPLAT)
    report = planner.report(network, target)
    if not report["after"]["bytes"]:
        return []
    other = planner.network(name, SPLAT, "--layout=nhwc")
    changed = [
        other and planner.report(other, target),
        planner.report(network, target, "indivisible=priced"),
        planner.report(network, target, "absorb=priced"),
    ]
    shown = [amount(cell) if cell else "" for cell in changed]
    shown = ["" if text == amount(report) else text for text in shown]
    return [name, f"`{target}`", amount(report), between(report), *shown]


def leftover_table(planner, names):
    """The rewrites that are left of networks, and what removes them."""
    yield "| network | target | left | between | caller | priced | absorb |"
    yield "| --- | --- | ---: | --- |" + " ---: |" * 3
    for name in names or models.NETWORKS:
        for target in CPUS:
            cells = leftover_cells(planner, name, target)
            if cells:
                yield f"| {' | '.join(cells)} |"


TABLES = {"targets": target_table, "leftovers": leftover_table}


def place(text, table):
    """Where the lines of a table are: behind a comment that names it."""
    return re.search(rf"<!-- plan_tables.py {table} -->\n((?:\|.*\n)*)", text).span(1)


def compare(written, wanted, names):
    """Prints the lines that the page lacks; returns whether they are the same."""
    if names:
        wanted = wanted[2:]  # without the header
        written = [line for line in written if line.startswith(tuple(f"| {name} |" for name in names))]
    if written == wanted:
        return True
    print("bench.md: not up to date, run tools/docs/plan_tables.py")
    print("\n".join(line for line in wanted if line not in written))
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("table", nargs="?", choices=list(TABLES))
    parser.add_argument("names", nargs="*", metavar="NETWORK")
    options = parser.parse_args()
    if options.names and not options.check:
        parser.error("networks are named for --check")
    same = True
    for table in [options.table] if options.table else TABLES:
        with tempfile.TemporaryDirectory() as folder:
            wanted = list(TABLES[table](Planner(folder), options.names))
        text = read(PAGE)
        start, end = place(text, table)
        if options.check:
            same &= compare(text[start:end].splitlines(), wanted, options.names)
            continue
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text[:start] + "\n".join(wanted) + "\n" + text[end:])
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
