"""Test formats of this project's lit suites."""

import re

import lit.formats

# layout-opt as a command, not as part of a path or of another name.
LAYOUT_OPT = r"(?<![\w./-])layout-opt(?![\w.-])"


class RoundtripTest(lit.formats.ShTest):
    """Takes only the tests in which layout-opt is run."""

    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        for test in super().getTestsForPath(
            testSuite, path_in_suite, litConfig, localConfig
        ):
            with open(test.getSourcePath(), encoding="utf-8") as file:
                if re.search(r"RUN:.*" + LAYOUT_OPT, file.read()):
                    yield test
