// What is not computed at compile time, and why.
// RUN: layout-opt %s --layout-evaluate-constants=evaluate-limit=15 --remarks-filter=layout-evaluate-constants --remark-format=emitRemark --verify-diagnostics --split-input-file | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// One byte too many. What the op reads is small enough.
// CHECK-LABEL: func.func @large
// CHECK: %[[SUM:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK: tensor.concat dim(0) %[[SUM]]
func.func @large(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  // expected-remark @+1 {{linalg.add on constants is computed at compile time}}
  %s = linalg.add ins(%c, %c : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  // expected-remark @+1 {{tensor.concat on constants stays: its result has 16 bytes, the limit is 15}}
  %d = tensor.concat dim(0) %s, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %0 = linalg.add ins(%x, %d : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A division by zero is not moved to the compiler; what it reads is.
// CHECK-LABEL: func.func @undefined
// CHECK: arith.constant dense<[2, 0]> : tensor<2xi32>
// CHECK: arith.divsi
func.func @undefined(%x: tensor<2xi32>) -> tensor<2xi32> {
  %c = arith.constant dense<[1, 0]> : tensor<2xi32>
  // expected-remark @+1 {{arith.addi on constants is computed at compile time}}
  %d = arith.addi %c, %c : tensor<2xi32>
  // expected-remark @+1 {{arith.divsi on constants stays: arith.divsi does not fold on them}}
  %q = arith.divsi %c, %d : tensor<2xi32>
  %0 = arith.addi %x, %q : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// An index out of bounds, and a function that upstream does not fold.
// CHECK-LABEL: func.func @body
// CHECK: tensor.extract
// CHECK: math.fma
func.func @body(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %rows = arith.constant dense<[0, 2]> : tensor<2xindex>
  %e = tensor.empty() : tensor<2xf32>
  // expected-remark @+1 {{linalg.generic on constants stays: tensor.extract does not fold on them}}
  %g = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%rows : tensor<2xindex>) outs(%e : tensor<2xf32>) {
  ^bb0(%i: index, %out: f32):
    %s = tensor.extract %c[%i] : tensor<2xf32>
    %t = arith.addf %s, %s : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  // expected-remark @+1 {{math.fma on constants stays: math.fma does not fold on them}}
  %f = math.fma %c, %c, %c : tensor<2xf32>
  %0 = arith.addf %x, %g : tensor<2xf32>
  %1 = arith.addf %0, %f : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// Sums, sizes that are not known, complex numbers, and ops that are marked or
// whose layout somebody has stated are not looked at.
// CHECK-LABEL: func.func @others
// CHECK: linalg.reduce
// CHECK: complex.add
// CHECK: arith.addf {{.*}} {layout.frozen}
// CHECK: arith.mulf {{.*}} {layout.prefer
func.func @others(%x: tensor<2xf32>) -> (tensor<f32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xf32>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce ins(%c : tensor<2xf32>) outs(%z : tensor<f32>) dimensions = [0] (%in: f32, %out: f32) {
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  }
  %k = arith.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %e = tensor.empty() : tensor<2xcomplex<f32>>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%k : tensor<2xcomplex<f32>>) outs(%e : tensor<2xcomplex<f32>>) {
  ^bb0(%i: complex<f32>, %out: complex<f32>):
    %s = complex.add %i, %i : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<2xcomplex<f32>>
  %2 = arith.addf %c, %c {layout.frozen} : tensor<2xf32>
  %3 = arith.mulf %c, %c {layout.prefer = "row_major"} : tensor<2xf32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xf32>
}

// -----

// A sparse constant whose elements are more than memory holds is not expanded.
// CHECK-LABEL: func.func @sparse
// CHECK: arith.constant sparse
// CHECK: arith.addf
func.func @sparse(%x: tensor<2147483648x2147483648xf32>) -> tensor<2147483648x2147483648xf32> {
  %c = arith.constant sparse<[[0, 0], [3, 1]], [1.5, 2.0]> : tensor<2147483648x2147483648xf32>
  %0 = arith.addf %x, %c : tensor<2147483648x2147483648xf32>
  return %0 : tensor<2147483648x2147483648xf32>
}
