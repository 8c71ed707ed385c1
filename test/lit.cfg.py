"""The lit suite: files with RUN lines, tools found by name.

With `--param verify_roundtrip=1` only the files that run layout-opt are taken,
and each such run also writes the program it has read, as text and as bytecode,
and reads it again. A test that cannot do so says `UNSUPPORTED: verify-roundtrip`
and why.
"""

import os
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.src_root, "test"))
from lit_formats import LAYOUT_OPT, RoundtripTest

ROUNDTRIP = lit_config.params.get("verify_roundtrip", "0") == "1"

config.name = "layout-roundtrip" if ROUNDTRIP else "layout"
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "python"]
config.test_format = (RoundtripTest if ROUNDTRIP else lit.formats.ShTest)(
    execute_external=False
)
config.test_source_root = os.path.join(config.src_root, "test")
config.test_exec_root = os.path.join(
    config.build_root, "roundtrip" if ROUNDTRIP else "test"
)

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.build_root, "bin"),
        config.llvm_bin,
        config.environment["PATH"],
    ]
)
config.environment["PYTHONPATH"] = os.path.join(config.src_root, "python")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"



def run_input(name):
    """Returns the command that runs a script of test/Inputs."""
    return f"{config.python} {os.path.join(config.test_source_root, 'Inputs', name)}"


config.substitutions += [
    # %expect-exit CODE COMMAND...: succeeds if the command exits with CODE.
    ("%expect-exit", run_input("expect_exit.py")),
    # %print-json FILE PATH...: prints values of a JSON file for FileCheck.
    ("%print-json", run_input("print_json.py")),
    ("%python", config.python),
    ("%cmake", config.cmake),
    ("%src_root", config.src_root),
    ("%build_root", config.build_root),
    ("%llvm_lib", config.llvm_lib),
    ("%layout_plugin", os.path.join(config.build_root, "lib", "LayoutPlugin.so")),
]

if ROUNDTRIP:
    config.available_features.add("verify-roundtrip")
    config.substitutions.append((LAYOUT_OPT, "layout-opt --verify-roundtrip"))

if config.has_report_page:
    config.available_features.add("report-page")

if config.asan:
    config.available_features.add("asan")
    # libMLIR.so is not instrumented, which these two checks cannot live with.
    config.environment["ASAN_OPTIONS"] = (
        "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0"
    )
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
