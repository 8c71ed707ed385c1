"""Finds wordings that comments, messages and pages of this project do not use.

Each names a thing by a relative clause or a metaphor where a term exists; WORDINGS
has what to write instead.
"""

import re
import subprocess

WORDINGS = {
    r"\bspeaks? of\b": "name the relation: describes, names, refers to, applies to",
    r"\bthat is none\b": "invalid",
    r"\bwished for\b": "requested",
    r"\basked for many\b": "a hot query",
    r"\btheir hands off\b": "do not modify",
    r"\ba place of its own\b": "is injective",
    r"\bas they get ready\b": "uses guided scheduling",
    r'"it is here"': "say what is there: conflicting symbol defined here",
}
_FOLDERS = ("include", "lib", "tools", "python", ".github", "README.md")
_SOURCES = re.compile(r"\.(h|cpp|c|td|py|md|mlir|txt|cmake)$")


def check(root):
    """Returns how many files were read, and a line for each wording."""
    listed = subprocess.check_output(
        ["git", "-c", f"safe.directory={root}", "ls-files", *_FOLDERS], cwd=root, text=True
    ).splitlines()
    files = [path for path in listed if _SOURCES.search(path)]
    complaints = []
    for path in files:
        with open(f"{root}/{path}", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                for pattern, instead in WORDINGS.items():
                    if found := re.search(pattern, line):
                        complaints.append(
                            f"{path}:{number}: '{found[0]}'; {instead}"
                        )
    return len(files), complaints
