// All tiles that share a part of an operand fetch the next part together.
//
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4 cache-bytes=131072" | FileCheck %s
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4 cache-bytes=131072 threads=2" | FileCheck %s --check-prefix=THREADS
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4 cache-bytes=4096" | FileCheck %s --check-prefix=SMALL --implicit-check-not=memref.prefetch
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4 cache-bytes=2097152" | FileCheck %s --check-prefix=LATE
// RUN: layout-check %s %s --entry=main --code=kernels
// RUN: layout-check %s %s --entry=convolution --code=kernels
// RUN: layout-check %s %s --entry=rest --code=kernels
// RUN: layout-check %s %s --entry=single --code=kernels
// RUN: layout-check %s %s --entry=dynamic --code=kernels --dims=1
// RUN: layout-check %s %s --entry=dynamic --code=kernels --dims=29
// RUN: layout-run %s --threads=1 --runs=1 --entry=main --output=%t.1.npy
// RUN: layout-run %s --threads=2 --runs=1 --entry=main --output=%t.2.npy
// RUN: cmp %t.1.npy %t.2.npy
// REQUIRES: x86

#data = affine_map<(m, n, v, k) -> (m, k)>
#packed = affine_map<(m, n, v, k) -> (n, k, v)>
#result = affine_map<(m, n, v, k) -> (m, n, v)>

// Two parts of any operand do not fit in a cache of 4 KiB.
//
// SMALL: func.func private @kernel(

// Nine tiles of 13 rows have 2304 iterations that fetch 4 elements each, at least
// the 8192 of a part. The last ones end where the operand does.
//
// CHECK-DAG: #[[BEGIN:.*]] = affine_map<(d0) -> (d0 * 4096 + 8192, 23552)>
// CHECK-DAG: #[[AT:.*]] = affine_map<(d0, d1, d2) -> (d1 * 4 + d2 + (d0 floordiv 13) * 1024)>
// CHECK-LABEL: func.func private @kernel(
//  CHECK-SAME: %[[W:[^:]*]]: memref<8x256x16xf32>)
//       CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[W]] {{\[}}[0, 1, 2]] : memref<8x256x16xf32> into memref<32768xf32>
//       CHECK: scf.for %[[N:.*]] = %{{.*}} to %{{.*}} step
//       CHECK: scf.for %[[M:.*]] = %{{.*}} to %{{.*}} step
//       CHECK: %[[FROM:.*]] = affine.min #[[BEGIN]](%[[N]])
//       CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
//  CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[AT]](%[[M]], %[[K]], %[[FROM]])
//  CHECK-NEXT: memref.prefetch %[[FLAT]][%[[INDEX]]], read, locality<2>, data : memref<32768xf32>
//   CHECK-NOT: memref.prefetch
//
// THREADS-LABEL: func.func private @kernel(
//       THREADS: scf.parallel
//       THREADS: memref.prefetch
func.func @main(%x: tensor<128x256xf32>, %w: tensor<8x256x16xf32>) -> tensor<128x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x8x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x8x16xf32>) -> tensor<128x8x16xf32>
  %0 = linalg.generic {indexing_maps = [#data, #packed, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<128x256xf32>, tensor<8x256x16xf32>) outs(%f : tensor<128x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<128x8x16xf32>
  return %0 : tensor<128x8x16xf32>
}

// Rows and blocks that tiles do not divide.
//
// CHECK-LABEL: func.func private @kernel_0(
//       CHECK: memref.prefetch
func.func @rest(%x: tensor<67x100xf32>, %w: tensor<7x100x16xf32>) -> tensor<67x7x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<67x7x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<67x7x16xf32>) -> tensor<67x7x16xf32>
  %0 = linalg.generic {indexing_maps = [#data, #packed, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<67x100xf32>, tensor<7x100x16xf32>) outs(%f : tensor<67x7x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<67x7x16xf32>
  return %0 : tensor<67x7x16xf32>
}

// One tile alone reads each part.
//
// CHECK-LABEL: func.func private @kernel_1(
//   CHECK-NOT: memref.prefetch
func.func @single(%x: tensor<1x256xf32>, %w: tensor<8x256x16xf32>) -> tensor<1x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x16xf32>) -> tensor<1x8x16xf32>
  %0 = linalg.generic {indexing_maps = [#data, #packed, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x256xf32>, tensor<8x256x16xf32>) outs(%f : tensor<1x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x8x16xf32>
  return %0 : tensor<1x8x16xf32>
}

// How many tiles share a part is not known.
//
// CHECK-LABEL: func.func private @kernel_2(
//   CHECK-NOT: memref.prefetch
func.func @dynamic(%x: tensor<?x100xf32>, %w: tensor<6x100x16xf32>) -> tensor<?x6x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x100xf32>
  %e = tensor.empty(%m) : tensor<?x6x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x6x16xf32>) -> tensor<?x6x16xf32>
  %0 = linalg.generic {indexing_maps = [#data, #packed, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x100xf32>, tensor<6x100x16xf32>) outs(%f : tensor<?x6x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x6x16xf32>
  return %0 : tensor<?x6x16xf32>
}

// All operands fit in a cache of 2 MiB together, but the filter, of 1.2 MB, has to
// come from memory once. Tiles of pixels share each part of it, so that the next
// one is fetched meanwhile.
//
// LATE: func.func private @kernel{{.*}}memref<18x3x3x144x16xf32>
//  LATE-NOT: func.func
//      LATE: scf.for %{{.*}} = %{{.*}} to %c18 step %c2 {
// LATE-NEXT: scf.for %{{.*}} = %{{.*}} to %c14 step %c7 {
//      LATE: memref.prefetch
func.func @convolution(%x: tensor<16x16x144xf32>, %w: tensor<18x3x3x144x16xf32>) -> tensor<14x14x18x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<14x14x18x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<14x14x18x16xf32>) -> tensor<14x14x18x16xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(h, w, f, i, j, c, g) -> (h + i, w + j, c)>, affine_map<(h, w, f, i, j, c, g) -> (f, i, j, c, g)>, affine_map<(h, w, f, i, j, c, g) -> (h, w, f, g)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]}
      ins(%x, %w : tensor<16x16x144xf32>, tensor<18x3x3x144x16xf32>) outs(%zeros : tensor<14x14x18x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<14x14x18x16xf32>
  return %0 : tensor<14x14x18x16xf32>
}
