// Globals marked layout.constant, whose values are given elsewhere, are
// rewritten by a function that is called once, and passed to the others.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t/report.json host-json=%t/host.json" -o %t/planned.mlir
// RUN: FileCheck %s < %t/planned.mlir
// RUN: FileCheck %s --check-prefix=JSON < %t/report.json
// RUN: FileCheck %s --check-prefix=HOST < %t/host.json
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t/report.txt" -o /dev/null
// RUN: FileCheck %s --check-prefix=TEXT < %t/report.txt
// RUN: layout-opt %t/planned.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT

// Both programs compute the same, once they have values.
// RUN: sed -e 's/#ml_program.extern/dense<[[[[1.0]], [[2.0]], [[-3.0]]], [[[4.0]], [[-5.0]], [[6.0]]]]>/' -e '/^ *memref.global/s/\(memref<[^>]*>\)/\1 = dense<[[[[0.5]], [[2.0]]], [[[3.0]], [[-1.0]]]]>/' %s > %t/given.mlir
// RUN: sed -e 's/#ml_program.extern/dense<[[[[1.0]], [[2.0]], [[-3.0]]], [[[4.0]], [[-5.0]], [[6.0]]]]>/' -e '/^ *memref.global/s/\(memref<[^>]*>\)/\1 = dense<[[[[0.5]], [[2.0]]], [[[3.0]], [[-1.0]]]]>/' %t/planned.mlir > %t/given.planned.mlir
// RUN: layout-check %t/given.mlir %t/given.planned.mlir --entry=main
// RUN: layout-check %t/given.mlir %t/given.planned.mlir --entry=main --code=kernels
// RUN: layout-check %t/given.mlir %t/given.planned.mlir --entry=caller
// RUN: layout-check %t/given.mlir %t/given.planned.mlir --entry=scaled
// RUN: layout-check %t/given.mlir %t/given.planned.mlir --entry=loop
// RUN: layout-run %t/given.mlir --entry=main --seed=3 --output=%t/before.npy
// RUN: layout-run %t/given.planned.mlir --entry=main --seed=3 --output=%t/after.npy
// RUN: %python -c "import array; a, b = (array.array('f', open('%t/' + p, 'rb').read()[128:]) for p in ('before.npy', 'after.npy')); assert len(a) == 12 and max(map(abs, a)) > 1 and max(abs(x - y) for x, y in zip(a, b)) < 1e-3"

// A second plan adds to what prepares, and describes the same globals.
// RUN: layout-opt %t/given.planned.mlir --layout-pipeline="target=nchw4c indivisible=pad" -o %t/again.mlir
// RUN: FileCheck %s --check-prefix=AGAIN < %t/again.mlir
// RUN: layout-check %t/given.mlir %t/again.mlir --entry=main
// RUN: layout-check %t/given.mlir %t/again.mlir --entry=caller

// A value that is larger than constants may become is rewritten once, too.
// RUN: layout-opt %t/given.mlir --layout-pipeline="target=nhwc constant-limit=8" -o %t/large.mlir
// RUN: FileCheck %s --check-prefix=LARGE < %t/large.mlir
// RUN: layout-check %t/given.mlir %t/large.mlir --entry=main

// JSON: "prepared": [
// JSON: "function": "main",
// JSON-NEXT: "argument": 1,
// JSON-NEXT: "result": 0,
// JSON-NEXT: "type": "tensor<1x1x3x2xf32>",
// JSON: "global": "weights",
// JSON: "map": "(d0, d1, d2, d3) -> (d2, d3, d1, d0)"
// JSON: "function": "main",
// JSON-NEXT: "argument": 2,
// JSON: "global": "scale",
// JSON: "function": "scaled",
// JSON: "descriptor": null

// TEXT: Prepared once, before the first call:
// TEXT-NEXT: 'main' takes 2 arguments from 'main.prepare', 2 made of globals
// TEXT: 'scaled' takes 1 argument from 'scaled.prepare', 1 computed

// HOST: "name": "main.prepare"
// HOST: "global": "weights"

// The rewrites of images are left.
// COUNT: {"rewrites":6,

!x = tensor<1x3x3x2xf32>
!y = tensor<1x2x3x2xf32>
!w = tensor<2x3x1x1xf32>
!v = tensor<2x2x1x1xf32>

