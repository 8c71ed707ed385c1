// Modules that hold nothing to plan are printed as mlir-opt prints them: buffers, LLVM, foreign dialects, functions that could be simplified or are
// marked to be skipped.
// Covers: R33, R36, R39, R47
// RUN: rm -rf %t && split-file %s %t
// RUN: mlir-opt %t/unplanned.mlir -o %t/expected.mlir
// RUN: layout-opt %t/unplanned.mlir --layout-pipeline="target=nchw16c prefer=matmul=[MK,KN] report=%t/report.json" -o %t/planned.mlir
// RUN: diff %t/expected.mlir %t/planned.mlir
// RUN: mlir-opt %t/foreign.mlir --allow-unregistered-dialect -o %t/expected.mlir
// RUN: layout-opt %t/foreign.mlir --allow-unregistered-dialect --layout-pipeline="target=nchw16c" -o %t/planned.mlir
// RUN: diff %t/expected.mlir %t/planned.mlir
// RUN: not layout-opt %t/foreign.mlir --layout-pipeline="target=nchw16c" -o %t/none.mlir
// RUN: not ls %t/none.mlir

// Only marks of ops go, which upstream tools do not know.
// RUN: layout-opt %t/marked.mlir --layout-pipeline="target=nchw16c" -o %t/planned.mlir
// RUN: sed 's/{layout.frozen} //;s/ {layout.skip}//' %t/marked.mlir | mlir-opt -o %t/expected.mlir
// RUN: diff %t/expected.mlir %t/planned.mlir

// Functions next to a planned one stay unchanged as well.
// RUN: cat %t/both.mlir %t/unplanned.mlir > %t/all.mlir
// RUN: layout-opt %t/all.mlir --layout-pipeline="target=nhwc" | FileCheck %t/both.mlir

//--- both.mlir
// CHECK-LABEL: func.func @planned
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @planned(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}
// CHECK-LABEL: func.func @messy
// CHECK-COUNT-2: tensor.empty
// CHECK: arith.addi
// CHECK-LABEL: func.func @buffers
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK: llvm.func @low
// CHECK: spirv.module

//--- unplanned.mlir
func.func @messy(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.exp ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %g = tensor.empty() : tensor<4x6xf32>
  %1 = linalg.exp ins(%0 : tensor<4x6xf32>) outs(%g : tensor<4x6xf32>) -> tensor<4x6xf32>
  %c1 = arith.constant 1 : index
  %unused = arith.addi %c1, %c1 : index
  return %1 : tensor<4x6xf32>
}

func.func @buffers(%x: memref<1x16x8x8xf32>, %f: memref<16x16x3x3xf32>, %o: memref<1x16x6x6xf32>) {
  linalg.conv_2d_nchw_fchw ins(%x, %f : memref<1x16x8x8xf32>, memref<16x16x3x3xf32>) outs(%o : memref<1x16x6x6xf32>)
  return
}

func.func private @declared(tensor<4xf32>) -> tensor<4xf32>

llvm.func @low(%x: i32) -> i32 {
  %0 = llvm.add %x, %x : i32
  llvm.return %0 : i32
}

spirv.module Logical GLSL450 {
}

//--- foreign.mlir
func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "unknown.op"(%x) {unknown.attribute} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- marked.mlir
func.func @marked(%x: tensor<4x8xf32>, %i: index) -> (tensor<4x8xf32>, index) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp {layout.frozen} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = arith.addi %i, %i {layout.skip} : index
  return %0, %1 : tensor<4x8xf32>, index
}
