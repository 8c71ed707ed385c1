# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DenseNet-121: Huang, Liu, van der Maaten, Weinberger, "Densely Connected Convolutional Networks" (2016),
arXiv:1608.06993.

Every layer reads the concatenation of all earlier ones of its block, one op per layer. [N, 3, 224, 224] to [N, 1000];
120 convolutions, 8.0 million weights. `layers` are those of each dense block, if small 3.
"""

from typing import TextIO

from .cnn import Cnn, LayerOptions
from .ir import Value

_GROWTH = 32  # channels a layer adds
_BOTTLENECK = 4 * _GROWTH  # channels between its two convolutions
_STEM = 64
_BLOCKS = (6, 12, 24, 16)  # layers
_SMALL_LAYERS = 3


def densenet121(stream: TextIO, options: LayerOptions = LayerOptions()) -> None:
    """Stem, four dense blocks with transitions between them that halve channels and image."""
    net = Cnn(options, input_size=224)
    chosen = _SMALL_LAYERS if options.small and options.layers is None else options.layers
    x = net.relu(net.batch_norm(net.conv(net.image, net.width(_STEM), 7, stride=2, pad=3)))
    x = net.max_pool(x, 3, stride=2, pad=1)
    published = _STEM  # channels, however many layers there are
    for block, layers in enumerate(_BLOCKS):
        if block > 0:
            published //= 2
            x = _transition(net, x, published)
        x = _dense_block(net, x, layers if chosen is None else chosen)
        published += layers * _GROWTH
    x = net.relu(net.batch_norm(x))
    net.module.write(stream, net.classify(net.global_average(x), net.width(1000)))


def _dense_block(net: Cnn, x: Value, layers: int) -> Value:
    """All its features joined, what came in first."""
    features = [x]
    for _ in range(layers):
        inner = _conv(net, net.concat(features) if len(features) > 1 else x, _BOTTLENECK, 1)
        features.append(_conv(net, inner, _GROWTH, 3, pad=1))
    return net.concat(features)


def _transition(net: Cnn, x: Value, width: int) -> Value:
    return net.average_pool(_conv(net, x, width, 1), 2, stride=2)


def _conv(net: Cnn, x: Value, width: int, kernel: int, pad: int = 0) -> Value:
    """Convolution of the normalised, rectified input."""
    return net.conv(net.relu(net.batch_norm(x)), net.width(width), kernel, pad=pad)
