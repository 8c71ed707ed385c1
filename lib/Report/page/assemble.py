#!/usr/bin/env python3
"""Assembles the report's page: usage: assemble.py OUTPUT LIBRARY...

Replaces the placeholders in page.html by the style sheet, the libraries (in the
order given) and our scripts, and writes the page as C++ string literals for
Page.cpp. The placeholder of the data becomes a literal of its own.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = [  # each uses only those before it
    "model.js",
    "arrange.js",
    "draw.js",
    "strip.js",
    "panel.js",
    "view.js",
    "selection.js",
    "page.js",
]
DATA = "@DATA@"
CHUNK = 8000  # compilers may reject longer literals


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def script(path):
    """Returns the text of a library, with the banner at its beginning."""
    text = read(path)
    if "</script" in text:
        raise SystemExit(f"error: {path} cannot stand in a script element")
    return text.rstrip("\n")


def replace(page, mark, text):
    if page.count(mark) != 1:
        raise SystemExit(f"error: page.html has {page.count(mark)} marks {mark}")
    return page.replace(mark, text)


def literals(text):
    delimiter = "page"
    assert f"){delimiter}\"" not in text
    return "\n".join(
        f'R"{delimiter}({text[at : at + CHUNK]}){delimiter}"'
        for at in range(0, len(text), CHUNK)
    )


def main():
    output, *libraries = sys.argv[1:]
    page = read(os.path.join(HERE, "page.html"))
    page = replace(page, "@STYLE@", read(os.path.join(HERE, "page.css")))
    page = replace(page, "@LICENSES@", read(os.path.join(HERE, "licenses.txt")))
    scripts = [read(os.path.join(HERE, name)) for name in SCRIPTS]
    page = replace(page, "@SCRIPT@", "\n".join(scripts))
    page = replace(page, "@LIBRARIES@", "\n".join(map(script, libraries)))
    front, behind = page.split(DATA)
    with open(output, "w", encoding="utf-8") as file:
        file.write(",\n".join([literals(front), f'"{DATA}"', literals(behind)]) + "\n")


if __name__ == "__main__":
    main()
