// Programs that do not parse, lower or run cannot be compared. layout-check itself
// does not crash.
// RUN: split-file %s %t
// RUN: %expect-exit 2 layout-check %t/good.mlir %t/malformed.mlir 2>&1 | FileCheck %s --check-prefix=PARSE
// RUN: %expect-exit 2 layout-check %t/no-such-file.mlir %t/good.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %expect-exit 2 layout-check %t/good.mlir %t/opaque.mlir 2>&1 | FileCheck %s --check-prefix=LOWER
// Diagnostics of programs that are compiled at the same time stay whole.
// RUN: %expect-exit 2 layout-check %t/opaque.mlir %t/opaque.mlir %t/opaque.mlir %t/opaque.mlir 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: %expect-exit 2 layout-check %t/undefined.mlir %t/good.mlir 2>&1 | FileCheck %s --check-prefix=LINK
// RUN: %expect-exit 2 layout-check %t/good.mlir %t/asserts.mlir 2>&1 | FileCheck %s --check-prefix=ABORT
// RUN: %expect-exit 2 layout-check %t/wild.mlir %t/good.mlir 2>&1 | FileCheck %s --check-prefix=SEGV
// RUN: %expect-exit 2 layout-check %t/good.mlir 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: %expect-exit 2 layout-check %t/good.mlir %t/good.mlir --int-range=3 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: %expect-exit 2 layout-check %t/good.mlir %t/good.mlir --dims=-4 2>&1 | FileCheck %s --check-prefix=DIMS

// PARSE: malformed.mlir:2:3: error:
// PARSE: could not compare: {{.*}}malformed.mlir does not parse
// MISSING: could not compare: cannot open input file '{{.*}}no-such-file.mlir': No such file or directory
// LOWER: opaque.mlir:{{.*}} error:
// LOWER: could not compare: {{.*}}opaque.mlir failed
// WHOLE-COUNT-8: {{^}}{{.*}}opaque.mlir:{{[25]:[18]}}: error: {{[^/]*$}}
// LINK: could not compare: {{.*}}undefined.mlir failed
// ABORT: asserts.mlir:1:1: error: running this function crashed: Aborted
// ABORT: could not compare: {{.*}}asserts.mlir failed
// SEGV: wild.mlir:1:1: error: running this function crashed: {{Segmentation fault|Bus error}}
// SEGV: could not compare: {{.*}}wild.mlir failed
// USAGE: could not compare: requires two programs, found one; --count takes one
// RANGE: could not compare: --int-range takes two integers lowest,highest, found '3'
// DIMS: could not compare: --dims takes extents of zero or more, found -4

//--- good.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

//--- malformed.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  no_such_dialect.op %a
}

//--- opaque.mlir
// No pass lowers this op to LLVM.
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0 : index
  %x = tensor.extract %a[%c] : tensor<4xf32>
  %y = spirv.GL.Exp %x : f32
  %r = tensor.insert %y into %a[%c] : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- undefined.mlir
func.func private @layout_check_no_such_function(f32) -> f32
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0 : index
  %x = tensor.extract %a[%c] : tensor<4xf32>
  %y = func.call @layout_check_no_such_function(%x) : (f32) -> f32
  %r = tensor.insert %y into %a[%c] : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- asserts.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0 : index
  %x = tensor.extract %a[%c] : tensor<4xf32>
  %limit = arith.constant 1.0e+06 : f32
  %never = arith.cmpf ogt, %x, %limit : f32
  cf.assert %never, "expected a large number"
  return %a : tensor<4xf32>
}

//--- wild.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0 : index
  %far = arith.constant 4611686018427 : index
  %m = bufferization.to_buffer %a : tensor<4xf32> to memref<4xf32>
  %d = memref.cast %m : memref<4xf32> to memref<?xf32>
  %x = memref.load %d[%far] : memref<?xf32>
  %r = tensor.insert %x into %a[%c] : tensor<4xf32>
  return %r : tensor<4xf32>
}
