// Matmuls whose weights are packed may read and write data in the order of their
// neighbours, too.
// Covers: R20
//
// RUN: split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-randomize-splats -o %t/in.mlir
// RUN: layout-opt %t/in.mlir --layout-raise --layout-freeze=target=%t/cpu.mlir | FileCheck %t/program.mlir --check-prefix=FREEZE
// RUN: layout-opt %t/in.mlir --layout-pipeline="target=%t/cpu.mlir report=%t/report.json problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/out.mlir
// RUN: FileCheck %t/program.mlir --input-file=%t/out.mlir
// RUN: layout-check-plan %t/p-attention.problem.json %t/p-attention.plan.json | FileCheck %t/program.mlir --check-prefix=PROOF
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=attention
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=attention --code=kernels
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=columns
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=columns --code=kernels
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=dynamic --dims=5,3,5
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=computed
// Planning a planned program again does not change it.
// RUN: layout-opt %t/out.mlir --layout-pipeline=target=%t/cpu.mlir | diff %t/out.mlir -
// Without the order, heads and columns are rewritten.
// RUN: layout-opt %t/in.mlir --layout-pipeline="prefer=matmul=[MK,NK4n] report=%t/without.json" -o %t/without.mlir
// RUN: %print-json %t/report.json after.bytes | FileCheck %t/program.mlir --check-prefix=WITH
// RUN: %print-json %t/without.json after.bytes | FileCheck %t/program.mlir --check-prefix=WITHOUT

//--- cpu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK4n", "order" = "head_major">,
      #dlti.map<"kind" = "batch_matmul", "order" = "head_major">]>>>} {}

//--- program.mlir
// The kernel, which is not `_`, keeps its layout.
// FREEZE-LABEL: func.func @attention
// FREEZE: linalg.generic {{.*}} attrs = {layout.op_layout = [#layout.op_layout<operands = [_, <(d0, d1, d2) -> (d0, d1, d2)>, _], results = [_], cost = 0, order = head_major>]}

// Three heads of 4 channels, blocks of 4.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: linalg.transpose
// CHECK-COUNT-3: linalg.generic {{.*}} ins({{.*}}, %{{.*}} : {{.*}}, tensor<3x12x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
// PROOF: {{^holds: cost 0, no plan costs less than 0$}}
func.func @attention(%x: tensor<6x12xf32>) -> tensor<6x12xf32> {
  %zero = arith.constant 0.0 : f32
  %wq = arith.constant dense<0.5> : tensor<12x12xf32>
  %wk = arith.constant dense<0.25> : tensor<12x12xf32>
  %wv = arith.constant dense<0.75> : tensor<12x12xf32>
  %wo = arith.constant dense<0.125> : tensor<12x12xf32>
  %e = tensor.empty() : tensor<6x12xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<6x12xf32>) -> tensor<6x12xf32>
  %q0 = linalg.matmul ins(%x, %wq : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  %k0 = linalg.matmul ins(%x, %wk : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  %v0 = linalg.matmul ins(%x, %wv : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  %q1 = tensor.expand_shape %q0 [[0], [1, 2]] output_shape [6, 3, 4] : tensor<6x12xf32> into tensor<6x3x4xf32>
  %k1 = tensor.expand_shape %k0 [[0], [1, 2]] output_shape [6, 3, 4] : tensor<6x12xf32> into tensor<6x3x4xf32>
  %v1 = tensor.expand_shape %v0 [[0], [1, 2]] output_shape [6, 3, 4] : tensor<6x12xf32> into tensor<6x3x4xf32>
  %eh = tensor.empty() : tensor<3x6x4xf32>
  %et = tensor.empty() : tensor<3x4x6xf32>
  %q = linalg.transpose ins(%q1 : tensor<6x3x4xf32>) outs(%eh : tensor<3x6x4xf32>) permutation = [1, 0, 2]
  %k = linalg.transpose ins(%k1 : tensor<6x3x4xf32>) outs(%et : tensor<3x4x6xf32>) permutation = [1, 2, 0]
  %v = linalg.transpose ins(%v1 : tensor<6x3x4xf32>) outs(%eh : tensor<3x6x4xf32>) permutation = [1, 0, 2]
  %es = tensor.empty() : tensor<3x6x6xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<3x6x6xf32>) -> tensor<3x6x6xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<3x6x4xf32>, tensor<3x4x6xf32>) outs(%is : tensor<3x6x6xf32>) -> tensor<3x6x6xf32>
  %p = linalg.tanh ins(%s : tensor<3x6x6xf32>) outs(%es : tensor<3x6x6xf32>) -> tensor<3x6x6xf32>
  %ih = linalg.fill ins(%zero : f32) outs(%eh : tensor<3x6x4xf32>) -> tensor<3x6x4xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<3x6x6xf32>, tensor<3x6x4xf32>) outs(%ih : tensor<3x6x4xf32>) -> tensor<3x6x4xf32>
  %ex = tensor.empty() : tensor<6x3x4xf32>
  %o1 = linalg.transpose ins(%o : tensor<3x6x4xf32>) outs(%ex : tensor<6x3x4xf32>) permutation = [1, 0, 2]
  %o2 = tensor.collapse_shape %o1 [[0], [1, 2]] : tensor<6x3x4xf32> into tensor<6x12xf32>
  %r = linalg.matmul ins(%o2, %wo : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  return %r : tensor<6x12xf32>
}

