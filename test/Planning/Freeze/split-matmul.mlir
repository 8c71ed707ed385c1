// A block does not divide the columns of a kernel: if it is a constant, full
// blocks are packed, and another op computes the columns that remain.
//
// Covers: R10
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.
//
// RUN: layout-opt %s --layout-freeze=target=nhwc-packed16 | FileCheck %s
// RUN: layout-opt %s --layout-freeze=target=nhwc-packed16 --remarks-filter-passed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-freeze="target=nhwc-packed16 indivisible=pad" | FileCheck %s --check-prefix=PAD
// RUN: layout-opt %s --layout-freeze="prefer=matmul=[MK,NK16n]" | FileCheck %s --check-prefix=PREFER
//
// The constants are packed at compile time, so that nothing is left, and both
// ops compute their columns where the result has them.
//
// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=nhwc-packed16 -o %t.planned.mlir
// RUN: layout-opt %t.planned.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.planned.mlir --layout-to-kernels | FileCheck %s --check-prefix=KERNELS
// RUN: layout-check %t.mlir %t.planned.mlir --entry=columns --code=kernels
// RUN: layout-check %t.mlir %t.planned.mlir --entry=rows --code=kernels --dims=1
// RUN: layout-check %t.mlir %t.planned.mlir --entry=rows --code=kernels --dims=30
// RUN: layout-check %t.mlir %t.planned.mlir --entry=batch --code=kernels
// RUN: layout-check %t.mlir %t.planned.mlir --entry=integers --code=kernels
// RUN: layout-check %t.mlir %t.planned.mlir --entry=row --code=kernels
// RUN: layout-check %t.mlir %t.planned.mlir --entry=row_and_bias --code=kernels
// RUN: layout-check %t.mlir %t.planned.mlir --entry=most_of_a_block --code=kernels
// RUN: layout-check %t.mlir %t.planned.mlir --entry=dynamic_rows --code=kernels --dims=1
// RUN: layout-check %t.mlir %t.planned.mlir --entry=dynamic_rows --code=kernels --dims=30
// RUN: layout-opt %t.planned.mlir --linalg-generalize-named-ops --canonicalize --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED
//
// A second run finds nothing to split.
//
// RUN: layout-opt %t.planned.mlir --layout-pipeline=target=nhwc-packed16 --remarks-filter-passed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=AGAIN --allow-empty
// AGAIN-NOT: full blocks
// COUNT: {"rewrites":0,"bytes":0,

// REMARK: matmul computes n in full blocks of 16, and the columns that remain by another op
// REMARK: matmul computes n in full blocks of 16, with columns that nothing reads
// KERNELS-LABEL: func.func @columns(
//       KERNELS: %[[ALL:.*]] = memref.alloc() {{.*}} : memref<7x50xf32>
//       KERNELS: memref.subview %[[ALL]][0, 0] [7, 48] [1, 1] :
//       KERNELS: call @kernel(
//       KERNELS: memref.subview %[[ALL]][0, 48] [7, 2] [1, 1] :
//  KERNELS-NEXT: memref.cast
//  KERNELS-NEXT: call @kernel_0(
//  KERNELS-NEXT: return %[[ALL]]

