// A reshape between elementwise ops and an op with windows, behind which
// upstream's fusion does not move reshapes, is moved behind that op: its loops
// over the channels are split.
//
// RUN: layout-opt %s --layout-cancel-reshapes -o %t.mlir
// RUN: layout-opt %t.mlir --layout-fold | FileCheck %s
// RUN: layout-opt %t.mlir --layout-cancel-reshapes | diff - %t.mlir
// RUN: layout-opt %t.mlir --layout-fold --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=pooling | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=between_blocks | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=one_pixel | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=twice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-cancel-reshapes --remarks-filter-passed=layout-cancel-reshapes -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: reads windows in the shape of the elementwise op in front of it
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=sums | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// Covers: R42

#matrix = affine_map<(h, w, b, c, k) -> (h, w, k)>
#columns = affine_map<(h, w, b, c, k) -> (b, k, c)>
#blocks = affine_map<(h, w, b, c, k) -> (h, w, b, c)>

// CHECK-LABEL: func.func @pooling(
// CHECK: %[[ABS:.*]] = linalg.abs {{.*}} -> tensor<1x9x7x3x5xf32>
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<1x4x3x3x5xf32>
// CHECK: %[[POOL:.*]] = linalg.generic {{.*}} ins(%[[ABS]], %{{.*}} : tensor<1x9x7x3x5xf32>, tensor<3x3xf32>) outs(%[[FILL]] : tensor<1x4x3x3x5xf32>)
// CHECK: arith.maximumf
// CHECK: %[[JOINED:.*]] = layout.layout_transform %[[POOL]] {{.*}} : tensor<1x4x3x3x5xf32> to tensor<1x4x3x15xf32>
// CHECK: return %[[JOINED]]
func.func @pooling(%x: tensor<1x9x7x3x5xf32>) -> tensor<1x4x3x15xf32> {
  %e = tensor.empty() : tensor<1x9x7x3x5xf32>
  %0 = linalg.abs ins(%x : tensor<1x9x7x3x5xf32>) outs(%e : tensor<1x9x7x3x5xf32>) -> tensor<1x9x7x3x5xf32>
  %1 = layout.layout_transform %0 by <(n, h, w, b, c) -> (n, h, w, b * 5 + c)> : tensor<1x9x7x3x5xf32> to tensor<1x9x7x15xf32>
  %least = arith.constant 0xFF800000 : f32
  %d = tensor.empty() : tensor<1x4x3x15xf32>
  %f = linalg.fill ins(%least : f32) outs(%d : tensor<1x4x3x15xf32>) -> tensor<1x4x3x15xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %2 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%1, %w : tensor<1x9x7x15xf32>, tensor<3x3xf32>) outs(%f : tensor<1x4x3x15xf32>) -> tensor<1x4x3x15xf32>
  return %2 : tensor<1x4x3x15xf32>
}

// An elementwise op has the shape of the pooling, but behind the reshape of a
// contraction, where upstream would leave it between that and the pooling.
//
// CHECK-LABEL: func.func @between_blocks(
// CHECK-NOT: layout_transform
// CHECK: %[[ABS:.*]] = linalg.abs ins(%{{.*}} : tensor<6x5x2x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[ABS]], %{{.*}} : tensor<6x5x2x4xf32>, tensor<2xf32>) outs(%{{.*}} : tensor<3x5x2x4xf32>)
// CHECK-NOT: layout_transform
// CHECK: linalg.transpose ins(%{{.*}} : tensor<3x5x2x4xf32>)
func.func @between_blocks(%x: tensor<6x5x3xf32>, %w: tensor<2x3x4xf32>, %sums: tensor<6x5x2x4xf32>) -> tensor<2x3x5x4xf32> {
  %c = linalg.generic {indexing_maps = [#matrix, #columns, #blocks], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<6x5x3xf32>, tensor<2x3x4xf32>) outs(%sums : tensor<6x5x2x4xf32>) attrs = {layout.frozen} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x5x2x4xf32>
  %0 = layout.layout_transform %c by <(h, w, b, c) -> (h, w, b * 4 + c)> : tensor<6x5x2x4xf32> to tensor<6x5x8xf32>
  %e = tensor.empty() : tensor<6x5x8xf32>
  %1 = linalg.abs ins(%0 : tensor<6x5x8xf32>) outs(%e : tensor<6x5x8xf32>) -> tensor<6x5x8xf32>
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<3x5x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%d : tensor<3x5x8xf32>) -> tensor<3x5x8xf32>
  %window = tensor.empty() : tensor<2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(h, w, c, i) -> (h * 2 + i, w, c)>, affine_map<(h, w, c, i) -> (i)>, affine_map<(h, w, c, i) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%1, %window : tensor<6x5x8xf32>, tensor<2xf32>) outs(%f : tensor<3x5x8xf32>) {
  ^bb0(%in: f32, %v: f32, %sum: f32):
    %s = arith.addf %in, %sum : f32
    linalg.yield %s : f32
  } -> tensor<3x5x8xf32>
  %3 = layout.layout_transform %2 by <(h, w, c) -> (h, w, c floordiv 4, c mod 4)> : tensor<3x5x8xf32> to tensor<3x5x2x4xf32>
  %te = tensor.empty() : tensor<2x3x5x4xf32>
  %4 = linalg.transpose ins(%3 : tensor<3x5x2x4xf32>) outs(%te : tensor<2x3x5x4xf32>) permutation = [2, 0, 1, 3]
  return %4 : tensor<2x3x5x4xf32>
}

