// An op gets the name of an upstream op only if upstream can build that op on
// its element types: it aborts on sums of indices and of vectors, on maxima of
// complex numbers, on differences of bits, and on casts to complex numbers. The
// op is then planned as a generic one.
// RUN: layout-opt %s --layout-pipeline="target=nhwc prefer=matmul=[MK,KN]" | FileCheck %s

#id = affine_map<(a, b) -> (a, b)>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Two transposes around a sum cancel.
// CHECK-LABEL: func.func @sum_of_indices(
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic
// CHECK: arith.addi %{{.*}}, %{{.*}} : index
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @sum_of_indices(%x: tensor<5x4xindex>, %y: tensor<5x4xindex>, %a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> (tensor<5x4xindex>, tensor<4x2xf32>) {
  %e = tensor.empty() : tensor<4x5xindex>
  %xt = linalg.transpose ins(%x : tensor<5x4xindex>) outs(%e : tensor<4x5xindex>) permutation = [1, 0]
  %yt = linalg.transpose ins(%y : tensor<5x4xindex>) outs(%e : tensor<4x5xindex>) permutation = [1, 0]
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%xt, %yt : tensor<4x5xindex>, tensor<4x5xindex>) outs(%e : tensor<4x5xindex>) {
  ^bb0(%l: index, %r: index, %o: index):
    %s = arith.addi %l, %r : index
    linalg.yield %s : index
  } -> tensor<4x5xindex>
  %d = tensor.empty() : tensor<5x4xindex>
  %1 = linalg.transpose ins(%0 : tensor<4x5xindex>) outs(%d : tensor<5x4xindex>) permutation = [1, 0]
  %2 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1, %2 : tensor<5x4xindex>, tensor<4x2xf32>
}

// CHECK-LABEL: func.func @matmul_of_indices(
// CHECK: linalg.generic
// CHECK: arith.muli %{{.*}}, %{{.*}} : index
func.func @matmul_of_indices(%a: tensor<4x8xindex>, %b: tensor<2x8xindex>, %c: tensor<4x2xindex>) -> tensor<4x2xindex> {
  %0 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xindex>, tensor<2x8xindex>) outs(%c : tensor<4x2xindex>) {
  ^bb0(%l: index, %r: index, %o: index):
    %p = arith.muli %l, %r : index
    %s = arith.addi %o, %p : index
    linalg.yield %s : index
  } -> tensor<4x2xindex>
  return %0 : tensor<4x2xindex>
}

// Real factors and a complex sum: upstream has no cast between them.
// CHECK-LABEL: func.func @real_and_complex(
// CHECK: linalg.generic
// CHECK: complex.create
func.func @real_and_complex(%a: tensor<4x8xf32>, %b: tensor<8x2xcomplex<f32>>, %c: tensor<4x2xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xcomplex<f32>>) outs(%c : tensor<4x2xcomplex<f32>>) {
  ^bb0(%l: f32, %r: complex<f32>, %o: complex<f32>):
    %z = complex.create %l, %l : complex<f32>
    %p = complex.mul %z, %r : complex<f32>
    %s = complex.add %o, %p : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<4x2xcomplex<f32>>
  %e = tensor.empty() : tensor<2x4xcomplex<f32>>
  %1 = linalg.transpose ins(%0 : tensor<4x2xcomplex<f32>>) outs(%e : tensor<2x4xcomplex<f32>>) permutation = [1, 0]
  return %1 : tensor<2x4xcomplex<f32>>
}

// Complex numbers and bits have products and sums, and keep the names of ops.
// CHECK-LABEL: func.func @convolutions(
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x6x6x4xcomplex<f32>>
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x6x6x4xi1>
func.func @convolutions(%x: tensor<1x4x8x8xcomplex<f32>>, %f: tensor<4x4x3x3xcomplex<f32>>, %o: tensor<1x4x6x6xcomplex<f32>>, %xb: tensor<1x4x8x8xi1>, %fb: tensor<4x4x3x3xi1>, %ob: tensor<1x4x6x6xi1>) -> (tensor<1x4x6x6xcomplex<f32>>, tensor<1x4x6x6xi1>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xcomplex<f32>>, tensor<4x4x3x3xcomplex<f32>>) outs(%o : tensor<1x4x6x6xcomplex<f32>>) -> tensor<1x4x6x6xcomplex<f32>>
  %1 = linalg.conv_2d_nchw_fchw ins(%xb, %fb : tensor<1x4x8x8xi1>, tensor<4x4x3x3xi1>) outs(%ob : tensor<1x4x6x6xi1>) -> tensor<1x4x6x6xi1>
  return %0, %1 : tensor<1x4x6x6xcomplex<f32>>, tensor<1x4x6x6xi1>
}

// A pooling of complex numbers moves with the convolution in front of it.
// CHECK-LABEL: func.func @pooling(
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x5x5x4xcomplex<f32>>)
func.func @pooling(%x: tensor<1x4x8x8xcomplex<f32>>, %f: tensor<4x4x3x3xcomplex<f32>>, %o: tensor<1x4x6x6xcomplex<f32>>) -> tensor<1x4x5x5xcomplex<f32>> {
  %w = tensor.empty() : tensor<2x2xcomplex<f32>>
  %e = tensor.empty() : tensor<1x4x5x5xcomplex<f32>>
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %s = linalg.fill ins(%zero : complex<f32>) outs(%e : tensor<1x4x5x5xcomplex<f32>>) -> tensor<1x4x5x5xcomplex<f32>>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xcomplex<f32>>, tensor<4x4x3x3xcomplex<f32>>) outs(%o : tensor<1x4x6x6xcomplex<f32>>) -> tensor<1x4x6x6xcomplex<f32>>
  %1 = linalg.pooling_nchw_sum ins(%0, %w : tensor<1x4x6x6xcomplex<f32>>, tensor<2x2xcomplex<f32>>) outs(%s : tensor<1x4x5x5xcomplex<f32>>) -> tensor<1x4x5x5xcomplex<f32>>
  return %1 : tensor<1x4x5x5xcomplex<f32>>
}

// Factors minus zero points, on bits.
// CHECK-LABEL: func.func @quantized(
// CHECK: linalg.generic
// CHECK: arith.subi %{{.*}}, %{{.*}} : i1
func.func @quantized(%a: tensor<4x8xi1>, %b: tensor<2x8xi1>, %za: i1, %zb: i1, %c: tensor<4x2xi1>) -> tensor<4x2xi1> {
  %0 = linalg.generic {indexing_maps = [#mk, #nk, affine_map<(m, n, k) -> ()>, affine_map<(m, n, k) -> ()>, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %za, %zb : tensor<4x8xi1>, tensor<2x8xi1>, i1, i1) outs(%c : tensor<4x2xi1>) {
  ^bb0(%l: i1, %r: i1, %zl: i1, %zr: i1, %o: i1):
    %l0 = arith.subi %l, %zl : i1
    %r0 = arith.subi %r, %zr : i1
    %p = arith.andi %l0, %r0 : i1
    %s = arith.ori %o, %p : i1
    linalg.yield %s : i1
  } -> tensor<4x2xi1>
  return %0 : tensor<4x2xi1>
}
