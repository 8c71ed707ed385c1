// RUN: layout-opt %s --split-input-file --layout-expand-math \
// RUN:   -verify-diagnostics | FileCheck %s

// log1p and expm1 become calls of libm. test/python/test_math_functions.py
// checks values.

// CHECK-LABEL: func.func @scalars(
// CHECK: call @log1pf(%{{.*}}) : (f32) -> f32
// CHECK: call @expm1(%{{.*}}) : (f64) -> f64
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[CALL:.*]] = call @log1pf(%[[WIDE]]) : (f32) -> f32
// CHECK: arith.truncf %[[CALL]] : f32 to bf16
func.func @scalars(%x: f32, %y: f64, %z: bf16) -> (f32, f64, bf16) {
  %0 = math.log1p %x : f32
  %1 = math.expm1 %y : f64
  %2 = math.log1p %z : bf16
  return %0, %1, %2 : f32, f64, bf16
}

// -----

// CHECK: func.func private @log1p(f64) -> f64
// CHECK-LABEL: func.func @vectors(
// CHECK-COUNT-6: call @log1p(%{{.*}}) : (f64) -> f64
// CHECK-NEXT: vector.insert
// CHECK-NEXT: return
func.func @vectors(%x: vector<2x3xf64>) -> vector<2x3xf64> {
  %0 = math.log1p %x : vector<2x3xf64>
  return %0 : vector<2x3xf64>
}

// -----

// What is larger than 65504 is an infinity of f16, and 2^-14 the first number
// that is normal.

// CHECK-LABEL: func.func @classes(
// CHECK: %[[ABS:.*]] = math.absf %{{.*}} : f16
// CHECK: %[[LARGEST:.*]] = arith.constant 6.550400e+04 : f16
// CHECK: arith.cmpf ogt, %[[ABS]], %[[LARGEST]] : f16
// CHECK: %[[SMALLEST:.*]] = arith.constant 6.103520e-05 : f16
// CHECK: arith.cmpf oge, %{{.*}}, %[[SMALLEST]] : f16
// CHECK: arith.constant 6.550400e+04 : f16
// CHECK: arith.cmpf ole, %{{.*}}, %{{.*}} : f16
// CHECK: arith.constant dense<4.480000e+02> : vector<3xf8E4M3FN>
// CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<3xf8E4M3FN>
func.func @classes(%x: f16, %y: vector<3xf8E4M3FN>) -> (i1, i1, vector<3xi1>) {
  %0 = math.isinf %x : f16
  %1 = math.isnormal %x : f16
  %2 = math.isinf %y : vector<3xf8E4M3FN>
  return %0, %1, %2 : i1, i1, vector<3xi1>
}

// -----

func.func @wide(%x: f80) -> f80 {
  // expected-error@+1 {{requires elements of at most 64 bits, found 'f80'}}
  %0 = math.log1p %x : f80
  return %0 : f80
}
