// RUN: layout-opt %s --layout-print-rules --split-input-file -verify-diagnostics -o /dev/null

// A pad of 6 rows by 2 at least, to 2: with dynamic sizes, upstream takes it.
func.func @pad(%t: tensor<6x4xf32>, %l: index, %h: index) -> tensor<2x2xf32> {
  %z = arith.constant 0.0 : f32
  // expected-error @below {{'tensor.pad' op has a wrong layout rule: requires a piece within the 2 elements of f1, found 4 elements from 0 on}}
  %p = tensor.pad %t low[%l, 0] high[1, %h] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<6x4xf32> to tensor<2x2xf32>
  return %p : tensor<2x2xf32>
}
