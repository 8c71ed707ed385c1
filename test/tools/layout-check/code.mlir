// Without options, what layout-run runs is compared, and said to be: kernels.
// RUN: env LAYOUT_CHECK_OPTIONS= layout-check %s %s | FileCheck %s --check-prefix=KERNELS
// RUN: env LAYOUT_CHECK_OPTIONS= layout-check %s %s --code=loops | FileCheck %s --check-prefix=LOOPS
// KERNELS: {{^}}code: kernels, compared with loops of {{.*}}code.mlir{{$}}
// KERNELS: result 0 : tensor<7x40xf32>: equal; worst difference {{[1-9]}}
// KERNELS: {{^}}equal
// LOOPS: {{^}}code: loops, compared with loops of
// LOOPS: result 0 : tensor<7x40xf32>: equal; worst difference 0,
// LOOPS: {{^}}equal

// Products and sums are fused in kernels, not in loops.
func.func @main(%x: tensor<7x333xf32>, %w: tensor<333x40xf32>) -> tensor<7x40xf32> {
  %zero = arith.constant dense<0.0> : tensor<7x40xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x333xf32>, tensor<333x40xf32>) outs(%zero : tensor<7x40xf32>) -> tensor<7x40xf32>
  return %0 : tensor<7x40xf32>
}
