# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process that holds a network in another engine and times it when asked:

    python3 -m layout_bench.engine ENGINE MODEL THREADS RESULTS INPUT.npy...

It compiles the model, writes what it computes to RESULTS/result-0.npy and so on, and serves (layout_bench.timing).
"""

import os
import sys
from typing import Callable, Sequence

import numpy

from .timing import serve

# Runs the network once on the inputs and returns its results.
Run = Callable[[], Sequence]


def main() -> None:
    name, model, threads, folder, *files = sys.argv[1:]

    def load() -> Run:
        run = ENGINES[name](model, int(threads), [numpy.load(file) for file in files])
        for number, result in enumerate(run()):
            numpy.save(os.path.join(folder, f"result-{number}.npy"), numpy.ascontiguousarray(result))
        return run

    serve(load)


def _onnxruntime(model: str, threads: int, inputs: Sequence) -> Run:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    feeds = {given.name: array for given, array in zip(session.get_inputs(), inputs)}
    return lambda: session.run(None, feeds)


def _openvino(model: str, threads: int, inputs: Sequence) -> Run:
    import openvino

    # By default it computes in bf16 where the processor can.
    properties = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32", "NUM_STREAMS": 1}
    request = openvino.Core().compile_model(model, "CPU", properties).create_infer_request()
    return lambda: list(request.infer(list(inputs)).values())


def _iree(model: str, threads: int, inputs: Sequence, flags: Sequence[str] = ()) -> Run:
    from iree import compiler, runtime

    options = ["--iree-llvmcpu-target-cpu=host", *flags]
    code = compiler.tools.compile_file(model, target_backends=["llvm-cpu"], input_type="auto", extra_args=options)
    if threads > 1:
        runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
    config = runtime.Config("local-task" if threads > 1 else "local-sync")
    module = runtime.load_vm_module(runtime.VmModule.copy_buffer(config.vm_instance, code), config)
    arguments = [runtime.asdevicearray(config.device, array) for array in inputs]

    def run() -> Sequence:
        results = module["forward"](*arguments)
        return [result.to_host() for result in (results if isinstance(results, (tuple, list)) else [results])]

    return run


def _iree_planned(model: str, threads: int, inputs: Sequence) -> Run:
    return _iree(model, threads, inputs, ["--iree-opt-data-tiling"])


# Engines by name; those of ONNX models, then those that read MLIR.
ENGINES: dict[str, Callable[[str, int, Sequence], Run]] = {
    "onnxruntime": _onnxruntime,
    "openvino": _openvino,
    "iree": _iree,
    "iree-planned": _iree_planned,
}

if __name__ == "__main__":
    main()
