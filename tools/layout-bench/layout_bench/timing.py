# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loop of a process that holds a network: it is ready when it has printed a line. Then it reads lines of seconds,
runs the network for about that long, and prints the median seconds of a run for each. The process has to be pinned to
as many cores as there are threads."""

import os
import statistics
import sys
import time
from typing import Callable

_LEAST_RUNS = 3

# Runs the network once on its inputs.
Run = Callable[[], object]


def serve(load: Callable[[], Run]) -> None:
    """Loads the network, then times it as often as it is asked."""
    # Engines print to standard output as they like.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    run = load()
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        print(_time(run, float(line)), file=answers, flush=True)


def _time(run: Run, seconds: float) -> float:
    """Returns the median seconds of runs, after one that is not counted."""
    run()
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < _LEAST_RUNS or time.perf_counter() < end:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
