// Loads of globals that are marked layout.constant move from private functions
// to the public ones that lead to them, whose callers run what prepares them.

// RUN: layout-opt %s --layout-hoist -o %t.hoisted.mlir
// RUN: FileCheck %s < %t.hoisted.mlir
// RUN: layout-opt %s --layout-hoist --remarks-filter=layout-hoist --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.txt" --remarks-filter=layout-fold --remark-format=emitRemark -o %t.planned.mlir 2> %t.remarks
// RUN: FileCheck %s --check-prefix=PLANNED < %t.planned.mlir
// RUN: FileCheck %s --check-prefix=TEXT < %t.txt
// RUN: FileCheck %s --check-prefix=STAYS < %t.remarks
// RUN: layout-opt %t.planned.mlir --layout-pipeline=target=nhwc | diff %t.planned.mlir -

// All compute the same, once the globals have values.
// RUN: sed -e 's/#ml_program.extern/dense<[[[[0.1]], [[0.2]], [[-0.3]]], [[[0.4]], [[-0.5]], [[0.6]]], [[[0.9]], [[-0.7]], [[0.8]]]]>/' -e '/^ *memref.global/s/\(memref<[^>]*>\)/\1 = dense<[[[[0.5]], [[0.2]], [[0.3]]], [[[-1.0]], [[0.7]], [[0.4]]], [[[-0.1]], [[0.8]], [[-0.6]]]]>/' %s > %t.given.mlir
// RUN: sed -e 's/#ml_program.extern/dense<[[[[0.1]], [[0.2]], [[-0.3]]], [[[0.4]], [[-0.5]], [[0.6]]], [[[0.9]], [[-0.7]], [[0.8]]]]>/' -e '/^ *memref.global/s/\(memref<[^>]*>\)/\1 = dense<[[[[0.5]], [[0.2]], [[0.3]]], [[[-1.0]], [[0.7]], [[0.4]]], [[[-0.1]], [[0.8]], [[-0.6]]]]>/' %t.hoisted.mlir > %t.given.hoisted.mlir
// RUN: sed -e 's/#ml_program.extern/dense<[[[[0.1]], [[0.2]], [[-0.3]]], [[[0.4]], [[-0.5]], [[0.6]]], [[[0.9]], [[-0.7]], [[0.8]]]]>/' -e '/^ *memref.global/s/\(memref<[^>]*>\)/\1 = dense<[[[[0.5]], [[0.2]], [[0.3]]], [[[-1.0]], [[0.7]], [[0.4]]], [[[-0.1]], [[0.8]], [[-0.6]]]]>/' %t.planned.mlir > %t.given.planned.mlir
// RUN: layout-check %t.given.mlir %t.given.hoisted.mlir %t.given.planned.mlir --entry=main --dims=3
// RUN: layout-check %t.given.mlir %t.given.hoisted.mlir %t.given.planned.mlir --entry=main --dims=1
// RUN: layout-check %t.given.mlir %t.given.hoisted.mlir %t.given.planned.mlir --entry=other
// RUN: layout-check %t.given.mlir %t.given.hoisted.mlir %t.given.planned.mlir --entry=twice --dims=2
// RUN: layout-check %t.given.mlir %t.given.hoisted.mlir %t.given.planned.mlir --entry=recursive
// RUN: layout-check %t.given.mlir %t.given.hoisted.mlir %t.given.planned.mlir --entry=marked

// A global that is stored to may not have the mark.
// RUN: sed -e 's/private @weights/private mutable @weights/' -e 's/^  return %w : !w/  ml_program.global_store @weights = %w : !w\n&/' %s | not layout-opt --layout-hoist 2>&1 | FileCheck %s --check-prefix=STORED
// STORED: error: 'ml_program.global' op requires a global that never changes for 'layout.constant', found one that is stored to, or passed on
// STORED: note: used here

// REMARK-COUNT-3: 2 loads of marked globals moved to the callers
// REMARK-NOT: moved to the callers

