"""The lit suite of the files with RUN lines; they find all tools by name.

Every layout-opt command also verifies the round trip of the program it reads;
see LayoutTest. Tests that need a feature say `REQUIRES:` or `UNSUPPORTED:`:

  asan          the build is one with AddressSanitizer and UBSan
  report-page   layout-opt can write the report as a page
  x86           the machine has an x86-64 processor
  onednn        oneDNN is installed, and the library that calls it was built
  kernels       planned programs are compiled to kernels
  groff, mandoc, zsh  these programs are installed
  nightly       tests that take long run too (`--param nightly=1`)

With `--param code=kernels`, layout-check compiles planned programs to kernels on
vectors, not to loops; see select_code.
"""

import os
import platform
import shutil
import sys

sys.path.insert(0, os.path.join(config.src_root, "test"))
from lit_formats import (
    LayoutTest,
    select_code,
    set_sanitizer_options,
)

config.name = "layout"
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "python", "unit"]
config.test_format = LayoutTest(execute_external=False)
config.verify_roundtrip = True
set_sanitizer_options(config)
select_code(config, lit_config)
config.test_source_root = os.path.join(config.src_root, "test")
config.test_exec_root = os.path.join(config.build_root, "test")

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
    # %complete LINE: what completion of bash offers behind a command line.
    (
        "%complete",
        f"bash {os.path.join(config.test_source_root, 'Inputs', 'complete.sh')} "
        + os.path.join(config.build_root, "share", "bash-completion", "completions"),
    ),
    ("%python", config.python),
    ("%cmake", config.cmake),
    ("%src_root", config.src_root),
    ("%build_root", config.build_root),
    ("%llvm_lib", config.llvm_lib),
    # Libraries for programs that tools/examples/onednn makes.
    ("%onednn_reference", os.path.join(config.build_root, "lib", "liblayout_onednn_reference.so")),
    ("%onednn", os.path.join(config.build_root, "lib", "liblayout_onednn.so")),
    ("%layout_plugin", os.path.join(config.build_root, "lib", "LayoutPlugin.so")),
    ("%iree_plugin", os.path.join(config.build_root, "lib", "IREEPlugin.so")),
]

if config.has_report_page:
    config.available_features.add("report-page")

if platform.machine() in ("x86_64", "AMD64"):
    config.available_features.add("x86")

if lit_config.params.get("nightly", "0") == "1":
    config.available_features.add("nightly")

for program in ("groff", "mandoc", "zsh"):
    if shutil.which(program):
        config.available_features.add(program)

if config.has_onednn:
    config.available_features.add("onednn")

if config.asan:
    config.available_features.add("asan")
