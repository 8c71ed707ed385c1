// A loop of one iteration cannot be padded if it also indexes a dim that is not known
// to have one element, is added to another loop, or indexes two dims of a tensor.
// Covers: R35
//
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad padding-price=0 strict=true" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check -O0 %s %t.mlir --entry=unknown --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %s %t.mlir --entry=joined | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %s %t.mlir --entry=twice | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %s %t.mlir --entry=alone | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#first = affine_map<(n, c, h, w) -> (0, c, h, w)>

// CHECK-LABEL: func.func @unknown
// CHECK: math.tanh %{{.*}} : f32
// CHECK-NOT: tensor<1x1x6x6x8xf32>
// CHECK: } -> tensor<{{(1x1x)?}}6x6xf32>
func.func @unknown(%x: tensor<1x8x6x6xf32>, %w: tensor<1x8x1x1xf32>, %v: tensor<1x1x1x1xf32>, %y: tensor<1x?x6x6xf32>, %b: tensor<1x1x6x6xf32>, %z: tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<1x8x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  %e = tensor.empty() : tensor<1x1x6x6xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #first, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %y, %b : tensor<1x1x6x6xf32>, tensor<1x?x6x6xf32>, tensor<1x1x6x6xf32>) outs(%e : tensor<1x1x6x6xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    %t = arith.mulf %s, %r : f32
    %u = math.tanh %t : f32
    linalg.yield %u : f32
  } -> tensor<1x1x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x1x6x6xf32>, tensor<1x1x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  return %2 : tensor<1x1x6x6xf32>
}

#sum = affine_map<(n, c, h, w) -> (c * 6 + h, w)>
func.func @joined(%x: tensor<1x8x6x6xf32>, %w: tensor<1x8x1x1xf32>, %v: tensor<1x1x1x1xf32>, %y: tensor<6x6xf32>, %z: tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<1x8x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  %e = tensor.empty() : tensor<1x1x6x6xf32>
  %1 = linalg.generic {indexing_maps = [#id, #sum, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %y : tensor<1x1x6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<1x1x6x6xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<1x1x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x1x6x6xf32>, tensor<1x1x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  return %2 : tensor<1x1x6x6xf32>
}

#both = affine_map<(n, c, h, w) -> (c, c, h, w)>
func.func @twice(%x: tensor<1x8x6x6xf32>, %w: tensor<1x8x1x1xf32>, %v: tensor<1x1x1x1xf32>, %y: tensor<1x1x6x6xf32>, %z: tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<1x8x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  %e = tensor.empty() : tensor<1x1x6x6xf32>
  %1 = linalg.generic {indexing_maps = [#id, #both, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %y : tensor<1x1x6x6xf32>, tensor<1x1x6x6xf32>) outs(%e : tensor<1x1x6x6xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<1x1x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x1x6x6xf32>, tensor<1x1x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  return %2 : tensor<1x1x6x6xf32>
}

// A loop without such dims is padded, as is the one of an op of math.
// CHECK-LABEL: func.func @alone
// CHECK: math.tanh %in : f32
// CHECK: } -> tensor<1x1x6x6x8xf32>
func.func @alone(%x: tensor<1x8x6x6xf32>, %w: tensor<1x8x1x1xf32>, %v: tensor<1x1x1x1xf32>, %z: tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<1x8x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  %1 = math.tanh %0 : tensor<1x1x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x1x6x6xf32>, tensor<1x1x1x1xf32>) outs(%z : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  return %2 : tensor<1x1x6x6xf32>
}
