# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Three ops with two candidates each, in a cycle in which some value has to be rewritten.

Dual variables prove nothing here: with each op half in one candidate and half in the other, no value is rewritten.
"""

import json

PORTS = [[(0, True), (2, True)], [(0, False), (1, True)], [(1, False), (2, False)]]
LABELS = [[(0, 0), (1, 1)], [(0, 0), (1, 1)], [(0, 1), (1, 0)]]
NETS = [([0, 0], [1, 0]), ([1, 1], [2, 0]), ([0, 1], [2, 1])]

variables = [
    {
        "kind": "critical",
        "ports": [{"net": net, "result": is_result} for net, is_result in ports],
        "labels": [{"cost": 0, "layouts": layouts} for layouts in labels],
    }
    for ports, labels in zip(PORTS, LABELS)
]
nets = [
    {
        "producer": producer,
        "uses": [use],
        "weight": 1,
        "free": False,
        "layouts": [{"bytes": 50, "text": "d0, d1"}, {"bytes": 50, "text": "d1, d0"}],
    }
    for producer, use in NETS
]
print(json.dumps({"version": 1, "capped": False, "variables": variables, "nets": nets}))
