// The layout of a buffer is not changed in a function without a module around it.

// RUN: layout-opt %s --no-implicit-module --verify-diagnostics --transform-interpreter

func.func @main(%v: f32, %i: index) {
  // expected-error @below {{requires a module around the buffer}}
  %b = memref.alloc() : memref<6x5xf32>
  memref.store %v, %b[%i, %i] : memref<6x5xf32>
  builtin.module attributes {transform.with_named_sequence} {
    transform.named_sequence @__transform_main(%program: !transform.any_op) {
      %alloc = transform.structured.match ops{["memref.alloc"]} in %program : (!transform.any_op) -> !transform.any_op
      %buffer = transform.get_result %alloc[0] : (!transform.any_op) -> !transform.any_value
      // expected-note @below {{this op requires it}}
      %p, %loops, %groups = transform.layout.relayout_buffer %buffer by <(i, j) -> (j, i)>
          : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
      transform.yield
    }
  }
  return
}
