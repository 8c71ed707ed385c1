"""Checks a picture of memory: usage: check_svg.py FILE "DIMS: OFFSET" SHAPE.

OFFSET is a Python expression of the dims. Every cell must hold the element that
lies at its row's offset plus its column, and padding must be where no element
lies. Only colours that the style sheet names may be used, and nothing may reach
beyond the card. Prints the rows and the legend.
"""

import itertools
import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def number(element, name):
    return float(element.get(name))


def main():
    path, formula, shape = sys.argv[1:]
    root = ElementTree.parse(sys.stdin if path == "-" else path).getroot()
    assert root.tag == SVG + "svg"
    offset_of = eval("lambda " + formula)
    extents = [range(int(size)) for size in shape.split("x")]
    places = {offset_of(*index): index for index in itertools.product(*extents)}

    style = root.find(SVG + "style").text
    texts = root.findall(SVG + "text")
    rects = root.findall(SVG + "rect")
    for element in texts + rects:
        for word in element.get("class").split():
            assert f".{word} {{" in style or f".{word}," in style, word

    # The names of columns stand above their middles.
    head = next(text for text in texts if text.text == "offset")
    columns = {
        number(text, "x"): int(re.sub(r".*=", "", text.text))
        for text in texts
        if text.get("y") == head.get("y") and text is not head
    }
    offsets = {
        number(text, "y"): int(text.text)
        for text in texts
        if text.get("text-anchor") == "end" and text is not head
    }
    print("title:", root.find(SVG + "title").text)
    cells = [text for text in texts if text.get("class") == "in"]
    for y, offset in offsets.items():
        row = [cell for cell in cells if abs(number(cell, "y") - y) < 3]
        assert len(row) == len(columns)
        for cell in row:
            index = places.get(offset + columns[number(cell, "x")])
            label = ",".join(map(str, index)) if index else "pad"
            assert cell.text == label, (offset, cell.text, label)
        [place] = [t for t in texts if number(t, "y") == y and not t.get("text-anchor")]
        print(f"offset {offset}:", *(cell.text for cell in row), place.text or "")
    assert len(cells) == len(offsets) * len(columns)
    for text in texts:
        if number(text, "y") > max(offsets) and not text.get("text-anchor"):
            print(text.text)

    # A cell is as wide as what stands in it.
    boxes = [rect for rect in rects if number(rect, "width") > 20][1:]
    assert len(boxes) == len(cells)
    for box, cell in zip(boxes, cells):
        middle = number(box, "x") + number(box, "width") / 2
        assert abs(middle - number(cell, "x")) < 0.1
        assert len(cell.text) * 7.9 < number(box, "width"), cell.text
    width, height = number(root, "width"), number(root, "height")
    for text in texts:
        if not text.get("text-anchor"):
            assert number(text, "x") + len(text.text) * 7.9 < width or (
                text.get("class") == "title"
            )
        assert number(text, "y") < height
    kinds = [box.get("class").split() for box in boxes]
    print(
        f"{len(cells)} cells, {kinds.count(['pad'])} of padding,",
        f"{len({kind[0] for kind in kinds} - {'pad'})} tiles,",
        f"{sum('mark' in kind for kind in kinds)} marked,",
        f"{sum('near' in kind for kind in kinds)} near",
    )
    print(f"width {width:.0f}, height {height:.0f}")


if __name__ == "__main__":
    main()