// A pooling of all of an image; what is added to is an argument, which is
// reshaped as well.
//
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[INIT:[^ ,]*]]: tensor<1x1x6xf32>)
// CHECK: %[[SPLIT:.*]] = layout.layout_transform %[[INIT]] {{.*}} : tensor<1x1x6xf32> to tensor<1x1x2x3xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x5x2x3xf32>, tensor<4x5xf32>) outs(%[[SPLIT]] : tensor<1x1x2x3xf32>)
func.func @sums(%x: tensor<4x5x2x3xf32>, %init: tensor<1x1x6xf32>) -> tensor<1x1x6xf32> {
  %e = tensor.empty() : tensor<4x5x2x3xf32>
  %0 = linalg.abs ins(%x : tensor<4x5x2x3xf32>) outs(%e : tensor<4x5x2x3xf32>) -> tensor<4x5x2x3xf32>
  %1 = layout.layout_transform %0 by <(h, w, b, c) -> (h, w, b * 3 + c)> : tensor<4x5x2x3xf32> to tensor<4x5x6xf32>
  %window = tensor.empty() : tensor<4x5xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(h, w, c, i, j) -> (h + i, w + j, c)>, affine_map<(h, w, c, i, j) -> (i, j)>, affine_map<(h, w, c, i, j) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%1, %window : tensor<4x5x6xf32>, tensor<4x5xf32>) outs(%init : tensor<1x1x6xf32>) {
  ^bb0(%in: f32, %v: f32, %sum: f32):
    %s = arith.addf %in, %sum : f32
    linalg.yield %s : f32
  } -> tensor<1x1x6xf32>
  return %2 : tensor<1x1x6xf32>
}

// An op that reads the image twice.
//
// CHECK-LABEL: func.func @twice(
// CHECK: %[[ABS:.*]] = linalg.abs {{.*}} -> tensor<4x2x3xf32>
// CHECK: linalg.generic {{.*}} ins(%[[ABS]], %[[ABS]], %{{.*}} : tensor<4x2x3xf32>, tensor<4x2x3xf32>, tensor<2xf32>) outs(%{{.*}} : tensor<3x2x3xf32>)
func.func @twice(%x: tensor<4x2x3xf32>, %init: tensor<3x6xf32>) -> tensor<3x6xf32> {
  %e = tensor.empty() : tensor<4x2x3xf32>
  %0 = linalg.abs ins(%x : tensor<4x2x3xf32>) outs(%e : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %1 = layout.layout_transform %0 by <(w, b, c) -> (w, b * 3 + c)> : tensor<4x2x3xf32> to tensor<4x6xf32>
  %window = tensor.empty() : tensor<2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(w, c, i) -> (w + i, c)>, affine_map<(w, c, i) -> (w + i, c)>, affine_map<(w, c, i) -> (i)>, affine_map<(w, c, i) -> (w, c)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%1, %1, %window : tensor<4x6xf32>, tensor<4x6xf32>, tensor<2xf32>) outs(%init : tensor<3x6xf32>) {
  ^bb0(%in: f32, %in2: f32, %v: f32, %sum: f32):
    %p = arith.mulf %in, %in2 : f32
    %s = arith.addf %p, %sum : f32
    linalg.yield %s : f32
  } -> tensor<3x6xf32>
  return %2 : tensor<3x6xf32>
}

// Unit dims that move are no blocks: the pooling keeps its shape and its name.
//
// CHECK-LABEL: func.func @one_pixel(
// CHECK: layout.layout_transform {{.*}} : tensor<1x1x1x7xf32> to tensor<1x7x1x1xf32>
// CHECK: linalg.abs {{.*}} -> tensor<1x7x1x1xf32>
// CHECK: linalg.pooling_nchw_sum
func.func @one_pixel(%x: tensor<1x1x1x7xf32>, %init: tensor<1x7x1x1xf32>) -> tensor<1x7x1x1xf32> {
  %e = tensor.empty() : tensor<1x1x1x7xf32>
  %0 = linalg.abs ins(%x : tensor<1x1x1x7xf32>) outs(%e : tensor<1x1x1x7xf32>) -> tensor<1x1x1x7xf32>
  %1 = layout.layout_transform %0 by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x1x1x7xf32> to tensor<1x7x1x1xf32>
  %w = tensor.empty() : tensor<1x1xf32>
  %2 = linalg.pooling_nchw_sum ins(%1, %w : tensor<1x7x1x1xf32>, tensor<1x1xf32>) outs(%init : tensor<1x7x1x1xf32>) -> tensor<1x7x1x1xf32>
  return %2 : tensor<1x7x1x1xf32>
}