// Nothing but the images is rewritten in @main and what it calls.
// PLANNED: func.func @main.prepare() -> (tensor<3x1x1x3xf32> {layout.host = {{.*}}global = "weights"{{.*}}}, tensor<3x1x1x3xf32> {layout.host = {{.*}}global = "scale"
// PLANNED-LABEL: func.func @main(
// PLANNED-SAME: %[[X:[^:]*]]: tensor<?x3x5x4xf32>, %[[W:[^:]*]]: tensor<3x1x1x3xf32> {layout.constant}, %[[S:[^:]*]]: tensor<3x1x1x3xf32> {layout.constant})
// PLANNED: linalg.transpose ins(%[[X]] :
// PLANNED: call @block(%{{.*}}, %[[W]], %[[S]])
// PLANNED: call @block(%{{.*}}, %[[W]], %[[S]])
// PLANNED: linalg.transpose
// PLANNED-NOT: linalg.transpose
// PLANNED: return
// PLANNED-LABEL: func.func private @block(
// PLANNED-NOT: linalg.transpose
// PLANNED: return
// PLANNED-LABEL: func.func private @layer(
// PLANNED-NOT: linalg.transpose
// PLANNED: return
// TEXT: 'main' takes 2 arguments from 'main.prepare', 2 made of globals
// TEXT: 'other' takes 2 arguments from 'other.prepare', 2 made of globals

// STAYS-NOT: Function={{main|other|twice|both|block|layer}}
// STAYS: Function=again | Remark="layout_transform of a global stays: callers of a private function do not prepare @weights"
// STAYS: Function=byAddress | Remark="layout_transform of a global stays: callers of a private function do not prepare @weights"
// STAYS-NOT: Function={{main|other|twice|both|block|layer}}

!x = tensor<?x3x5x4xf32>
!w = tensor<3x3x1x1xf32>

ml_program.global private @weights(#ml_program.extern : !w) : !w {layout.constant}
memref.global constant @scale : memref<3x3x1x1xf32> {layout.constant}

// One load of each global is enough, whatever calls are in branches.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[W:.*]] = ml_program.global_load @weights
// CHECK-NEXT: %[[B:.*]] = memref.get_global @scale
// CHECK-NEXT: %[[S:.*]] = bufferization.to_tensor %[[B]]
// CHECK-NEXT: call @block(%{{.*}}, %[[W]], %[[S]])
// CHECK-NEXT: call @block(%{{.*}}, %[[W]], %[[S]])
// CHECK-NEXT: return
func.func @main(%x: !x) -> !x {
  %0 = call @block(%x) : (!x) -> !x
  %1 = call @block(%0) : (!x) -> !x
  return %1 : !x
}

// A load that is there already is taken.
// CHECK-LABEL: func.func @other(
// CHECK-NEXT: %[[W:.*]] = ml_program.global_load @weights
// CHECK-NEXT: memref.get_global @scale
// CHECK-NEXT: bufferization.to_tensor
// CHECK-NOT: global_load
// CHECK: call @layer({{.*}}, %[[W]], %{{.*}})
// CHECK: arith.addf %[[W]], %arg1
func.func @other(%x: tensor<2x3x5x4xf32>, %u: !w) -> (!x, !w) {
  %0 = tensor.cast %x : tensor<2x3x5x4xf32> to !x
  %1 = call @layer(%0) : (!x) -> !x
  %w = ml_program.global_load @weights : !w
  %2 = arith.addf %w, %u : !w
  return %1, %2 : !x, !w
}

// What comes from two callees is one argument.
// CHECK: func.func private @both(%{{.*}}: tensor<?x3x5x4xf32>, %[[W:[^:]*]]: tensor<3x3x1x1xf32>, %[[S:[^:]*]]: tensor<3x3x1x1xf32>) -> tensor<?x3x5x4xf32>
// CHECK: call @layer(%{{.*}}, %[[W]], %[[S]])
// CHECK: call @block(%{{.*}}, %[[W]], %[[S]])
func.func private @both(%x: !x) -> !x {
  %0 = call @layer(%x) : (!x) -> !x
  %1 = call @block(%0) : (!x) -> !x
  return %1 : !x
}
func.func @twice(%x: !x) -> !x {
  %0 = call @both(%x) : (!x) -> !x
  return %0 : !x
}

// CHECK: func.func private @block(%{{.*}}: tensor<?x3x5x4xf32>, %[[W:.*]]: tensor<3x3x1x1xf32>, %[[S:.*]]: tensor<3x3x1x1xf32>) -> tensor<?x3x5x4xf32>
// CHECK-NOT: global
// CHECK: scf.for
// CHECK: call @layer(%{{.*}}, %[[W]], %[[S]])
// CHECK: return
func.func private @block(%x: !x) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> !x {
    %1 = func.call @layer(%a) : (!x) -> !x
    scf.yield %1 : !x
  }
  return %0 : !x
}

