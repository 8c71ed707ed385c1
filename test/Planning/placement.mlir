// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="placement=true problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/planned.mlir
// RUN: layout-check-plan %t/p-nested.problem.json %t/p-nested.plan.json | FileCheck %s --check-prefix=NESTED
// RUN: layout-check-plan %t/p-prefixes.problem.json %t/p-prefixes.plan.json | FileCheck %s --check-prefix=PREFIXES
// RUN: layout-check-plan %t/p-twice.problem.json %t/p-twice.plan.json | FileCheck %s --check-prefix=TWICE
// RUN: layout-check-plan %t/p-two_neighbours.problem.json %t/p-two_neighbours.plan.json | FileCheck %s --check-prefix=TWO-NEIGHBOURS
// RUN: layout-check-plan %t/p-argument.problem.json %t/p-argument.plan.json | FileCheck %s --check-prefix=ARGUMENT
// RUN: layout-check-plan %t/p-returned_part.problem.json %t/p-returned_part.plan.json | FileCheck %s --check-prefix=RETURNED-PART
// RUN: layout-check-plan %t/p-pad.problem.json %t/p-pad.plan.json | FileCheck %s --check-prefix=PAD
// RUN: layout-check-plan %t/p-two_pads.problem.json %t/p-two_pads.plan.json | FileCheck %s --check-prefix=TWO-PADS
// RUN: layout-check-plan %t/p-slice.problem.json %t/p-slice.plan.json | FileCheck %s --check-prefix=SLICE
// RUN: layout-check-plan %t/p-read_later.problem.json %t/p-read_later.plan.json | FileCheck %s --check-prefix=READ-LATER
// RUN: layout-check-plan %t/p-read_before.problem.json %t/p-read_before.plan.json | FileCheck %s --check-prefix=READ-BEFORE
// RUN: layout-check-plan %t/p-rewritten.problem.json %t/p-rewritten.plan.json | FileCheck %s --check-prefix=REWRITTEN
// RUN: layout-check-plan %t/p-dynamic_offset.problem.json %t/p-dynamic_offset.plan.json | FileCheck %s --check-prefix=DYNAMIC-OFFSET
// RUN: layout-opt %t/planned.mlir --layout-materialize --layout-bufferize --canonicalize --cse \
// RUN:   --layout-place-buffers --layout-count -o %t/placed.mlir | FileCheck %s --check-prefix=LEFT
// RUN: layout-opt %s --layout-flow=placement=true --layout-report=path=- -o %t/planned.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REPORT

// Plans in which buffers values lie: each plan costs the copies that are left and
// the borders of pads, and its certificate proves that no plan costs less.
// What is planned is what is left in the buffers: one copy of 128 bytes, read and
// written, in @twice, @two_neighbours, @argument and @two_pads, one of 256 bytes in
// @returned_part, three of 64 or 128 bytes in @read_later and @read_before, and two
// of dynamic size.
// LEFT: "moves":{"n":10,"bytes":2112}
// REPORT: in placed buffers, pads, slices and concats copy 2.11 kB and fill borders of 480 B

