// RUN: layout-opt %s --split-input-file --layout-expand-small-floats \
// RUN:   -verify-diagnostics | FileCheck %s

// Floats of 8 bits are computed with in f32, and conversions are arithmetic.
// test/python/test_small_floats.py checks every number.

// CHECK-LABEL: func.func @product(
// CHECK: arith.bitcast %{{.*}} : vector<9xf8E4M3FN> to vector<9xi8>
// CHECK: arith.mulf %{{.*}} : vector<9xf32>
// CHECK: %[[CODE:.*]] = arith.trunci %{{.*}} : vector<9xi32> to vector<9xi8>
// CHECK: %[[RESULT:.*]] = arith.bitcast %[[CODE]] : vector<9xi8> to vector<9xf8E4M3FN>
// CHECK: return %[[RESULT]]
func.func @product(%x: vector<9xf8E4M3FN>, %y: vector<9xf8E4M3FN>) -> vector<9xf8E4M3FN> {
  %0 = arith.mulf %x, %y : vector<9xf8E4M3FN>
  return %0 : vector<9xf8E4M3FN>
}

// -----

// What only chooses numbers stays.

// CHECK-LABEL: func.func @choice(
// CHECK-NEXT: arith.select %{{.*}} : f8E5M2
// CHECK-NEXT: return
func.func @choice(%c: i1, %x: f8E5M2, %y: f8E5M2) -> f8E5M2 {
  %0 = arith.select %c, %x, %y : f8E5M2
  return %0 : f8E5M2
}

// -----

func.func @function(%x: f8E5M2) -> f8E5M2 {
  // expected-error@+1 {{requires an operation that f32 can do instead, found one of 'f8E5M2'}}
  %0 = math.exp %x : f8E5M2
  return %0 : f8E5M2
}

// -----

func.func @conversion(%x: f6E2M3FN) -> f32 {
  // expected-error@+1 {{requires an operation that f32 can do instead, found one of 'f6E2M3FN'}}
  %0 = arith.extf %x : f6E2M3FN to f32
  return %0 : f32
}
