// transform.layout.apply_buffer_layouts fails if an op cannot be rewritten, and on
// what is no module.
//
// Covers: B21

// RUN: layout-opt %s --transform-interpreter --allow-unregistered-dialect -verify-diagnostics -split-input-file

module attributes {transform.with_named_sequence} {
  func.func @main(%x: memref<6x5xf32>) {
    // expected-note @below {{the layout is requested here}}
    %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<6x5xf32>
    linalg.exp ins(%x : memref<6x5xf32>) outs(%b : memref<6x5xf32>)
    // expected-error @below {{'test.take' op requires a buffer without a layout}}
    // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
    "test.take"(%b) : (memref<6x5xf32>) -> ()
    return
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    // expected-error @below {{requires a module to which the layouts can be applied}}
    %0, %loops = transform.layout.apply_buffer_layouts %module physical_order : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @main(memref<6x5xf32>)

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires a module, found 'func.func'}}
    %0, %loops = transform.layout.apply_buffer_layouts %function : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