// CHECK-LABEL: func.func @columns(
//   CHECK-DAG: %[[W:.*]] = arith.constant {{.*}} : tensor<130x50xf32>
//       CHECK: %[[W48:.*]] = layout.crop %[[W]] offsets [0, 0] sizes [130, 48] : tensor<130x50xf32> to tensor<130x48xf32>
//       CHECK: %[[W2:.*]] = layout.crop %[[W]] offsets [0, 48] sizes [130, 2] : tensor<130x50xf32> to tensor<130x2xf32>
//       CHECK: %[[F2:.*]] = linalg.fill {{.*}} -> tensor<7x2xf32>
//       CHECK: %[[REST:.*]] = linalg.matmul {layout.op_layout = {{.*}}head_major{{.*}}} ins(%{{.*}}, %[[W2]] : tensor<7x130xf32>, tensor<130x2xf32>) outs(%[[F2]] :
//       PAD-LABEL: func.func @columns(
//       PAD: linalg.generic {{.*}} ins({{.*}} : tensor<7x130xf32>, tensor<4x130x16xf32>)
//    PREFER-LABEL: func.func @columns(
//    PREFER: linalg.matmul {layout.frozen} {{.*}} tensor<130x50xf32>
func.func @columns(%x: tensor<7x130xf32>) -> tensor<7x50xf32> {
  %w = arith.constant dense<0.5> : tensor<130x50xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x50xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x50xf32>) -> tensor<7x50xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x130xf32>, tensor<130x50xf32>) outs(%f : tensor<7x50xf32>) -> tensor<7x50xf32>
  return %0 : tensor<7x50xf32>
}

// A part of a single row is adjacent: one op computes it with more columns. The
// op in front has one reader, with which upstream's fusion fuses it, as without
// a plan.
//
// CHECK-LABEL: func.func @row(
//   CHECK-DAG: %[[W:.*]] = arith.constant {{.*}} : tensor<130x50xf32>
//       CHECK: %[[W64:.*]] = layout.pad %[[W]] low [0, 0] high [0, 14] value(0.000000e+00 : f32) : tensor<130x50xf32> to tensor<130x64xf32>
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x130xf32>, tensor<4x130x16xf32>)
//   CHECK-NOT: linalg.matmul
//       CHECK: layout.crop %{{.*}} offsets [0, 0] sizes [1, 50] : tensor<1x64xf32> to tensor<1x50xf32>
// FUSED-LABEL: func.func @row(
//   FUSED-NOT: linalg.generic {{.*}}"parallel"]} ins(
//       FUSED: linalg.generic {{.*}}"reduction"
//       FUSED: math.absf
//       FUSED: return
func.func @row(%x: tensor<1x130xf32>) -> tensor<1x50xf32> {
  %w = arith.constant dense<0.5> : tensor<130x50xf32>
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<1x130xf32>
  %a = linalg.abs ins(%x : tensor<1x130xf32>) outs(%d : tensor<1x130xf32>) -> tensor<1x130xf32>
  %e = tensor.empty() : tensor<1x50xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x50xf32>) -> tensor<1x50xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<1x130xf32>, tensor<130x50xf32>) outs(%f : tensor<1x50xf32>) -> tensor<1x50xf32>
  return %0 : tensor<1x50xf32>
}

// Sums that start at a constant.
//
// CHECK-LABEL: func.func @row_and_bias(
//       CHECK: layout.pad %{{.*}} low [0, 0, 0] high [0, 0, 15] value(0.000000e+00 : f32) : tensor<1x1x17xf32> to tensor<1x1x32xf32>
//       CHECK: layout.crop %{{.*}} offsets [0, 0, 0] sizes [1, 1, 17]
func.func @row_and_bias(%x: tensor<1x1x129xf32>) -> tensor<1x1x17xf32> {
  %w = arith.constant dense<0.5> : tensor<1x129x17xf32>
  %b = arith.constant dense<-2.0> : tensor<1x1x17xf32>
  %0 = linalg.batch_matmul ins(%x, %w : tensor<1x1x129xf32>, tensor<1x129x17xf32>) outs(%b : tensor<1x1x17xf32>) -> tensor<1x1x17xf32>
  return %0 : tensor<1x1x17xf32>
}

