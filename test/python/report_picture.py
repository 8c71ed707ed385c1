"""Takes the pictures of the report page that README.md shows, in both colour schemes.

usage: report_picture.py [FOLDER]   (tools/docs/images by default)

It needs Chromium and a build whose layout-opt writes the page.
"""

import os
import subprocess
import sys
import tempfile

import browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("LAYOUT_BUILD", os.path.join(ROOT, "build", "release"))
IMAGES = os.path.join(ROOT, "tools", "docs", "images")
SMALL = ["layout_mlir.models", "resnet18", "--small"]
PICTURES = {"light": "report-light.png", "dark": "report-dark.png"}
WIDTH, HEIGHT = 1200, 660


def write_page(folder, name, generator, options):
    """Generates a network and plans it; returns the path of the page."""
    python_path = [os.path.join(ROOT, "python"), os.path.join(ROOT, "tools", "layout-bench")]
    network, page = (os.path.join(folder, name + end) for end in (".mlir", ".html"))
    with open(network, "w", encoding="utf-8") as file:
        subprocess.run(
            [sys.executable, "-m", *generator],
            env=dict(os.environ, PYTHONPATH=os.pathsep.join(python_path)),
            stdout=file,
            check=True,
        )
    tool = os.path.join(BUILD, "bin", "layout-opt")
    pipeline = f"--layout-pipeline={options} report={page}"
    subprocess.run([tool, network, pipeline, "-o", os.devnull], check=True)
    return page


def take_pictures(folder):
    """Writes the pictures, with the rewrite that is left selected; returns the errors and warnings of the page."""
    errors = []
    with tempfile.TemporaryDirectory() as scratch, browser.Browser(WIDTH, HEIGHT) as chromium:
        page = write_page(scratch, "resnet18", SMALL, "target=nhwc")
        for scheme, name in PICTURES.items():
            chromium.prefer(scheme)
            chromium.open(page)
            chromium.run("document.querySelector('#left li button').click()")
            errors += chromium.errors
            with open(os.path.join(folder, name), "wb") as file:
                file.write(chromium.screenshot())
    return errors


if __name__ == "__main__":
    sys.exit("\n".join(take_pictures(*sys.argv[1:2] or [IMAGES])) or None)
