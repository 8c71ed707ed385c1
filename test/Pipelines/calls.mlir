// A network that calls a block twice: the block and its callers are planned
// together, although neither function is a network by itself.
//
// Covers: R22, R23

// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.json" -o %t.planned.mlir
// RUN: FileCheck %s --input-file=%t.planned.mlir
// RUN: layout-check %s %t.planned.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// EQUAL: {{^equal$}}

// One rewrite of the input and one of the result. A block runs twice, so a
// rewrite within it would count twice.
// REPORT: "before"
// REPORT: "rewrites": 0
// REPORT: "frozen"
// REPORT-NEXT: "bytes": 39552
// REPORT: "after"
// REPORT-NEXT: "rewrites": 2
// REPORT-NEXT: "bytes": 6720

// CHECK-LABEL: func.func private @block(
// CHECK-SAME: tensor<1x7x5x12xf32>, %{{.*}}: tensor<3x3x12x12xf32>) -> tensor<1x7x5x12xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
func.func private @block(%x: tensor<1x12x7x5xf32>, %w: tensor<12x12x3x3xf32>) -> tensor<1x12x7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x12x7x5xf32> to tensor<1x12x9x7xf32>
  %e = tensor.empty() : tensor<1x12x7x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x12x7x5xf32>) -> tensor<1x12x7x5xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x12x9x7xf32>, tensor<12x12x3x3xf32>) outs(%f : tensor<1x12x7x5xf32>) -> tensor<1x12x7x5xf32>
  %r = linalg.add ins(%c, %x : tensor<1x12x7x5xf32>, tensor<1x12x7x5xf32>) outs(%e : tensor<1x12x7x5xf32>) -> tensor<1x12x7x5xf32>
  return %r : tensor<1x12x7x5xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK: linalg.transpose {{.*}} outs({{.*}} : tensor<1x7x5x12xf32>)
// CHECK: call @block
// CHECK: linalg.exp
// CHECK: call @block
// CHECK: linalg.transpose {{.*}} outs({{.*}} : tensor<1x12x7x5xf32>)
func.func @main(%x: tensor<1x12x7x5xf32>) -> tensor<1x12x7x5xf32> {
  %v = arith.constant dense<0.25> : tensor<12x12x3x3xf32>
  %w = arith.constant dense<0.125> : tensor<12x12x3x3xf32>
  %0 = func.call @block(%x, %v) : (tensor<1x12x7x5xf32>, tensor<12x12x3x3xf32>) -> tensor<1x12x7x5xf32>
  %e = tensor.empty() : tensor<1x12x7x5xf32>
  %1 = linalg.exp ins(%0 : tensor<1x12x7x5xf32>) outs(%e : tensor<1x12x7x5xf32>) -> tensor<1x12x7x5xf32>
  %2 = func.call @block(%1, %w) : (tensor<1x12x7x5xf32>, tensor<12x12x3x3xf32>) -> tensor<1x12x7x5xf32>
  return %2 : tensor<1x12x7x5xf32>
}
