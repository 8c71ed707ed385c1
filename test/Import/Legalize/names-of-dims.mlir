// The names of the dims of a value are those of the values around it, through
// every op whose layout rule says which dims are the same: ops of any dialect,
// permutations, pieces, windows, loops and casts.
// Covers: P14, P18
// RUN: layout-opt %s --layout-raise --layout-legalize -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
//  CHECK-SAME: -> (tensor<1x4x4x32xf32> {
//       CHECK: arith.maximumf
//       CHECK: by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
func.func @elementwise(%x: tensor<1x32x4x4xf32>, %w: tensor<32x32x1x1xf32>, %z: tensor<1x32x4x4xf32>)
    -> (tensor<1x32x4x4xf32> {layout.tensor_layout = "NHWC"}) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %1 = arith.maximumf %0, %z : tensor<1x32x4x4xf32>
  return %1 : tensor<1x32x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @hints(
//  CHECK-SAME: %[[X:.*]]: tensor<1x4x4x32xf32>
//       CHECK: math.tanh
//       CHECK: layout.constraint %{{.*}} prefers <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
func.func @hints(%x: tensor<1x32x4x4xf32> {layout.tensor_layout = "NHWC"}, %w: tensor<32x32x1x1xf32>, %z: tensor<1x32x4x4xf32>)
    -> tensor<1x32x4x4xf32> {
  %0 = arith.addf %x, %x : tensor<1x32x4x4xf32>
  %1 = math.tanh %0 {layout.prefer = "NHWC"} : tensor<1x32x4x4xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %2 : tensor<1x32x4x4xf32>
}

// -----

// The permuted value is in NHWC already: its channels come last.
// CHECK-LABEL: func.func @permuted(
//  CHECK-SAME: -> (tensor<1x32x4x5xf32> {
//       CHECK: by <(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
func.func @permuted(%x: tensor<1x32x4x5xf32>, %w: tensor<32x32x1x1xf32>, %z: tensor<1x32x4x5xf32>, %e: tensor<1x4x5x32xf32>)
    -> (tensor<1x4x5x32xf32> {layout.tensor_layout = "NCHW"}) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x5xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x5xf32>) -> tensor<1x32x4x5xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x32x4x5xf32>) outs(%e : tensor<1x4x5x32xf32>) permutation = [0, 2, 3, 1]
  %2 = math.exp %1 : tensor<1x4x5x32xf32>
  return %2 : tensor<1x4x5x32xf32>
}

// -----

// CHECK-LABEL: func.func @softmax(
//  CHECK-SAME: -> (tensor<1x4x4x32xf32> {
func.func @softmax(%x: tensor<1x32x4x4xf32>, %w: tensor<32x32x1x1xf32>, %z: tensor<1x32x4x4xf32>)
    -> (tensor<1x32x4x4xf32> {layout.tensor_layout = "NHWC"}) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<1x32x4x4xf32>) outs(%z : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %1 : tensor<1x32x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @pooling(
//  CHECK-SAME: -> (tensor<1x2x2x32xf32> {
func.func @pooling(%x: tensor<1x32x4x4xf32>, %w: tensor<32x32x1x1xf32>, %z: tensor<1x32x4x4xf32>, %k: tensor<3x3xf32>, %p: tensor<1x32x2x2xf32>)
    -> (tensor<1x32x2x2xf32> {layout.tensor_layout = "NHWC"}) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %1 = linalg.pooling_nchw_max ins(%0, %k : tensor<1x32x4x4xf32>, tensor<3x3xf32>) outs(%p : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  return %1 : tensor<1x32x2x2xf32>
}

// -----

// A slice, a pad, an insertion and a concatenation.
// CHECK-LABEL: func.func @pieces(
//  CHECK-SAME: -> (tensor<1x2x3x16xf32> {{.*}}, tensor<1x6x5x32xf32> {{.*}}, tensor<1x9x9x40xf32> {{.*}}, tensor<1x4x4x64xf32> {
func.func @pieces(%x: tensor<1x32x4x4xf32>, %w: tensor<32x32x1x1xf32>, %z: tensor<1x32x4x4xf32>, %large: tensor<1x40x9x9xf32>)
    -> (tensor<1x16x2x3xf32> {layout.tensor_layout = "NHWC"}, tensor<1x32x6x5xf32> {layout.tensor_layout = "NHWC"},
        tensor<1x40x9x9xf32> {layout.tensor_layout = "NHWC"}, tensor<1x64x4x4xf32> {layout.tensor_layout = "NHWC"}) {
  %c0 = arith.constant 0.0 : f32
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %1 = tensor.extract_slice %0[0, 8, 1, 0] [1, 16, 2, 3] [1, 1, 1, 1] : tensor<1x32x4x4xf32> to tensor<1x16x2x3xf32>
  %2 = tensor.pad %0 low[0, 0, 1, 0] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %c0 : f32
  } : tensor<1x32x4x4xf32> to tensor<1x32x6x5xf32>
  %3 = tensor.insert_slice %0 into %large[0, 1, 2, 3] [1, 32, 4, 4] [1, 1, 1, 1] : tensor<1x32x4x4xf32> into tensor<1x40x9x9xf32>
  %4 = tensor.concat dim(1) %0, %x : (tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>) -> tensor<1x64x4x4xf32>
  return %1, %2, %3, %4 : tensor<1x16x2x3xf32>, tensor<1x32x6x5xf32>, tensor<1x40x9x9xf32>, tensor<1x64x4x4xf32>
}

// -----

// What a reduction leaves, and what it is spread over again, keep their names:
// [0, d1, 0] and [d0, d1, d2] have the same name at each position.
// CHECK-LABEL: func.func @fewer(
//  CHECK-SAME: -> (tensor<16x8xf32> {{.*}}, tensor<1x4x1x16xf32> {
func.func @fewer(%x: tensor<8x16x4x5xf32>, %w: tensor<16x16x1x1xf32>, %z: tensor<8x16x4x5xf32>, %r: tensor<8x16xf32>, %s: tensor<1x16x4x1xf32>)
    -> (tensor<8x16xf32> {layout.tensor_layout = "CN"}, tensor<1x16x4x1xf32> {layout.tensor_layout = "NHWC"}, tensor<8x16x4x5xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<8x16x4x5xf32>, tensor<16x16x1x1xf32>) outs(%z : tensor<8x16x4x5xf32>) -> tensor<8x16x4x5xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<8x16x4x5xf32>) outs(%r : tensor<8x16xf32>) dimensions = [2, 3]
  %2 = math.exp %s : tensor<1x16x4x1xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (0, b, c, 0)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %2 : tensor<8x16x4x5xf32>, tensor<1x16x4x1xf32>) outs(%z : tensor<8x16x4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<8x16x4x5xf32>
  return %1, %2, %3 : tensor<8x16xf32>, tensor<1x16x4x1xf32>, tensor<8x16x4x5xf32>
}

