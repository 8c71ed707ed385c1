"""Layouts in Python are those of the C++ library, and arrays in them what NumPy makes of the same words.

Covers: B4, B6, B9, B28, B29, D2, D3, D9, D10
"""

import copy
import doctest
import importlib
import pickle
import threading
import unittest

import layout_mlir
from layout_mlir import AXIS_SEPARATOR, Layout, LayoutError, NotationError
from layout_mlir import LayoutErrorCode as Code
from package import requires_package

try:
    import numpy
except ImportError:
    numpy = None


def by_elements(layout, array):
    """What `layout.pack` must return, element by element."""
    result = numpy.zeros(layout.shape, array.dtype)
    for index in numpy.ndindex(array.shape):
        result[layout.index(*index)] = array[index]
    return result


@requires_package
class Notations(unittest.TestCase):
    def test_every_notation(self):
        texts = [
            "NCHW16c",
            "xla:{3,2,1,0:T(16,1,1)}",
            "aBcd16b",
            "reshape(2,4,16,3,5).transpose(0,1,3,4,2)",
            "split(1,16).reorder(0,1,3,4,2)",
            "((2,4,3,5,16),(960,240,80,16,1),(960,240,5,1,15))",
            "(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)",
        ]
        layouts = [Layout(text, (2, 64, 3, 5)) for text in texts]
        for layout in layouts:
            self.assertEqual(layout.flatten().map, layouts[0].flatten().map, layout)
        self.assertEqual(layouts[0].write("onednn"), "aBcd16b")
        self.assertEqual(Layout("N[a=32]HWC", (3, 2, 2, 2)).shape, (32, 2, 2, 2))

    def test_strides_of_the_host_are_written(self):
        text = "((4,3),(3,1),(1,8))"
        self.assertEqual(Layout(text, (3, 4), host_strides=(8, 1)).write("device"), text)

    def test_errors_say_where(self):
        with self.assertRaises(NotationError) as caught:
            Layout("NCHW16")
        self.assertEqual(caught.exception.column, 7)
        self.assertIn("requires a lower-case letter", str(caught.exception))
        with self.assertRaisesRegex(NotationError, "requires the number of a dim"):
            Layout("{1,,0}")
        with self.assertRaisesRegex(OverflowError, "64 bits"):
            Layout("NC", (2**64, 1))
        with self.assertRaisesRegex(NotationError, "requires a shape of 4 dims"):
            Layout("NCHW16c", (1, 2))
        with self.assertRaisesRegex(NotationError, "injective"):
            Layout(lambda i, j: [i], (2, 3))
        # The extents, and the inverse, are found by trying all elements of small tensors only.
        with self.assertRaisesRegex(NotationError, "requires a map of known extents on 100000000, found"):
            Layout("(i) -> (i * 2 - i floordiv 3)", (10**8,))
        with self.assertRaisesRegex(LayoutError, "^requires a map whose inverse is known$") as caught:
            Layout("(i) -> (i + i floordiv 3)", (10**8,)).element(0)
        self.assertEqual(caught.exception.code, Code.NO_INVERSE)
        with self.assertRaisesRegex(ValueError, "extents of 0 or more"):
            Layout("NC", (1, -2))
        with self.assertRaisesRegex(TypeError, "integer"):
            Layout("NC", (1, 2.5))
        for text in (b"NC", None):
            with self.assertRaisesRegex(TypeError, "requires a layout as text or as a function of indices, found"):
                Layout(text)

    def test_errors_have_codes(self):
        any_shape, blocked = Layout("NCHW16c"), Layout("NCHW16c", (1, 20, 2, 3))
        for kind, code, call in [
            (NotationError, Code.SYNTAX, lambda: Layout("NCHW16")),
            (NotationError, Code.SYNTAX, lambda: Layout(lambda i: [0 if i else 1])),
            (NotationError, Code.MISMATCH, lambda: Layout("NCHW16c", (1, 2))),
            (NotationError, Code.MISMATCH, lambda: Layout(lambda i, j: [i], (2, 3))),
            (NotationError, Code.MISMATCH, lambda: Layout("NCHW", dims="NCH")),
            (LayoutError, Code.NEEDS_SHAPE, lambda: any_shape.shape),
            (LayoutError, Code.NEEDS_SHAPE, lambda: Layout("{1,0}").index(0, 0)),
            (LayoutError, Code.MISMATCH, lambda: any_shape.index(0, 1, 2)),
            (LayoutError, Code.MISMATCH, lambda: blocked.compose(blocked)),
            (LayoutError, Code.NO_INVERSE, blocked.inverse),
            (LayoutError, Code.PADDING, lambda: blocked.element(0, 1, 0, 0, 4)),
            (LayoutError, Code.ARGUMENT, lambda: blocked.write("onnx")),
            (LayoutError, Code.ARGUMENT, lambda: blocked.explain(dtype="f33")),
            (LayoutError, Code.SYNTAX, lambda: blocked.explain(to="NCHW16")),
            (LayoutError, Code.INEXPRESSIBLE, lambda: Layout("(i, j) -> (j, i)", (0, 4)).write("relations")),
            (LayoutError, Code.INEXPRESSIBLE, lambda: Layout("NC", (0, 4)).explain(format="svg")),
        ]:
            with self.assertRaises(kind) as caught:
                call()
            self.assertEqual((type(caught.exception), caught.exception.code), (kind, code), str(caught.exception))
            copied = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((str(copied), copied.code), (str(caught.exception), code))

    def test_dims_in_another_order(self):
        self.assertEqual(Layout("NCHW16c", dims="NHWC").of((1, 5, 6, 32)).shape, (1, 2, 5, 6, 16))

    def test_what_takes_a_shape_says_so(self):
        waiting = Layout("((6,4),(4,1),(4,1))")
        with self.assertRaisesRegex(LayoutError, "requires a shape, found none"):
            waiting.index(0, 0)
        with self.assertRaisesRegex(LayoutError, "requires a shape, found none"):
            Layout("NCHW16c").shape
        self.assertEqual(waiting.of((6, 4)).shape, (6, 4))


