"""Checks the figures of a report against those that --layout-count prints.

usage: check_report_figures.py REPORT BEFORE AFTER

REPORT is a report as JSON, BEFORE and AFTER hold what --layout-count prints for
the program before and after planning. The plan must not move more bytes than the
baseline, and the list of rewrites that are left must be complete.
"""

import json
import sys


def read(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def require(holds, message):
    if not holds:
        sys.exit(message)


def main():
    report, before, after = map(read, sys.argv[1:])
    require(report["before"] == before, f"requires {before} before, found {report['before']}")
    require(report["after"] == after, f"requires {after} after, found {report['after']}")
    baseline = report["frozen"]["bytes"]
    require(
        after["bytes"] <= baseline,
        f"requires at most the {baseline} bytes of the baseline, found {after['bytes']}",
    )
    left = report["left"]
    require(
        len(left) == after["rewrites"],
        f"requires {after['rewrites']} rewrites in the list, found {len(left)}",
    )
    listed = sum(rewrite["bytes"] for rewrite in left)
    require(listed == after["bytes"], f"requires {after['bytes']} bytes in the list, found {listed}")


if __name__ == "__main__":
    main()
