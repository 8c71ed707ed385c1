// Layouts that are required and preferred of values are planned, and the program
// computes the same: extents that blocks divide or not, unit and dynamic dims.
// Covers: P17, P18, P19
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.json" --remarks-filter="layout-(legalize|drop-constraints)" --remark-format=emitRemark -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARKS --input-file=%t.remarks
// RUN: mlir-opt %t.mlir -o /dev/null
// RUN: layout-check %s %t.mlir --entry=required
// RUN: layout-check %s %t.mlir --entry=cheap
// RUN: layout-check %s %t.mlir --entry=dear
// RUN: layout-check %s %t.mlir --entry=padded
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=4
// RUN: layout-check %s %t.mlir --entry=inner
// RUN: layout-check %s %t.mlir --entry=dead
// RUN: layout-opt %s --layout-pipeline="target=nhwc materialize=false" --layout-bufferize -o %t.buffers.mlir
// RUN: FileCheck %s --check-prefix=BUFFERS --input-file=%t.buffers.mlir
// BUFFERS-NOT: layout.constraint

// The exponential function computes in the order that its result must have,
// although nothing else in the function is NHWC.
// CHECK-LABEL: func.func @required(
//       CHECK: linalg.transpose
//       CHECK: linalg.exp ins({{.*}} : tensor<1x4x4x8xf32>)
//       CHECK: linalg.transpose
//   CHECK-NOT: linalg.transpose
//       CHECK: return
func.func @required(%x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %e = tensor.empty() : tensor<1x8x4x4xf32>
  %0 = linalg.exp {layout.require = "NCHW -> NHWC"} ins(%x : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %0 : tensor<1x8x4x4xf32>
}

// Two convolutions in NHWC. A request for NCHW between them is met if its price
// exceeds the rewrites that it takes, 4 times the bytes.
// CHECK-LABEL: func.func @cheap(
//       CHECK: linalg.exp ins({{.*}} : tensor<1x4x4x8xf32>)
// REMARKS-DAG: value-layouts.mlir:[[@LINE+6]]:{{.*}} remark: [Missed] {{.*}}Remark="a preference is not met: the value prefers (d0, d1, d2, d3) -> (d0, d3, d1, d2)"
func.func @cheap(%x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %w = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x8x4x4xf32>
  %e = tensor.empty() : tensor<1x8x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %1 = linalg.exp {layout.prefer = {layout = "NCHW", price = 3.9}} ins(%0 : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %2 : tensor<1x8x4x4xf32>
}
// REMARKS-DAG: value-layouts.mlir:[[@LINE+6]]:{{.*}} remark: [Passed] {{.*}}Remark="the value has the layout that it prefers"
func.func @dear(%x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %w = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x8x4x4xf32>
  %e = tensor.empty() : tensor<1x8x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %1 = linalg.exp {layout.prefer = {layout = "NCHW", price = 4.1}} ins(%0 : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %2 : tensor<1x8x4x4xf32>
}

// A public function keeps its type. No op shares what it requires, so that no
// rewrite is left.
// CHECK-LABEL: func.func @padded(
//  CHECK-SAME: tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32>
//   CHECK-NOT: linalg.transpose
//       CHECK: linalg.exp ins({{.*}} : tensor<1x5x3x3xf32>)
// REMARKS-DAG: value-layouts.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] {{.*}}Remark="no operation reads or writes the value in the layout that it requires: the rewrites in front and behind merge"
func.func @padded(%x: tensor<1x5x3x3xf32> {layout.require = "NCHW -> NCHW4c"}) -> (tensor<1x5x3x3xf32> {layout.require = "NCHW -> CHWN"}) {
  %e = tensor.empty() : tensor<1x5x3x3xf32>
  %0 = linalg.exp ins(%x : tensor<1x5x3x3xf32>) outs(%e : tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32>
  return %0 : tensor<1x5x3x3xf32>
}

// A dynamic dim may be moved, but not cut without a proof.
// CHECK-LABEL: func.func @dynamic(
//       CHECK: linalg.exp ins({{.*}} : tensor<6x?xf32>)
func.func @dynamic(%x: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x6xf32>
  %e = tensor.empty(%d) : tensor<?x6xf32>
  %0 = linalg.exp {layout.require = "MK -> KM"} ins(%x : tensor<?x6xf32>) outs(%e : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// The signature of a private function follows the requirement.
// CHECK-LABEL: func.func private @helper(
//  CHECK-SAME: tensor<6x4xf32>
func.func private @helper(%x: tensor<4x6xf32> {layout.require = "map:(i, j) -> (j, i)"}) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.exp ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
func.func @inner(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = call @helper(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// A request for a value without users is reported, and so is one that cannot be
// had.
// REMARKS-DAG: value-layouts.mlir:[[@LINE+2]]:{{.*}} remark: [Missed] {{.*}}Remark="layout 'BA' is not used: the value has no users"
// REMARKS-DAG: value-layouts.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] {{.*}}Remark="layout 'map:(i, j) -> (i + 1, j)' is not used
func.func @dead(%x: tensor<4x6xf32> {layout.prefer = "BA"}, %y: tensor<4x6xf32> {layout.prefer = "map:(i, j) -> (i + 1, j)"}) -> tensor<4x6xf32> {
  return %y : tensor<4x6xf32>
}

// Layouts that a marked function states are reported, too.
// REMARKS-DAG: value-layouts.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] {{.*}}Remark="layouts stated here are not used: the function is marked"
func.func @marked(%x: tensor<4x6xf32> {layout.require = "BA"}) -> tensor<4x6xf32> attributes {layout.frozen} {
  return %x : tensor<4x6xf32>
}
