# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated networks are valid and reproducible and have the published architectures; bad options are errors."""

import io
import itertools
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import unittest

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))

from layout_mlir import models  # noqa: E402
from layout_mlir.models import ImageLayout, LayerOptions, TransformerOptions, Weights  # noqa: E402
from layout_mlir.models.cnn import small_width  # noqa: E402
from layout_mlir.models.image_layers import ImageLayers  # noqa: E402
from layout_mlir.models.ir import Module, TensorType  # noqa: E402

_MLIR_OPT = os.environ.get("MLIR_OPT") or shutil.which("/usr/lib/llvm-22/bin/mlir-opt") or "mlir-opt-22"
_CNNS = (
    *("resnet18", "resnet50", "mobilenet_v2", "inception_v3", "googlenet", "squeezenet1_1"),
    *("unet", "edsr_baseline", "densenet121", "shufflenet_v2"),
)
_VISION = ("vit_b16", "swin", "mixer_b16", "mobilevit_s")  # images as tokens
_TRANSFORMERS = ("bert_base", "gpt2")
_STORED = (Weights.RESOURCE, Weights.ARGS)  # how importers write weights

# Convolutions, depthwise ones and matrix products of the published networks.
_COUNTS = {
    "resnet18": (20, 0, 1),
    "resnet50": (53, 0, 1),
    "mobilenet_v2": (35, 17, 1),
    "inception_v3": (94, 0, 1),
    "googlenet": (57, 0, 1),
    "squeezenet1_1": (26, 0, 0),
    "unet": (23, 0, 0),
    "edsr_baseline": (37, 0, 0),
    "shufflenet_v2": (37, 19, 1),
}


def _generate(name: str, **options) -> str:
    network, kind = models.NETWORKS[name]
    stream = io.StringIO()
    network(stream, kind(**options))
    return stream.getvalue()


def _every_small() -> list[tuple[str, dict]]:
    images = itertools.product(_CNNS + _VISION, ImageLayout, _STORED)
    return [(name, {"small": True, "layout": layout, "weights": weights}) for name, layout, weights in images] + [
        (name, {"small": True, "weights": weights}) for name, weights in itertools.product(_TRANSFORMERS, _STORED)
    ]


def _convolutions(text: str) -> tuple[int, int]:
    return len(re.findall(r"= linalg\.conv_2d", text)), len(re.findall(r"= linalg\.depthwise_conv_2d", text))


def _weight_shapes(text: str) -> list[str]:
    """Returns the shapes of the weights of a network whose matrices and filters are arguments, like `64x3x7x7`."""
    header = re.search(r"@forward\(%arg0: \S+, (.*)\) ->", text)[1]
    resources = re.findall(r"dense_resource<\w+> : (tensor<\S+>)", text)
    return re.findall(r"tensor<([\dx]+)xf32>", header + " ".join(resources))


