// A required value overrides the layouts that an op states itself, also if the op is
// then written in another form.
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-survey,layout-legalize,layout-freeze{target=nhwc-packed16})' | FileCheck %s

// CHECK-NOT: layout.prefer
// CHECK: linalg.matmul
// CHECK-SAME: order = head_major
// CHECK-NOT: layout.prefer
func.func @f(%x: tensor<32x128xf32>, %e: tensor<32x40xf32>) -> tensor<32x40xf32> {
  %w = arith.constant dense<0.1> : tensor<128x40xf32>
  %0 = linalg.matmul {layout.require = "(d0, d1) -> (d1 * 32 + d0)", layout.prefer, layout.op_layout = [
      #layout.op_layout<operands = [<(d0, d1) -> (d1, d0)>, _, _], results = [_], cost = 0>,
      #layout.op_layout<operands = [<(d0, d1) -> (d1, d0)>, <(d0, d1) -> (d1, d0)>, _], results = [_], cost = 0>]}
      ins(%x, %w : tensor<32x128xf32>, tensor<128x40xf32>) outs(%e : tensor<32x40xf32>) -> tensor<32x40xf32>
  return %0 : tensor<32x40xf32>
}
