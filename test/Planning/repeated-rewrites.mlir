// Equal rewrites of one value in a branch and behind it, of which neither
// dominates the other, are one rewrite of the plan, and of the program.
// Covers: R15, R22, R35
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" | diff %t.mlir -
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad" -o %t.padded.mlir
// RUN: layout-check %s %t.mlir %t.padded.mlir --entry=branch --int-range=0,2 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=branches --int-range=0,2 --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=branches --int-range=0,2 --dims=1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// Of @branch the argument, the result and the filter; of @branches also.
// COUNT: {"rewrites":6,

// CHECK-LABEL: func.func @branch(
// CHECK: linalg.transpose ins(%arg1 :
// CHECK-NOT: linalg.transpose ins(%arg1 :
// CHECK: return
func.func @branch(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>, %which: i1) -> tensor<1x5x4x6xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
  %0 = scf.if %which -> tensor<1x5x4x6xf32> {
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    scf.yield %1 : tensor<1x5x4x6xf32>
  } else {
    %1 = math.exp %x : tensor<1x5x4x6xf32>
    scf.yield %1 : tensor<1x5x4x6xf32>
  }
  %2 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
  return %2 : tensor<1x5x4x6xf32>
}

// Both branches read the filter and an image of dynamic batch.
// CHECK-LABEL: func.func @branches(
// CHECK: linalg.transpose ins(%arg1 :
// CHECK-NOT: linalg.transpose ins(%arg1 :
// CHECK: return
func.func @branches(%x: tensor<?x5x4x6xf32>, %w: tensor<5x5x1x1xf32>, %which: i1) -> tensor<?x5x4x6xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x5x4x6xf32>
  %e = tensor.empty(%n) : tensor<?x5x4x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x5x4x6xf32>) -> tensor<?x5x4x6xf32>
  %0 = scf.if %which -> tensor<?x5x4x6xf32> {
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%f : tensor<?x5x4x6xf32>) -> tensor<?x5x4x6xf32>
    scf.yield %1 : tensor<?x5x4x6xf32>
  } else {
    %1 = math.exp %x : tensor<?x5x4x6xf32>
    %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<?x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%f : tensor<?x5x4x6xf32>) -> tensor<?x5x4x6xf32>
    scf.yield %2 : tensor<?x5x4x6xf32>
  }
  return %0 : tensor<?x5x4x6xf32>
}