// Few columns more fill the last block: 9 are more than an eighth of 71, 8 are
// not of 72.
//
// CHECK-LABEL: func.func @most_of_a_block(
//       CHECK: layout.pad %{{.*}} low [0, 0] high [0, 8] value(0.000000e+00 : f32) : tensor<130x72xf32> to tensor<130x80xf32>
//   CHECK-NOT: linalg.matmul
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<7x130xf32>, tensor<5x130x16xf32>)
//   CHECK-NOT: linalg.matmul
//       CHECK: layout.crop %{{.*}} offsets [0, 0] sizes [7, 72] : tensor<7x80xf32> to tensor<7x72xf32>
func.func @most_of_a_block(%x: tensor<7x130xf32>) -> tensor<7x72xf32> {
  %w = arith.constant dense<0.5> : tensor<130x72xf32>
  %c = arith.constant dense<0.0> : tensor<7x72xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x130xf32>, tensor<130x72xf32>) outs(%c : tensor<7x72xf32>) -> tensor<7x72xf32>
  return %0 : tensor<7x72xf32>
}

// CHECK-LABEL: func.func @less_of_a_block(
//       CHECK: tensor.concat dim(1) {{.*}} : (tensor<7x64xf32>, tensor<7x7xf32>) -> tensor<7x71xf32>
func.func @less_of_a_block(%x: tensor<7x130xf32>) -> tensor<7x71xf32> {
  %w = arith.constant dense<0.5> : tensor<130x71xf32>
  %c = arith.constant dense<0.0> : tensor<7x71xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x130xf32>, tensor<130x71xf32>) outs(%c : tensor<7x71xf32>) -> tensor<7x71xf32>
  return %0 : tensor<7x71xf32>
}

// Crops of dynamic shape are not planned.
//
// CHECK-LABEL: func.func @dynamic_rows(
//       CHECK: tensor.concat dim(1) {{.*}} : (tensor<?x112xf32>, tensor<?x15xf32>) -> tensor<?x127xf32>
func.func @dynamic_rows(%x: tensor<?x130xf32>) -> tensor<?x127xf32> {
  %w = arith.constant dense<0.5> : tensor<130x127xf32>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x130xf32>
  %e = tensor.empty(%m) : tensor<?x127xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x127xf32>) -> tensor<?x127xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x130xf32>, tensor<130x127xf32>) outs(%f : tensor<?x127xf32>) -> tensor<?x127xf32>
  return %0 : tensor<?x127xf32>
}

// CHECK-LABEL: func.func @dynamic_result(
//       CHECK: tensor.concat dim(1) {{.*}} -> tensor<?x127xf32>
func.func @dynamic_result(%x: tensor<7x130xf32>) -> tensor<?x127xf32> {
  %w = arith.constant dense<0.5> : tensor<130x127xf32>
  %zero = arith.constant 0.0 : f32
  %m = arith.constant 7 : index
  %e = tensor.empty(%m) : tensor<?x127xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x127xf32>) -> tensor<?x127xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x130xf32>, tensor<130x127xf32>) outs(%f : tensor<?x127xf32>) -> tensor<?x127xf32>
  return %0 : tensor<?x127xf32>
}

// Rows of dynamic extent, and a kernel that is transposed.
//
// CHECK-LABEL: func.func @rows(
//       CHECK: layout.crop %{{.*}} offsets [0, 0] sizes [136, 16] : tensor<136x17xf32> to tensor<136x16xf32>
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<?x136xf32>, tensor<1x136x16xf32>) outs({{.*}} : tensor<?x1x16xf32>)
//       CHECK: tensor.concat dim(1) {{.*}} : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x17xf32>
func.func @rows(%x: tensor<?x136xf32>) -> tensor<?x17xf32> {
  %w = arith.constant dense<0.5> : tensor<17x136xf32>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x136xf32>
  %e = tensor.empty(%m) : tensor<?x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x17xf32>) -> tensor<?x17xf32>
  %t = layout.layout_transform %w by <(d0, d1) -> (d1, d0)> : tensor<17x136xf32> to tensor<136x17xf32>
  %0 = linalg.matmul ins(%x, %t : tensor<?x136xf32>, tensor<136x17xf32>) outs(%f : tensor<?x17xf32>) -> tensor<?x17xf32>
  return %0 : tensor<?x17xf32>
}