// CHECK: func.func private @layer(%{{.*}}: tensor<?x3x5x4xf32>, %[[W:.*]]: tensor<3x3x1x1xf32>, %[[S:.*]]: tensor<3x3x1x1xf32>) -> tensor<?x3x5x4xf32>
// CHECK-NOT: global
// CHECK: scf.if
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}, %[[W]] :
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}, %[[S]] :
// CHECK: return
func.func private @layer(%x: !x) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : !x
  %e = tensor.empty(%n) : !x
  %f = linalg.fill ins(%zero : f32) outs(%e : !x) -> !x
  %many = arith.cmpi sgt, %n, %c1 : index
  %0 = scf.if %many -> !x {
    %w = ml_program.global_load @weights : !w
    %2 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%f : !x) -> !x
    scf.yield %2 : !x
  } else {
    scf.yield %x : !x
  }
  %b = memref.get_global @scale : memref<3x3x1x1xf32>
  %s = bufferization.to_tensor %b restrict : memref<3x3x1x1xf32> to !w
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %s : !x, !w) outs(%f : !x) -> !x
  return %1 : !x
}

// The loads of a function that calls itself, or that is called by its address,
// stay.
// CHECK: func.func private @again(%{{.*}}: tensor<2x3x5x4xf32>, %{{.*}}: index) -> tensor<2x3x5x4xf32>
// CHECK: ml_program.global_load @weights
func.func private @again(%x: tensor<2x3x5x4xf32>, %n: index) -> tensor<2x3x5x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<2x3x5x4xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  %0 = scf.if %more -> tensor<2x3x5x4xf32> {
    %w = ml_program.global_load @weights : !w
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x3x5x4xf32>, !w) outs(%zero : tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32>
    %m = arith.subi %n, %c1 : index
    %2 = func.call @again(%1, %m) : (tensor<2x3x5x4xf32>, index) -> tensor<2x3x5x4xf32>
    scf.yield %2 : tensor<2x3x5x4xf32>
  } else {
    scf.yield %x : tensor<2x3x5x4xf32>
  }
  return %0 : tensor<2x3x5x4xf32>
}
func.func @recursive(%x: tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32> {
  %c2 = arith.constant 2 : index
  %0 = call @again(%x, %c2) : (tensor<2x3x5x4xf32>, index) -> tensor<2x3x5x4xf32>
  return %0 : tensor<2x3x5x4xf32>
}

// CHECK: func.func private @byAddress(%{{.*}}: tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32>
// CHECK: ml_program.global_load @weights
func.func private @byAddress(%x: tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x3x5x4xf32>
  %w = ml_program.global_load @weights : !w
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x3x5x4xf32>, !w) outs(%zero : tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32>
  return %0 : tensor<2x3x5x4xf32>
}
func.func @address() -> ((tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32>) {
  %f = constant @byAddress : (tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32>
  return %f : (tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32>
}

// So do those of one that a marked call names, and those that are marked.
// CHECK: func.func private @called()
// CHECK-NEXT: ml_program.global_load @weights
func.func private @called() -> !w {
  %w = ml_program.global_load @weights : !w
  return %w : !w
}
// CHECK: func.func private @keeps()
// CHECK-NEXT: ml_program.global_load @weights {{.*}}{layout.skip}
func.func private @keeps() -> !w {
  %w = ml_program.global_load @weights : !w {layout.skip}
  return %w : !w
}
func.func @marked(%u: !w) -> (!w, !w) {
  %0 = call @called() {layout.frozen} : () -> !w
  %1 = call @keeps() : () -> !w
  %2 = arith.addf %0, %u : !w
  %3 = arith.mulf %1, %u : !w
  return %2, %3 : !w, !w
}
