// transform.layout.apply_buffer_layouts returns the loops it has created.
//
// Covers: B21

// RUN: layout-opt %s --transform-interpreter --canonicalize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: sed '/^  transform.named_sequence/,$d' %s > %t.in.mlir
// RUN: echo '}' >> %t.in.mlir
// RUN: layout-check %t.in.mlir %t.in.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: sed '/^  transform.named_sequence/,$d' %t.mlir > %t.out.mlir
// RUN: echo '}' >> %t.out.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @main(
  // CHECK: linalg.generic
  // CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1
  // CHECK: scf.for %{{.*}} = %c0 to %c5 step %c1
  // CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1
  // CHECK: } {axis = "physical"}
  // CHECK: } {axis = "physical"}
  // CHECK: } {axis = "physical"}
  func.func @main(%x: memref<?x5xf32>, %y: memref<?x5xf32>, %z: memref<6x5xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?x5xf32>
    %b = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<?x5xf32>
    %c = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<6x5xf32>
    linalg.exp ins(%z : memref<6x5xf32>) outs(%c : memref<6x5xf32>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<?x5xf32>) outs(%b : memref<?x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %l = arith.index_cast %i : index to i32
      %f = arith.sitofp %l : i32 to f32
      %0 = arith.addf %in, %f : f32
      linalg.yield %0 : f32
    }
    memref.copy %b, %y : memref<?x5xf32> to memref<?x5xf32>
    memref.copy %c, %z : memref<6x5xf32> to memref<6x5xf32>
    memref.dealloc %b : memref<?x5xf32>
    memref.dealloc %c : memref<6x5xf32>
    return
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %0, %loops = transform.layout.apply_buffer_layouts %module physical_order : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %axis = transform.param.constant "physical" -> !transform.any_param
    transform.annotate %loops "axis" = %axis : !transform.any_op, !transform.any_param
    transform.yield
  }
}
