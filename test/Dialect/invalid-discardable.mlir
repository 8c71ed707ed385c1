// Covers: R3, R38, R39
//
// Attributes of the dialect on ops, arguments and results: unknown names,
// reserved names and wrong places.
//
// RUN: layout-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{requires a known layout attribute on an operation, found 'layout.frozn'}}
func.func private @unknown() attributes {layout.frozn}

// -----

// expected-error@+1 {{requires a known layout attribute on an operation, found 'layout.require'}}
func.func private @require() attributes {layout.require = #layout.index_map<(i) -> (i)>}

// -----

// expected-error@+1 {{requires 'layout.given' to be a layout in a string, found 4 : i64}}
func.func private @given(%x: tensor<4xf32> {layout.given = 4})

// -----

// expected-error@+1 {{requires a ranked tensor for 'layout.tensor_layout', found 'f32'}}
func.func private @tensor_layout() -> (f32 {layout.tensor_layout = "NCHW"})

// -----

func.func @tensor_layout_inside(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires a known layout attribute on an operation, found 'layout.tensor_layout'}}
  %0 = tensor.cast %x {layout.tensor_layout = "A"} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

// expected-error@+1 {{requires 'layout.host' to be a dictionary, found "NCHW"}}
func.func private @host(%x: tensor<4xf32> {layout.host = "NCHW"})

// -----

func.func @rewrite(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires 'layout.rewrite' to be a unit attribute or #layout.index_map, found 1 : i64}}
  %0 = tensor.cast %x {layout.rewrite = 1} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @rewrite_dims(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires the map of 'layout.rewrite' to take 1 dims, as the first tensor has, found 2}}
  %0 = tensor.cast %x {layout.rewrite = #layout.index_map<(i, j) -> (j, i)>} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @rewrite_scalar(%x: f32) {
  // expected-error@+1 {{requires a ranked tensor as operand and as the only result for 'layout.rewrite'}}
  %0 = arith.negf %x {layout.rewrite} : f32
  return
}

// -----

// Attributes for buffers on ops without a buffer.
func.func @no_buffer(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires to be a buffer for 'layout.buffer_transforms'}}
  %0 = tensor.cast %x {layout.buffer_transforms = []} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

// expected-error@+1 {{requires a memref for 'layout.buffer_transforms', found 'tensor<4xf32>'}}
func.func private @no_memref(%x: tensor<4xf32> {layout.buffer_transforms = []})

// -----

func.func @no_maps() {
  // expected-error@+1 {{requires 'layout.buffer_transforms' to be an array of #layout.index_map, found 3 : i64}}
  %0 = memref.alloc() {layout.buffer_transforms = 3} : memref<4xf32>
  return
}

// -----

func.func @other_maps() {
  // expected-error@+1 {{requires 'layout.buffer_transforms' to hold #layout.index_map, found 3 : i64}}
  %0 = memref.alloc() {layout.buffer_transforms = [3]} : memref<4xf32>
  return
}

// -----

// Each layout must apply to the result of the one before.
func.func @chain() {
  // expected-error@+1 {{requires a buffer transform of 3 dims, found 2}}
  %0 = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, #layout.index_map<(i, j) -> (j, i)>]} : memref<4x8xf32>
  return
}

// -----

func.func @collides() {
  // expected-error@+1 {{requires an injective index map, found (0, 0) and (0, 4) both at (0, 0)}}
  %0 = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j mod 4)>]} : memref<4x8xf32>
  return
}

// -----

// expected-error@+1 {{requires axis separators to rise within 1 to 0, found 1 after 0}}
func.func private @separators(%x: memref<4xf32> {layout.axis_separators = array<i64: 1>})

// -----

// expected-error@+1 {{requires 'layout.axis_separators' to be an array of i64, found [1]}}
func.func private @list(%x: memref<4xf32> {layout.axis_separators = [1]})

// -----

func.func @pad_type() {
  // expected-error@+1 {{requires 'layout.pad_value' to be of type 'f32', found 0 : i32}}
  %0 = memref.alloc() {layout.pad_value = 0 : i32} : memref<4xf32>
  return
}

