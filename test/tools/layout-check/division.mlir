// Arguments that divisors are computed from hold no zeros, also where the division
// is in another function or in a loop. A program that divides by zero is not
// compared, and the tools say so instead of crashing.
// RUN: layout-check %s %s --entry=rows | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %s --entry=rows --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %s --entry=small | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %s --entry=small --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %s --entry=called --int-range=-2,2 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %s --entry=looped | FileCheck %s --check-prefix=EQUAL
// RUN: %expect-exit 2 layout-check %s %s --entry=one_less 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: layout-check %s %s --entry=one_less --int-range=5,9 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-run %s --entry=rows --runs=1 --output=%t.npy
// RUN: %expect-exit 1 layout-run %s --entry=one_less 2>&1 | FileCheck %s --check-prefix=RAN
// RUN: layout-run %s --entry=one_less --int-range=5,9 --runs=1 --output=%t.npy
// EQUAL: {{^}}equal
// ZERO: division.mlir:[[#@LINE+4]]:1: error: running this function divides an integer by zero, or the lowest one by -1
// ZERO: could not compare: {{.*}}division.mlir divides an integer by zero, or the lowest one by -1; --int-range states which integers are drawn
// RAN: layout-run: {{.*}}division.mlir divides an integer by zero, or the lowest one by -1; --int-range states

func.func @one_less(%x: tensor<5x7xi32>, %y: tensor<5x7xi32>) -> tensor<5x7xi32> {
  %one = arith.constant dense<1> : tensor<5x7xi32>
  %d = arith.subi %y, %one : tensor<5x7xi32>
  %0 = arith.divsi %x, %d : tensor<5x7xi32>
  return %0 : tensor<5x7xi32>
}

func.func @rows(%x: tensor<5x37xi32>, %y: tensor<37xi32>) -> tensor<5x37xi32> {
  %e = tensor.empty() : tensor<5x37xi32>
  %b = linalg.broadcast ins(%y : tensor<37xi32>) outs(%e : tensor<5x37xi32>) dimensions = [0]
  %0 = linalg.div ins(%x, %b : tensor<5x37xi32>, tensor<5x37xi32>) outs(%e : tensor<5x37xi32>) -> tensor<5x37xi32>
  return %0 : tensor<5x37xi32>
}

func.func @small(%x: tensor<200xi8>, %y: tensor<200xi8>) -> tensor<200xi8> {
  %e = tensor.empty() : tensor<200xi8>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x, %y : tensor<200xi8>, tensor<200xi8>) outs(%e : tensor<200xi8>) {
  ^bb0(%a: i8, %b: i8, %o: i8):
    %q = arith.remui %a, %b : i8
    linalg.yield %q : i8
  } -> tensor<200xi8>
  return %0 : tensor<200xi8>
}

func.func private @divide(%x: tensor<40xi64>, %y: tensor<40xi64>) -> tensor<40xi64> {
  %0 = arith.floordivsi %x, %y : tensor<40xi64>
  return %0 : tensor<40xi64>
}
func.func @called(%x: tensor<40xi64>, %y: tensor<40xi64>) -> tensor<40xi64> {
  %0 = call @divide(%x, %y) : (tensor<40xi64>, tensor<40xi64>) -> tensor<40xi64>
  return %0 : tensor<40xi64>
}

func.func @looped(%x: tensor<9xi32>, %y: tensor<9xi32>) -> tensor<9xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %y) -> (tensor<9xi32>) {
    %m = arith.muli %t, %y : tensor<9xi32>
    scf.yield %m : tensor<9xi32>
  }
  %big = arith.constant dense<1000> : tensor<9xi32>
  %z = arith.muli %x, %big : tensor<9xi32>
  %0 = arith.divui %z, %r : tensor<9xi32>
  return %0 : tensor<9xi32>
}