// -----

// Through a loop, a branch and a cast of a dynamic size.
// CHECK-LABEL: func.func @loop(
//  CHECK-SAME: -> (tensor<?x4x4x32xf32> {
func.func @loop(%x: tensor<2x32x4x4xf32>, %w: tensor<32x32x1x1xf32>, %z: tensor<2x32x4x4xf32>, %n: index, %c: i1)
    -> (tensor<?x32x4x4xf32> {layout.tensor_layout = "NHWC"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<2x32x4x4xf32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%a : tensor<2x32x4x4xf32>) -> tensor<2x32x4x4xf32>
    scf.yield %0 : tensor<2x32x4x4xf32>
  }
  %s = scf.if %c -> tensor<2x32x4x4xf32> {
    %t = arith.negf %r : tensor<2x32x4x4xf32>
    scf.yield %t : tensor<2x32x4x4xf32>
  } else {
    scf.yield %r : tensor<2x32x4x4xf32>
  }
  %d = tensor.cast %s : tensor<2x32x4x4xf32> to tensor<?x32x4x4xf32>
  return %d : tensor<?x32x4x4xf32>
}

// -----

// Through a parallel loop and a function that is called.
// CHECK-LABEL: func.func @calls(
//  CHECK-SAME: -> (tensor<2x4x4x32xf32> {
func.func private @tanh(%x: tensor<2x32x4x4xf32>) -> tensor<2x32x4x4xf32> {
  %0 = math.tanh %x : tensor<2x32x4x4xf32>
  return %0 : tensor<2x32x4x4xf32>
}
func.func @calls(%x: tensor<2x32x4x4xf32>, %w: tensor<32x32x1x1xf32>, %z: tensor<2x32x4x4xf32>)
    -> (tensor<2x32x4x4xf32> {layout.tensor_layout = "NHWC"}) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<2x32x4x4xf32>) -> tensor<2x32x4x4xf32>
  %1 = scf.forall (%i) in (2) shared_outs(%o = %0) -> (tensor<2x32x4x4xf32>) {
    %s = tensor.extract_slice %o[%i, 0, 0, 0] [1, 32, 4, 4] [1, 1, 1, 1] : tensor<2x32x4x4xf32> to tensor<1x32x4x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0, 0, 0] [1, 32, 4, 4] [1, 1, 1, 1] : tensor<1x32x4x4xf32> into tensor<2x32x4x4xf32>
    }
  }
  %2 = call @tanh(%1) : (tensor<2x32x4x4xf32>) -> tensor<2x32x4x4xf32>
  return %2 : tensor<2x32x4x4xf32>
}

// -----

// The dim of a bias has the name of the columns that it is added to.
// CHECK-LABEL: func.func @bias(
//  CHECK-SAME: %{{[a-z0-9]*}}: tensor<2x8xf32> {
//  CHECK-SAME: -> (tensor<16x8xf32> {
func.func @bias(%x: tensor<8x4xf32>, %w: tensor<4x16xf32>, %z: tensor<8x16xf32>, %bias: tensor<16xf32> {layout.tensor_layout = "N8n"})
    -> (tensor<8x16xf32> {layout.tensor_layout = "NM"}) {
  %0 = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<8x16xf32>, tensor<16xf32>) outs(%z : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.addf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// -----

// Ops that read the same constant have nothing to do with each other.
// expected-error@+1 {{layout 'BA' requires the names of the dims in front of it, as in 'NCHW -> NHWC': no op around the value tells them}}
func.func @unrelated(%x: tensor<4x4xf32> {layout.tensor_layout = "BA"}, %y: tensor<4x4xf32>, %z: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %k = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]> : tensor<4x4xf32>
  %0 = arith.addf %x, %k : tensor<4x4xf32>
  %1 = linalg.matmul ins(%k, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