// -----

func.func @strided() {
  // expected-error@+1 {{requires a memref whose layout is an index map, found}}
  %0 = memref.alloc() {layout.buffer_transforms = []} : memref<4x8xf32, strided<[1, 4]>>
  return
}

// -----

// expected-error@+1 {{requires a known layout attribute on an argument, found 'layout.frozen'}}
func.func private @frozen_argument(%x: tensor<4xf32> {layout.frozen})

// -----

// expected-error@+1 {{requires a known layout attribute on a result, found 'layout.skip'}}
func.func private @left_result() -> (tensor<4xf32> {layout.skip})

// -----

// expected-error@+1 {{requires 'layout.frozen' to be a unit attribute, found true}}
func.func private @frozen_value() attributes {layout.frozen = true}

// -----

// expected-error@+1 {{requires 'layout.skip' to be a unit attribute, found 1 : i64}}
func.func private @leave_value() attributes {layout.skip = 1}

// -----

// expected-error@+1 {{requires 'layout.op_layout' beside 'layout.prefer'}}
func.func private @prefer_alone() attributes {layout.prefer}

// -----

// expected-error@+1 {{requires a known layout attribute on an operation, found 'layout.prefer'}}
func.func private @prefer_value() attributes {layout.prefer = "NHWC"}

// -----

