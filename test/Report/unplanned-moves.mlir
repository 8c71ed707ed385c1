// A function that is not planned may still pad and slice; the report says so.
// One with pads or crops of the layout dialect is planned, which cancels them.
//
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.txt" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=WARNING --allow-empty
// RUN: FileCheck %s --input-file=%t.txt
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=PROGRAM
// WARNING-NOT: nothing is planned
// CHECK: not planned: 'asks_for_them' holds no convolution or matmul, no op of which the target states layouts, and no rewrite; 2 pads, slices or concatenations stay
// CHECK: pads, slices, concats {{.*}} 2 (92 B)

// PROGRAM-LABEL: func.func @cancels(
// PROGRAM-NOT: tensor.{{pad|extract_slice}}
// PROGRAM: linalg.abs ins(%arg0 : tensor<8xf32>)
func.func @cancels(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = layout.crop %x offsets [1] sizes [5] cropped(0.0 : f32) : tensor<8xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %1 = linalg.abs ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %2 = layout.pad %1 low [1] high [2] value(0.0 : f32) : tensor<5xf32> to tensor<8xf32>
  return %2 : tensor<8xf32>
}

// PROGRAM-LABEL: func.func @asks_for_them(
// PROGRAM: tensor.extract_slice
// PROGRAM: tensor.pad
func.func @asks_for_them(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %x[1] [5] [1] : tensor<8xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %1 = linalg.exp ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %2 = tensor.pad %1 low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<5xf32> to tensor<8xf32>
  return %2 : tensor<8xf32>
}
