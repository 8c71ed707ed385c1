// The loops of copies and of affine nests are returned as well, outer loops
// before inner ones.
// Covers: B21
// RUN: layout-opt %s --transform-interpreter -verify-diagnostics | FileCheck %s

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @copy(
  // CHECK: scf.for %[[J:.*]] =
  // CHECK: scf.for %[[K:.*]] =
  // CHECK: scf.for %{{.*}} =
  // CHECK: memref.store
  // CHECK: } {axis = "copy"}
  // CHECK: } {axis = "copy"}
  // CHECK: } {axis = "copy"}
  func.func @copy(%x: memref<4x6xf32>, %y: memref<4x6xf32>) {
    %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 3, i, j mod 3)>]} : memref<4x6xf32>
    linalg.exp ins(%x : memref<4x6xf32>) outs(%b : memref<4x6xf32>)
    memref.copy %b, %y : memref<4x6xf32> to memref<4x6xf32>
    memref.dealloc %b : memref<4x6xf32>
    return
  }
  // CHECK-LABEL: func.func @nest(
  // CHECK: affine.for %{{.*}} = 0 to 2
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 4
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 3
  // CHECK: } {axis = "copy"}
  // CHECK: } {axis = "copy"}
  // CHECK: } {axis = "copy"}
  func.func @nest(%x: memref<4x6xf32>, %y: memref<4x6xf32>) {
    %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j floordiv 3, i, j mod 3)>]} : memref<4x6xf32>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 6 {
        %0 = affine.load %x[%i, %j] : memref<4x6xf32>
        affine.store %0, %b[%i, %j] : memref<4x6xf32>
      }
    }
    linalg.exp ins(%b : memref<4x6xf32>) outs(%y : memref<4x6xf32>)
    memref.dealloc %b : memref<4x6xf32>
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %m, %loops = transform.layout.apply_buffer_layouts %module physical_order : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %n = transform.num_associations %loops : (!transform.any_op) -> !transform.param<i64>
    // expected-remark @below {{loops 6 : i64}}
    transform.debug.emit_param_as_remark %n, "loops" : !transform.param<i64>
    %axis = transform.param.constant "copy" -> !transform.any_param
    transform.annotate %loops "axis" = %axis : !transform.any_op, !transform.any_param
    transform.yield
  }
}