// Both concatenations are parts of one buffer.
// NESTED: holds: cost 0, no plan costs less than 0
func.func @nested(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %z: tensor<4x8xf32>) -> (tensor<12x8xf32>, tensor<8x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<4x8xf32>
  %b = linalg.exp ins(%y : tensor<4x8xf32>) outs(%e_b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_c = tensor.empty() : tensor<4x8xf32>
  %c = linalg.exp ins(%z : tensor<4x8xf32>) outs(%e_c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %ab = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %e_u = tensor.empty() : tensor<8x8xf32>
  %u = linalg.exp ins(%ab : tensor<8x8xf32>) outs(%e_u : tensor<8x8xf32>) -> tensor<8x8xf32>
  %abc = tensor.concat dim(0) %ab, %c : (tensor<8x8xf32>, tensor<4x8xf32>) -> tensor<12x8xf32>
  return %abc, %u : tensor<12x8xf32>, tensor<8x8xf32>
}

// So are two that list the same values first.
// PREFIXES: holds: cost 0, no plan costs less than 0
func.func @prefixes(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %z: tensor<4x8xf32>) -> (tensor<12x8xf32>, tensor<8x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<4x8xf32>
  %b = linalg.exp ins(%y : tensor<4x8xf32>) outs(%e_b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_c = tensor.empty() : tensor<4x8xf32>
  %c = linalg.exp ins(%z : tensor<4x8xf32>) outs(%e_c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %ab = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %e_u = tensor.empty() : tensor<8x8xf32>
  %u = linalg.exp ins(%ab : tensor<8x8xf32>) outs(%e_u : tensor<8x8xf32>) -> tensor<8x8xf32>
  %abc = tensor.concat dim(0) %a, %b, %c : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<12x8xf32>
  return %abc, %u : tensor<12x8xf32>, tensor<8x8xf32>
}

// A value has one place: its copy reads and writes 128 bytes.
// TWICE: holds: cost 256, no plan costs less than 256
func.func @twice(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %aa = tensor.concat dim(0) %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %aa : tensor<8x8xf32>
}

// What lies beside %c differs, so one buffer cannot be a part of the other.
// TWO-NEIGHBOURS: holds: cost 256, no plan costs less than 256
func.func @two_neighbours(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %z: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<4x8xf32>
  %b = linalg.exp ins(%y : tensor<4x8xf32>) outs(%e_b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_c = tensor.empty() : tensor<4x8xf32>
  %c = linalg.exp ins(%z : tensor<4x8xf32>) outs(%e_c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %ac = tensor.concat dim(0) %a, %c : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %bc = tensor.concat dim(0) %b, %c : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %ac, %bc : tensor<8x8xf32>, tensor<8x8xf32>
}

// The caller owns the buffer of %x.
// ARGUMENT: holds: cost 256, no plan costs less than 256
func.func @argument(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %e_b = tensor.empty() : tensor<4x8xf32>
  %b = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %xb = tensor.concat dim(1) %x, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %xb : tensor<4x16xf32>
}

// A result is no part of another one: %ab is copied, as one value or as two.
// RETURNED-PART: holds: cost 512, no plan costs less than 512
func.func @returned_part(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %z: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<12x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<4x8xf32>
  %b = linalg.exp ins(%y : tensor<4x8xf32>) outs(%e_b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_c = tensor.empty() : tensor<4x8xf32>
  %c = linalg.exp ins(%z : tensor<4x8xf32>) outs(%e_c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %ab = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %abc = tensor.concat dim(0) %ab, %c : (tensor<8x8xf32>, tensor<4x8xf32>) -> tensor<12x8xf32>
  return %ab, %abc : tensor<8x8xf32>, tensor<12x8xf32>
}

// The border of 28 elements is filled.
// PAD: holds: cost 112, no plan costs less than 112
func.func @pad(%x: tensor<4x8xf32>) -> tensor<6x10xf32> {
  %zero = arith.constant 0.0 : f32
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<6x10xf32>
  return %p : tensor<6x10xf32>
}

// Each pad writes its border, so the value can lie in one of them only.
// TWO-PADS: holds: cost 624, no plan costs less than 624
func.func @two_pads(%x: tensor<4x8xf32>) -> (tensor<6x10xf32>, tensor<8x12xf32>) {
  %zero = arith.constant 0.0 : f32
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<6x10xf32>
  %q = tensor.pad %a low[2, 2] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<8x12xf32>
  %e_u = tensor.empty() : tensor<6x10xf32>
  %u = linalg.exp ins(%p : tensor<6x10xf32>) outs(%e_u : tensor<6x10xf32>) -> tensor<6x10xf32>
  return %u, %q : tensor<6x10xf32>, tensor<8x12xf32>
}

// A slice is read where it is, and computed where it is inserted, also with strides.
// SLICE: holds: cost 0, no plan costs less than 0
func.func @slice(%x: tensor<4x8xf32>, %i: index) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = tensor.extract_slice %a[0, %i] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %e_b = tensor.empty() : tensor<4x4xf32>
  %b = linalg.exp ins(%s : tensor<4x4xf32>) outs(%e_b : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = tensor.insert_slice %b into %f[1, 0] [4, 4] [1, 2] : tensor<4x4xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// %a is read after the insertion: it is copied, and %b into the copy.
// READ-LATER: holds: cost 384, no plan costs less than 384
func.func @read_later(%x: tensor<4x8xf32>, %y: tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<2x8xf32>
  %b = linalg.exp ins(%y : tensor<2x8xf32>) outs(%e_b : tensor<2x8xf32>) -> tensor<2x8xf32>
  %r = tensor.insert_slice %b into %a[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  %e_u = tensor.empty() : tensor<4x8xf32>
  %u = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e_u : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r, %u : tensor<4x8xf32>, tensor<4x8xf32>
}

// Here only %b is copied: it is written before %a is read for the last time.
// READ-BEFORE: holds: cost 128, no plan costs less than 128
func.func @read_before(%x: tensor<4x8xf32>, %y: tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e_a = tensor.empty() : tensor<4x8xf32>
  %a = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e_a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<2x8xf32>
  %b = linalg.exp ins(%y : tensor<2x8xf32>) outs(%e_b : tensor<2x8xf32>) -> tensor<2x8xf32>
  %e_u = tensor.empty() : tensor<4x8xf32>
  %u = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e_u : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = tensor.insert_slice %b into %a[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  return %r, %u : tensor<4x8xf32>, tensor<4x8xf32>
}

// A rewrite writes to the place of its result.
// REWRITTEN: holds: cost 256, no plan costs less than 256
func.func @rewritten(%x: tensor<8x4xf32>, %y: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %t = layout.layout_transform %x by <(d0, d1) -> (d1, d0)> : tensor<8x4xf32> to tensor<4x8xf32>
  %e_b = tensor.empty() : tensor<4x8xf32>
  %b = linalg.exp ins(%y : tensor<4x8xf32>) outs(%e_b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %tb = tensor.concat dim(0) %t, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %tb : tensor<8x8xf32>
}

// The offset of %b is not known before %a. Dynamic sizes count as 1.
// DYNAMIC-OFFSET: holds: cost 64, no plan costs less than 64
func.func @dynamic_offset(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = tensor.concat dim(0) %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
