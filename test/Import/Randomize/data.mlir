// Tests which constants are replaced by random data, their values, and which
// constants stay.
// NO-VERIFY-ROUNDTRIP: bytecode with resources can be read back only from memory
// that happens to be aligned as they require.
// RUN: layout-opt %s --layout-randomize-splats="seed=7" --mlir-elide-resource-strings-if-larger=100000 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-randomize-splats="seed=7" --mlir-elide-resource-strings-if-larger=100000 | diff %t.mlir -
// RUN: layout-opt %s --layout-randomize-splats="seed=8" --mlir-elide-resource-strings-if-larger=100000 | not diff %t.mlir - > %t.diff
// A second run finds no splat to replace.
// RUN: layout-opt %t.mlir --layout-randomize-splats="seed=9" --mlir-elide-resource-strings-if-larger=100000 | diff %t.mlir -

// A vector with mean 2 stays within 25 % of it, one with mean 0 within 0.05.
// CHECK-LABEL: @vectors
func.func @vectors() -> (tensor<4xf32>, tensor<1x3x1xf16>, tensor<3xbf16>, tensor<3xf64>, tensor<3xf32>) {
  // CHECK: dense<[{{((1\.[5-9]|2\.[0-4])[0-9]*(e\+00)?(, )?)+}}]> : tensor<4xf32>
  %a = arith.constant dense<2.0> : tensor<4xf32>
  // CHECK: dense<{{\[\[(\[-(3|4)\.[0-9]+(e\+00)?\](, )?)+\]\]}}> : tensor<1x3x1xf16>
  %b = arith.constant dense<-4.0> : tensor<1x3x1xf16>
  // CHECK: dense<[{{.*}}, {{.*}}, {{.*}}]> : tensor<3xbf16>
  %c = arith.constant dense<1.0> : tensor<3xbf16>
  // CHECK: dense<[{{.*}}, {{.*}}, {{.*}}]> : tensor<3xf64>
  %d = arith.constant dense<1.0> : tensor<3xf64>
  // CHECK: dense<[{{-?}}{{(0\.0[0-4][0-9]*|[0-9.]+[Ee]-[0-9]+)}}, {{.*}}]> : tensor<3xf32>
  %e = arith.constant dense<0.0> : tensor<3xf32>
  return %a, %b, %c, %d, %e : tensor<4xf32>, tensor<1x3x1xf16>, tensor<3xbf16>, tensor<3xf64>, tensor<3xf32>
}

// Single elements, integers, sentinel values and constants that are no splats are kept.
// CHECK-LABEL: @kept
func.func @kept() -> (tensor<1x1xf32>, tensor<8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<2xf32>, f32) {
  // CHECK-DAG: dense<3.000000e+00> : tensor<1x1xf32>
  %a = arith.constant dense<3.0> : tensor<1x1xf32>
  // CHECK-DAG: dense<7> : tensor<8xi32>
  %b = arith.constant dense<7> : tensor<8xi32>
  // CHECK-DAG: dense<0xFF800000> : tensor<8xf32>
  %c = arith.constant dense<0xFF800000> : tensor<8xf32>
  // CHECK-DAG: dense<-1.000100e+04> : tensor<8xf32>
  %d = arith.constant dense<-10001.0> : tensor<8xf32>
  // CHECK-DAG: dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %e = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK-DAG: arith.constant 5.000000e-01 : f32
  %f = arith.constant 0.5 : f32
  return %a, %b, %c, %d, %e, %f : tensor<1x1xf32>, tensor<8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<2xf32>, f32
}

// Large constants become resources.
// CHECK-LABEL: @large
// CHECK: dense_resource<random_splat_{{[0-9]+}}> : tensor<64x64xf16>
// CHECK: random_splat_{{[0-9]+}}: "0x40000000
func.func @large() -> tensor<64x64xf16> {
  %a = arith.constant dense<1.0> : tensor<64x64xf16>
  return %a : tensor<64x64xf16>
}
