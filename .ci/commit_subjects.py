#!/usr/bin/env python3
"""Checks the subjects of new commits: usage: commit_subjects.py [ROOT].

A subject reads `[Area] Imperative phrase`: one of AREAS, a capitalised verb in
the imperative, at most 72 characters, no full stop at the end. New are the commits
after FIRST. Prints one line for each subject that differs and exits with 1 if
there is one.
"""

import os
import re
import subprocess
import sys

# The last commit before the areas had these names.
FIRST = "1d8972b6ceb90590606f3bbfd7bc02563ee15535"
AREAS = (
    "Support Algebra Notation Interfaces Dialect Analysis Targets Explain OpModels Relayout Solver Report "
    "Import Planning Export BufferLayouts Placement Bufferization Kernels Execution Pipelines CAPI "
    "Tools Python Tests Docs CI Build House"
).split()
LONGEST = 72
# Words that begin like a verb in another form but are imperatives, or are none.
IMPERATIVES = set("Address Bring Bypass Compress Discuss Embed Express Feed Focus Need Pass Process Shed Speed Spread".split())
NOT_IMPERATIVES = set("A All An And Each Every In Is It No Not Of On One The There These This To What When Where Which With".split())


def complaint(subject):
    """Returns why a subject is not of the agreed form; None if it is."""
    if len(subject) > LONGEST:
        return f"requires at most {LONGEST} characters, found {len(subject)}"
    form = re.fullmatch(r"\[(\w+)\] ((\w[\w-]*).*)", subject)
    if not form:
        return "requires the form '[Area] Imperative phrase'"
    area, phrase, verb = form.groups()
    if area not in AREAS:
        return f"requires one of the areas {', '.join(AREAS)}, found {area}"
    if phrase.endswith("."):
        return "requires no full stop at the end"
    if not verb[0].isupper():
        return f"requires a capital letter after the area, found '{verb}'"
    is_other_form = re.search(r"(ed|ing|s)$", verb) and verb not in IMPERATIVES
    if is_other_form or verb in NOT_IMPERATIVES:
        return f"requires a verb in the imperative, found '{verb}'"
    return None


def new_subjects(root):
    """Returns [(commit, subject)]; only the last commit if FIRST is not known here."""

    def log(*arguments):
        command = ["git", "-c", f"safe.directory={root}", "log", "--no-merges", "--format=%h %s", *arguments]
        return subprocess.run(command, cwd=root, capture_output=True, text=True)

    done = log(f"{FIRST}..HEAD")
    if done.returncode != 0:
        done = log("-1")
    return [tuple(line.split(" ", 1)) for line in done.stdout.splitlines()]


def check(root):
    """Returns the number of subjects plus one, since there may be none, and the complaints."""
    subjects = new_subjects(root)
    found = [(commit, subject, complaint(subject)) for commit, subject in subjects]
    return 1 + len(subjects), [f"{commit} '{subject}': {why}" for commit, subject, why in found if why]


def main():
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    count, complaints = check(os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else here)
    for line in complaints:
        print(line)
    print(f"{count - 1} subjects, {len(complaints)} to be changed")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
