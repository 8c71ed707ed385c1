// Functions that take and return other layouts are called as `layout.host` says,
// and compared with the function before, whose arguments and results are in rows.
// RUN: split-file %s %t
// RUN: layout-opt %t/border.mlir --layout-pipeline="target=nhwc" -o %t/border.planned.mlir
// RUN: layout-check %t/border.mlir %t/border.planned.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/border.mlir %t/border.planned.mlir --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/border.planned.mlir %t/border.planned.mlir %t/border.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/sticks.mlir --layout-pipeline="target=spyre" -o %t/sticks.planned.mlir
// RUN: layout-check %t/sticks.mlir %t/sticks.planned.mlir | FileCheck %s --check-prefix=STICKS
// RUN: layout-opt %t/dynamic.mlir --layout-pipeline -o %t/dynamic.planned.mlir
// RUN: layout-check %t/dynamic.mlir %t/dynamic.planned.mlir --dims=5,9 | FileCheck %s --check-prefix=DYNAMIC
// RUN: layout-opt %t/constant.mlir --layout-pipeline="target=nhwc" -o %t/constant.planned.mlir
// RUN: layout-check %t/constant.mlir %t/constant.planned.mlir | FileCheck %s --check-prefix=CONSTANT
// RUN: layout-run %t/border.planned.mlir --runs=1 --output=%t/planned.npy
// RUN: layout-run %t/plain.mlir --runs=1 --output=%t/plain.npy
// RUN: %python -c "import sys; a, b = (open(f, 'rb').read() for f in sys.argv[1:]); sys.exit(a != b)" %t/planned.npy %t/plain.npy
// EQUAL: result 0 : tensor<1x6x8x8xf32>: equal
// EQUAL: {{^}}equal
// STICKS: result 0 : tensor<5x70xf16>: equal
// STICKS: {{^}}equal
// DYNAMIC: result 0 : tensor<?x3x?xf32>: equal
// DYNAMIC: {{^}}equal
// CONSTANT: result 0 : tensor<1x16x4x4xf32>: equal
// CONSTANT: {{^}}equal

// Callers are promised the padding too.
// RUN: sed -e 's/PAD/0.0/' %t/padding.mlir > %t/zeros.mlir
// RUN: sed -e 's/PAD/2.0/' %t/padding.mlir > %t/twos.mlir
// RUN: layout-check %t/rows.mlir %t/zeros.mlir | FileCheck %s --check-prefix=ZEROS
// RUN: not layout-check %t/rows.mlir %t/twos.mlir | FileCheck %s --check-prefix=TWOS
// RUN: not layout-run %t/twos.mlir --output=%t/out.npy 2>&1 | FileCheck %s --check-prefix=DATA
// ZEROS: {{^}}equal
// TWOS: seed 1, result 0 requires 0.000000e+00 : f32 as padding, found another number at [1, 0, 1] of tensor<2x4x2xf32>
// TWOS: {{^}}different
// DATA: result 0 requires 0.000000e+00 : f32 as padding, found another number at [1, 0, 1]

// RUN: sed -e 's/(d0, d1)/(d0)/' %t/zeros.mlir > %t/wrong.mlir
// RUN: %expect-exit 2 layout-check %t/rows.mlir %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not layout-run %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: requires 'layout.host' of argument 0 to describe a tensor of type 'tensor<4x3xf32>', found {logical = tensor<3x4xf32>, map = "(d0) -> (d1, d0)"}

//--- border.mlir
func.func @main(%x: tensor<1x3x8x8xf32> {layout.tensor_layout = "NCHW -> NHWC"})
    -> (tensor<1x6x8x8xf32> {layout.tensor_layout = "NCHW -> NCHW4c"}) {
  %e = tensor.empty() : tensor<1x6x8x8xf32>
  %two = arith.constant dense<2.0> : tensor<1x3x8x8xf32>
  %a = arith.addf %x, %two : tensor<1x3x8x8xf32>
  %0 = tensor.concat dim(1) %x, %a : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}

//--- plain.mlir
func.func @main(%x: tensor<1x3x8x8xf32>) -> tensor<1x6x8x8xf32> {
  %two = arith.constant dense<2.0> : tensor<1x3x8x8xf32>
  %a = arith.addf %x, %two : tensor<1x3x8x8xf32>
  %0 = tensor.concat dim(1) %x, %a : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}

//--- sticks.mlir
func.func @main(%x: tensor<5x70xf16> {layout.tensor_layout = "default"}) -> (tensor<5x70xf16> {layout.tensor_layout = "default"}) {
  %0 = math.cos %x : tensor<5x70xf16>
  return %0 : tensor<5x70xf16>
}

//--- dynamic.mlir
func.func @main(%x: tensor<?x3x?xf32> {layout.tensor_layout = "map:(a, b, c) -> (c, a, b)"})
    -> (tensor<?x3x?xf32> {layout.tensor_layout = "map:(a, b, c) -> (b, c, a)"}) {
  %0 = math.sin %x : tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

//--- constant.mlir
func.func @main(%x: tensor<1x8x4x4xf32> {layout.tensor_layout = "NCHW -> NHWC"}, %w: tensor<16x8x1x1xf32> {layout.constant})
    -> (tensor<1x16x4x4xf32> {layout.tensor_layout = "NCHW -> NHWC"}) {
  %zero = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x4x4xf32>, tensor<16x8x1x1xf32>)
      outs(%zero : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %0 : tensor<1x16x4x4xf32>
}

//--- rows.mlir
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  return %x : tensor<3x4xf32>
}

//--- padding.mlir
func.func @main(%x: tensor<4x3xf32> {layout.host = {logical = tensor<3x4xf32>, map = "(d0, d1) -> (d1, d0)"}})
    -> (tensor<2x4x2xf32> {layout.host = {logical = tensor<3x4xf32>, map = "(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)", padding = 0.0 : f32}}) {
  %pad = arith.constant PAD : f32
  %0 = tensor.pad %x low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %pad : f32
  } : tensor<4x3xf32> to tensor<4x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [4, 2, 2] : tensor<4x4xf32> into tensor<4x2x2xf32>
  %e = tensor.empty() : tensor<2x4x2xf32>
  %2 = linalg.transpose ins(%1 : tensor<4x2x2xf32>) outs(%e : tensor<2x4x2xf32>) permutation = [1, 0, 2]
  return %2 : tensor<2x4x2xf32>
}
