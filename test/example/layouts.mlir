// An attribute of a user's dialect is the layout of tensors and memrefs through
// TensorLayoutAttrInterface: it is planned and bufferized like one of ours. One
// that does not implement the interface is a remark.
// Covers: P26
// RUN: rm -rf %t && split-file %s %t
// RUN: example-opt %t/tensors.mlir --layout-pipeline -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o /dev/null
// RUN: sed 's/, #example.tiles<4, 8>>/>/g' %t/tensors.mlir > %t/plain.mlir
// RUN: layout-check --entry=caller %t/plain.mlir %t/planned.mlir

// RUN: example-opt %t/tensors.mlir --layout-pipeline=materialize=false --layout-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: example-opt %t/memrefs.mlir --layout-apply-buffer-layouts -o %t/applied.mlir
// RUN: FileCheck %s --check-prefix=APPLIED --input-file=%t/applied.mlir
// RUN: sed 's/, #example.tiles<4, 8>>/>/g' %t/memrefs.mlir > %t/rows.mlir
// RUN: layout-check --entry=double %t/rows.mlir %t/applied.mlir

// RUN: example-opt %t/foreign.mlir --layout-pipeline --remarks-filter=layout-legalize --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not example-opt %t/foreign.mlir --layout-pipeline --layout-bufferize -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: example-opt %t/invalid.mlir --layout-legalize -split-input-file -verify-diagnostics

// Tiles of 4 x 8, of which the device reads two at a time: 20 columns are 4
// tiles.
// CHECK: func.func @border(%{{.*}}: tensor<3x4x4x8xf32> {layout.host = {bytes = 1536 : i64,{{.*}}layout = "map:(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8) in [3, 4, 4, 8]"
// BUFFERS: func.func @border(%{{.*}}: memref<3x4x4x8xf32> {layout.host
// APPLIED: memref.alloc() : memref<3x4x4x8xf32>

// REMARK: foreign.mlir:1:{{.*}}"some encoding" is not planned: it is no layout that implements TensorLayoutAttrInterface
// REMARK-NOT: Category:layout-legalize
// FOREIGN: error: {{.*}}requires tensors without an encoding

//--- tensors.mlir
func.func @border(%x: tensor<10x20xf32, #example.tiles<4, 8>>) -> tensor<10x20xf32> {
  %e = tensor.empty() : tensor<10x20xf32>
  %0 = linalg.exp ins(%x : tensor<10x20xf32, #example.tiles<4, 8>>) outs(%e : tensor<10x20xf32>) -> tensor<10x20xf32>
  return %0 : tensor<10x20xf32>
}
func.func @caller(%x: tensor<10x20xf32>) -> tensor<10x20xf32> {
  %c = tensor.cast %x : tensor<10x20xf32> to tensor<10x20xf32, #example.tiles<4, 8>>
  %0 = call @border(%c) : (tensor<10x20xf32, #example.tiles<4, 8>>) -> tensor<10x20xf32>
  return %0 : tensor<10x20xf32>
}

//--- memrefs.mlir
func.func @double(%x: memref<10x20xf32>) {
  %b = memref.alloc() : memref<10x20xf32, #example.tiles<4, 8>>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %x[%i, %j] : memref<10x20xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<10x20xf32, #example.tiles<4, 8>>
    }
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %b[9 - %i, %j] : memref<10x20xf32, #example.tiles<4, 8>>
      affine.store %0, %x[%i, %j] : memref<10x20xf32>
    }
  }
  memref.dealloc %b : memref<10x20xf32, #example.tiles<4, 8>>
  return
}

//--- foreign.mlir
func.func @foreign(%x: tensor<4x6xf32, "some encoding">) -> tensor<4x6xf32, "some encoding"> {
  %0 = math.exp %x : tensor<4x6xf32, "some encoding">
  return %0 : tensor<4x6xf32, "some encoding">
}

//--- invalid.mlir
// expected-error@+1 {{argument 0: requires a static matrix for tiles}}
func.func @dynamic(%x: tensor<?x20xf32, #example.tiles<4, 8>>) {
  return
}
