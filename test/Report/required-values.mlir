// A program whose values alone state layouts: the report names no op that is
// not in the program, says what the frozen figure is of, and gives one
// computation one figure, in every spelling.
// Covers: P18, P19
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/border.mlir --layout-pipeline="target=nhwc report=%t/border.txt" -o /dev/null
// RUN: FileCheck %s --check-prefix=BORDER < %t/border.txt
// RUN: layout-opt %t/linalg.mlir --layout-pipeline="target=nhwc report=%t/linalg.txt" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE < %t/linalg.txt
// RUN: layout-opt %t/math.mlir --layout-pipeline="target=nhwc report=%t/math.txt" -o /dev/null
// RUN: FileCheck %s --check-prefix=VALUE < %t/math.txt

// BORDER: no data is rewritten at run time
// The constraint gives way, which no plan counts.
// BORDER-NEXT: planned for 8.19 kB, but the program moves less
// BORDER-NOT: layout.constraint
// BORDER: rewrites {{ *}}- {{ *}}8.19 kB {{ *}}-{{$}}
// BORDER: Baseline: what would move if only what
// BORDER-NEXT: states layouts took them.

// VALUE: 2 rewrites at run time, 8.19 kB
// VALUE: rewrites {{ *}}- {{ *}}8.19 kB {{ *}}2 (8.19 kB){{$}}
// VALUE: Baseline: what would move if only what
// VALUE-NEXT: states layouts took them.

//--- border.mlir
func.func @main(%x: tensor<1x32x4x4xf32>) -> (tensor<1x32x4x4xf32> {layout.require = "map:(a,b,c,d) -> (a,c,d,b)"}) {
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %0 = linalg.exp ins(%x : tensor<1x32x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %0 : tensor<1x32x4x4xf32>
}

//--- linalg.mlir
func.func @main(%x: tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32> {
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %0 = linalg.exp {layout.require = "map:(a,b,c,d) -> (a,c,d,b)"} ins(%x : tensor<1x32x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %0 : tensor<1x32x4x4xf32>
}

//--- math.mlir
func.func @main(%x: tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32> {
  %0 = math.exp %x {layout.require = "map:(a,b,c,d) -> (a,c,d,b)"} : tensor<1x32x4x4xf32>
  return %0 : tensor<1x32x4x4xf32>
}
