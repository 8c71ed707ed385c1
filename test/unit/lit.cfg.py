"""The suite of the GoogleTest programs; each of their tests is counted."""

import os

import lit.formats

config.name = "layout-unit"
config.suffixes = []
config.test_source_root = os.path.join(config.build_root, "test", "unit")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")

if config.asan:
    config.environment["ASAN_OPTIONS"] = (
        "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0"
    )
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