// CHECK-LABEL: func.func @batch(
//       CHECK: tensor.concat dim(2) {{.*}} : (tensor<3x1x32xf32>, tensor<3x1x7xf32>) -> tensor<3x1x39xf32>
func.func @batch(%x: tensor<3x1x129xf32>) -> tensor<3x1x39xf32> {
  %w = arith.constant dense<0.5> : tensor<3x129x39xf32>
  %zero = arith.constant dense<0.0> : tensor<3x1x39xf32>
  %0 = linalg.batch_matmul ins(%x, %w : tensor<3x1x129xf32>, tensor<3x129x39xf32>) outs(%zero : tensor<3x1x39xf32>) -> tensor<3x1x39xf32>
  return %0 : tensor<3x1x39xf32>
}

// CHECK-LABEL: func.func @integers(
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x128xi8>, tensor<1x32x16x4xi8>
//       CHECK: tensor.concat dim(1) {{.*}} : (tensor<5x16xi32>, tensor<5x4xi32>) -> tensor<5x20xi32>
func.func @integers(%x: tensor<5x128xi8>) -> tensor<5x20xi32> {
  %w = arith.constant dense<3> : tensor<128x20xi8>
  %x0 = arith.constant 3 : i32
  %w0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5x20xi32>
  %f = linalg.fill ins(%w0 : i32) outs(%e : tensor<5x20xi32>) -> tensor<5x20xi32>
  %0 = linalg.quantized_matmul ins(%x, %w, %x0, %w0 : tensor<5x128xi8>, tensor<128x20xi8>, i32, i32) outs(%f : tensor<5x20xi32>) -> tensor<5x20xi32>
  return %0 : tensor<5x20xi32>
}

// Not split: kernels that are no constants, sums that start at what is computed,
// less than a block of columns, sums of less than 128 products.
//
// CHECK-LABEL: func.func @argument(
//       CHECK: linalg.matmul {layout.op_layout = {{.*}}head_major{{.*}} tensor<130x50xf32>
func.func @argument(%x: tensor<7x130xf32>, %w: tensor<130x50xf32>, %c: tensor<7x50xf32>) -> tensor<7x50xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<7x130xf32>, tensor<130x50xf32>) outs(%c : tensor<7x50xf32>) -> tensor<7x50xf32>
  return %0 : tensor<7x50xf32>
}

// CHECK-LABEL: func.func @sums(
//       CHECK: linalg.matmul {layout.op_layout = {{.*}}head_major{{.*}} tensor<130x50xf32>
func.func @sums(%x: tensor<7x130xf32>, %c: tensor<7x50xf32>) -> tensor<7x50xf32> {
  %w = arith.constant dense<0.5> : tensor<130x50xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x130xf32>, tensor<130x50xf32>) outs(%c : tensor<7x50xf32>) -> tensor<7x50xf32>
  return %0 : tensor<7x50xf32>
}

// CHECK-LABEL: func.func @less(
//       CHECK: linalg.matmul {layout.op_layout = {{.*}}head_major{{.*}} tensor<130x15xf32>
func.func @less(%x: tensor<7x130xf32>) -> tensor<7x15xf32> {
  %w = arith.constant dense<0.5> : tensor<130x15xf32>
  %c = arith.constant dense<0.0> : tensor<7x15xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x130xf32>, tensor<130x15xf32>) outs(%c : tensor<7x15xf32>) -> tensor<7x15xf32>
  return %0 : tensor<7x15xf32>
}

// CHECK-LABEL: func.func @short(
//       CHECK: linalg.matmul {layout.op_layout = {{.*}}head_major{{.*}} tensor<127x50xf32>
func.func @short(%x: tensor<7x127xf32>) -> tensor<7x50xf32> {
  %w = arith.constant dense<0.5> : tensor<127x50xf32>
  %c = arith.constant dense<0.0> : tensor<7x50xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x127xf32>, tensor<127x50xf32>) outs(%c : tensor<7x50xf32>) -> tensor<7x50xf32>
  return %0 : tensor<7x50xf32>
}
