# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DenseNet-121: Huang, Liu, van der Maaten, Weinberger, "Densely Connected Convolutional Networks" (2016),
arXiv:1608.06993.

Every layer reads the results of all earlier layers of its block, concatenated by one op for each layer.
[N, 3, 224, 224] to [N, 1000]; 120 convolutions, 8.0 million weights. The option `layers` is the number of layers of
each dense block, 3 by default if small.
"""

from typing import TextIO

from .cnn import Cnn, LayerOptions
from .ir import Value

_GROWTH = 32  # channels that each layer adds
_BOTTLENECK = 4 * _GROWTH  # channels between the two convolutions of a layer
_STEM = 64
_BLOCKS = (6, 12, 24, 16)  # layers of each block
_SMALL_LAYERS = 3


def densenet121(stream: TextIO, options: LayerOptions = LayerOptions()) -> None:
    """Writes a stem and four dense blocks. The transitions between the blocks halve channels and image."""
    net = Cnn(options, input_size=224)
    chosen = _SMALL_LAYERS if options.small and options.layers is None else options.layers
    x = net.relu(net.batch_norm(net.conv(net.image, net.width(_STEM), 7, stride=2, pad=3)))
    x = net.max_pool(x, 3, stride=2, pad=1)
    published = _STEM  # channels of the published network, for any number of layers
    for block, layers in enumerate(_BLOCKS):
        if block > 0:
            published //= 2
            x = _transition(net, x, published)
        x = _dense_block(net, x, layers if chosen is None else chosen)
        published += layers * _GROWTH
    x = net.relu(net.batch_norm(x))
    net.module.write(stream, net.classify(net.global_average(x), net.width(1000)))


def _dense_block(net: Cnn, x: Value, layers: int) -> Value:
    """Returns the concatenation of the input and the results of all layers."""
    features = [x]
    for _ in range(layers):
        inner = _conv(net, net.concat(features) if len(features) > 1 else x, _BOTTLENECK, 1)
        features.append(_conv(net, inner, _GROWTH, 3, pad=1))
    return net.concat(features)


def _transition(net: Cnn, x: Value, width: int) -> Value:
    return net.average_pool(_conv(net, x, width, 1), 2, stride=2)


def _conv(net: Cnn, x: Value, width: int, kernel: int, pad: int = 0) -> Value:
    """Appends a convolution of the normalised and rectified input."""
    return net.conv(net.relu(net.batch_norm(x)), net.width(width), kernel, pad=pad)
