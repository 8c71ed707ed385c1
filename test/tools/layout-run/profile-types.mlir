// A share of the peak is known for static kernels that compute in f32 or f64.
// Nothing is known about the kernel with a dynamic shape but its time.

// RUN: layout-run %s --runs=1 --profile=%t.json --output=%t.npy
// RUN: %print-json %t.json peak kernels.*.types kernels.*.bytes kernels.*.operations kernels.*.share | FileCheck %s
// RUN: layout-run %s --runs=1 --profile --output=%t.npy | FileCheck %s --check-prefix=TEXT

// CHECK: peak = {"f32": {{[0-9.e+]+}}, "f64": {{[0-9.e+]+}}}
// CHECK-NEXT: kernels.*.types = ["4xf64 -> 4xf64", "4xi32 -> 4xi32", "?xf32 -> ?xf32"]
// CHECK-NEXT: kernels.*.bytes = [64, 32, 0]
// CHECK-NEXT: kernels.*.operations = [4, 4, 0]
// CHECK-NEXT: kernels.*.share = [{{[0-9.e-]+}}, null, null]

// TEXT: peak: {{[0-9.]+}} GFLOP/s (f32, measured), {{[0-9.]+}} GFLOP/s (f64, measured)
// TEXT-DAG: 1 call, {{[0-9.]+}} GFLOP/s, {{[0-9]+}}% of peak, {{[0-9.]+}} GB/s
// TEXT-DAG: 1 call, {{[0-9.]+}} GFLOP/s, {{[0-9.]+}} GB/s
// TEXT-DAG: 1 call{{$}}

func.func @main(%a: tensor<4xf64>, %b: tensor<4xi32>, %c: tensor<?xf32>) -> (tensor<4xf64>, tensor<4xi32>, tensor<?xf32>) {
  %0 = arith.mulf %a, %a : tensor<4xf64>
  %1 = arith.muli %b, %b : tensor<4xi32>
  %2 = arith.mulf %c, %c : tensor<?xf32>
  return %0, %1, %2 : tensor<4xf64>, tensor<4xi32>, tensor<?xf32>
}
