"""The suite of the Python tests.

Tests that take long or need a browser are excluded, unless lit is run with
`--param nightly=1`. `--param code=kernels` has the meaning it has for the files
with RUN lines.
"""

import os
import sys

sys.path.insert(0, os.path.join(config.src_root, "test"))
from lit_formats import PythonTest, select_code, set_sanitizer_options

config.name = "layout-python"
config.suffixes = [".py"]
config.test_format = PythonTest()
config.test_source_root = os.path.join(config.src_root, "test", "python")
config.test_exec_root = os.path.join(config.build_root, "test", "python")
if lit_config.params.get("nightly", "0") != "1":
    config.excludes = ["test_report_page.py"]
else:
    config.environment["LAYOUT_EXACT_SEEDS"] = "20"
    config.environment["LAYOUT_FIGURE_TARGETS"] = "all"
    config.environment["LAYOUT_KERNEL_TYPES"] = "all"
    config.environment["LAYOUT_MATH_SHAPES"] = "all"
    config.environment["LAYOUT_PLACEMENT"] = "all"
    config.environment["LAYOUT_STATED_VALUES"] = "all"
    config.environment["LAYOUT_TINY_GRAPHS"] = "all"

config.environment["LAYOUT_BUILD"] = config.build_root
config.environment["PYTHONPATH"] = os.path.join(config.src_root, "python")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
set_sanitizer_options(config)
select_code(config, lit_config)
