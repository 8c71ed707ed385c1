// Arguments are read from NumPy files, and results are written to them.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-run %s --entry=make --output=%t/made.npy | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: result
// QUIET: time:
// The header and the elements, byte for byte.
// RUN: %python %S/Inputs/npy.py print %t/made-0.npy | FileCheck %s --check-prefix=FILE0
// RUN: %python %S/Inputs/npy.py print %t/made-1.npy | FileCheck %s --check-prefix=FILE1
// RUN: %python %S/Inputs/npy.py print %t/made-2.npy | FileCheck %s --check-prefix=FILE2
// FILE0: prefix: 93 4e 55 4d 50 59 01 00
// FILE0-NEXT: header: {'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }
// FILE0-NEXT: header ends with a newline: True
// FILE0-NEXT: elements begin at: 128
// FILE0-NEXT: elements: 00 00 00 00 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00 05 00 00 00{{$}}
// FILE1: header: {'descr': '<f2', {{.*}}'shape': (), }
// FILE1: elements begin at: 128
// FILE1-NEXT: elements: {{[0-9a-f][0-9a-f] [0-9a-f][0-9a-f]$}}
// FILE2: header: {'descr': '|b1', {{.*}}'shape': (3,), }
// FILE2: elements: 01 00 01{{$}}
// RUN: layout-run %s --entry=take --input=%t/made-0.npy --input=%t/made-1.npy --input=%t/made-2.npy | FileCheck %s
// CHECK: result 0 : tensor<?x3xi32>
// CHECK-NEXT: {{^\[\[}}0, 1, 2],{{$}}
// CHECK-NEXT: {{^}} [3, 4, 5]]{{$}}
// CHECK-NEXT: result 1 : f16
// CHECK-NEXT: {{^}}1.5{{$}}
// CHECK-NEXT: result 2 : tensor<3xi1>
// CHECK-NEXT: {{^}}[1, 0, 1]{{$}}

// RUN: %expect-exit 1 layout-run %s --entry=take --input=%t/made-1.npy 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// ELEMENTS: error: {{.*}}made-1.npy: requires elements '<i4', found '<f2'
// RUN: %expect-exit 1 layout-run %s --entry=wide --input=%t/made-0.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: {{.*}}made-0.npy: requires the shape of tensor<2x4xi32>, found (2, 3)
// RUN: %expect-exit 1 layout-run %s --entry=wide --input=%t/none.npy 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: {{.*}}none.npy: No such file or directory
// RUN: %expect-exit 1 layout-run %s --entry=wide --input=%s 2>&1 | FileCheck %s --check-prefix=MAGIC
// MAGIC: error: {{.*}}npy.mlir: requires a .npy file of version 1.0
// RUN: %expect-exit 1 layout-run %s --entry=wide --input=%t/made-0.npy --input=%t/made-0.npy 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: requires at most 1 inputs, found 2
// RUN: %expect-exit 1 layout-run %s --entry=wide --require-inputs 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: requires 1 inputs, found 0
// RUN: %python %S/Inputs/npy.py truncate %t/made-0.npy %t/short.npy
// RUN: %python %S/Inputs/npy.py set-fortran-order %t/made-0.npy %t/turned.npy
// RUN: %expect-exit 1 layout-run %s --entry=take --input=%t/short.npy 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: {{.*}}short.npy: requires 24 bytes of elements, found 20
// RUN: %expect-exit 1 layout-run %s --entry=take --input=%t/turned.npy 2>&1 | FileCheck %s --check-prefix=TURNED
// TURNED: error: {{.*}}turned.npy: requires C order, found Fortran order
// The elements are counted before there is memory for them.
// RUN: %python %S/Inputs/npy.py set-shape %t/made-0.npy %t/large.npy "(4611686018427387904, 3)"
// RUN: %python %S/Inputs/npy.py set-shape %t/made-0.npy %t/negative.npy "(-2, 3)"
// RUN: %expect-exit 1 layout-run %s --entry=take --input=%t/large.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: {{.*}}large.npy: requires 18446744073709551615 bytes of elements, found 24
// RUN: %expect-exit 1 layout-run %s --entry=take --input=%t/negative.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: {{.*}}negative.npy: requires the shape of tensor<?x3xi32>, found (-2, 3)
// RUN: %python %S/Inputs/npy.py set-shape %t/made-0.npy %t/letters.npy "(two, 3)"
// RUN: %expect-exit 1 layout-run %s --entry=take --input=%t/letters.npy 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: error: {{.*}}letters.npy: requires a .npy header, found '{'descr': '<i4', 'fortran_order': False, 'shape': (two, 3), }
// RUN: %expect-exit 1 layout-run %s --entry=take --runs=0 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: layout-run: --runs takes a number above 0
// RUN: %expect-exit 1 layout-run %s --entry=take --layout-pipeline=target=none 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: layout-run: {{.*}}npy.mlir cannot be run
// RUN: %expect-exit 1 layout-run %s --entry=take --layout-pipeline=speed=1 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: malformed pipeline: no option 'speed', only
// OPTION: layout-run: {{.*}}npy.mlir cannot be run
// RUN: %expect-exit 1 layout-run %s --entry=take --to=nowhere 2>&1 | FileCheck %s --check-prefix=TO
// TO: layout-run: --to takes physical or logical, found 'nowhere'
// RUN: echo "garbage {" > %t/garbage.mlir
// RUN: %expect-exit 2 layout-run %t/garbage.mlir 2>&1 | FileCheck %s --check-prefix=GARBAGE
// GARBAGE: error: custom op 'garbage' is unknown
// GARBAGE: layout-run: {{.*}}garbage.mlir is no program
// An error leaves no file.
// RUN: %expect-exit 1 layout-run %s --entry=make --output=%t/no/where.npy 2>&1 | FileCheck %s --check-prefix=WHERE
// WHERE: layout-run: {{.*}}No such file or directory
// RUN: not ls %t/no

func.func @make(%x: i1) -> (tensor<2x3xi32>, f16, tensor<3xi1>) {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c3 = arith.constant 3 : index
    %1 = arith.muli %i, %c3 : index
    %2 = arith.addi %1, %j : index
    %3 = arith.index_cast %2 : index to i32
    tensor.yield %3 : i32
  } : tensor<2x3xi32>
  %half = arith.constant 1.5 : f16
  %true = arith.constant true
  %false = arith.constant false
  %4 = tensor.from_elements %true, %false, %true : tensor<3xi1>
  return %0, %half, %4 : tensor<2x3xi32>, f16, tensor<3xi1>
}
func.func @take(%x: tensor<?x3xi32>, %y: f16, %z: tensor<3xi1>) -> (tensor<?x3xi32>, f16, tensor<3xi1>) {
  return %x, %y, %z : tensor<?x3xi32>, f16, tensor<3xi1>
}
func.func @wide(%x: tensor<2x4xi32>) -> tensor<2x4xi32> {
  return %x : tensor<2x4xi32>
}