// CHECK-LABEL: func.func @empty(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x0xf32>, tensor<2xf32>)
func.func @empty(%x: tensor<4x0x3xf32>, %init: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %e = tensor.empty() : tensor<4x0x3xf32>
  %0 = linalg.abs ins(%x : tensor<4x0x3xf32>) outs(%e : tensor<4x0x3xf32>) -> tensor<4x0x3xf32>
  %1 = layout.layout_transform %0 by <(w, b, c) -> (w, b * 3 + c)> : tensor<4x0x3xf32> to tensor<4x0xf32>
  %window = tensor.empty() : tensor<2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(w, c, i) -> (w + i, c)>, affine_map<(w, c, i) -> (i)>, affine_map<(w, c, i) -> (w, c)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%1, %window : tensor<4x0xf32>, tensor<2xf32>) outs(%init : tensor<3x0xf32>) {
  ^bb0(%in: f32, %v: f32, %sum: f32):
    %s = arith.addf %in, %sum : f32
    linalg.yield %s : f32
  } -> tensor<3x0xf32>
  return %2 : tensor<3x0xf32>
}

// Windows along the channels have no blocks of them, a frozen op keeps its shape,
// and so does one of dynamic shape.
//
// CHECK-LABEL: func.func @along_channels(
// CHECK: layout.layout_transform {{.*}} : tensor<3x2x4xf32> to tensor<3x8xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<3x8xf32>, tensor<2xf32>)
func.func @along_channels(%x: tensor<3x2x4xf32>, %init: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %e = tensor.empty() : tensor<3x2x4xf32>
  %0 = linalg.abs ins(%x : tensor<3x2x4xf32>) outs(%e : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %1 = layout.layout_transform %0 by <(w, b, c) -> (w, b * 4 + c)> : tensor<3x2x4xf32> to tensor<3x8xf32>
  %window = tensor.empty() : tensor<2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(w, c, i) -> (w, c + i)>, affine_map<(w, c, i) -> (i)>, affine_map<(w, c, i) -> (w, c)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%1, %window : tensor<3x8xf32>, tensor<2xf32>) outs(%init : tensor<3x7xf32>) {
  ^bb0(%in: f32, %v: f32, %sum: f32):
    %s = arith.addf %in, %sum : f32
    linalg.yield %s : f32
  } -> tensor<3x7xf32>
  return %2 : tensor<3x7xf32>
}

// CHECK-LABEL: func.func @frozen(
// CHECK: layout.layout_transform {{.*}} : tensor<1x9x7x3x5xf32> to tensor<1x9x7x15xf32>
// CHECK: linalg.pooling_nhwc_max {layout.frozen
func.func @frozen(%x: tensor<1x9x7x3x5xf32>, %init: tensor<1x7x5x15xf32>) -> tensor<1x7x5x15xf32> {
  %e = tensor.empty() : tensor<1x9x7x3x5xf32>
  %0 = linalg.abs ins(%x : tensor<1x9x7x3x5xf32>) outs(%e : tensor<1x9x7x3x5xf32>) -> tensor<1x9x7x3x5xf32>
  %1 = layout.layout_transform %0 by <(n, h, w, b, c) -> (n, h, w, b * 5 + c)> : tensor<1x9x7x3x5xf32> to tensor<1x9x7x15xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %2 = linalg.pooling_nhwc_max {layout.frozen} ins(%1, %w : tensor<1x9x7x15xf32>, tensor<3x3xf32>) outs(%init : tensor<1x7x5x15xf32>) -> tensor<1x7x5x15xf32>
  return %2 : tensor<1x7x5x15xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: layout.layout_transform {{.*}} : tensor<1x?x7x3x5xf32> to tensor<1x?x7x15xf32>
// CHECK: linalg.pooling_nhwc_max
func.func @dynamic(%x: tensor<1x?x7x3x5xf32>, %e: tensor<1x?x7x3x5xf32>, %init: tensor<1x?x5x15xf32>) -> tensor<1x?x5x15xf32> {
  %0 = linalg.abs ins(%x : tensor<1x?x7x3x5xf32>) outs(%e : tensor<1x?x7x3x5xf32>) -> tensor<1x?x7x3x5xf32>
  %1 = layout.layout_transform %0 by <(n, h, w, b, c) -> (n, h, w, b * 5 + c)> : tensor<1x?x7x3x5xf32> to tensor<1x?x7x15xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %2 = linalg.pooling_nhwc_max ins(%1, %w : tensor<1x?x7x15xf32>, tensor<3x3xf32>) outs(%init : tensor<1x?x5x15xf32>) -> tensor<1x?x5x15xf32>
  return %2 : tensor<1x?x5x15xf32>
}