def _command(*arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "layout_mlir.models", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


class Validity(unittest.TestCase):
    def _verify(self, text: str) -> None:
        run = subprocess.run([_MLIR_OPT, "-o", os.devnull], input=text, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_every_small_network_verifies(self) -> None:
        for name, options in _every_small():
            with self.subTest(name, **options):
                self._verify(_generate(name, **options))

    def test_published_sizes_verify(self) -> None:
        # With weights as arguments the types are those of the full network, but the file is small.
        for name in models.NETWORKS:
            with self.subTest(name):
                self._verify(_generate(name, weights=Weights.ARGS))

    def test_other_batch_and_length_verify(self) -> None:
        for name in _CNNS + _VISION:
            for layout in ImageLayout:
                with self.subTest(name, layout=layout):
                    self._verify(_generate(name, small=True, batch=3, layout=layout))
        for name, layers, size in (("densenet121", 1, 64), ("vit_b16", 3, 48), ("swin", 4, 192), ("mixer_b16", 3, 48)):
            with self.subTest(name):
                self._verify(_generate(name, small=True, layers=layers, input_size=size))
        for name in _TRANSFORMERS:
            with self.subTest(name):
                self._verify(_generate(name, small=True, batch=3, layers=3, sequence=13))


class Architecture(unittest.TestCase):
    def test_convolution_counts(self) -> None:
        for name, (convolutions, depthwise, products) in _COUNTS.items():
            for layout, small in itertools.product(ImageLayout, (True, False)):
                with self.subTest(name, layout=layout, small=small):
                    text = _generate(name, layout=layout, small=small, weights=Weights.ARGS)
                    self.assertEqual(_convolutions(text), (convolutions, depthwise))
                    self.assertEqual(text.count("= linalg.matmul"), products)

    def test_small_is_the_same_graph(self) -> None:
        # The sequences of ops are equal, except for empty tensors and fills that are shared because their types are equal.
        def ops(text: str) -> list[str]:
            names = re.findall(r"= ((?:linalg|tensor|math)\.\w+)", text)
            return [name for name in names if name not in ("tensor.empty", "linalg.fill")]

        for name in models.NETWORKS:
            options = {"layers": 2} if issubclass(models.NETWORKS[name][1], (LayerOptions, TransformerOptions)) else {}
            with self.subTest(name):
                full = _generate(name, weights=Weights.ARGS, **options)
                self.assertEqual(ops(full), ops(_generate(name, small=True, weights=Weights.ARGS, **options)))

    def test_transformer_products(self) -> None:
        for layers in (1, 3):
            bert = _generate("bert_base", small=True, layers=layers)
            self.assertEqual(bert.count("= linalg.batch_matmul"), 2 * layers)
            self.assertEqual(bert.count("= linalg.matmul"), 6 * layers + 1)
            gpt = _generate("gpt2", small=True, layers=layers)
            self.assertEqual(gpt.count("= linalg.batch_matmul"), 2 * layers)
            self.assertEqual(gpt.count("= linalg.matmul"), 4 * layers + 1)

    def test_vision_transformer_products(self) -> None:
        for layers in (1, 3):
            vit = _generate("vit_b16", small=True, layers=layers)
            self.assertEqual(vit.count("= linalg.batch_matmul"), 2 * layers)
            self.assertEqual(vit.count("= linalg.matmul"), 4 * layers + 1)
        full = _generate("swin", weights=Weights.ARGS)
        self.assertEqual(full.count("= linalg.batch_matmul"), 2 * 12)
        self.assertEqual(full.count("= linalg.matmul"), 4 * 12 + 3 + 1)  # three mergings and the classifier

    def test_mixer_and_hybrid_products(self) -> None:
        for layers in (1, 3):
            mixer = _generate("mixer_b16", small=True, layers=layers)
            self.assertEqual(mixer.count("= linalg.matmul"), 4 * layers + 1)
        mobile = _generate("mobilevit_s", weights=Weights.ARGS)
        self.assertEqual(_convolutions(mobile), (28, 7))
        self.assertEqual(mobile.count("= linalg.batch_matmul"), 2 * 9)
        self.assertEqual(mobile.count("= linalg.matmul"), 4 * 9 + 1)

    def test_patches_of_pixels(self) -> None:
        # Each of the three transformers of MobileViT goes from an image to 2x2 patches and back.
        for layout, unfolded, folded in (
            (ImageLayout.NCHW, "0, d3, d5, d2, d4, d1", "0, d5, d3, d1, d4, d2"),
            (ImageLayout.NHWC, "0, d2, d4, d1, d3, d5", "0, d3, d1, d4, d2, d5"),
        ):
            text = _generate("mobilevit_s", layout=layout, weights=Weights.ARGS)
            self.assertEqual(text.count("tensor<1x2x2x16x16x144xf32> into tensor<4x256x144xf32>"), 1)
            self.assertEqual(text.count("tensor<4x16x16x144xf32> into tensor<1x2x2x16x16x144xf32>"), 1)
            for order in (unfolded, folded):
                self.assertIn(f"-> (d{order})", text)

    def test_dense_blocks(self) -> None:
        full = _generate("densenet121", weights=Weights.ARGS)
        self.assertEqual(_convolutions(full), (120, 0))
        self.assertEqual(full.count("= tensor.concat dim(1)"), 58)  # one for each layer; the first of a block reads one map
        self.assertEqual(full.count("= linalg.pooling_nchw_sum"), 3 + 1)
        for width in (256, 512, 1024):  # concatenated at the ends of blocks
            self.assertRegex(full, rf"tensor.concat .* -> tensor<1x{width}x")
        small = _generate("densenet121", small=True)
        self.assertEqual(_convolutions(small), (1 + 4 * 3 * 2 + 3, 0))

    def test_channel_shuffle(self) -> None:
        rank_5 = r"affine_map<\(d0, d1, d2, d3, d4\) -> \(%s\)>"
        for layout, order, split in (
            (ImageLayout.NCHW, "d0, d2, d1, d3, d4", "1x2x58x28x28"),
            (ImageLayout.NHWC, "d0, d1, d2, d4, d3", "1x28x28x2x58"),
        ):
            text = _generate("shufflenet_v2", layout=layout, weights=Weights.ARGS)
            self.assertRegex(text, rank_5 % order)
            self.assertEqual(text.count("tensor.expand_shape"), 16)
            self.assertEqual(text.count(f"into tensor<{split}xf32>"), 4)
            self.assertEqual(text.count("tensor.extract_slice"), 2 * (3 + 7 + 3))
            self.assertEqual(text.count("tensor.insert_slice"), 2 * 16)

    def test_windows(self) -> None:
        full = _generate("swin", weights=Weights.ARGS)
        # Each block goes from [B, H, W, C] to windows and back.
        self.assertEqual(full.count("into tensor<1x8x7x8x7x96xf32>"), 2)
        self.assertEqual(full.count("into tensor<1x8x8x7x7x96xf32>"), 2)
        self.assertIn("affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d2, d4, d5)>", full)
        # The second block of a pair rolls by 3 tokens and back in both dims, but in the last stage, which is one window.
        shifted = 1 + 1 + 3
        self.assertEqual(full.count("tensor.concat"), 4 * shifted + 3)
        self.assertIn("[0, 3, 0, 0] [1, 53, 56, 96] [1, 1, 1, 1]", full)
        self.assertIn("[0, 53, 0, 0] [1, 3, 56, 96] [1, 1, 1, 1]", full)
        self.assertEqual(full.count("tensor.insert_slice"), 9 * shifted)
        self.assertEqual(full.count("[1, 28, 28, 96] [1, 2, 2, 1]"), 4)  # merging

    def test_relative_positions(self) -> None:
        # Two tokens in windows of 3: (row distance + 2) * 5 + column distance + 2.
        numbers = re.search(r"dense<\[([\d, ]+)\]> : tensor<81xi64>", _generate("swin", small=True))[1].split(", ")
        self.assertEqual(numbers[:9], ["12", "11", "10", "7", "6", "5", "2", "1", "0"])
        self.assertEqual(numbers[-9:], ["24", "23", "22", "19", "18", "17", "14", "13", "12"])

    def test_weight_counts(self) -> None:
        # In millions; batch-norm statistics included.
        for name, millions in (
            ("resnet50", 25.6),
            ("mobilenet_v2", 3.5),
            ("googlenet", 6.64),
            ("squeezenet1_1", 1.24),
            ("densenet121", 8.06),
            ("shufflenet_v2", 2.29),
            ("bert_base", 109.5),
            ("gpt2", 163.0),
            ("vit_b16", 86.57),
            ("swin", 28.29),
            ("mixer_b16", 59.88),
            ("mobilevit_s", 5.58),
        ):
            count = sum(_product(shape.split("x")) for shape in _weight_shapes(_generate(name, weights=Weights.ARGS)))
            self.assertAlmostEqual(count / 1e6, millions, delta=max(0.05, 0.001 * millions), msg=name)

    def test_trained_weight_counts(self) -> None:
        # As published, without the mean and variance that each convolution's normalisation has for each channel.
        for name, published, statistics in (
            ("googlenet", 6_624_904, 2),
            ("squeezenet1_1", 1_235_496, 0),
            ("edsr_baseline", 1_517_571, 0),
        ):
            shapes = [shape.split("x") for shape in _weight_shapes(_generate(name, weights=Weights.ARGS))]
            channels = sum(int(shape[0]) for shape in shapes if len(shape) == 4)
            self.assertEqual(sum(map(_product, shapes)) - statistics * channels, published, name)

    def test_small_channels(self) -> None:
        for channels, small in ((16, 16), (64, 16), (320, 48), (2048, 256), (24, 24), (2, 2), (1000, 125)):
            self.assertEqual(small_width(channels), small)
        odd_channels = {
            "mobilenet_v2": {24},
            "googlenet": {24},
            "squeezenet1_1": {125},
            "shufflenet_v2": {24, 7, 14, 28, 29, 58},
        }
        for name in _CNNS:
            odd = {2, 3} | odd_channels.get(name, set())
            for shape in re.findall(r"tensor<1x(\d+)x\d+x\d+xf32>", _generate(name, small=True)):
                self.assertTrue(int(shape) % 16 == 0 or int(shape) in odd, f"{name}: {shape} channels")
        self.assertIn("tensor<1x24x", _generate("mobilenet_v2", small=True))
        self.assertIn("tensor<1x29x", _generate("shufflenet_v2", small=True))

    def test_both_forms_of_concatenation(self) -> None:
        self.assertEqual(_generate("unet", small=True).count("tensor.concat dim(1)"), 4)
        inception = _generate("inception_v3", small=True)
        self.assertEqual(inception.count("tensor.insert_slice"), 3 * 4 + 3 + 4 * 4 + 3 + 2 * (4 + 2 * 2))
        self.assertNotIn("tensor.concat", inception)
        squeezenet = _generate("squeezenet1_1", small=True)
        self.assertEqual(squeezenet.count("tensor.insert_slice"), 8 * 2)
        self.assertNotIn("tensor.concat", squeezenet)
        googlenet = _generate("googlenet", weights=Weights.ARGS)
        self.assertNotIn("tensor.insert_slice", googlenet)
        widths = re.findall(r"tensor\.concat dim\(1\) .* -> tensor<1x(\d+)x", googlenet)
        self.assertEqual([int(width) for width in widths], [256, 480, 512, 512, 512, 528, 832, 832, 1024])

    def test_window_counts_rounded_up(self) -> None:
        # Maps of 29, 14 and 7 pixels, padded by 2; rounded down, the second pooling would have 6 windows in a row.
        text = _generate("squeezenet1_1", input_size=60, weights=Weights.ARGS)
        pools = re.findall(r"pooling_nchw_max .*ins\(%\w+, %\w+ : tensor<1x\d+x(\d+)x.* -> tensor<1x\d+x(\d+)x", text)
        self.assertEqual(pools, [("31", "14"), ("16", "7"), ("9", "3")])
        self.assertEqual(len(re.findall(r"tensor\.pad .* low\[0, 0, 0, 0\] high\[0, 0, 2, 2\]", text)), 3)
        # Within a module of GoogLeNet, the stride is 1.
        self.assertEqual(_generate("googlenet", small=True).count("low[0, 0, 1, 1] high[0, 0, 2, 2]"), 9)

    def test_no_window_begins_behind_the_image(self) -> None:
        # Windows of 2 pixels at -1 and 1; the third would begin at 3, where 3 pixels end, and 4 do not.
        for extent, windows in ((3, 2), (4, 3)):
            for layout in ImageLayout:
                module = Module()
                image = module.argument(TensorType(layout.image(1, 2, extent, extent)))
                pooled = ImageLayers(module, layout).max_pool(image, 2, stride=2, pad=1, ceil=True)
                self.assertEqual(pooled.shape, layout.image(1, 2, windows, windows))

    def test_layouts(self) -> None:
        for name in _CNNS + _VISION:
            self.assertNotIn("nhwc", _generate(name, small=True))
            self.assertNotIn("nchw", _generate(name, small=True, layout=ImageLayout.NHWC))


class WeightData(unittest.TestCase):
    def test_seed(self) -> None:
        for name, options in _every_small():
            with self.subTest(name, **options):
                text = _generate(name, **options, seed=7)
                self.assertEqual(text, _generate(name, **options, seed=7))
                other = _generate(name, **options, seed=8)
                self.assertNotEqual(text, other)
                self.assertEqual(text.split("{-#")[0], other.split("{-#")[0])

    def test_arguments_need_no_transposed_weights(self) -> None:
        transposed = re.compile(r"affine_map<\(d0, d1\) -> \(d1, d0\)>")
        for name in ("resnet50", "bert_base", "gpt2"):
            with self.subTest(name):
                resource, args = (_generate(name, small=True, weights=weights) for weights in _STORED)
                self.assertRegex(resource, transposed)
                self.assertNotRegex(args, transposed)
                self.assertNotRegex(args, r"dense_resource<\w+> : tensor<\d+x\d+x")

    def test_blobs_fit_their_types(self) -> None:
        for name in models.NETWORKS:
            text = _generate(name, small=True)
            types = dict(re.findall(r"dense_resource<(\w+)> : tensor<([\dx]+)xf32>", text))
            blobs = dict(re.findall(r'(\w+): "0x([0-9a-fA-F]+)"', text))
            self.assertEqual(types.keys(), blobs.keys())
            self.assertEqual(len(set(blobs.values())), len(blobs), "two weights are equal")
            for key, shape in types.items():
                alignment, *numbers = _numbers(blobs[key])
                self.assertEqual(alignment, b"\4\0\0\0")
                self.assertEqual(len(numbers), _product(shape.split("x")))
                self.assertGreater(len(set(numbers)), len(numbers) // 2 if len(numbers) < 65521 else 60000)

    def test_data_in_the_ops(self) -> None:
        resource, dense = (_generate("resnet18", small=True, weights=form) for form in (Weights.RESOURCE, Weights.DENSE))
        blobs = re.findall(r'weight_\d+: "0x04000000([0-9A-F]+)"', resource)
        self.assertEqual(blobs, re.findall(r'dense<"0x([0-9A-F]+)">', dense))
        splat = _generate("resnet18", small=True, weights=Weights.SPLAT)
        numbers = re.findall(r"%w\d+ = arith.constant dense<(\S+)>", splat)
        self.assertEqual((len(numbers), len(set(numbers))), (len(blobs), len(blobs)))

    def test_tiled_weights_repeat_the_block_seamlessly(self) -> None:
        text = _generate("resnet18")
        types = dict(re.findall(r"dense_resource<(\w+)> : tensor<([\dx]+)xf32>", text))
        key = next(key for key, shape in types.items() if shape == "512x512x3x3")
        _, *numbers = _numbers(re.search(rf' {key}: "0x([0-9a-fA-F]+)"', text)[1])
        self.assertEqual(len(numbers), 512 * 512 * 9)
        self.assertEqual(numbers[: len(numbers) - 65521], numbers[65521:])
        values = [struct.unpack("<f", number)[0] for number in numbers[:65521]]
        mean = sum(values) / len(values)
        deviation = (sum(value**2 for value in values) / len(values)) ** 0.5
        self.assertAlmostEqual(mean / deviation, 0, delta=0.02)
        # He scaling after a ReLU, halved at the end of a residual branch; part of the kernel covers the padding of a 7x7 image.
        self.assertAlmostEqual(deviation / (2 / (512 * 9)) ** 0.5, 0.55, delta=0.1)


class CommandLine(unittest.TestCase):
    def test_same_bytes_as_the_library(self) -> None:
        run = _command("mobilenet_v2", "--small", "--layout=nhwc", "--seed=3")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout, _generate("mobilenet_v2", small=True, layout=ImageLayout.NHWC, seed=3))

    def test_errors(self) -> None:
        for arguments, message in (
            (["resnet51"], "unknown network 'resnet51', choose from resnet18, resnet50"),
            (["resnet50", "--layers=3"], "--layers does not apply to resnet50"),
            (["gpt2", "--layout=nhwc"], "--layout does not apply to gpt2"),
            (["resnet50", "--layout=chwn"], "expected nchw or nhwc, found 'chwn'"),
            (["resnet50", "--batch=0"], "expected a positive number, found '0'"),
            (["vit_b16", "--sequence=3"], "--sequence does not apply to vit_b16"),
            (["vit_b16", "--input-size=100"], "input size of vit_b16 must be a multiple of 16, not 100"),
            (["mixer_b16", "--input-size=40"], "input size of mixer_b16 must be a multiple of 16, not 40"),
            (["mobilevit_s", "--input-size=96"], "input size of mobilevit_s must be a multiple of 64, not 96"),
            (["mobilevit_s", "--layers=3"], "--layers does not apply to mobilevit_s"),
            (["swin", "--input-size=112"], "input size of swin must be a multiple of 224, not 112"),
            (["swin", "--small", "--layers=5"], "layers of swin must be at most 4 stages, not 5"),
            (["unet", "--input-size=40"], "input size of unet must be a multiple of 16, not 40"),
            (["inception_v3", "--input-size=64"], "input size too small: a 3 wide window does not fit"),
            (["squeezenet1_1", "--input-size=16"], "input size too small: a 3 wide window does not fit 1 pixels"),
            (["bert_base", "--sequence=513"], "sequence must be at most 512 tokens, not 513"),
        ):
            with self.subTest(arguments):
                run = _command(*arguments)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertIn(message, run.stderr)


def _numbers(blob: str) -> list[bytes]:
    data = bytes.fromhex(blob)
    return [data[start : start + 4] for start in range(0, len(data), 4)]


def _product(extents) -> int:
    result = 1
    for extent in extents:
        result *= int(extent)
    return result


if __name__ == "__main__":
    unittest.main()
