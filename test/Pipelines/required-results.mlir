// An op with several results computes each in the layout that is required of it,
// also if nothing is required of others, or nothing reads them.
//
// Covers: P8
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t.blocked.mlir
// RUN: FileCheck %s --input-file=%t.blocked.mlir
// RUN: layout-check %s %t.mlir %t.blocked.mlir --entry=unread
// RUN: layout-check %s %t.mlir %t.blocked.mlir --entry=any
// RUN: layout-check %s %t.mlir %t.blocked.mlir --entry=argmax
// RUN: layout-check %s %t.mlir %t.blocked.mlir --entry=preferred
// RUN: layout-check %s %t.mlir %t.blocked.mlir --entry=dynamic --dims=7

#id = affine_map<(a, b, c, d) -> (a, b, c, d)>

// CHECK-LABEL: func.func @unread(
// CHECK: linalg.generic
// CHECK-SAME: ins({{.*}} : tensor<1x5x5x6xf32>) outs({{.*}} : tensor<1x5x5x6xf32>, tensor<1x5x5x6xf32>)
func.func @unread(%x: tensor<1x6x5x5xf32>) -> tensor<1x6x5x5xf32> {
  %e = tensor.empty() : tensor<1x6x5x5xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x6x5x5xf32>) outs(%e, %e : tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>)
      attrs = {layout.require = ["NCHW -> NHWC", "NCHW -> NHWC"]} {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %1 = arith.addf %in, %in : f32
    linalg.yield %1, %in : f32, f32
  } -> (tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>)
  return %0#0 : tensor<1x6x5x5xf32>
}

// CHECK-LABEL: func.func @any(
// CHECK: linalg.generic
// CHECK-SAME: outs({{.*}} : tensor<1x5x5x6xf32>, tensor<1x5x5x6xf32>)
func.func @any(%x: tensor<1x6x5x5xf32>) -> tensor<1x6x5x5xf32> {
  %e = tensor.empty() : tensor<1x6x5x5xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x6x5x5xf32>) outs(%e, %e : tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>)
      attrs = {layout.require = ["_", "NCHW -> NHWC"]} {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %1 = arith.addf %in, %in : f32
    linalg.yield %1, %in : f32, f32
  } -> (tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>)
  %2 = arith.mulf %0#0, %0#1 : tensor<1x6x5x5xf32>
  return %2 : tensor<1x6x5x5xf32>
}

// The largest element along a dim and its index, in different orders.
// CHECK-LABEL: func.func @argmax(
// CHECK: linalg.generic
// CHECK-SAME: outs({{.*}} : tensor<2x6x5xf32>, tensor<5x2x6xi64>)
func.func @argmax(%x: tensor<2x21x5x6xf32>) -> (tensor<2x5x6xf32>, tensor<2x5x6xi64>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<2x5x6xf32>
  %f = tensor.empty() : tensor<2x5x6xi64>
  %largest = linalg.fill ins(%lowest : f32) outs(%e : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  %index = linalg.fill ins(%zero : i64) outs(%f : tensor<2x5x6xi64>) -> tensor<2x5x6xi64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, c, h, w)>, affine_map<(n, h, w, c) -> (n, h, w)>, affine_map<(n, h, w, c) -> (n, h, w)>],
                         iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x21x5x6xf32>) outs(%largest, %index : tensor<2x5x6xf32>, tensor<2x5x6xi64>)
      attrs = {layout.require = ["NHW -> NWH", "NHW -> HNW"]} {
  ^bb0(%in: f32, %max: f32, %at: i64):
    %1 = linalg.index 3 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.cmpf ogt, %in, %max : f32
    %4 = arith.maximumf %in, %max : f32
    %5 = arith.select %3, %2, %at : i64
    linalg.yield %4, %5 : f32, i64
  } -> (tensor<2x5x6xf32>, tensor<2x5x6xi64>)
  return %0#0, %0#1 : tensor<2x5x6xf32>, tensor<2x5x6xi64>
}

// One result is required, another prefers the same.
// CHECK-LABEL: func.func @preferred(
// CHECK: linalg.generic
// CHECK-SAME: outs({{.*}} : tensor<1x5x5x6xf32>, tensor<1x5x5x6xf32>)
func.func @preferred(%x: tensor<1x6x5x5xf32>) -> (tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>) {
  %e = tensor.empty() : tensor<1x6x5x5xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x6x5x5xf32>) outs(%e, %e : tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>)
      attrs = {layout.require = ["NCHW -> NHWC", "_"], layout.prefer = ["_", "NCHW -> NHWC"]} {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %1 = arith.addf %in, %in : f32
    linalg.yield %1, %in : f32, f32
  } -> (tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>)
  return %0#0, %0#1 : tensor<1x6x5x5xf32>, tensor<1x6x5x5xf32>
}

// A dim of one element may stay where it is.
// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.generic
// CHECK-SAME: outs({{.*}} : tensor<?x1x5xf32>, tensor<5x?x1xf32>)
func.func @dynamic(%x: tensor<?x1x5xf32>, %y: tensor<?x1x5xf32>) -> (tensor<?x1x5xf32>, tensor<?x1x5xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%x, %y : tensor<?x1x5xf32>, tensor<?x1x5xf32>) attrs = {layout.require = ["MKN -> KMN", "MKN -> NMK"]} {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    %2 = arith.subf %a, %b : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<?x1x5xf32>, tensor<?x1x5xf32>)
  return %0#0, %0#1 : tensor<?x1x5xf32>, tensor<?x1x5xf32>
}
