// A transform that moves unit dims only becomes a collapse_shape and an
// expand_shape. In the other order upstream's fusion of elementwise ops would
// move them into these ops, and then the ops no longer fuse.
//
// RUN: layout-opt %s --layout-materialize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=fused | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=one_reshape | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=4 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @fused
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2, 3]] : tensor<1x1x1x6xf32> into tensor<6xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2, 3]] output_shape [1, 6, 1, 1] : tensor<6xf32> into tensor<1x6x1x1xf32>
// FUSED-LABEL: func.func @fused
// FUSED-COUNT-1: linalg.generic
// FUSED-NOT: linalg.generic
// FUSED: return
func.func @fused(%x: tensor<1x1x1x6xf32>, %b: tensor<6xf32>) -> tensor<1x1x1x6xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x1x1x6xf32> to tensor<1x6x1x1xf32>
  %e = tensor.empty() : tensor<1x6x1x1xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (c)>, affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %b : tensor<1x6x1x1xf32>, tensor<6xf32>) outs(%e : tensor<1x6x1x1xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<1x6x1x1xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (0, c, 0, 0)>, affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x6x1x1xf32>) outs(%e : tensor<1x6x1x1xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.maximumf %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<1x6x1x1xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x6x1x1xf32> to tensor<1x1x1x6xf32>
  return %3 : tensor<1x1x1x6xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<?x6x1xf32> into tensor<?x6xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [%{{.*}}, 1, 6] : tensor<?x6xf32> into tensor<?x1x6xf32>
func.func @dynamic(%x: tensor<?x6x1xf32>) -> tensor<?x1x6xf32> {
  %0 = layout.layout_transform %x by <(a, b, c) -> (a, c, b)> : tensor<?x6x1xf32> to tensor<?x1x6xf32>
  return %0 : tensor<?x1x6xf32>
}

// One reshape is enough where the number of unit dims differs.
// CHECK-LABEL: func.func @one_reshape
// CHECK-NOT: tensor.collapse_shape
// CHECK: tensor.expand_shape
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @one_reshape(%x: tensor<1x6xf32>) -> tensor<1x6x1xf32> {
  %0 = layout.layout_transform %x by <(a, b) -> (0, b, 0)> : tensor<1x6xf32> to tensor<1x6x1xf32>
  return %0 : tensor<1x6x1xf32>
}
