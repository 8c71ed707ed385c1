// What cannot have the layout that a schedule asks for is not changed.
//
// Covers: R31

// RUN: layout-opt %s --split-input-file --verify-diagnostics --transform-interpreter

module attributes {transform.with_named_sequence} {
  func.func @main(%x: tensor<7x5xf32>) -> tensor<7x5xf32> {
    %e = tensor.empty() : tensor<7x5xf32>
    %0 = linalg.exp ins(%x : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
    return %0 : tensor<7x5xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    %value = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{requires}}
    %physical, %logical = transform.layout.relayout_value %value to "NCHW"
        : (!transform.any_value) -> (!transform.any_value, !transform.any_value)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @main(%x: f32) -> f32 {
    %0 = arith.negf %x : f32
    return %0 : f32
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["arith.negf"]} in %module : (!transform.any_op) -> !transform.any_op
    %value = transform.get_result %op[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{requires a ranked tensor without encoding, found f32}}
    %physical, %logical = transform.layout.relayout_value %value to "AB"
        : (!transform.any_value) -> (!transform.any_value, !transform.any_value)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @main(%x: memref<8x4xf32>, %e: memref<8x4xf32>) {
    linalg.exp ins(%x : memref<8x4xf32>) outs(%e : memref<8x4xf32>)
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires each loop to run along a dim of an operand, found (d0, d1) -> (d0 floordiv 4, d1, d0 mod 4), by which 2 run along parts of dims}}
    %new = transform.layout.relayout_loops %op by <(i, j) -> (i floordiv 4, j, i mod 4)> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @main(%x: tensor<?x4xf32>, %e: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires each loop to run along a dim of an operand, or to have a static extent, found (d0, d1) -> (d0 floordiv 4, d1, d0 mod 4), by which 2 run along parts of dims}}
    %new = transform.layout.relayout_loops %op by <(i, j) -> (i floordiv 4, j, i mod 4)> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %e = tensor.empty() : tensor<8x4xf32>
    %0 = linalg.exp ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires a map of the 2 loops, found one of 1}}
    %new = transform.layout.relayout_loops %op by <(i) -> (i)> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @main(%x: f32) -> f32 {
    %0 = arith.negf %x : f32
    return %0 : f32
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["arith.negf"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires a structured op, found 'arith.negf'}}
    %0 = transform.layout.relayout_loops %op by <(i, j) -> (j, i)> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @main(%x: tensor<7x5xf32>) -> tensor<7x5xf32> {
    %e = tensor.empty() : tensor<7x5xf32>
    %0 = linalg.exp ins(%x : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
    return %0 : tensor<7x5xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires a map each of whose results is a part of one loop, found (d0, d1) -> (d0 * 5 + d1)}}
    %0 = transform.layout.relayout_loops %op by <(i, j) -> (i * 5 + j)> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @main(%x: tensor<7x5xf32>) -> tensor<7x5xf32> {
    %e = tensor.empty() : tensor<7x5xf32>
    %0 = linalg.exp ins(%x : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
    return %0 : tensor<7x5xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %op = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires result 0 and its destination to have the same layout}}
    %0 = transform.layout.relayout_op %op to <operands = [_, _], results = [<(i, j) -> (j, i)>]> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
