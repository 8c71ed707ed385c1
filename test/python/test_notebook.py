"""The notebook under tools/docs shows what its cells print, in Jupyter and without."""

import importlib.util
import json
import os
import subprocess
import sys
import unittest

from package import ROOT, requires_package

NOTEBOOK = os.path.join(ROOT, "tools", "docs", "pytorch.ipynb")
COMMAND = "python3 tools/docs/notebook.py --check tools/docs/pytorch.ipynb"


def shown(notebook):
    """What the cells of a notebook print and evaluate to, as one text."""
    texts = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            text = output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
            texts.append("".join(text))
    return "\n".join(texts)


@requires_package
class Notebook(unittest.TestCase):
    def test_plain_python(self):
        environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")}
        command = [sys.executable, *COMMAND.split()[1:]]
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.returncode, 0)

    def test_jupyter(self):
        if not all(importlib.util.find_spec(name) for name in ("nbclient", "nbformat", "ipykernel")):
            self.skipTest("nbclient and ipykernel are not installed")
        import nbclient
        import nbformat

        with open(NOTEBOOK, encoding="utf-8") as file:
            stored = json.load(file)
        os.environ["PYTHONPATH"] = os.path.join(ROOT, "python")
        ran = nbclient.NotebookClient(nbformat.read(NOTEBOOK, as_version=4), timeout=600).execute()
        self.assertEqual(shown(ran), shown(stored))

    def test_outputs_are_stored(self):
        with open(NOTEBOOK, encoding="utf-8") as file:
            notebook = json.load(file)
        self.assertIn("no data is rewritten at run time", shown(notebook))
        counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertEqual(counts, list(range(1, len(counts) + 1)))


if __name__ == "__main__":
    unittest.main()
