// An elementwise op of arith or math whose padding must hold something else
// than it computes becomes a structured op, which selects that. Any other keeps
// its form. A plan does not depend on how such an op is spelled.
//
// Covers: R13, R32, R49
//
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %s --convert-elementwise-to-linalg --layout-pipeline="target=nchw8c indivisible=pad" -o %t.linalg.mlir
// RUN: layout-opt %t.linalg.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// COUNT: {"rewrites":12,"bytes":41792,"moves":{"n":0,"bytes":0},
//
// RUN: layout-check %s %t.mlir --entry=last_of_three | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=keeps_zeros | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=scalar_condition | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic_height --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic_height --dims=5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}equal{{$}}

// Only the op that the second convolution reads selects zeros.
//
// CHECK-LABEL: func.func @last_of_three(
// CHECK: math.exp %{{.*}} : tensor<1x2x8x8x8xf32>
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<1x2x8x8x8xf32>
// CHECK-NOT: math.absf {{.*}} tensor
// CHECK: linalg.generic
// CHECK: %[[F:.*]] = math.absf %{{.*}} : f32
// CHECK: %[[S:.*]] = arith.select %{{.*}}, %[[F]], %{{.*}} : f32
// CHECK-NEXT: linalg.yield %[[S]]
// CHECK: return
func.func @last_of_three(%x: tensor<1x14x8x8xf32>, %w: tensor<14x14x1x1xf32>) -> tensor<1x14x8x8xf32> {
  %z = arith.constant dense<0.0> : tensor<1x14x8x8xf32>
  %ones = arith.constant dense<1.0> : tensor<1x14x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  %1 = math.exp %0 : tensor<1x14x8x8xf32>
  %2 = arith.addf %1, %ones : tensor<1x14x8x8xf32>
  %3 = math.absf %2 : tensor<1x14x8x8xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  return %4 : tensor<1x14x8x8xf32>
}

// The first op selects zeros for a convolution. The second one makes zeros of
// them, so that it need not.
//
// CHECK-LABEL: func.func @keeps_zeros(
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.select
// CHECK: %[[A:.*]] = math.absf %{{.*}} : tensor<1x2x8x8x8xf32>
// CHECK: return
func.func @keeps_zeros(%x: tensor<1x14x8x8xf32>, %w: tensor<14x14x1x1xf32>) -> tensor<1x14x8x8xf32> {
  %z = arith.constant dense<0.0> : tensor<1x14x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  %1 = math.exp %0 : tensor<1x14x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  %3 = math.absf %1 : tensor<1x14x8x8xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%2 : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  return %4 : tensor<1x14x8x8xf32>
}

// An operand that is no tensor is one for the structured op as well.
//
// CHECK-LABEL: func.func @scalar_condition(
// CHECK: %[[SMALL:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<1x2x1x8x8xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : i1, tensor<1x2x1x8x8xf32>, tensor<1x2x1x8x8xf32>)
// CHECK: return
func.func @scalar_condition(%x: tensor<1x14x1x8xf32>, %w: tensor<14x14x1x1xf32>, %c: i1) -> tensor<1x14x1x8xf32> {
  %z = arith.constant dense<0.0> : tensor<1x14x1x8xf32>
  %ones = arith.constant dense<1.0> : tensor<1x14x1x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x1x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x1x8xf32>) -> tensor<1x14x1x8xf32>
  %less = arith.cmpf olt, %0, %z : tensor<1x14x1x8xf32>
  %chosen = arith.select %less, %ones, %0 : tensor<1x14x1x8xi1>, tensor<1x14x1x8xf32>
  %1 = arith.select %c, %chosen, %0 : tensor<1x14x1x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x14x1x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x1x8xf32>) -> tensor<1x14x1x8xf32>
  return %2 : tensor<1x14x1x8xf32>
}

// CHECK-LABEL: func.func @dynamic_height(
// CHECK: linalg.generic
// CHECK: math.cos %{{.*}} : f32
// CHECK: return
func.func @dynamic_height(%x: tensor<1x14x?x8xf32>, %w: tensor<14x14x1x1xf32>) -> tensor<1x14x?x8xf32> {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %h = tensor.dim %x, %c2 : tensor<1x14x?x8xf32>
  %e = tensor.empty(%h) : tensor<1x14x?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x?x8xf32>) -> tensor<1x14x?x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x?x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x?x8xf32>) -> tensor<1x14x?x8xf32>
  %1 = math.cos %0 : tensor<1x14x?x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x14x?x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x?x8xf32>) -> tensor<1x14x?x8xf32>
  return %2 : tensor<1x14x?x8xf32>
}
