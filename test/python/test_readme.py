"""README.md is run from top to bottom.

What a fenced block is, its first line says:
  ```sh              commands, run in a scratch folder; `cmake/…` at the root
  ```sh .ci/run      commands that the file named here runs
  ```mlir a.mlir     a file for the commands that follow or, where a command
  ```json a.json     before has written it, what stands in it; of MLIR and
  ```text a.txt      JSON white space does not matter
  ```python          code that needs what is not installed here: it parses
Any other block is an error, so that none is left out in silence.
"""

import ast
import json
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("LAYOUT_BUILD", os.path.join(ROOT, "build", "release"))
LLVM_BIN = "/usr/lib/llvm-22/bin"


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def meaning(language, text):
    if language == "json":
        return json.loads(text)
    if language == "mlir":
        return text.split()
    # No run takes as long as another.
    return re.sub(r"[0-9.]+ (us|ms|s|GB/s)\b", "? ", text)


def blocks():
    """Yields (language, argument, text) for every fenced block."""
    fence = re.compile(r"^```(\S*) ?(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
    readme = read(ROOT, "README.md")
    found = fence.findall(readme)
    assert 2 * len(found) == len(re.findall(r"^```", readme, re.MULTILINE))
    yield from found


@unittest.skipUnless(
    os.path.basename(BUILD) == "release", "README speaks of build/release"
)
class ReadmeTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = scratch.name
        os.mkdir(os.path.join(self.scratch, "build"))
        os.symlink(BUILD, os.path.join(self.scratch, "build", "release"))

    def run_command(self, command):
        paths = [os.path.join(BUILD, "bin"), LLVM_BIN, os.environ["PATH"]]
        environment = dict(
            os.environ,
            PATH=os.pathsep.join(paths),
            PYTHONPATH=os.path.join(ROOT, "python"),
        )
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command],
            cwd=ROOT if command.startswith("cmake/") else self.scratch,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")

    def write_or_compare(self, language, name, text):
        path = os.path.join(self.scratch, name)
        if os.path.exists(path):
            self.assertEqual(
                meaning(language, read(path)), meaning(language, text), name
            )
            return
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_every_block(self):
        commands = 0
        for language, argument, text in blocks():
            if language == "sh":
                lines = text.replace("\\\n", "").splitlines()
                for line in filter(None, lines):
                    commands += 1
                    if argument:
                        self.assertIn(line.split("  #")[0].rstrip(), read(ROOT, argument))
                    else:
                        self.run_command(line)
            elif language in ("mlir", "text", "json") and argument:
                self.write_or_compare(language, argument, text)
            elif language == "python":
                ast.parse(text)
            else:
                self.fail(f"what is a block of {language} {argument}?")
        self.assertGreaterEqual(commands, 6)

    def test_every_path(self):
        """What looks like a path of this project is one."""
        named = re.findall(
            r"(?<![\w/])((?:lib|include|tools|test|python|cmake|\.ci)/[\w./-]*\w/?)",
            read(ROOT, "README.md"),
        )
        self.assertGreater(len(named), 5)
        for path in named:
            self.assertTrue(os.path.exists(os.path.join(ROOT, path)), path)


if __name__ == "__main__":
    unittest.main()
