// The layout rule of every op: its class, its factors, and how they index the
// dims of its operands and results.
// Covers: R1
// RUN: layout-opt %s --layout-print-rules | FileCheck %s

// CHECK: linalg.conv_1d_ncw_fcw at {{.*}}: critical, a convolution
// CHECK-NEXT: factors: f0 = 2, f1 = 8, f2 = 6, f3 = 4 reduced, f4 = 3 reduced
// CHECK-NEXT: operand 0: [f0, f3, window(f2, f4)]
// CHECK-NEXT: operand 1: [f1, f3, f4]
// CHECK-NEXT: operand 2: [f0, f1, f2]
// CHECK-NEXT: result 0: [f0, f1, f2]
func.func @convolution_1d(%x: tensor<2x4x8xf32>, %k: tensor<8x4x3xf32>, %o: tensor<2x8x6xf32>) -> tensor<2x8x6xf32> {
  %0 = linalg.conv_1d_ncw_fcw ins(%x, %k : tensor<2x4x8xf32>, tensor<8x4x3xf32>) outs(%o : tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  return %0 : tensor<2x8x6xf32>
}

// CHECK: linalg.conv_2d_nhwc_hwcf at {{.*}}: critical, a convolution
// CHECK: operand 0: [f0, window(f1, f4), window(f2, f5), f6]
func.func @convolution_2d(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %o: tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %k : tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) outs(%o : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  return %0 : tensor<1x6x6x8xf32>
}

// CHECK: linalg.conv_3d_ncdhw_fcdhw at {{.*}}: critical, a convolution
func.func @convolution_3d(%x: tensor<1x4x8x8x8xf32>, %k: tensor<8x4x3x3x3xf32>, %o: tensor<1x8x6x6x6xf32>) -> tensor<1x8x6x6x6xf32> {
  %0 = linalg.conv_3d_ncdhw_fcdhw ins(%x, %k : tensor<1x4x8x8x8xf32>, tensor<8x4x3x3x3xf32>) outs(%o : tensor<1x8x6x6x6xf32>) -> tensor<1x8x6x6x6xf32>
  return %0 : tensor<1x8x6x6x6xf32>
}

// CHECK: linalg.depthwise_conv_2d_nchw_chw at {{.*}}: critical, a convolution
func.func @depthwise(%x: tensor<1x4x8x8xf32>, %k: tensor<4x3x3xf32>, %o: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%x, %k : tensor<1x4x8x8xf32>, tensor<4x3x3xf32>) outs(%o : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// CHECK: linalg.conv_2d_ngchw_gfchw at {{.*}}: critical, a convolution
func.func @grouped(%x: tensor<1x2x4x8x8xf32>, %k: tensor<2x6x4x3x3xf32>, %o: tensor<1x2x6x6x6xf32>) -> tensor<1x2x6x6x6xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%x, %k : tensor<1x2x4x8x8xf32>, tensor<2x6x4x3x3xf32>) outs(%o : tensor<1x2x6x6x6xf32>) -> tensor<1x2x6x6x6xf32>
  return %0 : tensor<1x2x6x6x6xf32>
}

// The windows overlap, so the image dim does not consist of digits.
// CHECK: linalg.pooling_nchw_max at {{.*}}: sensitive, becomes linalg.pooling_nhwc_max
// CHECK: operand 0: [f0, f1, window(f2, f4), window(f3, f5)]
// CHECK-NEXT: operand 1: [f4, f5]
// The windows of the next op do not overlap.
// CHECK: linalg.pooling_nchw_sum at {{.*}}: sensitive
// CHECK: operand 0: [f0, f1, (f2, f4), (f3, f5)]
func.func @pooling(%x: tensor<1x4x8x8xf32>, %k: tensor<3x3xf32>, %o: tensor<1x4x6x6xf32>, %k2: tensor<2x2xf32>, %o2: tensor<1x4x4x4xf32>) -> (tensor<1x4x6x6xf32>, tensor<1x4x4x4xf32>) {
  %0 = linalg.pooling_nchw_max ins(%x, %k : tensor<1x4x8x8xf32>, tensor<3x3xf32>) outs(%o : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %1 = linalg.pooling_nchw_sum {strides = dense<2> : vector<2xi64>} ins(%x, %k2 : tensor<1x4x8x8xf32>, tensor<2x2xf32>) outs(%o2 : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %0, %1 : tensor<1x4x6x6xf32>, tensor<1x4x4x4xf32>
}

// CHECK: linalg.matmul at {{.*}}: critical, a contraction
// CHECK-NEXT: factors: f0 = 4, f1 = 6, f2 = 8 reduced
// CHECK-NEXT: operand 0: [f0, f2]
// CHECK-NEXT: operand 1: [f2, f1]
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Bitwise and with or counts as multiply-add too; a maximum of sums does not.
// CHECK: linalg.generic at {{.*}}: critical, a contraction
// CHECK: linalg.generic at {{.*}}: sensitive
func.func @semirings(%a: tensor<4x8xi1>, %b: tensor<8x6xi1>, %o: tensor<4x6xi1>, %c: tensor<4x8xf32>, %d: tensor<8x6xf32>, %p: tensor<4x6xf32>) -> (tensor<4x6xi1>, tensor<4x6xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xi1>, tensor<8x6xi1>) outs(%o : tensor<4x6xi1>) {
  ^bb0(%x: i1, %y: i1, %z: i1):
    %t = arith.andi %x, %y : i1
    %u = arith.ori %z, %t : i1
    linalg.yield %u : i1
  } -> tensor<4x6xi1>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%c, %d : tensor<4x8xf32>, tensor<8x6xf32>) outs(%p : tensor<4x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %t = arith.addf %x, %y : f32
    %u = arith.maximumf %z, %t : f32
    linalg.yield %u : f32
  } -> tensor<4x6xf32>
  return %0, %1 : tensor<4x6xi1>, tensor<4x6xf32>
}

