// A target may ask for other layouts of kernels that are known before the program
// runs, and of those that it computes.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/cpu.mlir | FileCheck %t/program.mlir
// RUN: layout-opt %t/program.mlir --layout-randomize-splats -o %t/random.mlir
// RUN: layout-opt %t/random.mlir --layout-pipeline=target=%t/cpu.mlir -o %t/planned.mlir
// RUN: layout-check %t/random.mlir %t/planned.mlir --entry=weights
// RUN: layout-check %t/random.mlir %t/planned.mlir --entry=computed
// RUN: layout-check %t/random.mlir %t/planned.mlir --entry=global --code=kernels
// RUN: layout-check %t/random.mlir %t/planned.mlir --entry=global
// RUN: layout-check %t/random.mlir %t/planned.mlir --entry=dynamic --dims=5,1
// Built-in targets pack weights of batched matmuls, and let attention have its
// order of heads. Instructions on narrow numbers want packed ones in any case.
// RUN: layout-opt %t/program.mlir --layout-freeze=target=nhwc-packed16 | FileCheck %t/program.mlir
// RUN: layout-opt %t/program.mlir --layout-freeze=target=x86-avx512 | FileCheck %t/program.mlir
// RUN: layout-opt %t/narrow.mlir --layout-freeze=target=nhwc-packed16 | FileCheck %t/narrow.mlir

//--- cpu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [
      #dlti.map<"kind" = "batch_matmul", "data" = "BMK", "kernel" = "BNK16n", "when" = #dlti.map<"kernel" = "constant">>,
      #dlti.map<"kind" = "batch_matmul", "order" = "head_major">]>>>} {}

//--- program.mlir
ml_program.global private @w(dense<0.25> : tensor<3x5x32xf32>) : tensor<3x5x32xf32>

// CHECK-LABEL: func.func @weights
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x7x5xf32>, tensor<3x2x5x16xf32>) {{.*}} attrs = {layout.{{(frozen|op_layout = .*head_major)}}
func.func @weights(%x: tensor<3x7x5xf32>, %o: tensor<3x7x32xf32>) -> tensor<3x7x32xf32> {
  %w = arith.constant dense<0.5> : tensor<3x5x32xf32>
  %0 = linalg.batch_matmul ins(%x, %w : tensor<3x7x5xf32>, tensor<3x5x32xf32>) outs(%o : tensor<3x7x32xf32>) -> tensor<3x7x32xf32>
  return %0 : tensor<3x7x32xf32>
}

// CHECK-LABEL: func.func @computed
// CHECK: linalg.batch_matmul {{.*}}order = head_major
func.func @computed(%x: tensor<3x7x5xf32>, %w: tensor<3x5x32xf32>, %o: tensor<3x7x32xf32>) -> tensor<3x7x32xf32> {
  %0 = linalg.batch_matmul ins(%x, %w : tensor<3x7x5xf32>, tensor<3x5x32xf32>) outs(%o : tensor<3x7x32xf32>) -> tensor<3x7x32xf32>
  return %0 : tensor<3x7x32xf32>
}

// CHECK-LABEL: func.func @marked
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x7x5xf32>, tensor<3x2x5x16xf32>) {{.*}} attrs = {layout.{{(frozen|op_layout = .*head_major)}}
func.func @marked(%x: tensor<3x7x5xf32>, %w: tensor<3x5x32xf32> {layout.constant}, %o: tensor<3x7x32xf32>) -> tensor<3x7x32xf32> {
  %0 = linalg.batch_matmul ins(%x, %w : tensor<3x7x5xf32>, tensor<3x5x32xf32>) outs(%o : tensor<3x7x32xf32>) -> tensor<3x7x32xf32>
  return %0 : tensor<3x7x32xf32>
}

// CHECK-LABEL: func.func @global
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x7x5xf32>, tensor<3x2x5x16xf32>) {{.*}} attrs = {layout.{{(frozen|op_layout = .*head_major)}}
func.func @global(%x: tensor<3x7x5xf32>, %o: tensor<3x7x32xf32>) -> tensor<3x7x32xf32> {
  %w = ml_program.global_load_const @w : tensor<3x5x32xf32>
  %0 = linalg.batch_matmul ins(%x, %w : tensor<3x7x5xf32>, tensor<3x5x32xf32>) outs(%o : tensor<3x7x32xf32>) -> tensor<3x7x32xf32>
  return %0 : tensor<3x7x32xf32>
}

// Attention of heads that lie behind the tokens, with any number of tokens.
//
// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.batch_matmul {{.*}}order = head_major
func.func @dynamic(%q: tensor<?x3x5xf32>, %k: tensor<?x3x5xf32>) -> tensor<3x?x?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %q, %c0 : tensor<?x3x5xf32>
  %n = tensor.dim %k, %c0 : tensor<?x3x5xf32>
  %e0 = tensor.empty(%m) : tensor<3x?x5xf32>
  %q0 = linalg.transpose ins(%q : tensor<?x3x5xf32>) outs(%e0 : tensor<3x?x5xf32>) permutation = [1, 0, 2]
  %e1 = tensor.empty(%n) : tensor<3x5x?xf32>
  %k0 = linalg.transpose ins(%k : tensor<?x3x5xf32>) outs(%e1 : tensor<3x5x?xf32>) permutation = [1, 2, 0]
  %e2 = tensor.empty(%m, %n) : tensor<3x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %0 = linalg.batch_matmul ins(%q0, %k0 : tensor<3x?x5xf32>, tensor<3x5x?xf32>) outs(%f : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  return %0 : tensor<3x?x?xf32>
}

//--- narrow.mlir
// CHECK-LABEL: func.func @narrow
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x7x8xi8>, tensor<3x2x2x16x4xi8>) {{.*}} attrs = {layout.{{(frozen|op_layout = .*head_major)}}
func.func @narrow(%x: tensor<3x7x8xi8>, %w: tensor<3x8x32xi8>, %o: tensor<3x7x32xi32>) -> tensor<3x7x32xi32> {
  %0 = linalg.batch_matmul ins(%x, %w : tensor<3x7x8xi8>, tensor<3x8x32xi8>) outs(%o : tensor<3x7x32xi32>) -> tensor<3x7x32xi32>
  return %0 : tensor<3x7x32xi32>
}
