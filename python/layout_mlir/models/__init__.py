# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Published network architectures as linalg-on-tensors IR with seeded weights.

Each function writes one module to a text stream; its `@forward` maps the network's input to its outputs:

    from layout_mlir.models import CnnOptions, ImageLayout, resnet50
    with open("resnet50.mlir", "w") as file:
        resnet50(file, CnnOptions(layout=ImageLayout.NHWC, small=True))

`python3 -m layout_mlir.models NAME` does the same on the command line.

Activations stay near unit scale for inputs uniform in [-1, 1]. If weights are arguments, the stored statistics of
normalisations are those of weights in that range; values without a normalisation (the logits, all values of
SqueezeNet) then have a larger scale.
"""

from typing import Callable

from .bert import bert_base
from .cnn import CnnOptions, LayerOptions
from .densenet import densenet121
from .edsr import edsr_baseline
from .googlenet import googlenet
from .gpt import gpt2
from .image_layout import ImageLayout
from .inception import inception_v3
from .ir import Weights
from .mixer import mixer_b16
from .mobilenet import mobilenet_v2
from .mobilevit import mobilevit_s
from .resnet import resnet18, resnet50
from .shufflenet import shufflenet_v2
from .squeezenet import squeezenet1_1
from .swin import swin
from .transformer import TransformerOptions
from .u_net import unet
from .vit import vit_b16

# Every network by name, with the class of its options.
NETWORKS: dict[str, tuple[Callable, type]] = {
    "resnet18": (resnet18, CnnOptions),
    "resnet50": (resnet50, CnnOptions),
    "mobilenet_v2": (mobilenet_v2, CnnOptions),
    "inception_v3": (inception_v3, CnnOptions),
    "googlenet": (googlenet, CnnOptions),
    "squeezenet1_1": (squeezenet1_1, CnnOptions),
    "unet": (unet, CnnOptions),
    "edsr_baseline": (edsr_baseline, CnnOptions),
    "densenet121": (densenet121, LayerOptions),
    "shufflenet_v2": (shufflenet_v2, CnnOptions),
    "bert_base": (bert_base, TransformerOptions),
    "gpt2": (gpt2, TransformerOptions),
    "vit_b16": (vit_b16, LayerOptions),
    "swin": (swin, LayerOptions),
    "mixer_b16": (mixer_b16, LayerOptions),
    "mobilevit_s": (mobilevit_s, CnnOptions),
}

__all__ = ["NETWORKS", "CnnOptions", "ImageLayout", "LayerOptions", "TransformerOptions", "Weights", *NETWORKS]
