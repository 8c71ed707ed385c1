"""Uses everything of the installed package that needs the library or a tool."""

import numpy
from layout_mlir import Layout, optimize, run

PROGRAM = """
func.func @main(%x: tensor<1x3x2x2xf32>, %w: tensor<4x3x1x1xf32>) -> tensor<1x4x2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x4x2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x2x2xf32>, tensor<4x3x1x1xf32>)
      outs(%zero : tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %0 : tensor<1x4x2x2xf32>
}
"""

image = numpy.arange(20 * 9).reshape(1, 20, 3, 3)
layout = Layout("NCHW16c", image.shape)
assert (layout.unpack(layout.pack(image)) == image).all()
print("packed", layout.pack(image).shape)
planned = optimize(PROGRAM, target="nhwc")
print(planned)
arguments = numpy.ones((1, 3, 2, 2), "f4"), numpy.ones((4, 3, 1, 1), "f4")
result = run(planned, *arguments)
assert (result == 3).all(), result
print("ran", result.shape)
