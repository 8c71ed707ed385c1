"""Test formats and settings that this project's lit suites share."""

import ast
import os
import re
import subprocess
import sys

import lit.formats
import lit.Test
import lit.TestRunner

_TOOLS = ("layout-opt", "layout-test-opt")
_NO_ROUNDTRIP = "NO-VERIFY-ROUNDTRIP:"


def set_sanitizer_options(config):
    """Makes instrumented tools stop at the first error that is not a false alarm.

    libMLIR.so is not instrumented, which poisoning and container overflow checks
    take for errors. LLVM gives threads that write files a signal stack, which the
    sanitizer would take for its own and unmap.
    """
    if not config.asan:
        return
    config.environment["ASAN_OPTIONS"] = (
        "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0:allocator_may_return_null=1:"
        "use_sigaltstack=0"
    )
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"


def select_code(config, lit_config):
    """Makes every layout-check compile planned programs to what `--param code` says.

    That is `loops` or `kernels`, as in its option --code; it applies to the commands
    of scripts and of documentation pages as well. The reference stays loops. LLVM
    optimizes the kernels, as in layout-run, but not the loops, which run for less
    time than that takes.
    """
    code = lit_config.params.get("code", "loops")
    if code not in ("loops", "kernels"):
        lit_config.fatal(f"--param code requires loops or kernels, found '{code}'")
    options = {"loops": "--code=loops -O0", "kernels": "--code=kernels"}
    config.environment["LAYOUT_CHECK_OPTIONS"] = options[code]
    if code == "kernels":
        config.available_features.add("kernels")


class LayoutTest(lit.formats.ShTest):
    """A file with RUN lines, in which layout-opt also verifies the round trip.

    It verifies the program behind each pass, too.

    With --verify-roundtrip, layout-opt first writes the program it has read as
    text and as bytecode, reads both again and compares, and then goes on with the
    program as usual. A file in which that is not possible says
    `NO-VERIFY-ROUNDTRIP:` and why; a folder sets `config.verify_roundtrip = False`
    in lit.local.cfg.
    """

    def execute(self, test, litConfig):
        substitutions = list(self.extra_substitutions)
        options = "--verify-each"
        if self._verifies_roundtrip(test):
            options += " --verify-roundtrip"
        # The tool as a command, not as a part of a path or of another name.
        substitutions += [
            (rf"(?<![\w./-]){tool}(?![\w.-])", f"{tool} {options}")
            for tool in _TOOLS
        ]
        return lit.TestRunner.executeShTest(
            test,
            litConfig,
            self.execute_external,
            substitutions,
            self.preamble_commands,
        )

    @staticmethod
    def _verifies_roundtrip(test):
        if not test.config.verify_roundtrip:
            return False
        with open(test.getSourcePath(), encoding="utf-8") as file:
            return _NO_ROUNDTRIP not in file.read()


class PythonTest(lit.formats.FileBasedTest):
    """The test methods of `test_*.py`, each as a test of its own.

    A class with a `setUpClass` is one test, so that the set-up is done once.
    """

    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        name = path_in_suite[-1]
        if not re.fullmatch(r"test_\w+\.py", name) or name in localConfig.excludes:
            return
        source = testSuite.getSourcePath(path_in_suite)
        for selector in self._selectors(source):
            yield lit.Test.Test(
                testSuite, (*path_in_suite, selector), localConfig, file_path=source
            )

    @staticmethod
    def _selectors(source):
        """Yields `Class` or `Class.method` for each test of a file."""
        with open(source, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for node in tree.body:
            if not isinstance(node, ast.ClassDef):
                continue
            methods = [
                item.name for item in node.body if isinstance(item, ast.FunctionDef)
            ]
            tests = [method for method in methods if method.startswith("test")]
            if tests and "setUpClass" in methods:
                yield node.name
            else:
                yield from (f"{node.name}.{test}" for test in tests)

    def execute(self, test, litConfig):
        folder, name = os.path.split(test.getFilePath())
        selector = f"{name[: -len('.py')]}.{test.path_in_suite[-1]}"
        done = subprocess.run(
            [sys.executable, "-m", "unittest", selector],
            cwd=folder,
            env={**os.environ, **test.config.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if done.returncode != 0 or "\nRan 0 tests" in done.stdout:
            return lit.Test.FAIL, done.stdout
        if re.search(r"^OK \(skipped=\d+\)$", done.stdout, re.MULTILINE):
            return lit.Test.UNSUPPORTED, done.stdout
        return lit.Test.PASS, done.stdout
