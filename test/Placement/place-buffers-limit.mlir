// A skip connection: placed in the concatenation, %a keeps the whole result
// alive while the values between are computed. A limit of the memory makes it a
// copy, and one that cannot be met is an error.
// RUN: layout-opt %s --layout-place-buffers=report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=FREE --input-file %t.json
// RUN: layout-opt %s --layout-place-buffers="memory-limit=80000 report=%t.limit.json" -o %t.limit.mlir
// RUN: FileCheck %s --check-prefix=LIMIT --input-file %t.limit.json
// RUN: layout-check %t.mlir %t.limit.mlir
// RUN: layout-check %s %t.limit.mlir
// RUN: not layout-opt %s --layout-place-buffers=memory-limit=4096 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not layout-opt %s --layout-place-buffers=report=%t.missing/report.json 2>&1 | FileCheck %s --check-prefix=PATH

// FREE: "before": {
// FREE: "n": 2,
// FREE-NEXT: "bytes": 40960
// FREE: "peak": 73728
// FREE: "after": {
// FREE: "n": 0,
// FREE: "peak": 90112
// FREE: "left": []

// LIMIT: "after": {
// LIMIT: "n": 1,
// LIMIT-NEXT: "bytes": 8192
// LIMIT: "peak": 73728

// ERROR: error: 'func.func' op requires a memory limit of at least 73728 bytes, found 4096

// PATH: error: {{.*}}report.json
func.func @main(%x: memref<1x1024xf32>, %y: memref<5x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<1x1024xf32>
  linalg.exp ins(%x : memref<1x1024xf32>) outs(%a : memref<1x1024xf32>)
  %b = memref.alloc() : memref<16x1x1024xf32>
  linalg.broadcast ins(%a : memref<1x1024xf32>) outs(%b : memref<16x1x1024xf32>) dimensions = [0]
  %s = memref.alloc() : memref<1024xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<1024xf32>)
  linalg.reduce { arith.addf } ins(%b : memref<16x1x1024xf32>) outs(%s : memref<1024xf32>) dimensions = [0, 1]
  %c = memref.alloc() : memref<4x1024xf32>
  linalg.broadcast ins(%s : memref<1024xf32>) outs(%c : memref<4x1024xf32>) dimensions = [0]
  %d = memref.alloc() : memref<5x1024xf32>
  %0 = memref.subview %d[0, 0] [1, 1024] [1, 1] : memref<5x1024xf32> to memref<1x1024xf32, strided<[1024, 1]>>
  memref.copy %a, %0 : memref<1x1024xf32> to memref<1x1024xf32, strided<[1024, 1]>>
  %1 = memref.subview %d[1, 0] [4, 1024] [1, 1] : memref<5x1024xf32> to memref<4x1024xf32, strided<[1024, 1], offset: 1024>>
  memref.copy %c, %1 : memref<4x1024xf32> to memref<4x1024xf32, strided<[1024, 1], offset: 1024>>
  linalg.tanh ins(%d : memref<5x1024xf32>) outs(%y : memref<5x1024xf32>)
  return
}