// A layer of MLP-Mixer, which computes along the rows: data is read and written
// by columns. The second one has 6 columns, which 4 does not divide.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<6x5xf32>, tensor<2x6x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @columns(%x: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<6x8xf32>
  %w2 = arith.constant dense<0.5> : tensor<8x6xf32>
  %et = tensor.empty() : tensor<5x6xf32>
  %t = linalg.transpose ins(%x : tensor<6x5xf32>) outs(%et : tensor<5x6xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<5x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %0 = linalg.matmul ins(%t, %w : tensor<5x6xf32>, tensor<6x8xf32>) outs(%i : tensor<5x8xf32>) -> tensor<5x8xf32>
  %1 = linalg.tanh ins(%0 : tensor<5x8xf32>) outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%et : tensor<5x6xf32>) -> tensor<5x6xf32>
  %2 = linalg.matmul ins(%1, %w2 : tensor<5x8xf32>, tensor<8x6xf32>) outs(%i2 : tensor<5x6xf32>) -> tensor<5x6xf32>
  %er = tensor.empty() : tensor<6x5xf32>
  %3 = linalg.transpose ins(%2 : tensor<5x6xf32>) outs(%er : tensor<6x5xf32>) permutation = [1, 0]
  %4 = linalg.add ins(%3, %x : tensor<6x5xf32>, tensor<6x5xf32>) outs(%er : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %4 : tensor<6x5xf32>
}

// Any number of tokens, and two heads of two channels in a block of 4.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} tensor<1x4x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @dynamic(%x: tensor<?x4xf32>, %p: tensor<2x?x?xf32>) -> tensor<2x?x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = arith.constant dense<0.5> : tensor<4x4xf32>
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %m = tensor.dim %p, %c1 : tensor<2x?x?xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x4xf32>, tensor<4x4xf32>) outs(%i : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%n, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  %et = tensor.empty(%n) : tensor<2x?x2xf32>
  %2 = linalg.transpose ins(%1 : tensor<?x2x2xf32>) outs(%et : tensor<2x?x2xf32>) permutation = [1, 0, 2]
  %er = tensor.empty(%m) : tensor<2x?x2xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<2x?x2xf32>) -> tensor<2x?x2xf32>
  %3 = linalg.batch_matmul ins(%p, %2 : tensor<2x?x?xf32>, tensor<2x?x2xf32>) outs(%ir : tensor<2x?x2xf32>) -> tensor<2x?x2xf32>
  return %3 : tensor<2x?x2xf32>
}

// Weights that are computed are packed, as the target asks for.
// CHECK-LABEL: func.func @computed
// CHECK: linalg.transpose
// CHECK: linalg.generic {{.*}} tensor<2x6x4xf32>)
func.func @computed(%x: tensor<5x6xf32>, %w: tensor<6x8xf32>) -> tensor<5x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<5x6xf32>, tensor<6x8xf32>) outs(%i : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// The weights of @computed, 2 * 192 bytes, are all that is left.
// WITH: after.bytes = 384
// WITHOUT: after.bytes = {{[0-9][0-9][0-9][0-9]}}
