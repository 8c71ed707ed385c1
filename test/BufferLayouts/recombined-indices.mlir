// The flat index of an element whose indices are quotients and remainders of
// one number is that number, if the divisors are the sizes of the buffer.
//
// Covers: B5

// RUN: layout-opt %s --layout-flatten --canonicalize --cse -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=delinearized --dims=60,4,3,5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=delinearized --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=cube --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=others --dims=3,4,4 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @delinearized(
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @delinearized(%x: memref<?xf32>, %y: memref<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = memref.dim %y, %c0 : memref<?x?x?xf32>
  %m = memref.dim %y, %c1 : memref<?x?x?xf32>
  %n = memref.dim %y, %c2 : memref<?x?x?xf32>
  %b = memref.alloc(%l, %m, %n) : memref<?x?x?xf32>
  %mn = arith.muli %m, %n : index
  %size = arith.muli %l, %mn : index
  scf.for %i = %c0 to %size step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %at:3 = affine.delinearize_index %i into (%l, %m, %n) : index, index, index
    memref.store %v, %b[%at#0, %at#1, %at#2] : memref<?x?x?xf32>
  }
  memref.copy %b, %y : memref<?x?x?xf32> to memref<?x?x?xf32>
  return
}

// ((i floordiv n^2) * n + (i floordiv n) mod n) * n + i mod n, in ops of the
// affine and of the arith dialect.
// CHECK-LABEL: func.func @cube(
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: memref.store %{{.*}}, %[[B:.*]][%[[I]]]
// CHECK: memref.load %[[B]][%[[I]]]
func.func @cube(%edge: memref<?xf32>, %x: memref<27xf32>, %y: memref<27xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %edge, %c0 : memref<?xf32>
  %c1 = arith.constant 1 : index
  %n2 = arith.muli %n, %n : index
  %n3 = arith.muli %n2, %n : index
  %b = memref.alloc(%n, %n, %n) : memref<?x?x?xf32>
  scf.for %i = %c0 to %n3 step %c1 {
    %v = memref.load %x[%i] : memref<27xf32>
    %p = affine.apply affine_map<(d0)[s0] -> (d0 floordiv (s0 * s0))>(%i)[%n]
    %q = affine.apply affine_map<(d0)[s0] -> ((d0 floordiv s0) mod s0)>(%i)[%n]
    %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%n]
    memref.store %v, %b[%p, %q, %r] : memref<?x?x?xf32>
    %d = arith.divui %i, %n2 : index
    %e = arith.divui %i, %n : index
    %f = arith.remui %e, %n : index
    %g = arith.remui %i, %n : index
    %0 = memref.load %b[%d, %f, %g] : memref<?x?x?xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %y[%i] : memref<27xf32>
  }
  memref.dealloc %b : memref<?x?x?xf32>
  return
}

// Other divisors than the sizes of the buffer, digits in another order, and a
// quotient of another number: the index is computed.
// CHECK-LABEL: func.func @others(
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK-NOT: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: return
func.func @others(%x: memref<?x?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?x?xf32>
  %c = memref.alloc(%m, %m) : memref<?x?xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32>)
  %size = arith.muli %m, %n : index
  scf.for %i = %c0 to %size step %c1 {
    %f = arith.index_cast %i : index to i32
    %v = arith.sitofp %f : i32 to f32
    // A remainder by n, which is less than the size m.
    %p = affine.apply affine_map<(d0)[s0, s1] -> ((d0 floordiv s0) mod s1)>(%i)[%m, %n]
    %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%m]
    memref.store %v, %c[%p, %r] : memref<?x?xf32>
    // The remainder before the quotient.
    %q = affine.apply affine_map<(d0)[s0, s1] -> ((d0 floordiv s0) mod s0)>(%i)[%m, %n]
    memref.store %v, %c[%r, %q] : memref<?x?xf32>
    // The quotient of i + 1, and the remainder of i.
    %s = affine.apply affine_map<(d0)[s0] -> (((d0 + 1) floordiv s0) mod s0)>(%i)[%m]
    %old = memref.load %c[%s, %r] : memref<?x?xf32>
    %sum = arith.addf %old, %v : f32
    memref.store %sum, %c[%s, %r] : memref<?x?xf32>
  }
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %0 = memref.load %c[%i, %j] : memref<?x?xf32>
        %1 = memref.load %x[%k, %i, %j] : memref<?x?x?xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %x[%k, %i, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}
