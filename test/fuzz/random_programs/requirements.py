# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random attributes on critical ops that require or prefer layouts."""

from typing import Sequence

from layout_mlir.models.image_layout import ImageLayout
from .graph import Graph

_BLOCK = 16


def convolution_attributes(graph: Graph, layout: ImageLayout, inputs: int, outputs: int, bytes: int) -> list[str]:
    """Returns attributes for a convolution with these numbers of channels, whose result has `bytes` bytes; mostly none.
    """
    if not graph.is_annotated or graph.toss(0.4):
        return []
    kind = graph.chance.choices(("layout", "layouts", "prefer", "frozen", "skip"), (4, 4, 2, 2, 1))[0]
    graph.requirements.add(kind)
    if kind in ("frozen", "skip"):
        return [f"layout.{kind}"]
    blocked, plain = _blocked_option(layout, inputs, outputs, 0), _plain_option(layout, _other(layout), bytes // 4)
    if kind == "layouts":
        options = graph.chance.choice(([blocked, plain], [plain, blocked], [plain, _unchanged_option(bytes // 2)]))
    else:
        options = [graph.chance.choice((blocked, plain))]
    return _attributes(kind, *options)


def product_attributes(graph: Graph) -> list[str]:
    """Returns attributes for a matrix product. Without attributes its layout is frozen."""
    if not graph.is_annotated or graph.toss(0.7):
        return []
    if graph.toss(0.5):
        return ["layout.frozen"]
    return _attributes("prefer", _unchanged_option(0))


def _attributes(kind: str, *options: str) -> list[str]:
    layouts = [f"layout.op_layout = [{', '.join(options)}]"]
    return layouts + ["layout.prefer"] if kind == "prefer" else layouts


def _other(layout: ImageLayout) -> ImageLayout:
    return ImageLayout.NHWC if layout is ImageLayout.NCHW else ImageLayout.NCHW


def _option(image: Sequence[str], filter: str, cost: int) -> str:
    """Returns a layout option. `image` is the layout of data, outs and result."""
    data, result = image
    return f"#layout.op_layout<operands = [{data}, {filter}, {result}], results = [{result}], cost = {cost}>"


def _unchanged_option(cost: int) -> str:
    return _option(("_", "_"), "_", cost)


def _plain_option(present: ImageLayout, wanted: ImageLayout, cost: int) -> str:
    image = f"<{_image(present)} -> {_image(wanted)}>"
    return _option((image, image), f"<{_filter(present)} -> {_filter(wanted)}>", cost)


def _blocked_option(layout: ImageLayout, inputs: int, outputs: int, cost: int) -> str:
    """Returns a layout option for NCHW16c, which pads channels that are no multiple of the block."""
    missing = [-channels % _BLOCK for channels in (inputs, outputs)]
    blocked = f"(n, c floordiv {_BLOCK}, h, w, c mod {_BLOCK})"
    images = [f"<{_image(layout)} -> {blocked}>{_pad(layout.image(0, count, 0, 0))}" for count in missing]
    quotients = f"f floordiv {_BLOCK}, c floordiv {_BLOCK}"
    filter = f"<{_filter(layout)} -> ({quotients}, h, w, c mod {_BLOCK}, f mod {_BLOCK})>"
    return _option(images, f"{filter}{_pad(layout.filter(missing[1], missing[0], 0, 0))}", cost)


def _pad(widths: Sequence[int]) -> str:
    return f" pad {list(widths)}" if any(widths) else ""


def _image(layout: ImageLayout) -> str:
    return f"({', '.join(layout.image('n', 'c', 'h', 'w'))})"


def _filter(layout: ImageLayout) -> str:
    return f"({', '.join(layout.filter('f', 'c', 'h', 'w'))})"