@requires_package
class Functions(unittest.TestCase):
    """Index maps as Python functions: named indices or a list of them, and axis separators."""

    def test_named_indices(self):
        named = Layout(lambda n, h, w, c: [n, c // 4, h, w, c % 4], (16, 64, 64, 128))
        self.assertEqual(named.index(11, 37, 23, 101), (11, 25, 37, 23, 1))
        self.assertEqual(named, Layout("(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)", (16, 64, 64, 128)))
        # Words of an affine map, and of other scripts.
        self.assertEqual(Layout(lambda mod, ν: [ν, mod]), Layout("BA", dims="AB"))

    def test_list_of_indices(self):
        self.assertEqual(Layout(lambda *i: i[::-1], rank=3), Layout("(i, j, k) -> (k, j, i)"))
        self.assertEqual(Layout(lambda n, *rest: [*rest, n], (2, 3, 4)).shape, (3, 4, 2))
        self.assertEqual(Layout(lambda *i: i, (2, 3)).separators, ())
        with self.assertRaisesRegex(NotationError, r"requires the rank or a shape for \*i"):
            Layout(lambda *i: i)
        with self.assertRaisesRegex(NotationError, "requires a function of 2 indices, found one of 3"):
            Layout(lambda i, j, k: [i], (2, 3))

    def test_forms_of_separators(self):
        """Rows of RFC 39: one dim, two, three, and the texture form of a blocked matrix."""
        m, n, p, q = shape = (2, 3, 5, 8)
        none = Layout(lambda m, n, p, q: [m, n, p, q], shape)
        self.assertEqual(none.flatten().shape, (m * n * p * q,))
        two = Layout(lambda m, n, p, q: [m, n, AXIS_SEPARATOR, p, q], shape)
        self.assertEqual((two.separators, two.flatten().shape), ((2,), (m * n, p * q)))
        three = Layout(lambda m, n, p, q: [m, AXIS_SEPARATOR, n, p, AXIS_SEPARATOR, q], shape)
        self.assertEqual((three.separators, three.flatten().shape), ((1, 3), (m, n * p, q)))
        texture = Layout(lambda m, n, p, q: [m, q // 4, n, AXIS_SEPARATOR, p, q % 4], shape)
        self.assertEqual(texture.flatten().shape, (m * q // 4 * n, p * 4))
        self.assertNotEqual(none, two)

    def test_arithmetic(self):
        layout = Layout(lambda i, j: [3 + i * 2 - 1, (7 - j) % 8, -i + 10], (4, 8))
        self.assertEqual(layout.index(3, 2), (8, 5, 7))
        self.assertEqual(Layout(lambda i, j: 8 * i + j, (4, 8)).shape, (32,))

    def test_wrong_functions(self):
        for function, message in [
            (lambda i, j: [i * j], "requires a number beside an index"),
            (lambda i: [i / 2], None),
            (lambda i: [0 if i else 1], "without decisions"),
            (lambda i: [AXIS_SEPARATOR, i], "both sides of AXIS_SEPARATOR"),
            (lambda i: [i, AXIS_SEPARATOR], "both sides of AXIS_SEPARATOR"),
            (lambda i, *, k: [i], "found the keyword k"),
            (lambda i: [i // 0], "floordiv"),
        ]:
            with self.assertRaisesRegex((NotationError, TypeError), message or ""):
                Layout(function)


@requires_package
class Algebra(unittest.TestCase):
    def test_equality_is_proof(self):
        function = lambda n, c, h, w: [n, c // 16, h, w, c % 16]
        for shape in (None, (1, 20, 8, 8)):
            self.assertEqual(Layout("NCHW16c", shape), Layout(function, shape))
            self.assertEqual(hash(Layout("NCHW16c", shape)), hash(Layout(function, shape)))
            self.assertNotEqual(Layout("NCHW16c", shape), Layout("NCHW8c", shape))
        self.assertNotEqual(Layout("NCHW", (1, 2, 3, 4)), Layout("NCHW", (1, 2, 3, 5)))
        # Equal on one shape, but not on every one.
        self.assertEqual(Layout("AB", (1, 5)), Layout("(i, j) -> (0, j)", (1, 5)))
        self.assertIs(Layout("AB").is_equal(Layout("(i, j) -> (0, j)")), False)
        self.assertIsNone(Layout("{0,1}").is_equal(Layout("BA")))
        self.assertEqual(Layout("{0,1}"), Layout("{0,1}"))
        self.assertNotEqual(Layout("AB"), "AB")

    def test_inverse_and_composition(self):
        for text, dims, shape in [
            ("NCHW16c", "", (2, 64, 3, 5)),
            ("CHWN4n", "NCHW", (8, 1, 2, 3)),
            ("(i, j) -> (j, i)", "", (4, 6)),
        ]:
            layout = Layout(text, shape, dims=dims)
            self.assertIs(layout.is_bijective, True)
            identity = layout.inverse().compose(layout)
            self.assertEqual(identity, Layout(lambda *i: i, shape))
            index = tuple(size - 1 for size in shape)
            self.assertEqual(layout.element(layout.index(index)), index)
        blocked = Layout("NCHW8c").compose(Layout("NCHW16c", (2, 64, 3, 5)).inverse())
        self.assertEqual(blocked.shape, (2, 8, 3, 5, 8))

    def test_padding(self):
        layout = Layout("NCHW16c", (1, 20, 2, 3))
        self.assertEqual((layout.shape, layout.padding, layout.is_bijective), ((1, 2, 2, 3, 16), 72, False))
        with self.assertRaisesRegex(LayoutError, r"requires the place of an element, found padding at \(0, 1, 0, 0, 4\)"):
            layout.element(0, 1, 0, 0, 4)
        with self.assertRaisesRegex(
            LayoutError,
            "requires a map that is proved bijective on the shape, without padding, and whose inverse is known",
        ):
            layout.inverse()

    def test_what_notations_cannot_say(self):
        for text, shape, dims, notation, message in [
            ("(i, j) -> (i, 0, j) in [3, 2, 4]", (3, 4), "AB", "letters", "letters have no place for padding beside the dims"),
            ("(i, j) -> (j, i)", (0, 4), "", "relations", "relations require a tensor that is not empty"),
            ("() -> (0)", (), "", "relations", r"relations require dims on both sides of the map, found \(\) -> \(0\)"),
        ]:
            with self.assertRaisesRegex(LayoutError, message):
                Layout(text, shape, dims=dims).write(notation)

    def test_indices_are_checked(self):
        layout = Layout("NCHW16c", (1, 20, 2, 3))
        with self.assertRaisesRegex(IndexError, "requires 0 <= index < 20 in dim 1, found 20"):
            layout.index(0, 20, 0, 0)
        with self.assertRaisesRegex(IndexError, "requires 4 indices, found 3"):
            layout.index(0, 1, 2)
        with self.assertRaisesRegex(LayoutError, "requires 4 dims"):
            Layout("NCHW16c").index(0, 1, 2)
        with self.assertRaisesRegex(TypeError, "integer"):
            layout.index(0, 1.5, 0, 0)

    def test_copies(self):
        blocked = Layout("CHWN4n", (8, 1, 2, 3), dims="NCHW")
        for layout in (
            blocked,
            blocked.inverse(),
            Layout("NCHW8c").compose(blocked.inverse()),
            Layout("xla:{0,1}"),
            Layout(lambda i, j: [i, AXIS_SEPARATOR, j], (2, 3)),
        ):
            for copied in (copy.deepcopy(layout), pickle.loads(pickle.dumps(layout))):
                self.assertEqual(copied, layout)
                self.assertEqual(repr(copied), repr(layout))


@requires_package
class Arrays(unittest.TestCase):
    def expect_packed(self, text, array):
        layout = Layout(text, array.shape)
        packed = layout.pack(array)
        numpy.testing.assert_array_equal(packed, by_elements(layout, array))
        back = layout.unpack(packed)
        numpy.testing.assert_array_equal(back, array)
        self.assertEqual((packed.dtype, back.dtype), (array.dtype, array.dtype))

    def test_layouts(self):
        array = numpy.arange(2 * 20 * 3 * 5).reshape(2, 20, 3, 5)
        for text in (
            "NCHW16c",
            "NHWC",
            "NCHW4c",
            "reshape(2,10,2,15).transpose(3,1,0,2)",
            "{0,1,2,3:T(2,4)}",
            "(a, b, c, d) -> (a, d, (c + d) mod 8, b)",
            "(a, b, c, d) -> (3 - a, 2 * b + 1, c, d)",
        ):
            with self.subTest(text):
                self.expect_packed(text, array)

    def test_equals_reshapes_and_transposes(self):
        array = numpy.random.default_rng(1).random((2, 64, 7, 9)).astype(numpy.float32)
        expected = array.reshape(2, 4, 16, 7, 9).transpose(0, 1, 3, 4, 2)
        numpy.testing.assert_array_equal(Layout("NCHW16c").pack(array), expected)

    def test_types(self):
        types = ["?", "i1", "u2", ">i4", "f2", "f8", "c16", "M8[s]", "S3", "U2", "V5", [("a", "i1"), ("b", "f4")]]
        for kind in types:
            with self.subTest(kind):
                size = numpy.dtype(kind).itemsize
                numbers = numpy.arange(24 * size) // size % 2 if kind == "?" else 64 + numpy.arange(24 * size) % 25
                array = (
                    numpy.frombuffer(numbers.astype("u1").tobytes(), kind)
                    if kind != "U2"
                    else numpy.array(list("αb") * 12, "U2")
                )
                self.expect_packed("(a, b) -> (b, a floordiv 4, a mod 4)", array.reshape(6, 4))

    def test_ml_dtypes(self):
        try:
            import ml_dtypes
        except ImportError:
            self.skipTest("ml_dtypes is not installed")
        for kind in (ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.int4):
            self.expect_packed("(a, b) -> (b, a floordiv 4, a mod 4)", numpy.arange(24).reshape(6, 4).astype(kind))

    def test_strided_arrays(self):
        base = numpy.arange(4 * 12 * 10 * 6).reshape(4, 12, 10, 6)
        fields = numpy.zeros((3, 20), [("tag", "u1"), ("value", "f4")])
        fields["value"] = numpy.arange(60).reshape(3, 20)
        for array in (
            base[:, ::2, ::-1],
            base.transpose(3, 1, 0, 2),
            base[1:, 2:7, ::3, ::-2],
            numpy.broadcast_to(base[:1], (5, 12, 10, 6)),
            numpy.asfortranarray(base),
        ):
            self.expect_packed("NCHW4c", array)
        self.expect_packed("BA8b", fields["value"])

    def test_small_and_empty(self):
        self.expect_packed("()->()", numpy.array(7.5))
        self.expect_packed("AB4b", numpy.ones((1, 1)))
        self.assertEqual(Layout("AB4b").pack(numpy.ones((3, 0))).size, 0)

    def test_padding_values(self):
        packed = Layout("(i) -> (i floordiv 4, i mod 4)").pack(numpy.arange(6, dtype="i2"), padding=-1)
        self.assertEqual(packed.tolist(), [[0, 1, 2, 3], [4, 5, -1, -1]])
        self.assertEqual(Layout("A", (3,)).pack(["a", "b", "c"]).tolist(), ["a", "b", "c"])

    def test_given_results(self):
        array = numpy.arange(60.0).reshape(3, 20)
        layout = Layout("AB8b", array.shape)
        packed = numpy.full(layout.shape, -1.0)
        self.assertIs(layout.pack(array, out=packed), packed)
        numpy.testing.assert_array_equal(packed, layout.pack(array))
        wide = numpy.zeros((6, 40))
        layout.unpack(packed, out=wide[::-2, ::2])
        numpy.testing.assert_array_equal(wide[::-2, ::2], array)
        self.assertEqual(numpy.count_nonzero(wide), 59)
        for out in (packed.astype("f4"), packed[:2], packed.tolist(), numpy.broadcast_to(0.0, layout.shape)):
            with self.assertRaisesRegex(ValueError, r"requires a writable array of shape \(3, 3, 8\)"):
                layout.pack(array, out=out)
        with self.assertRaisesRegex(ValueError, "row-major"):
            layout.pack(array, out=packed[:, :, ::-1])
        with self.assertRaisesRegex(ValueError, "shares no memory"):
            Layout("(i) -> (i)").pack(packed[0, 0], out=packed[0, 0])

    def test_refused(self):
        with self.assertRaisesRegex(TypeError, "no Python objects"):
            Layout("A").pack(numpy.array([None, 1]))
        with self.assertRaisesRegex(ValueError, r"requires one element as padding, found an array of shape \(3,\)"):
            Layout("A4a").pack(numpy.zeros(6), padding=numpy.ones(3))
        with self.assertRaisesRegex(ValueError, r"requires an array of shape \(1, 2, 2, 3, 16\)"):
            Layout("NCHW16c", (1, 20, 2, 3)).unpack(numpy.zeros((1, 20, 2, 3)))
        with self.assertRaisesRegex(LayoutError, "requires a shape, found none"):
            Layout("NCHW16c").unpack(numpy.zeros((1, 20, 2, 3, 16)))

    def test_threads(self):
        """Threads share the context of all layouts, and each hears of its own errors."""
        failures = []

        def work(seed):
            try:
                array = numpy.random.default_rng(seed).random((2, 16 + seed, 5, 5))
                for block in range(2, 20):
                    layout = Layout(f"NCHW{block}c", array.shape)
                    numpy.testing.assert_array_equal(layout.unpack(layout.pack(array)), array)
                    with self.assertRaisesRegex(NotationError, f"NCHW{block}x"):
                        Layout(f"NCHW{block}x")
            except BaseException as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


@requires_package
class Explanations(unittest.TestCase):
    def test_formats(self):
        layout = Layout("NCHW4c", (1, 6, 2, 2))
        self.assertIn("NCHW4c of 1x6x2x2xf16", layout.explain(dtype="f16"))
        self.assertIn("To NHWC: ", layout.explain(to=Layout("NHWC")))
        self.assertIn('"offset":', layout.explain(at=(0, 5, 1, 1), format="json"))
        self.assertIn("<svg", layout._repr_svg_())
        self.assertIsNone(Layout("NCHW4c")._repr_svg_())
        self.assertIsNone(Layout("NCHW4c", (1, 0, 2, 2))._repr_svg_())
        self.assertIn("co=", Layout(lambda n, c: [c // 4, n, c % 4], (2, 8)).explain())

    def test_errors(self):
        layout = Layout("NCHW4c", (1, 6, 2, 2))
        with self.assertRaisesRegex(LayoutError, "at requires 0 <= c < 6, found 6"):
            layout.explain(at=(0, 6, 0, 0))
        with self.assertRaisesRegex(LayoutError, "dtype requires"):
            layout.explain(dtype="f17")
        with self.assertRaisesRegex(ValueError, "requires a format out of text, json, svg, found 'pdf'"):
            layout.explain(format="pdf")


@requires_package
class Documentation(unittest.TestCase):
    def test_examples(self):
        attempted = 0
        for name in ("layout", "expressions"):
            result = doctest.testmod(importlib.import_module(f"layout_mlir.{name}"))
            self.assertEqual(result.failed, 0)
            attempted += result.attempted
        self.assertGreater(attempted, 15)

    def test_public_names_say_what_they_are(self):
        for name in layout_mlir.__all__:
            self.assertTrue(getattr(layout_mlir, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
