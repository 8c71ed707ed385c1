# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of layout-bench."""

import argparse
import pathlib
import sys
import tempfile
from typing import Callable, Sequence

from .algebra import bench_algebra
from .buffers import bench_buffers
from .calibrate import calibrate
from .check import bench_check, networks
from .element_types import bench_types
from .fold import bench_fold
from .fusion import bench_fusion
from .kernels import NETWORKS as KERNEL_NETWORKS, bench_kernels
from .passes import bench_passes
from .plot import plot
from .process import ToolError
from .rewrites import GROUPS, bench_rewrites
from .scale import bench_scale
from .speed import NETWORKS as SPEED_NETWORKS, bench_speed
from .stages import bench_stages
from .upstream import bench_upstream

# The options that choose what is measured.
_MODES = (
    "passes",
    "fold",
    "scale",
    "algebra",
    "calibrate",
    "check",
    "upstream",
    "fusion",
    "speed",
    "rewrites",
    "types",
    "kernels",
    "buffers",
    "stages",
    "plot",
)
_DESCRIPTION = """\
Measures the layout tools and prints Markdown. Nothing is asserted about time.

  --passes  parsing, every pass and printing on networks of 1,000, 10,000 and 100,000 ops, beside stock mlir-opt that
            parses and prints the same file; peak memory; how time grows with size
  --stages  all stages on networks with weights in the file, and with one number for each, beside stock mlir-opt:
            parsing and printing, its canonicalize and cse, and these around its packing of matmuls
  --fold    folding a rewrite into a constant of 98 MiB, beside memcpy; peak memory
  --scale   planning alone, where every convolution has a choice: its stages on networks of 1,000 to 1,000,000 ops, peak
            memory, bytes and their bound; many functions on one thread and on all
  --algebra operations on index maps in ns per digit; the longest proof about random maps; maps applied to raw data
            beside memcpy
  --check   plans every generated network for every target, backward and optimally, and compares what it computes with
            layout-check; prints bytes and rewrites before, in the baseline and after, and the lower bound. Exit code 1
            if a plan fails or computes something else
  --calibrate FILE
            how fast rewrites move runs of 4 to 4,096 bytes, beside a copy; writes what `calibration=FILE` of
            layout-flow reads, in picoseconds
  --upstream
            what is left of networks whose convolutions are blocked already, by this pipeline and by upstream's
            propagation of packs, and how long both take
  --fusion  how many elementwise ops upstream's fusion leaves of networks that are planned, and of the same networks
            that are not; reshapes and rewrites in them
  --speed   what programs take that layout-run compiles, planned, not planned, and as upstream's propagation leaves
            them, beside ONNX Runtime, OpenVINO and IREE, of those that this Python has, in turn, IREE also with the
            plan that layout-opt writes for it; how far their results are from each other.
            Exit code 1 if a program fails or results differ
  --rewrites
            what single rewrites take that layout-run compiles: permutations, changes of layout, matrices, beside memcpy
            of as many bytes. Exit code 1 if one writes something else than plain loops
  --types   a matmul and a convolution in floating-point types and narrow integers, planned and not, beside ONNX Runtime
            if this Python has it
  --kernels what every convolution of planned networks takes, each by itself with a bias and a ReLU, in turn with
            oneDNN's if this Python has it. Exit code 1 if one fails or results differ
  --buffers structured ops on buffers with physical layouts, beside loops over the same buffers written by hand

  --plot FILE
            draws the first table of times in a Markdown file, such as the last one of --speed, as speed-light.svg and
            speed-dark.svg, with matplotlib

Without any of them --passes, --fold and --algebra are run.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="layout-bench-", dir=options.work) as folder:
        work = pathlib.Path(folder)
        try:
            return 0 if _run(options, work) else 1
        except ToolError as error:
            print(f"error: {error}", file=sys.stderr)
            return 1


def _run(options: argparse.Namespace, work: pathlib.Path) -> bool:
    everything = not any(getattr(options, mode) for mode in _MODES)
    if options.passes or everything:
        bench_passes(work, options.sizes or [1_000, 10_000, 100_000], options.runs, (options.targets or ["nchw16c"])[0])
    if options.stages:
        chosen = networks(options.small, options.models, options.networks)
        bench_stages(work, chosen, (options.targets or ["nchw16c"])[0], options.runs)
    if options.fold or everything:
        bench_fold(work, options.runs)
    if options.scale:
        bench_scale(work, options.sizes or [1_000, 10_000, 100_000, 1_000_000])
    if options.algebra or everything:
        bench_algebra(options.maps, options.megabytes, options.runs)
    if options.calibrate:
        calibrate(work, options.calibrate, options.megabytes, options.runs)
    if options.upstream:
        bench_upstream(work, networks(options.small, options.models, options.networks), options.targets, options.runs)
    if options.fusion:
        bench_fusion(work, networks(options.small, options.models, options.networks), options.targets)
    if options.buffers:
        bench_buffers(work, options.runs)
    if options.types:
        bench_types(work, options.rounds)
    if options.plot:
        plot(options.plot, options.images)
    passed = True
    if options.speed:
        names = options.networks or SPEED_NETWORKS
        chosen = networks(options.small, options.models, names)
        passed = bench_speed(work, chosen, options.targets, options.threads, options.rounds, options.json)
    if options.rewrites:
        passed &= bench_rewrites(work, options.groups, options.threads, options.turns, options.json)
    if options.kernels:
        chosen = networks(options.small, options.models, options.networks or KERNEL_NETWORKS)
        passed &= bench_kernels(work, chosen, options.targets, options.rounds, options.json)
    if options.check:
        passed &= bench_check(work, networks(options.small, options.models, options.networks), options.targets)
    return passed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="layout-bench", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--passes", action="store_true", help="time the passes")
    parser.add_argument("--fold", action="store_true", help="time folding a large constant")
    parser.add_argument("--scale", action="store_true", help="time planning on growing networks")
    parser.add_argument("--algebra", action="store_true", help="time index maps, proofs and data movement")
    parser.add_argument("--stages", action="store_true", help="time the stages on networks")
    parser.add_argument("--check", action="store_true", help="plan and compare whole networks")
    parser.add_argument("--calibrate", type=pathlib.Path, metavar="FILE", help="time rewrites and write a calibration")
    parser.add_argument("--upstream", action="store_true", help="compare with upstream's propagation of packs")
    parser.add_argument("--fusion", action="store_true", help="count what upstream's fusion leaves")
    parser.add_argument("--speed", action="store_true", help="time whole networks beside other engines")
    parser.add_argument("--rewrites", action="store_true", help="time single rewrites beside memcpy")
    parser.add_argument("--types", action="store_true", help="time a matmul and a convolution in several types")
    parser.add_argument("--kernels", action="store_true", help="time every convolution beside oneDNN")
    parser.add_argument("--buffers", action="store_true", help="time structured ops on buffers with layouts")
    parser.add_argument("--plot", type=_file, metavar="FILE", help="draw the first table of times in this file")
    parser.add_argument(
        "--images", type=_folder, default=pathlib.Path(), metavar="DIR", help="where --plot writes [the current folder]"
    )
    parser.add_argument("--runs", type=_positive, default=5, metavar="N", help="runs to take the median of [5]")
    parser.add_argument(
        "--sizes",
        type=_list_of(_positive),
        default=[],
        metavar="N,…",
        help="numbers of ops for --passes and --scale [1000,10000,100000, and 1000000 for --scale]",
    )
    parser.add_argument(
        "--maps", type=_positive, default=10_000, metavar="N", help="random maps for --algebra [10000]"
    )
    parser.add_argument(
        "--megabytes", type=_positive, default=64, metavar="N", help="data to move for --algebra and --calibrate [64]"
    )
    parser.add_argument(
        "--targets",
        type=_list_of(str),
        default=[],
        metavar="T,…",
        help="[nchw16c; all that apply for --check; nchw16c,nhwc-packed16 for --speed and --kernels]",
    )
    parser.add_argument(
        "--networks",
        type=_list_of(str),
        default=[],
        metavar="NAME,…",
        help=f"for --check, --stages, --upstream, --speed and --kernels [all; {','.join(SPEED_NETWORKS)} for --speed; "
        f"{','.join(KERNEL_NETWORKS)} for --kernels]",
    )
    parser.add_argument(
        "--threads",
        type=_list_of(_positive),
        default=[1],
        metavar="N,…",
        help="numbers of threads for --speed and --rewrites [1]",
    )
    parser.add_argument(
        "--groups", type=_list_of(str), default=[], metavar="NAME,…", help=f"for --rewrites [{','.join(GROUPS)}]"
    )
    parser.add_argument("--turns", type=_positive, metavar="N", help="turns of --rewrites [as many as take 0.3 s]")
    parser.add_argument(
        "--rounds", type=_positive, default=7, metavar="N", help="rounds of --speed, --types, --kernels [7]"
    )
    parser.add_argument(
        "--json", type=pathlib.Path, metavar="FILE", help="write what was measured of single cases to this file"
    )
    parser.add_argument(
        "--small",
        action="store_true",
        help="generated networks with an eighth of the channels",
    )
    parser.add_argument(
        "--models", type=_folder, metavar="DIR", help="take every .mlir of this folder too, splat weights randomized"
    )
    parser.add_argument("--work", type=_folder, metavar="DIR", help="where to put large files [the system's default]")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a positive number, found '{text}'")
    return int(text)


def _file(text: str) -> pathlib.Path:
    if not pathlib.Path(text).is_file():
        raise argparse.ArgumentTypeError(f"expected a file, found '{text}'")
    return pathlib.Path(text)


def _folder(text: str) -> pathlib.Path:
    if not pathlib.Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"expected a folder, found '{text}'")
    return pathlib.Path(text)


def _list_of(convert: Callable) -> Callable[[str], list]:
    return lambda text: [convert(part) for part in text.split(",")]