// CHECK: ml_program.global private @weights({{.*}} {layout.constant}
// CHECK: memref.global constant @scale : memref<2x2x1x1xf32> {layout.constant}
ml_program.global private @weights(#ml_program.extern : !w) : !w {layout.constant}
memref.global constant @scale : memref<2x2x1x1xf32> {layout.constant}

// CHECK: func.func @main.prepare() -> (tensor<1x1x3x2xf32> {layout.host = {{{.*}}global = "weights"{{.*}}}}, tensor<1x1x2x2xf32> {layout.host = {{{.*}}global = "scale"{{.*}}}}) attributes {layout.prepares = array<i64>}
// CHECK: %[[W:.*]] = ml_program.global_load @weights
// CHECK: linalg.transpose ins(%[[W]] :
// CHECK: memref.get_global @scale
// CHECK: linalg.transpose
// CHECK: return
// CHECK: func.func @main(%{{.*}}: tensor<1x3x3x2xf32>, %[[V:.*]]: tensor<1x1x3x2xf32> {layout.constant}, %{{.*}}: tensor<1x1x2x2xf32> {layout.constant}) -> tensor<1x2x3x2xf32>
// CHECK-NOT: @weights
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins(%{{.*}}, %[[V]] :
// CHECK-NOT: @scale
// AGAIN: func.func @main.prepare() -> (tensor<1x1x1x1x4x4xf32> {layout.host = {{{.*}}global = "weights"
// LARGE: func.func @main.prepare() -> (tensor<1x1x3x2xf32>
func.func @main(%x: !x) -> !y {
  %zero = arith.constant dense<0.0> : !y
  %w = ml_program.global_load @weights : !w
  %b = memref.get_global @scale : memref<2x2x1x1xf32>
  %v = bufferization.to_tensor %b restrict : memref<2x2x1x1xf32> to !v
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !y) -> !y
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : !y, !v) outs(%zero : !y) -> !y
  return %1 : !y
}

// CHECK: func.func @caller(
// CHECK: %[[P:.*]]:2 = call @main.prepare()
// CHECK: call @main(%{{.*}}, %[[P]]#0, %[[P]]#1)
func.func @caller(%x: !x) -> !y {
  %0 = call @main(%x) : (!x) -> !y
  return %0 : !y
}

// Arithmetic on globals and constant arguments is done once as well. What is
// read as it is stays a load.
// CHECK: func.func @scaled.prepare(%[[S:.*]]: tensor<2x3x1x1xf32> {layout.constant}) -> tensor<1x1x3x2xf32> attributes {layout.prepares = array<i64: 1>}
// CHECK: ml_program.global_load @weights
// CHECK: arith.mulf
// CHECK: return
// CHECK: func.func @scaled(%{{.*}}: tensor<1x3x3x2xf32>, %{{.*}}: tensor<1x1x3x2xf32> {layout.constant}, %{{.*}}: tensor<2x2x1x1xf32>)
// CHECK-NOT: @weights
// CHECK: memref.get_global @scale
func.func @scaled(%x: !x, %s: !w {layout.constant}, %u: !v) -> (!y, !v) {
  %zero = arith.constant dense<0.0> : !y
  %w = ml_program.global_load @weights : !w
  %b = memref.get_global @scale : memref<2x2x1x1xf32>
  %v = bufferization.to_tensor %b restrict : memref<2x2x1x1xf32> to !v
  %0 = arith.mulf %w, %s : !w
  %1 = linalg.conv_2d_nchw_fchw ins(%x, %0 : !x, !w) outs(%zero : !y) -> !y
  %2 = arith.addf %v, %u : !v
  return %1, %2 : !y, !v
}

// A load in a loop.
// CHECK: func.func @loop.prepare() -> (tensor<1x1x2x2xf32> {
// CHECK: func.func @loop(
// CHECK-NOT: @scale
// CHECK: return
func.func @loop(%y: !y) -> !y {
  %zero = arith.constant dense<0.0> : !y
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %y) -> !y {
    %b = memref.get_global @scale : memref<2x2x1x1xf32>
    %v = bufferization.to_tensor %b restrict : memref<2x2x1x1xf32> to !v
    %1 = linalg.conv_2d_nchw_fchw ins(%a, %v : !y, !v) outs(%zero : !y) -> !y
    scf.yield %1 : !y
  }
  return %0 : !y
}
