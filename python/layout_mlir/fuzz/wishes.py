# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an annotation on a random critical op asks of the planner."""

from typing import Sequence

from ..models.image_layout import ImageLayout
from .graph import Graph

_BLOCK = 16


def convolution_wish(graph: Graph, layout: ImageLayout, inputs: int, outputs: int, bytes: int) -> list[str]:
    """Attributes for a convolution between that many channels, whose result has that many bytes; most have none."""
    if not graph.is_annotated or graph.toss(0.4):
        return []
    kind = graph.chance.choices(("layout", "layouts", "prefer", "frozen", "leave"), (4, 4, 2, 2, 1))[0]
    graph.wishes.add(kind)
    if kind in ("frozen", "leave"):
        return [f"layout.{kind}"]
    blocked, plain = _blocked_entry(layout, inputs, outputs, 0), _plain_entry(layout, _other(layout), bytes // 4)
    if kind == "layouts":
        entries = graph.chance.choice(([blocked, plain], [plain, blocked], [plain, _as_it_stands(bytes // 2)]))
    else:
        entries = [graph.chance.choice((blocked, plain))]
    return _wish(kind, *entries)


def product_wish(graph: Graph) -> list[str]:
    """Attributes for a matrix product; without any it is frozen as it stands."""
    if not graph.is_annotated or graph.toss(0.7):
        return []
    if graph.toss(0.5):
        return ["layout.frozen"]
    return _wish("prefer", _as_it_stands(0))


def _wish(kind: str, *entries: str) -> list[str]:
    layouts = [f"layout.op_layout = [{', '.join(entries)}]"]
    return layouts + ["layout.prefer"] if kind == "prefer" else layouts


def _other(layout: ImageLayout) -> ImageLayout:
    return ImageLayout.NHWC if layout is ImageLayout.NCHW else ImageLayout.NCHW


def _entry(image: Sequence[str], filter: str, cost: int) -> str:
    """`image` says how data and result lie: of operands data, filter, outs, and the result."""
    data, result = image
    return f"#layout.op_layout<operands = [{data}, {filter}, {result}], results = [{result}], cost = {cost}>"


def _as_it_stands(cost: int) -> str:
    return _entry(("_", "_"), "_", cost)


def _plain_entry(present: ImageLayout, wanted: ImageLayout, cost: int) -> str:
    image = f"<{_image(present)} -> {_image(wanted)}>"
    return _entry((image, image), f"<{_filter(present)} -> {_filter(wanted)}>", cost)


def _blocked_entry(layout: ImageLayout, inputs: int, outputs: int, cost: int) -> str:
    """NCHW16c; channels are padded where the block does not divide them."""
    missing = [-channels % _BLOCK for channels in (inputs, outputs)]
    blocked = f"(n, c floordiv {_BLOCK}, h, w, c mod {_BLOCK})"
    images = [f"<{_image(layout)} -> {blocked}>{_pad(layout.image(0, count, 0, 0))}" for count in missing]
    quotients = f"f floordiv {_BLOCK}, c floordiv {_BLOCK}"
    filter = f"<{_filter(layout)} -> ({quotients}, h, w, c mod {_BLOCK}, f mod {_BLOCK})>"
    return _entry(images, f"{filter}{_pad(layout.filter(missing[1], missing[0], 0, 0))}", cost)


def _pad(widths: Sequence[int]) -> str:
    return f" pad {list(widths)}" if any(widths) else ""


def _image(layout: ImageLayout) -> str:
    return f"({', '.join(layout.image('n', 'c', 'h', 'w'))})"


def _filter(layout: ImageLayout) -> str:
    return f"({', '.join(layout.filter('f', 'c', 'h', 'w'))})"
