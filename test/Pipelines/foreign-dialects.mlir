// One module of many dialects: functions with convolutions or matmuls on
// tensors are planned. Everything else is printed byte for byte as mlir-opt
// prints it, even ops that could be simplified.
// Covers: R33, R47
// RUN: rm -rf %t && mkdir %t
// RUN: mlir-opt %s | sed '/@planned/,/^  }/d' > %t/expected.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc prefer=matmul=[MK,NK]" -o %t/planned.mlir
// RUN: sed '/^#map/d;/@planned/,/^  }/d' %t/planned.mlir | diff %t/expected.mlir -
// RUN: FileCheck %s < %t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o %t/stock.mlir
// RUN: diff %t/planned.mlir %t/stock.mlir

// CHECK-LABEL: func.func @planned_convolution
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-LABEL: func.func @tosa
// CHECK-LABEL: gpu.module @kernels
// CHECK-LABEL: func.func @planned_matmul
// CHECK: linalg.transpose ins(%arg1 : tensor<8x2xf32>) outs({{.*}}) permutation = [1, 0]
// CHECK: tosa.abs

module attributes {gpu.container_module, transform.with_named_sequence, their.mark = "kept"} {

func.func @planned_convolution(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

func.func @tosa(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tosa.abs %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %same = tosa.abs %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tosa.add %0, %same : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @shape(%x: !shape.value_shape) -> !shape.shape {
  %0 = shape.shape_of %x : !shape.value_shape -> !shape.shape
  return %0 : !shape.shape
}

func.func @async(%x: tensor<4xf32>) -> !async.token {
  %token = async.execute {
    %unused = arith.addf %x, %x : tensor<4xf32>
    async.yield
  }
  return %token : !async.token
}

emitc.func @emitc(%x: i32) -> i32 {
  %0 = emitc.call_opaque "f"(%x) : (i32) -> i32
  emitc.return %0 : i32
}

gpu.module @kernels {
  gpu.func @kernel(%x: memref<4xf32>) kernel {
    %i = gpu.thread_id x
    %same = gpu.thread_id x
    %0 = memref.load %x[%i] : memref<4xf32>
    memref.store %0, %x[%same] : memref<4xf32>
    gpu.return
  }
}

spirv.module Logical GLSL450 {
  spirv.func @entry() "None" {
    %0 = spirv.Constant 1 : i32
    %1 = spirv.IAdd %0, %0 : i32
    spirv.Return
  }
}

llvm.mlir.global internal constant @text("hello")
llvm.func @low(%x: i32) -> i32 {
  %0 = llvm.add %x, %x : i32
  llvm.return %0 : i32
}

memref.global "private" constant @table : memref<4xf32> = dense<[0.0, 1.0, 2.0, 3.0]>
func.func @buffers(%x: memref<1x4x8x8xf32>, %f: memref<8x4x3x3xf32>, %o: memref<1x8x6x6xf32>) {
  linalg.conv_2d_nchw_fchw ins(%x, %f : memref<1x4x8x8xf32>, memref<8x4x3x3xf32>) outs(%o : memref<1x8x6x6xf32>)
  return
}

ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>

func.func @planned_matmul(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = tosa.abs %0 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

transform.named_sequence @__transform_main(%x: !transform.any_op {transform.readonly}) {
  transform.yield
}

pdl.pattern @pattern : benefit(1) {
  %0 = pdl.operation "x.y"
  pdl.rewrite %0 with "z"
}

}