// CHECK: tensor.concat at {{.*}}: sensitive, changes dim
// CHECK-NEXT: factors: f0 = 4, f1 = 14
// CHECK-NEXT: operand 0: [f0, f1 + 0]
// CHECK-NEXT: operand 1: [f0, f1 + 6]
// CHECK: tensor.pad at {{.*}}: sensitive, changes static_low
// CHECK-NEXT: factors: f0 = 4, f1 = 9
// CHECK-NEXT: operand 0: [f0, f1 + 1]
// CHECK: tensor.extract_slice at {{.*}}: sensitive, changes static_offsets, static_sizes
// CHECK-NEXT: factors: f0 = 4, f1 = 9
// CHECK-NEXT: operand 0: [f0, f1]
// CHECK-NEXT: result 0: [f0, f1 + 3]
// CHECK: linalg.softmax at {{.*}}: sensitive, changes dimension
// CHECK: tensor.collapse_shape at {{.*}}: a view
// CHECK: func.return at {{.*}}: a barrier
func.func @tensors(%x: tensor<4x6xf32>, %y: tensor<4x8xf32>, %e: tensor<4x6xf32>) -> (tensor<4x14xf32>, tensor<4x2xf32>, tensor<24xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.concat dim(1) %x, %y : (tensor<4x6xf32>, tensor<4x8xf32>) -> tensor<4x14xf32>
  %1 = tensor.pad %y low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<4x9xf32>
  %2 = tensor.extract_slice %1[0, 3] [4, 2] [1, 1] : tensor<4x9xf32> to tensor<4x2xf32>
  %3 = linalg.softmax dimension(1) ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  return %0, %2, %4 : tensor<4x14xf32>, tensor<4x2xf32>, tensor<24xf32>
}

// An elementwise op with equal maps keeps its name, and a broadcast has other
// maps.
// CHECK: linalg.exp at {{.*}}: agnostic
// CHECK: linalg.generic at {{.*}}: sensitive, changes indexing_maps
// CHECK: operand 1: [f1]
func.func @elementwise(%x: tensor<4x?xf32>, %b: tensor<?xf32>, %e: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.exp ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<4x?xf32>, tensor<?xf32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// A diagonal keeps its layout. A constant index and `i mod 8` are no factors.
// CHECK: linalg.generic at
// CHECK-NEXT: factors: f0 = 16, f1 = 5
// CHECK-NEXT: operand 0: keeps its layout
// CHECK-NEXT: operand 1: [-, f1]
// CHECK-NEXT: operand 2: [window(f0), f1]
func.func @accesses(%d: tensor<16x16xf32>, %c: tensor<3x5xf32>, %m: tensor<8x5xf32>, %e: tensor<16x5xf32>) -> tensor<16x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, i)>, affine_map<(i, j) -> (2, j)>, affine_map<(i, j) -> (i mod 8, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%d, %c, %m : tensor<16x16xf32>, tensor<3x5xf32>, tensor<8x5xf32>) outs(%e : tensor<16x5xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    %t = arith.addf %s, %r : f32
    linalg.yield %t : f32
  } -> tensor<16x5xf32>
  return %0 : tensor<16x5xf32>
}

// A tensor that a body captures is no operand of the op; the tensor.extract in
// the body adapts to its layout.
// CHECK: linalg.generic at
// CHECK-NEXT: factors: f0 = 4, f1 = 6
// CHECK-NEXT: operand 0: [f0, f1]
// CHECK-NEXT: operand 1: [f0, f1]
// CHECK-NEXT: result 0: [f0, f1]
// CHECK: tensor.extract at {{.*}}: agnostic
func.func @gather(%table: tensor<10xf32>, %ids: tensor<4x6xindex>, %e: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<4x6xindex>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%id: index, %o: f32):
    %v = tensor.extract %table[%id] : tensor<10xf32>
    linalg.yield %v : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// A size that is a constant, but no attribute.
// CHECK: tensor.extract_slice {{.*}}: {{[a-z]+}}, changes static_offsets, static_sizes
// CHECK-NEXT: factors: f0 = 8, f1 = ?
// CHECK: result 0: [f0 + 2, f1 + ?]
func.func @constant_size(%x: tensor<8x?xf32>, %i: index) -> tensor<4x?xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %x[2, %i] [4, %c1] [1, 1] : tensor<8x?xf32> to tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
