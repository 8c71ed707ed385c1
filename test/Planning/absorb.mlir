// With absorb=priced a critical op may read an operand with strides instead of
// having it rewritten. Such a read costs the bytes of the operand, half of what
// the rewrite costs. Without the option, the rewrite remains as an op.
// Covers: R20
// RUN: layout-opt %s --layout-pipeline="prefer=conv2d=[NHWC,default] report=%t.never.json" -o %t.never.mlir
// RUN: FileCheck %s --check-prefix=NEVER < %t.never.mlir
// RUN: layout-opt %s --layout-pipeline="prefer=conv2d=[NHWC,default] absorb=priced report=%t.json" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=product
// RUN: layout-check %s %t.mlir --entry=shared
// RUN: layout-check %s %t.mlir --entry=blocks
// RUN: layout-opt %t.mlir --layout-pipeline="prefer=conv2d=[NHWC,default] absorb=priced" | diff %t.mlir -
// RUN: %print-json %t.never.json plan.cost after.bytes | FileCheck %s --check-prefix=NEVER-COST
// RUN: %print-json %t.json plan.cost after.bytes after.absorbed | FileCheck %s --check-prefix=COST
// RUN: %print-json %t.json absorbed_reads.*.op absorbed_reads.*.operand absorbed_reads.*.bytes | FileCheck %s --check-prefix=READS
// RUN: layout-opt %s --layout-pipeline="prefer=conv2d=[NHWC,default] absorb=priced report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT

// The plan has three rewrites, which move 2 * 180 + 2 * 60 + 2 * 144 bytes.
// NEVER-COST: plan.cost = 768
// NEVER-COST-NEXT: after.bytes = 768

// Strided reads of 180 and 144 bytes replace two rewrites; the rewrite of 60
// bytes remains.
// COST: plan.cost = 444
// COST-NEXT: after.bytes = 120
// COST-NEXT: after.absorbed = {"n": 2, "bytes": 324}
// READS: absorbed_reads.*.op = ["linalg.matmul", "linalg.matmul"]
// READS-NEXT: absorbed_reads.*.operand = [0, 0]
// READS-NEXT: absorbed_reads.*.bytes = [180, 144]

// TEXT: Read with strides instead of being rewritten:
// TEXT-NEXT: absorb.mlir:{{[0-9]+}}:8: 180 bytes, operand 0 of linalg.matmul
// TEXT-NEXT: absorb.mlir:{{[0-9]+}}:8: 144 bytes, operand 0 of linalg.matmul

// NEVER-LABEL: func.func @product
// NEVER: linalg.transpose
// NEVER: linalg.matmul
// CHECK-LABEL: func.func @product
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg0, %arg1 : tensor<9x5xf32>, tensor<9x7xf32>)
func.func @product(%a: tensor<9x5xf32>, %b: tensor<9x7xf32>) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<5x9xf32>
  %t = linalg.transpose ins(%a : tensor<9x5xf32>) outs(%et : tensor<5x9xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<5x7xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %0 = linalg.matmul ins(%t, %b : tensor<5x9xf32>, tensor<9x7xf32>) outs(%i : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// Three products read one value. A strided read would pay for each product
// alone, but one rewrite for all three is cheaper.
// CHECK-LABEL: func.func @shared
// CHECK: linalg.transpose
// CHECK-COUNT-3: linalg.matmul
func.func @shared(%a: tensor<3x5xf32>, %b: tensor<3x7xf32>, %c: tensor<3x2xf32>, %d: tensor<3x9xf32>) -> (tensor<5x7xf32>, tensor<5x2xf32>, tensor<5x9xf32>) {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<5x3xf32>
  %t = linalg.transpose ins(%a : tensor<3x5xf32>) outs(%et : tensor<5x3xf32>) permutation = [1, 0]
  %e0 = tensor.empty() : tensor<5x7xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<5x7xf32>) -> tensor<5x7xf32>
  %0 = linalg.matmul ins(%t, %b : tensor<5x3xf32>, tensor<3x7xf32>) outs(%i0 : tensor<5x7xf32>) -> tensor<5x7xf32>
  %e1 = tensor.empty() : tensor<5x2xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5x2xf32>) -> tensor<5x2xf32>
  %1 = linalg.matmul ins(%t, %c : tensor<5x3xf32>, tensor<3x2xf32>) outs(%i1 : tensor<5x2xf32>) -> tensor<5x2xf32>
  %e2 = tensor.empty() : tensor<5x9xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x9xf32>) -> tensor<5x9xf32>
  %2 = linalg.matmul ins(%t, %d : tensor<5x3xf32>, tensor<3x9xf32>) outs(%i2 : tensor<5x9xf32>) -> tensor<5x9xf32>
  return %0, %1, %2 : tensor<5x7xf32>, tensor<5x2xf32>, tensor<5x9xf32>
}

// The parts of a contracted dim are not adjacent in memory, so the product gets
// a reduction loop for each part.
// NEVER-LABEL: func.func @blocks
// NEVER: linalg.transpose
// CHECK-LABEL: func.func @blocks
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic
// CHECK-SAME: "reduction", "reduction"
func.func @blocks(%a: tensor<3x3x4xf32>, %b: tensor<12x7xf32>) -> tensor<3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<3x3x4xf32>
  %t = linalg.transpose ins(%a : tensor<3x3x4xf32>) outs(%et : tensor<3x3x4xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<3x3x4xf32> into tensor<3x12xf32>
  %e = tensor.empty() : tensor<3x7xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %0 = linalg.matmul ins(%c, %b : tensor<3x12xf32>, tensor<12x7xf32>) outs(%i : tensor<3x7xf32>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
