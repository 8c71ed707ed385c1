// layout-run prints the results, and the time of each rewrite that is left.

// RUN: layout-run %s --entry=literal | FileCheck %s --check-prefix=LITERAL
// LITERAL: result 0 : tensor<2x3xi32>
// LITERAL-NEXT: {{^\[\[}}0, 2, 4],{{$}}
// LITERAL-NEXT: {{^}} [1, 3, -5]]{{$}}
// LITERAL-NEXT: result 1 : tensor<2xcomplex<f32>>
// LITERAL-NEXT: {{^}}[(1.5, -2), (0.25, nan)]{{$}}
// LITERAL-NEXT: result 2 : i1
// LITERAL-NEXT: {{^}}1{{$}}
// LITERAL-NEXT: time: {{[0-9.]+ (us|ms|s)}}, median of 5, least {{[0-9.]+ (us|ms|s)$}}
// LITERAL-NEXT: peak memory: {{[0-9,]+}} bytes{{$}}
// LITERAL-NEXT: rewrites left: 1{{$}}
// LITERAL-NEXT: {{^}}  {{.*}}results.mlir:[[# @LINE + 5]]:8: (d0, d1) -> (d0, d1) to (d0, d1) -> (d1, d0){{$}}
// LITERAL-NEXT: {{^}}    48 bytes, {{[0-9.]+ (us|ms|s), [0-9.]+}} GB/s{{$}}
func.func @literal(%z: tensor<3x2xi1>) -> (tensor<2x3xi32>, tensor<2xcomplex<f32>>, i1) {
  %x = func.call @rows() : () -> tensor<3x2xi32>
  %e = tensor.empty() : tensor<2x3xi32>
  %0 = linalg.transpose ins(%x : tensor<3x2xi32>) outs(%e : tensor<2x3xi32>) permutation = [1, 0]
  %c = complex.constant [1.5 : f32, -2.0 : f32] : complex<f32>
  %d = complex.constant [0.25 : f32, 0x7FC00000 : f32] : complex<f32>
  %1 = tensor.from_elements %c, %d : tensor<2xcomplex<f32>>
  %true = arith.constant true
  return %0, %1, %true : tensor<2x3xi32>, tensor<2xcomplex<f32>>, i1
}
func.func private @rows() -> tensor<3x2xi32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    %1 = arith.muli %i, %c2 : index
    %2 = arith.addi %1, %j : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.subi %c5, %c2 : index
    %last = arith.cmpi eq, %2, %c5 : index
    %minus = arith.constant -5 : i32
    %5 = arith.select %last, %minus, %3 : i32
    tensor.yield %5 : i32
  } : tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// A rewrite of dynamic size in a loop.
// RUN: layout-run %s --entry=loop --dims=4,7 --runs=3 | FileCheck %s --check-prefix=LOOP
// LOOP: result 0 : tensor<?x?xf32>
// LOOP: time: {{.*}}, median of 3
// LOOP: rewrites left: 1
// LOOP-NEXT: {{^}}  {{.*}}results.mlir:[[# @LINE + 7]]:10:
// LOOP-NEXT: {{^}}    5 times, 1,120 bytes,
func.func @loop(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> tensor<?x?xf32> {
    %t = layout.layout_transform %a by <(i, j) -> (j, i)> : tensor<?x?xf32> to tensor<?x?xf32>
    %s = linalg.exp ins(%t : tensor<?x?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
    %m = tensor.dim %a, %c0 : tensor<?x?xf32>
    %n = tensor.dim %a, %c1 : tensor<?x?xf32>
    %e = tensor.empty(%m, %n) : tensor<?x?xf32>
    %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %v = math.sqrt %in : f32
      linalg.yield %v : f32
    } -> tensor<?x?xf32>
    scf.yield %b : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

// A pad or a crop next to a transform is part of the same rewrite.
// RUN: layout-run %s --entry=framed | FileCheck %s --check-prefix=FRAMED
// RUN: layout-run %s --entry=framed --to=logical --flatten | FileCheck %s --check-prefix=FRAMED
// FRAMED: result 0 : tensor<2x4x4xi8>
// FRAMED: rewrites left: 1
// FRAMED-NEXT: (d0, d1) -> (d0, d1) to
func.func @framed(%x: tensor<4x6xi8>) -> tensor<2x4x4xi8> {
  %0 = layout.pad %x low [0, 0] high [0, 2] value(7 : i8) : tensor<4x6xi8> to tensor<4x8xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j floordiv 4, i, j mod 4)> : tensor<4x8xi8> to tensor<2x4x4xi8>
  return %1 : tensor<2x4x4xi8>
}

// A rewrite that is not executed.
// RUN: layout-run %s --entry=skipped | FileCheck %s --check-prefix=SKIPPED
// SKIPPED: rewrites left: 1
// SKIPPED: not run
func.func @skipped(%x: tensor<3x2xf32>) -> tensor<2x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %v = tensor.extract %x[%c0, %c0] : tensor<3x2xf32>
  %big = arith.constant 1.0e10 : f32
  %go = arith.cmpf ogt, %v, %big : f32
  %r = scf.if %go -> tensor<2x3xf32> {
    %t = linalg.transpose ins(%x : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
    scf.yield %t : tensor<2x3xf32>
  } else {
    scf.yield %f : tensor<2x3xf32>
  }
  return %r : tensor<2x3xf32>
}

// Only the first and last elements of a large tensor are printed.
// RUN: layout-run %s --entry=many | FileCheck %s --check-prefix=MANY
// MANY: result 0 : tensor<10x9xi64>
// MANY-NEXT: {{^\[\[}}3, 3, 3, ..., 3, 3, 3],{{$}}
// MANY-NEXT: {{^}} [3, 3, 3, ..., 3, 3, 3],{{$}}
// MANY-NEXT: {{^}} [3, 3, 3, ..., 3, 3, 3],{{$}}
// MANY-NEXT: {{^}} ...,{{$}}
// MANY-COUNT-2: {{^}} [3, 3, 3, ..., 3, 3, 3],{{$}}
// MANY-NEXT: {{^}} [3, 3, 3, ..., 3, 3, 3]]{{$}}
func.func @many(%n: i1) -> tensor<10x9xi64> {
  %three = arith.constant 3 : i64
  %0 = tensor.splat %three : tensor<10x9xi64>
  return %0 : tensor<10x9xi64>
}
