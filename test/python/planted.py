"""Runs the checks of .ci on small trees of sources that the tests write."""

import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def check_tree(script, root):
    """Returns the exit code and the output of a script of .ci on the tree at `root`."""
    done = subprocess.run(
        [sys.executable, os.path.join(ROOT, ".ci", script), root],
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


def check_planted(script, lines):
    """Does the same for a tree of two-line files, given as {path: second line}."""
    with tempfile.TemporaryDirectory() as root:
        for path, line in lines.items():
            path = os.path.join(root, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"// A file.\n{line}\n")
        return check_tree(script, root)
