#!/usr/bin/env python3
"""Checks that tests provoke the errors of the C++ code: usage: error_texts.py [ROOT].

The string literals of lib/ and tools/ are read; those are texts of errors that are
passed to emitError, emitOpError, emitWarning, createStringError and the like, or
that begin as errors do ("requires ..., found "). A text ends at `<<` and at holes
such as {0} and %s; its longest part is searched in the files under test/. A short
text is searched together with what follows it in its statement, and anything in
between. Prints one line for each text that no file contains, unless
.ci/untested_errors.txt lists it, under a reason; exits with 1 if there is one, or
if a listed one is tested or gone.
"""

import bisect
import os
import re
import sys

import reporting

FOLDERS = ["lib", "tools"]
UNTESTED = os.path.join(".ci", "untested_errors.txt")
ENOUGH = 20  # characters that tell a text from others
FEWEST = 12  # shorter ones are not looked at
TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|[ \t\n]+"
    r'|R"(?P<mark>[^(\s"]*)\((?P<raw>.*?)\)(?P=mark)"'
    r'|"(?P<text>(?:\\.|[^"\\\n])*)"'
    r"|(?P<code>'(?:\\.|[^'\\\n])+'|\w+(?:'\w+)*|<<|::|.)",
    re.DOTALL,
)
# Literals of a statement that calls one of these are texts of errors.
CALLS = {
    "createFileError",
    "createStringError",
    "emitError",
    "emitOpError",
    "emitWarning",
    "makeError",
}
# Literals of a statement that uses one of these are not.
OTHERS = {"ALWAYS_ENABLED_STATISTIC", "STATISTIC", "assert", "cl", "llvm_unreachable", "static_assert"}
BEGIN = re.compile(r"(?:requires|cannot|expects|expected|does not|found) |.{0,40}\b(?:requires|cannot) ")
HOLE = re.compile(r"\{\d+[^}]*\}|%(?:\d+|[a-z]+)(?![\w'])|\n")
ESCAPES = {"n": "\n", "t": " "}


class Statement:
    """The literals of a statement: (line, depth of parentheses, text)."""

    def __init__(self):
        self.literals, self.words, self.depth = [], set(), 0

    def texts(self):
        """Yields (line, parts), where something stands between any two parts."""
        if self.words & OTHERS:
            return
        is_error = bool(self.words & CALLS)
        for index, (line, depth, text) in enumerate(self.literals):
            begins = bool(BEGIN.match(text))
            is_error |= begins
            if not is_error:
                continue
            parts = split(text)
            longest = max(parts, key=len, default="")
            if len(longest) >= ENOUGH and " " in longest.strip():
                yield line, [longest]
            elif begins:
                for _, other, more in self.literals[index + 1 :]:
                    if sum(map(len, parts)) >= ENOUGH:
                        break
                    if other <= depth:
                        parts += split(more)
                if sum(map(len, parts)) >= FEWEST:
                    yield line, parts


def split(text):
    """The parts of a literal between its holes that say something."""
    parts = [re.sub(r" +", " ", part) for part in HOLE.split(text)]
    return [part for part in parts if re.search(r"\w\w", part)]


def statements(source):
    """Yields the statements of a C++ source that have literals."""
    ends = [match.start() for match in re.finditer("\n", source)]
    statement, joins = Statement(), False
    for token in TOKEN.finditer(source):
        text = token["raw"]
        if token["text"] is not None:
            text = re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), token["text"])
        if text is not None:
            if joins:
                line, depth, begin = statement.literals.pop()
                statement.literals.append((line, depth, begin + text))
            else:
                line = bisect.bisect(ends, token.start()) + 1
                statement.literals.append((line, statement.depth, text))
            joins = True
        elif code := token["code"]:
            joins = False
            statement.depth += (code in "([") - (code in ")]")
            statement.words.add(code)
            if code in ";{}":
                if statement.literals:
                    yield statement
                statement = Statement()
    if statement.literals:
        yield statement


def plain(text):
    """The text of a test without what its language puts between words."""
    text = re.sub(r"\n *(?://|#|;)? *[A-Z][\w-]*-SAME: *", " ", text)  # FileCheck
    text = re.sub(r'"\s*\n\s*[rf]?"|\'\s*\n\s*[rf]?\'', "", text)  # C++ and Python
    text = re.sub(r"\\([^\w\s])", r"\1", text)
    text = re.sub(r"\{\{(\W{1,4})\}\}", lambda found: found[1].replace("\\", ""), text)
    return re.sub(r"\s+", " ", text)


def test_text(root):
    texts = []
    for folder, _, names in sorted(os.walk(os.path.join(root, "test"))):
        for name in sorted(names):
            with open(os.path.join(folder, name), encoding="utf-8", errors="ignore") as file:
                texts.append(plain(file.read()))
    return "\n".join(texts)


def is_tested(parts, tests):
    begin, *more = [re.escape(part.strip()) for part in parts]
    return bool(re.search("".join([begin, *(".{1,120}?" + part for part in more)]), tests))


def error_texts(root):
    """Yields (place, text, parts) for each text of an error."""
    for folder in FOLDERS:
        for path, folders, names in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(names):
                if not name.endswith((".cpp", ".h")):
                    continue
                file = os.path.join(path, name)
                with open(file, encoding="utf-8") as source:
                    for statement in statements(source.read()):
                        for line, parts in statement.texts():
                            text = " ... ".join(part.strip() for part in parts)
                            yield f"{os.path.relpath(file, root)}:{line}", text, parts


def untested_texts(root):
    """The listed texts; the lines of reasons are not indented."""
    path = os.path.join(root, UNTESTED)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.startswith("  ")]


def check(root):
    """Returns the number of texts, and complaints."""
    tests = test_text(root)
    untested = untested_texts(root)
    missing, texts = {}, set()
    for place, text, parts in error_texts(root):
        if text not in texts and not is_tested(parts, tests):
            missing[text] = place
        texts.add(text)
    complaints = [f"{place}: no test has '{text}'" for text, place in missing.items() if text not in untested]
    complaints += [f"{UNTESTED}: '{text}' is tested or gone" for text in untested if text not in missing]
    print(f"{len(texts) - len(missing)} of {len(texts)} texts of errors are tested")
    return len(texts), complaints


if __name__ == "__main__":
    sys.exit(reporting.run(check, "{} texts of errors, {} complaints"))
