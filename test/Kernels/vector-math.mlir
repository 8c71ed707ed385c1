// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" \
// RUN:   | FileCheck %s
// RUN: layout-run %s --entry=values --runs=1 | FileCheck %s --check-prefix=VALUES

// Functions of vectors are right for every f32. test/python/test_math_functions.py
// checks values of all types.

// sin is arithmetic for vectors whose elements are at most 2^20, arithmetic with a
// reduction in f64 up to 2^48, and libm's for others.

// CHECK-LABEL: func.func private @kernel(
// CHECK: %[[FAR:.*]] = arith.cmpf ugt, %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[FAR]] : vector<16xi1> into i1
// CHECK: scf.if %[[ANY]]
// CHECK: scf.if %{{.*}} -> (vector<16xf32>)
// CHECK: math.sin %{{.*}} : f32
// CHECK: } else {
// CHECK-NOT: math.sin
// CHECK: arith.extf %{{.*}} : vector<16xf32> to vector<16xf64>
// CHECK: } else {
// CHECK-NOT: math.sin
// CHECK: math.fma %{{.*}} : vector<16xf32>
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

// Each row is a vector: numbers up to 2^20, the last next to pi, up to 2^48, and
// larger ones.

// VALUES: result 0 : tensor<3x5xf32>
// VALUES-NEXT: {{^\[\[}}0, -0, -1e-08, -0.349994, -8.74228e-08],
// VALUES-NEXT: {{^}} [-0.655714, 0.487506, 0.967149, 0.841471, -0.958924],
// VALUES-NEXT: {{^}} [0.874905, {{-?}}nan, {{-?}}nan, -0.841471, 0.909297]]
func.func @values() -> tensor<3x5xf32> {
  %x = func.call @arguments() : () -> tensor<3x5xf32>
  %empty = tensor.empty() : tensor<3x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x5xf32>) outs(%empty : tensor<3x5xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = math.sin %a : f32
    linalg.yield %1 : f32
  } -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

func.func private @arguments() -> tensor<3x5xf32> {
  %0 = arith.constant dense<[[0.0, -0.0, -1.0e-8, 1.0e6, 3.1415927],
                             [2.0e6, -1.0e10, 1.0e14, 1.0, 5.0],
                             [3.0e38, 0x7F800000, 0x7FC00000, -1.0, 2.0]]> : tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
