"""Prints what a picture of a plan shows: usage: svg.py FILE.svg

The first lines are its texts, in the order of the file. The last ones say whether
the picture is sound: all of it lies inside, no two nodes overlap, lines go from
the lower border of a node to the upper border of another one.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def get_offsets(root):
    """Yields each element with the sum of the translations around it."""

    def visit(element, x, y):
        move = re.match(r"translate\(([-\d.e+]+),([-\d.e+]+)\)", element.get("transform", ""))
        if move:
            x, y = x + float(move[1]), y + float(move[2])
        yield element, x, y
        for child in element:
            yield from visit(child, x, y)

    yield from visit(root, 0, 0)


def get_boxes(elements):
    """The nodes as (left, top, right, bottom); swatches of the legend have no title beside them."""
    for element, x, y in elements:
        shape = element.find(SVG + "rect")
        if element.tag == SVG + "g" and element.find(SVG + "title") is not None:
            left, top = x + float(shape.get("x")), y + float(shape.get("y"))
            yield left, top, left + float(shape.get("width")), top + float(shape.get("height"))


def get_ends(elements):
    for element, x, y in elements:
        if "line" in element.get("class", "").split():
            numbers = [float(one) for one in re.findall(r"-?[\d.]+(?:e[-+]\d+)?", element.get("d"))]
            yield (x + numbers[0], y + numbers[1]), (x + numbers[-2], y + numbers[-1])


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def is_at(point, boxes, side):
    return any(box[0] <= point[0] <= box[2] and abs(box[side] - point[1]) < 0.1 for box in boxes)


def main():
    root = ElementTree.parse(sys.argv[1]).getroot()
    elements = list(get_offsets(root))
    for element, _, _ in elements:
        if element.tag == SVG + "text":
            print(f"{element.get('class', 'plain')}: {element.text}")
    width, height = float(root.get("width")), float(root.get("height"))
    boxes, ends = list(get_boxes(elements)), list(get_ends(elements))
    print(f"nodes {len(boxes)}, lines {len(ends)}")
    inside = all(0 <= b[0] and 0 <= b[1] and b[2] <= width and b[3] <= height for b in boxes)
    print("inside" if inside else "beyond the border")
    print(f"overlaps {sum(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])}")
    loose = [one for one in ends if not (is_at(one[0], boxes, 3) and is_at(one[1], boxes, 1))]
    print(f"loose lines {len(loose)}")


if __name__ == "__main__":
    main()
