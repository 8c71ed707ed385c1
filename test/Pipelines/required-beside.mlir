// A value lies as it is required, whatever is stated beside that: preferences
// of the same value or op, and what the function requires of its result.
// Covers: G20, P8, P18
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nchw16c report=%t/report.txt" -o %t/planned.mlir
// RUN: FileCheck %s < %t/planned.mlir
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report.txt
// RUN: layout-check -O0 %s %t/planned.mlir --entry=preferred --dims=3
// RUN: layout-check -O0 %s %t/planned.mlir --entry=agrees
// RUN: layout-check -O0 %s %t/planned.mlir --entry=result
// RUN: layout-check -O0 %s %t/planned.mlir --entry=argument
// RUN: layout-check -O0 %s %t/planned.mlir --entry=options
// RUN: layout-check -O0 %s %t/planned.mlir --entry=preferred_options
// RUN: layout-check -O0 %s %t/planned.mlir --entry=convolution

// CHECK-LABEL: func.func @preferred
// CHECK: linalg.exp ins(%{{.*}} : tensor<?x4x1x5xf32>)
func.func @preferred(%x: tensor<?x5x4x1xf32>) -> tensor<?x5x4x1xf32> {
  %0 = linalg.exp {layout.require = "NCHW -> NHWC", layout.prefer = "NCHW -> NCHW"}
      ins(%x : tensor<?x5x4x1xf32>) outs(%x : tensor<?x5x4x1xf32>) -> tensor<?x5x4x1xf32>
  return %0 : tensor<?x5x4x1xf32>
}

// A preference that agrees is met.
// CHECK-LABEL: func.func @agrees
// CHECK: math.exp %{{.*}} : tensor<1x4x3x5xf32>
func.func @agrees(%x: tensor<1x5x4x3xf32>) -> tensor<1x5x4x3xf32> {
  %0 = math.exp %x {layout.require = "NCHW -> NHWC", layout.prefer = {layout = "ABCD -> ACDB", price = 3.0}} : tensor<1x5x4x3xf32>
  return %0 : tensor<1x5x4x3xf32>
}

// The op has its layout, and the result of the function another one.
// CHECK-LABEL: func.func @result
// CHECK: math.exp %{{.*}} : tensor<1x4x3x5xf32>
func.func @result(%x: tensor<1x5x4x3xf32>) -> (tensor<1x5x4x3xf32> {layout.require = "NCHW -> NWHC"}) {
  %0 = math.exp %x {layout.require = "NCHW -> NHWC"} : tensor<1x5x4x3xf32>
  return %0 : tensor<1x5x4x3xf32>
}

// CHECK-LABEL: func.func @argument
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x4x3x5xf32>,
func.func @argument(%x: tensor<1x5x4x3xf32> {layout.require = "NHWC", layout.prefer = "NCHW"}) -> tensor<1x6x4x3xf32> {
  %w = arith.constant dense<0.1> : tensor<6x5x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x6x4x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x3xf32>, tensor<6x5x1x1xf32>) outs(%z : tensor<1x6x4x3xf32>) -> tensor<1x6x4x3xf32>
  return %0 : tensor<1x6x4x3xf32>
}

// Of the layouts that the op may have, those that agree are left.
// CHECK-LABEL: func.func @options
// CHECK: math.exp %{{.*}} : tensor<1x4x3x5xf32>
func.func @options(%x: tensor<1x5x4x3xf32>) -> tensor<1x5x4x3xf32> {
  %0 = math.exp %x {layout.require = "NCHW -> NHWC", layout.op_layout = [
      #layout.op_layout<operands = [_], results = [_], cost = 0>,
      #layout.op_layout<operands = [<(n, c, h, w) -> (n, h, w, c)>], results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 10000>]} : tensor<1x5x4x3xf32>
  return %0 : tensor<1x5x4x3xf32>
}

// Preferred ones give way.
// CHECK-LABEL: func.func @preferred_options
// CHECK: math.exp %{{.*}} : tensor<1x3x4x5xf32>
func.func @preferred_options(%x: tensor<1x5x4x3xf32>) -> tensor<1x5x4x3xf32> {
  %0 = math.exp %x {layout.require = "NCHW -> NWHC", layout.prefer, layout.op_layout = [
      #layout.op_layout<operands = [<(n, c, h, w) -> (n, h, w, c)>], results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 0>]} : tensor<1x5x4x3xf32>
  return %0 : tensor<1x5x4x3xf32>
}

// CHECK-LABEL: func.func @convolution
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x4x3x6xf32>)
func.func @convolution(%x: tensor<1x5x4x3xf32>) -> tensor<1x6x4x3xf32> {
  %w = arith.constant dense<0.1> : tensor<6x5x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x6x4x3xf32>
  %0 = linalg.conv_2d_nchw_fchw {layout.require = "NHWC", layout.prefer, layout.op_layout = [
      #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>]}
      ins(%x, %w : tensor<1x5x4x3xf32>, tensor<6x5x1x1xf32>) outs(%z : tensor<1x6x4x3xf32>) -> tensor<1x6x4x3xf32>
  return %0 : tensor<1x6x4x3xf32>
}

//      REPORT: Hints that are not met:
// REPORT-NEXT:   layout.prefer = "NCHW -> NCHW": not used: the value is required in another layout; at
// REPORT-NEXT:   layout.prefer = "NCHW": not used: the value is required in another layout; at
// REPORT-NEXT:   layout.op_layout: gives way: the value is required in another layout; at
// REPORT-NEXT:   layout.op_layout: gives way: a value is required in another layout; at