// expected-error@+1 {{requires results for 'layout.op_layout', found none}}
func.func private @op_layout_place() attributes {
  layout.op_layout = [#layout.op_layout<operands = [], results = []>]}

// -----

func.func @op_layout_empty(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires 'layout.op_layout' to be a non-empty array of #layout.op_layout, found []}}
  %0 = tensor.cast %x {layout.op_layout = []} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @op_layout_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires 'layout.op_layout' to hold #layout.op_layout, found #layout.index_map<(d0) -> (d0)>}}
  %0 = tensor.cast %x {layout.op_layout = [#layout.index_map<(i) -> (i)>]} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @op_layout_operands(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires 'layout.op_layout' to list 1 operand layouts, found 0}}
  %0 = tensor.cast %x {layout.op_layout = [#layout.op_layout<operands = [], results = [_]>]} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @op_layout_results(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires 'layout.op_layout' to list 1 result layouts, found 2}}
  %0 = tensor.cast %x {layout.op_layout = [#layout.op_layout<operands = [_], results = [_, _]>]} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

// The second layout option is checked too.
func.func @op_layout_rank(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires the layout of operand 0 to take 1 dims, found 2}}
  %0 = tensor.cast %x {layout.op_layout = [
    #layout.op_layout<operands = [_], results = [_]>,
    #layout.op_layout<operands = [<(i, j) -> (j, i)>], results = [_]>]} : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @op_layout_scalar(%x: f32) {
  // expected-error@+1 {{requires operand 0 to be a ranked tensor for its layout, found 'f32'}}
  %0 = arith.negf %x {layout.op_layout = [#layout.op_layout<operands = [<() -> ()>], results = [_]>]} : f32
  return
}

// -----

func.func @op_layout_destination(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) {
  // expected-error@+1 {{requires one layout for destination operand 2 and result 0, found #layout.edge_layout<_> and #layout.edge_layout<<(d0, d1) -> (d1, d0)>>}}
  %0 = linalg.matmul {layout.op_layout = [
         #layout.op_layout<operands = [_, _, _], results = [<(m, n) -> (n, m)>]>]}
         ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// Arguments and results of functions of other dialects are checked too.
// expected-error@+1 {{'llvm.func' op requires a known layout attribute on an argument, found 'layout.frozen'}}
llvm.func @foreign_argument(%x: i32 {layout.frozen})

// -----

// expected-error@+1 {{requires a known layout attribute on an argument, found 'layout.frosen'}}
func.func private @unknown_on_argument(%x: tensor<4xf32> {layout.frosen})

// -----

// expected-error@+1 {{requires a known layout attribute on a result, found 'layout.frosen'}}
func.func private @unknown_on_result() -> (tensor<4xf32> {layout.frosen})

// -----

// Attributes of ops are invalid on values, and the report is valid on modules
// only.
// expected-error@+1 {{requires a known layout attribute on an argument, found 'layout.op_layout'}}
func.func private @op_layout_argument(%x: tensor<4xf32> {layout.op_layout = [#layout.op_layout<operands = [], results = []>]})

// -----

// expected-error@+1 {{requires a known layout attribute on a result, found 'layout.op_layout'}}
func.func private @op_layout_result() -> (tensor<4xf32> {layout.op_layout = []})

// -----

// expected-error@+1 {{'builtin.module' op requires a known layout attribute on an operation, found 'layout.rewrite'}}
module attributes {layout.rewrite = #layout.index_map<(i) -> (i)>} {
}

// -----

// expected-error@+1 {{requires 'layout.require' to be a layout in a string or an attribute, found 4 : i64}}
func.func private @require_argument(%x: tensor<4xf32> {layout.require = 4})

// -----

// expected-error@+1 {{requires a known layout attribute on a result, found 'layout.rewrite'}}
func.func private @rewrite_result() -> (tensor<4xf32> {layout.rewrite})

// -----

func.func @op_layout_padding(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) {
  %0 = linalg.matmul {layout.op_layout = [
  // expected-error@+1 {{requires a padding of 2 widths, found 3}}
         #layout.op_layout<operands = [_, <(k, n) -> (n, k)> pad [1, 0, 0], _], results = [_]>]}
         ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @op_layout_buffers(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{requires results for 'layout.op_layout', found none}}
  linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = []>]}
      ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @view(%x: tensor<4x8xf32>) {
  // expected-error @below {{requires a known layout attribute on an operation, found 'layout.view'}}
  %0 = tensor.cast %x {layout.view} : tensor<4x8xf32> to tensor<?x8xf32>
  return
}

// -----

func.func @rule_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires 'layout.rule' to be a #layout.rule, found "NCHW"}}
  %0 = linalg.exp {layout.rule = "NCHW"} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @rule_place(%x: tensor<4xf32>) -> tensor<4xi32> {
  // expected-error@+1 {{requires a structured op or one that implements LayoutRuleOpInterface for 'layout.rule'}}
  %0 = tensor.bitcast %x {layout.rule = #layout.rule<factors = [4], operands = [[f0] : 4], results = [pinned : 4]>} : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @rule_ports(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires 'layout.rule' to list 2 operands and 1 results, found 1 and 1}}
  %0 = linalg.exp {layout.rule = #layout.rule<factors = [4], operands = [[f0] : 4], results = [[f0] : 4]>} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @rule_shape(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires the shape of 'tensor<4xf32>' for operand 1 in 'layout.rule', found 2x2}}
  %0 = linalg.exp {layout.rule = #layout.rule<factors = [4], operands = [[f0] : 4, pinned : 2x2], results = [[f0] : 4]>} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @rule_scalar(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires a tensor of type 'tensor<4xf32>' for result 0 in 'layout.rule', found 'scalar'}}
  %0 = linalg.exp {layout.rule = #layout.rule<factors = [4], operands = [[f0] : 4, [f0] : 4], results = [scalar]>} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @rule_tensor(%x: f32, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires 'scalar' for operand 0 in 'layout.rule', found a tensor}}
  %0 = linalg.fill {layout.rule = #layout.rule<factors = [4], operands = [[], [f0] : 4], results = [[f0] : 4]>} ins(%x : f32) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @rule_loops(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires one factor for each of its 1 loops in 'layout.rule', found 2}}
  %0 = linalg.exp {layout.rule = #layout.rule<factors = [2, 2], operands = [[(f0, f1)] : 4, [(f0, f1)] : 4], results = [[(f0, f1)] : 4]>} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @rule_extent(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires extent 4 for factor f0 in 'layout.rule', found 8}}
  %0 = linalg.exp {layout.rule = #layout.rule<factors = [8], operands = [[f0 + 0] : 4, [f0 + 0] : 4], results = [[f0 + 0] : 4]>} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @rule_pinned_result(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{requires results that can be laid out in 'layout.rule', found 'pinned'}}
  %0 = linalg.exp {layout.rule = #layout.rule<factors = [4], operands = [[f0] : 4, [f0] : 4], results = [pinned : 4]>} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{requires 'layout.pad_value' to be of type 'f32', found 0 : i32}}
func.func private @pad_of_argument(%x: memref<6xf32> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 0 : i32})

// -----

// An op that is invalid itself says so, and its attributes do not crash.
func.func @no_destination_for_rule(%x: tensor<4x6xf32>) {
  // expected-error @below {{expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %0 = "linalg.exp"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: f32):
    "linalg.yield"(%a) : (f32) -> ()
  }) {layout.rule = #layout.rule<factors = [4, 6], operands = [[f0, f1] : 4x6], results = [[f0, f1] : 4x6]>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @no_destination_for_option(%x: tensor<4x6xf32>) {
  // expected-error @below {{expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %0 = "linalg.exp"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: f32):
    "linalg.yield"(%a) : (f32) -> ()
  }) {layout.op_layout = [#layout.op_layout<operands = [_], results = [_], cost = 0>]} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @pitch_of_text(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires 'layout.pitched' to be true, false or an f64 price of at least 0, found "no"}}
  %0 = linalg.exp {layout.pitched = "no"} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @negative_pitch(%x: memref<4xf32>) {
  // expected-error @below {{requires 'layout.pitched' to be true, false or an f64 price of at least 0, found -1.000000e+00 : f64}}
  linalg.exp {layout.pitched = -1.0 : f64} ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @infinite_pitch(%x: memref<4xf32>) {
  // expected-error @below {{requires 'layout.pitched' to be true, false or an f64 price of at least 0, found 0x7FF0000000000000 : f64}}
  linalg.exp {layout.pitched = 0x7FF0000000000000 : f64} ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @pitch_of_move(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @below {{requires an op that computes on tensors or buffers for 'layout.pitched'}}
  %0 = tensor.concat dim(0) %x, %x {layout.pitched = false} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @pitch_of_number(%x: f32) -> f32 {
  // expected-error @below {{requires an op that computes on tensors or buffers for 'layout.pitched'}}
  %0 = math.exp %x {layout.pitched = true} : f32
  return %0 : f32
}

// -----

func.func @sticks_without_sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires a structured op that reduces for 'layout.along_stick', found another}}
  %0 = linalg.exp {layout.along_stick = 64} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @empty_sticks(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires 'layout.along_stick' to be an i64 of at least 1, found 0 : i64}}
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1] {layout.along_stick = 0}
  return %0 : tensor<4xf32>
}

// -----

func.func @chosen_result(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires 'layout.chosen' to be a #layout.op_layout of its operands and results, found #layout.op_layout<operands = [_, _], results = [], cost = 0>}}
  %0 = linalg.exp {layout.chosen = #layout.op_layout<operands = [_, _], results = []>} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @stored_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires 'layout.stored' to be a dictionary on a constant, found {}}}
  %0 = linalg.exp {layout.stored = {}} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @partition_without_id(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires 'layout.partition' to be a dictionary with an integer 'id', found {id = "0"}}}
  %0 = linalg.exp {layout.partition = {id = "0"}} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @decision_without_number(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires 'layout.decision' to be an integer of type i64, found unit}}
  %0 = linalg.exp {layout.decision} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @preferred_number(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires 'layout.prefer' to be a layout in a string or an attribute, or a dictionary of 'layout' and 'price', found 3 : i64}}
  %0 = linalg.exp {layout.prefer = 3} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#rows = #layout.tensor_layout<row_major 4x6>
#long = #layout.index_map<(i, j) -> (i * 9223372036854775807 + j * 3)>
// expected-error @below {{requires a known shape for}}
func.func private @unknown_shape(memref<4x6xf32> {layout.buffer_transforms = [#long, #rows]})
