"""The suite of the GoogleTest programs; each of their tests is counted."""

import os
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.src_root, "test"))
from lit_formats import set_sanitizer_options

config.name = "layout-unit"
config.suffixes = []
config.test_source_root = os.path.join(config.build_root, "test", "unit")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
set_sanitizer_options(config)
