// A compiler with an op, a target and a lowering of its own embeds the planner: the op
// takes the layout of its neighbours, and what the report refers to is in the program.
// Covers: R27, R28
// RUN: rm -rf %t && mkdir %t
// RUN: acme-compile %s -o %t/planned.mlir 2> %t/report.txt
// RUN: FileCheck %s --input-file=%t/planned.mlir --implicit-check-not=acme
// RUN: FileCheck %s --input-file=%t/report.txt --check-prefix=REPORT

// The same numbers as without a plan.
// RUN: acme-compile %s --plan=false -o %t/plain.mlir
// RUN: FileCheck %s --input-file=%t/plain.mlir --check-prefix=PLAIN
// RUN: layout-check %t/plain.mlir %t/planned.mlir --entry=network
// RUN: layout-check %t/plain.mlir %t/planned.mlir --entry=indivisible
// RUN: layout-check %t/plain.mlir %t/planned.mlir --entry=dynamic --dims=2
// RUN: layout-check %t/plain.mlir %t/planned.mlir --entry=unit

// Both convolutions and the op between them are in blocks of eight channels; the scale,
// which the caller passes, is divided into blocks.
// REPORT: acme.mlir:{{[0-9]+:[0-9]+}}: remark: is in NCHW8c: (d0, d1, d2, d3) -> (d0, d1 floordiv 8, d2, d3, d1 mod 8)
// REPORT: rewrites move {{[0-9]+}} bytes, and without a plan {{[0-9]+}}; no plan is cheaper
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
// CHECK-DAG: #[[CHANNELS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d4)>
// CHECK-LABEL: func.func @network(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x2x6x6x8xf32>,
// CHECK: linalg.generic {indexing_maps = [#[[ALL]], #[[CHANNELS]], #[[CHANNELS]], #[[ALL]]]
// CHECK-SAME: ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<1x4x6x6x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
// CHECK: linalg.generic
// PLAIN-LABEL: func.func @network(
// PLAIN: linalg.conv_2d_nchw_fchw
func.func @network(%x: tensor<1x16x6x6xf32>, %scale: tensor<32xf32>, %shift: tensor<32xf32>) -> tensor<1x32x6x6xf32> {
  %w = arith.constant dense<0.25> : tensor<32x16x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<32x32x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x6x6xf32>, tensor<32x16x1x1xf32>)
      outs(%zero : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = acme.scale_shift %0 by %scale, %shift along [1] : tensor<1x32x6x6xf32>, tensor<32xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>)
      outs(%zero : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %2 : tensor<1x32x6x6xf32>
}

// Thirteen channels are no blocks.
// CHECK-LABEL: func.func @indivisible(
// CHECK: linalg.generic {{.*}} : tensor<1x13x5x5xf32>, tensor<13xf32>, tensor<13xf32>)
func.func @indivisible(%x: tensor<1x16x5x5xf32>, %w: tensor<13x16x1x1xf32>, %scale: tensor<13xf32>, %shift: tensor<13xf32>) -> tensor<1x13x5x5xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x13x5x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x5x5xf32>, tensor<13x16x1x1xf32>)
      outs(%zero : tensor<1x13x5x5xf32>) -> tensor<1x13x5x5xf32>
  %1 = acme.scale_shift %0 by %scale, %shift along [1] : tensor<1x13x5x5xf32>, tensor<13xf32>
  return %1 : tensor<1x13x5x5xf32>
}

// One block of channels is the last dim.
// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.generic {{.*}} : tensor<?x5x5x8xf32>, tensor<8xf32>, tensor<8xf32>)
func.func @dynamic(%x: tensor<?x8x5x5xf32>, %w: tensor<8x8x1x1xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>) -> tensor<?x8x5x5xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x8x5x5xf32>
  %e = tensor.empty(%n) : tensor<?x8x5x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8x5x5xf32>) -> tensor<?x8x5x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x8x5x5xf32>, tensor<8x8x1x1xf32>)
      outs(%f : tensor<?x8x5x5xf32>) -> tensor<?x8x5x5xf32>
  %1 = acme.scale_shift %0 by %scale, %shift along [1] : tensor<?x8x5x5xf32>, tensor<8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<?x8x5x5xf32>, tensor<8x8x1x1xf32>)
      outs(%f : tensor<?x8x5x5xf32>) -> tensor<?x8x5x5xf32>
  return %2 : tensor<?x8x5x5xf32>
}

// One channel, and a scale for each row and column.
// CHECK-LABEL: func.func @unit(
// CHECK: linalg.generic
func.func @unit(%x: tensor<1x1x5x7xf32>, %scale: tensor<1x7x5xf32>, %shift: tensor<1x7x5xf32>) -> tensor<1x1x5x7xf32> {
  %0 = acme.scale_shift %x by %scale, %shift along [1, 3, 2] : tensor<1x1x5x7xf32>, tensor<1x7x5xf32>
  return %0 : tensor<1x1x5x7xf32>
}
