// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="placement=true problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/planned.mlir
// RUN: layout-check-plan %t/p-refused.problem.json %t/p-refused.plan.json | FileCheck %s --check-prefix=REFUSED
// RUN: layout-check-plan %t/p-contiguous.problem.json %t/p-contiguous.plan.json | FileCheck %s --check-prefix=CONTIGUOUS
// RUN: layout-check-plan %t/p-blocks.problem.json %t/p-blocks.plan.json | FileCheck %s --check-prefix=BLOCKS
// RUN: layout-check-plan %t/p-cheap.problem.json %t/p-cheap.plan.json | FileCheck %s --check-prefix=CHEAP
// RUN: layout-check-plan %t/p-dear.problem.json %t/p-dear.plan.json | FileCheck %s --check-prefix=DEAR
// RUN: layout-check-plan %t/p-shared.problem.json %t/p-shared.plan.json | FileCheck %s --check-prefix=SHARED
// RUN: layout-check-plan %t/p-padded.problem.json %t/p-padded.plan.json | FileCheck %s --check-prefix=PADDED
// RUN: FileCheck %s --check-prefix=STATED < %t/planned.mlir
// RUN: layout-opt %t/planned.mlir --layout-materialize --layout-bufferize --canonicalize --cse \
// RUN:   --layout-place-buffers -o %t/placed.mlir
// RUN: layout-opt %t/placed.mlir --layout-count -o %t/counted.mlir | FileCheck %s --check-prefix=LEFT
// RUN: layout-opt %s --layout-bufferize -o %t/buffers.mlir
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=dear | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=shared | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/buffers.mlir %t/placed.mlir --entry=padded | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-flow=placement=true --layout-report=path=%t/report.json -o %t/planned.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/report.json
// RUN: echo '{"version": 1, "unit": "ps", "per_byte": 2.0, "efficiency": [{"run": 4, "of_copy": 1.0}]}' > %t/machine.json
// RUN: layout-opt %s --layout-flow="placement=true calibration=%t/machine.json problem=%t/t.problem.json plan=%t/t.plan.json" -o %t/timed.mlir
// RUN: layout-check-plan %t/t-cheap.problem.json %t/t-cheap.plan.json | FileCheck %s --check-prefix=TIMED-CHEAP
// RUN: layout-check-plan %t/t-padded.problem.json %t/t-padded.plan.json | FileCheck %s --check-prefix=TIMED-PADDED

// An op may refuse parts of larger buffers whose elements are not contiguous, or
// ask a price for them. The copies that are planned are those that are left: one
// of 512 bytes, read and written, in @refused, @dear and @padded, and two in
// @shared.
// LEFT: "moves":{"n":5,"bytes":5120}
// EQUAL: equal
// REPORT: "prices": 128

// The columns of %a in the concatenation are at a pitch.
// REFUSED: holds: cost 1024, no plan costs less than 1024
// STATED-LABEL: @refused
// STATED: linalg.exp {layout.pitched = false}
func.func @refused(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %a = linalg.exp {layout.pitched = false} ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %b = linalg.exp ins(%y : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %ab = tensor.concat dim(1) %a, %b : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  return %ab : tensor<8x32xf32>
}

// Rows are contiguous, at whatever offset.
// CONTIGUOUS: holds: cost 0, no plan costs less than 0
func.func @contiguous(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> tensor<16x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %a = linalg.exp {layout.pitched = false} ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %b = linalg.exp {layout.pitched = false} ins(%y : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %ab = tensor.concat dim(0) %a, %b : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  return %ab : tensor<16x16xf32>
}

// So are channels in blocks, if there is one image.
// BLOCKS: holds: cost 0, no plan costs less than 0
func.func @blocks(%x: tensor<1x2x4x4x16xf32>, %y: tensor<1x1x4x4x16xf32>) -> tensor<1x3x4x4x16xf32> {
  %e = tensor.empty() : tensor<1x2x4x4x16xf32>
  %a = linalg.exp {layout.pitched = false} ins(%x : tensor<1x2x4x4x16xf32>) outs(%e : tensor<1x2x4x4x16xf32>) -> tensor<1x2x4x4x16xf32>
  %e1 = tensor.empty() : tensor<1x1x4x4x16xf32>
  %b = linalg.exp {layout.pitched = false} ins(%y : tensor<1x1x4x4x16xf32>) outs(%e1 : tensor<1x1x4x4x16xf32>) -> tensor<1x1x4x4x16xf32>
  %ab = tensor.concat dim(1) %a, %b : (tensor<1x2x4x4x16xf32>, tensor<1x1x4x4x16xf32>) -> tensor<1x3x4x4x16xf32>
  return %ab : tensor<1x3x4x4x16xf32>
}

// A quarter of 512 bytes is less than a copy.
// CHEAP: holds: cost 128, no plan costs less than 128
// TIMED-CHEAP: holds: cost 256, no plan costs less than 256
// STATED-LABEL: @cheap
// STATED: linalg.exp {layout.pitched = true}
func.func @cheap(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %a = linalg.exp {layout.pitched = 0.25 : f64} ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %b = linalg.exp ins(%y : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %ab = tensor.concat dim(1) %a, %b : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  return %ab : tensor<8x32xf32>
}

// Three ops that read the slice ask more than one copy.
// DEAR: holds: cost 1024, no plan costs less than 1024
// STATED-LABEL: @dear
// STATED-COUNT-3: layout.pitched = false
func.func @dear(%x: tensor<8x32xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %a = tensor.extract_slice %x[0, 8] [8, 16] [1, 1] : tensor<8x32xf32> to tensor<8x16xf32>
  %0 = linalg.exp {layout.pitched = 0.75 : f64} ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.tanh {layout.pitched = 0.75 : f64} ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = linalg.abs {layout.pitched = 0.75 : f64} ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0, %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}

// Each value is copied once, to the place that both concatenations share.
// SHARED: holds: cost 2048, no plan costs less than 2048
func.func @shared(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> (tensor<8x32xf32>, tensor<8x48xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %a = linalg.exp {layout.pitched = false} ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %b = linalg.exp {layout.pitched = false} ins(%y : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %ab = tensor.concat dim(1) %a, %b : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  %e2 = tensor.empty() : tensor<8x32xf32>
  %u = linalg.tanh ins(%ab : tensor<8x32xf32>) outs(%e2 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %c = linalg.exp ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %abc = tensor.concat dim(1) %a, %b, %c : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x48xf32>
  %e3 = tensor.empty() : tensor<8x48xf32>
  %v = linalg.tanh ins(%abc : tensor<8x48xf32>) outs(%e3 : tensor<8x48xf32>) -> tensor<8x48xf32>
  return %u, %v : tensor<8x32xf32>, tensor<8x48xf32>
}

// The inside of a pad is at a pitch; the border takes (10 * 18 - 8 * 16) * 4 bytes.
// PADDED: holds: cost 1232, no plan costs less than 1232
// TIMED-PADDED: holds: cost 2464, no plan costs less than 2464
func.func @padded(%x: tensor<8x16xf32>) -> tensor<10x18xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %a = linalg.exp {layout.pitched = false} ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %p = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x16xf32> to tensor<10x18xf32>
  %e2 = tensor.empty() : tensor<10x18xf32>
  %r = linalg.exp {layout.pitched = false} ins(%p : tensor<10x18xf32>) outs(%e2 : tensor<10x18xf32>) -> tensor<10x18xf32>
  return %r : tensor<10x18xf32>
}
