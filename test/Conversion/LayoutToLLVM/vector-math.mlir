// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" \
// RUN:   | FileCheck %s
// RUN: layout-run %s --entry=values --runs=1 | FileCheck %s --check-prefix=VALUES

// Functions of vectors are right for every f32. test/python/test_math_functions.py
// checks values of all types.

// sin is arithmetic for vectors whose elements are at most 2^18, and libm's for
// others.

// CHECK-LABEL: func.func private @kernel(
// CHECK: %[[FAR:.*]] = arith.cmpf ugt, %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[FAR]] : vector<16xi1> into i1
// CHECK: scf.if %[[ANY]]
// CHECK: math.sin %{{.*}} : f32
// CHECK: } else {
// CHECK-NOT: math.sin
// CHECK: }
func.func @sine(%x: tensor<48xf32>) -> tensor<48xf32> {
  %empty = tensor.empty() : tensor<48xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<48xf32>) outs(%empty : tensor<48xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = math.sin %a : f32
    linalg.yield %1 : f32
  } -> tensor<48xf32>
  return %0 : tensor<48xf32>
}

// Both zeros, large numbers, and the f32 next to pi.

// VALUES: result 0 : tensor<2x9xf32>
// VALUES-NEXT: {{^\[\[}}0, -0, -0.305614, -0.349993, 0.349993, -0.487506, 0.874905, -1e-08, -8.74228e-08],
// VALUES-NEXT: {{^}} [0, -0, -0.305614, -0.349993, 0.349993, -0.487506, 0.874905, -1e-08, -8.74228e-08]]
func.func @values() -> tensor<2x9xf32> {
  %x = func.call @arguments() : () -> tensor<9xf32>
  %empty = tensor.empty() : tensor<2x9xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<9xf32>) outs(%empty : tensor<2x9xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = math.sin %a : f32
    linalg.yield %1 : f32
  } -> tensor<2x9xf32>
  return %0 : tensor<2x9xf32>
}

func.func private @arguments() -> tensor<9xf32> {
  %0 = arith.constant dense<[0.0, -0.0, 1.0e4, 1.0e6, -1.0e6, 1.0e10, 3.0e38,
                             -1.0e-8, 3.1415927]> : tensor<9xf32>
  return %0 : tensor<9xf32>
}
