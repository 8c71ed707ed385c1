"""Judges layout-explain on random layouts: usage: random_layouts.py COUNT SEED.

Every layout is also computed here, element by element, from its letters alone.
"""

import itertools
import json
import math
import random
import re
import subprocess
import sys


def explain(*arguments):
    return subprocess.run(
        ["layout-explain", *arguments],
        check=True,
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    ).stdout


class Layout:
    """Axes are lists of (letter, block), fused ones of several; 0 is no block."""

    def __init__(self, rng, letters):
        axes = [[(letter, 0)] for letter in letters]
        rng.shuffle(axes)
        for _ in range(rng.choice([0, 1, 1, 2, 3])):
            axes.append([(rng.choice(letters), rng.choice([2, 3, 4]))])
            if len(axes) > len(letters) + 1 and rng.random() < 0.3:
                axes[-2:] = [axes[-2] + axes[-1]]
        self.axes = axes

    def __str__(self):
        text = ""
        for axis in self.axes:
            blocks = "".join(
                f"{block}{letter.lower()}" if block else letter
                for letter, block in axis
            )
            text += f"[{blocks}]" if len(axis) > 1 else blocks
        return text

    def place(self, letters, sizes):
        """The box, and the physical index of every logical one."""
        box, results = [], []
        inner = dict.fromkeys(letters, 1)
        for axis in reversed(self.axes):
            extent, terms = 1, []
            for letter, block in reversed(axis):
                count = block or math.ceil(
                    sizes[letters.index(letter)] / self.block(letter)
                )
                terms.append((letters.index(letter), inner[letter], count, extent))
                inner[letter] *= block or 1
                extent *= count
            if axis[0][1] == 0:
                terms = [
                    (dim, self.block(letters[dim]), count, weight)
                    for dim, _, count, weight in terms
                ]
            box.insert(0, extent)
            results.insert(0, terms)
        return box, {
            index: tuple(
                sum(
                    index[d] // stride % count * weight
                    for d, stride, count, weight in terms
                )
                for terms in results
            )
            for index in itertools.product(*map(range, sizes))
        }

    def block(self, letter):
        return math.prod(b for axis in self.axes for l, b in axis if l == letter and b)


def offset(place, box):
    result = 0
    for i, extent in zip(place, box):
        result = result * extent + i
    return result


def longest(offsets):
    best = length = 1
    for before, after in zip(offsets, offsets[1:]):
        length = length + 1 if after == before + 1 else 1
        best = max(best, length)
    return best


def evaluate(text, index):
    """The map with this text, as MLIR writes it."""
    names, results = re.fullmatch(r"\((.*)\) -> \((.*)\)", text).groups()
    results = results.replace("floordiv", "//").replace("mod", "%")
    return tuple(eval(f"[{results}]", dict(zip(names.split(", "), index))))


def check(layout, other, letters, sizes, rng):
    at = [rng.randrange(size) for size in sizes]
    shape = "x".join(map(str, sizes))
    arguments = [str(layout), "--shape", shape, "--dims", letters, "--to", str(other)]
    arguments += ["--dtype", "i8", "--at", ",".join(map(str, at))]
    found = json.loads(explain(*arguments, "--json"))
    box, places = layout.place(letters, sizes)
    offsets = {index: offset(place, box) for index, place in places.items()}

    def want(what, wanted, found):
        if wanted != found:
            sys.exit(f"{arguments}: {what} is {wanted}, found {found}")

    want("the shape", box, found["shape"])
    want("size", math.prod(box), found["bytes"])
    want("padding", math.prod(box) - math.prod(sizes), found["padding_bytes"])
    want("the place", list(places[tuple(at)]), found["at"]["index"])
    want("the offset", offsets[tuple(at)], found["at"]["offset"])
    for neighbour in found["at"]["neighbours"]:
        want("a neighbour", offsets[tuple(neighbour["logical"])], neighbour["offset"])
    for index, place in places.items():
        want("the map", place, evaluate(found["map"], index))

    ordered = [offsets[index] for index in sorted(places)]
    want("the run", longest(ordered), found["runs"]["row_major"]["elements"])
    for dim, run in enumerate(found["runs"]["dims"]):
        lines = [
            [offsets[(*index[:dim], i, *index[dim + 1 :])] for i in range(sizes[dim])]
            for index in places
        ]
        want("a run", max(map(longest, lines)), run["elements"])
    for dim, digits in enumerate(found["dims"]):
        steps = digits["tiled"] or [{"extent": sizes[dim], "stride": digits["stride"]}]
        for i in range(sizes[dim]):
            line = rest = 0
            tile = math.prod(step["extent"] for step in steps[1:])
            rest = i
            for k, step in enumerate(steps):
                line += rest // tile * step["stride"]
                rest %= tile
                tile //= steps[k + 1]["extent"] if k + 1 < len(steps) else 1
            zero = [0] * len(sizes)
            zero[dim] = i
            want("a digit", offsets[tuple(zero)], line)

    other_box, other_places = other.place(letters, sizes)
    want("the other shape", other_box, found["to"]["shape"])
    for index, place in places.items():
        want("the way", other_places[index], evaluate(found["to"]["map"], place))
    free = math.prod(box) == math.prod(other_box) and all(
        offset(place, other_box) == offsets[index]
        for index, place in other_places.items()
    )
    want("free", free, found["to"]["row_major_reshape"])

    # Every line of the picture.
    elements = {where: ",".join(map(str, index)) for index, where in offsets.items()}
    lines = explain(*arguments).split("<its neighbours>\n\n")[1].splitlines()
    columns = [
        int(word.split("=")[-1]) for word in lines[0].split()[1:] if word != ".."
    ]
    for line in lines[1:]:
        words = re.findall(r"\.\.|[\d,]+|pad|\w+=\d+", line)
        if words[0] == "..":
            continue
        cells = [word for word in words[1:] if word != ".." and "=" not in word]
        expected = [elements.get(int(words[0]) + column, "pad") for column in columns]
        want("a row", expected, cells)


def main():
    count, seed = map(int, sys.argv[1:])
    rng = random.Random(seed)
    judged = 0
    while judged < count:
        letters = "".join(rng.sample("NCHWD", rng.randint(1, 4)))
        sizes = [rng.choice([1, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16]) for _ in letters]
        while math.prod(sizes) > 1500:
            sizes[rng.randrange(len(sizes))] = 1
        layouts = [Layout(rng, letters), Layout(rng, letters)]
        check(*layouts, letters, sizes, rng)
        judged += 1
    print(count, "layouts")


if __name__ == "__main__":
    main()
