// What is reduced along sticks of 128 bytes is stored with one element in each
// stick, and read as it is. The memory plan counts whole sticks.
// Covers: P5, P8, P11, P21, P22
//
// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir
// RUN: layout-opt %t.mlir --layout-plan-memory=report=%t.json -o %t.planned.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=MEMORY
// RUN: layout-check %s %t.planned.mlir
//
// CHECK: memref.alloc() : memref<640xf32>
// CHECK-NOT: memref.alloc
// CHECK: return
// 20 sticks of 128 bytes; without the box there are 640 - 31 places.
// MEMORY: "sum": 2560

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%x: memref<20x7xf32>, %y: memref<20x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i * 32) in [640]>]} : memref<20xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<20xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<20x7xf32>) outs(%sum : memref<20xf32>) {
  ^bb0(%a: f32, %s: f32):
    %b = arith.addf %a, %s : f32
    linalg.yield %b : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : memref<20x7xf32>, memref<20xf32>) outs(%y : memref<20x7xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %b = arith.subf %a, %s : f32
    linalg.yield %b : f32
  }
  memref.dealloc %sum : memref<20xf32>
  return
}
