// A program that is compiled by a build with AddressSanitizer checks the
// addresses that it reads and writes.
//
// REQUIRES: asan
//
// RUN: %expect-exit 1 layout-run %s --entry=read --dims=5 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %expect-exit 2 layout-check %s %s --entry=read --dims=5 2>&1 | FileCheck %s --check-prefix=READ
// RUN: %expect-exit 1 layout-run %s --entry=write --dims=5 2>&1 | FileCheck %s --check-prefix=WRITE

// READ: AddressSanitizer: heap-buffer-overflow
// READ: READ of size 4
func.func @read(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = tensor.extract %x[%n] : tensor<?xf32>
  return %r : f32
}

// WRITE: AddressSanitizer: heap-buffer-overflow
// WRITE: WRITE of size 4
func.func @write(%x: tensor<?xf32>, %f: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = tensor.insert %f into %x[%n] : tensor<?xf32>
  return %r : tensor<?xf32>
}
