// A buffer that cannot have the layout that a schedule asks for is not changed;
// the error stands at what keeps it from that.
//
// Covers: R31, B11, B20, B27

// RUN: layout-opt %s --split-input-file --verify-diagnostics --transform-interpreter --allow-unregistered-dialect

// A user that takes the buffer itself.
module attributes {transform.with_named_sequence} {
  func.func @user(%v: f32, %i: index) {
    // expected-note @below {{the layout is requested here}}
    %b = memref.alloc() : memref<6x5xf32>
    memref.store %v, %b[%i, %i] : memref<6x5xf32>
    // expected-error @below {{requires a buffer without a layout, found one with layout #layout.index_map<(d0, d1) -> (d1, d0)>}}
    // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
    "test.take"(%b) : (memref<6x5xf32>) -> ()
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %alloc = transform.structured.match ops{["memref.alloc"]} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %alloc[0] : (!transform.any_op) -> !transform.any_value
    // expected-note @below {{this op requires it}}
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j) -> (j, i)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}

// -----

// The signature of a public function.
module attributes {transform.with_named_sequence} {
  // expected-note @below {{it is visible outside the module here}}
  // expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
  func.func @main(%x: memref<6x5xf32>, %y: memref<6x5xf32>) {
    linalg.exp ins(%x : memref<6x5xf32>) outs(%y : memref<6x5xf32>)
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    %x = transform.get_operand %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-note @below {{this op requires it}}
    %p, %loops, %groups = transform.layout.relayout_buffer %x by <(i, j) -> (j, i)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}

// -----

// A map of another rank.
module attributes {transform.with_named_sequence} {
  func.func @main(%x: memref<6x5xf32>) {
    // expected-error @below {{requires a buffer transform of 2 dims, found 3}}
    %b = memref.alloc() : memref<6x5xf32>
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["memref.alloc"]} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-note @below {{this op requires it}}
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j, k) -> (j, i, k)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}

// -----

// Two elements in one place.
module attributes {transform.with_named_sequence} {
  func.func @main(%x: memref<6x5xf32>) {
    // expected-error @below {{requires an injective index map, found (0, 0) and (0, 1) both at (0)}}
    %b = memref.alloc() : memref<6x5xf32>
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["memref.alloc"]} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-note @below {{this op requires it}}
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j) -> (i)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}

// -----

// A view has the layout of its buffer.
module attributes {transform.with_named_sequence} {
  func.func @main(%x: memref<6x5xf32>) {
    // expected-error @below {{requires an allocation, an argument or a global for a layout, found a view of a buffer}}
    %b = memref.subview %x[1, 1] [4, 4] [1, 1] : memref<6x5xf32> to memref<4x4xf32, strided<[5, 1], offset: 6>>
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["memref.subview"]} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-note @below {{this op requires it}}
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j) -> (j, i)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}

// -----

// No buffer at all.
module attributes {transform.with_named_sequence} {
  func.func @main(%x: memref<6x5xf32>) {
    // expected-error @below {{requires a memref for a layout, found 'f32'}}
    %b = arith.constant 0.0 : f32
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["arith.constant"]} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-note @below {{this op requires it}}
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j) -> (j, i)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}

// -----

// The padding has another type.
module attributes {transform.with_named_sequence} {
  func.func @main(%x: memref<6x5xf32>) {
    // expected-error @below {{requires a pad value of type 'f32', found 0 : i8}}
    %b = memref.alloc() : memref<6x5xf32>
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["memref.alloc"]} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-note @below {{this op requires it}}
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j) -> (j floordiv 4, i, j mod 4)> pad_value 0 : i8
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}

// -----

// Two buffers at once.
module attributes {transform.with_named_sequence} {
  func.func @main() {
    %a = memref.alloc() : memref<6x5xf32>
    %b = memref.alloc() : memref<6x5xf32>
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %ops = transform.structured.match ops{["memref.alloc"]} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %ops[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{requires one buffer, found 2}}
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j) -> (j, i)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}
