// Linear layers on a batch of sentences, both sizes known at run time only, as
// PyTorch exports them: the shape of a reshape holds products of sizes.
//
// Covers: R6, R15, R17, R28

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main --dims=2,3
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c-mm16" -o %t.nchw16c-mm16.mlir
// RUN: layout-opt %t.nchw16c-mm16.mlir --layout-count | FileCheck %s --check-prefix=PACKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c-mm16.mlir --entry=main --dims=2,3

// BLOCKED-COUNT: {"rewrites":0,
// PACKED-COUNT: {"rewrites":0,

// The weights are constants again, and the reshapes name the dims that they join
// and split.
// BLOCKED-LABEL: func.func @main(
// BLOCKED-NOT: linalg.transpose
// BLOCKED: linalg.matmul {{.*}} tensor<32x48xf32>)
// BLOCKED: tensor.expand_shape
// BLOCKED: linalg.tanh
// BLOCKED: tensor.collapse_shape
// BLOCKED: linalg.matmul {{.*}} tensor<48x16xf32>)
// BLOCKED: return
func.func @main(%x: tensor<?x?x32xf32>) -> tensor<?x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x32xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x32xf32>
  %rows = arith.muli %b, %s : index
  %rows64 = arith.index_cast %rows : index to i64
  %b64 = arith.index_cast %b : index to i64
  %s64 = arith.index_cast %s : index to i64
  %c16 = arith.constant 16 : i64
  %c32 = arith.constant 32 : i64
  %shape = tensor.from_elements %rows64, %c32 : tensor<2xi64>
  %flat = tensor.reshape %x(%shape) : (tensor<?x?x32xf32>, tensor<2xi64>) -> tensor<?x32xf32>
  %w = arith.constant dense<0.1> : tensor<48x32xf32>
  %ew = tensor.empty() : tensor<32x48xf32>
  %t = linalg.transpose ins(%w : tensor<48x32xf32>) outs(%ew : tensor<32x48xf32>) permutation = [1, 0]
  %e = tensor.empty(%rows) : tensor<?x48xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x48xf32>) -> tensor<?x48xf32>
  %up = linalg.matmul ins(%flat, %t : tensor<?x32xf32>, tensor<32x48xf32>) outs(%i : tensor<?x48xf32>) -> tensor<?x48xf32>
  %c48 = arith.constant 48 : i64
  %shape3 = tensor.from_elements %b64, %s64, %c48 : tensor<3xi64>
  %tokens = tensor.reshape %up(%shape3) : (tensor<?x48xf32>, tensor<3xi64>) -> tensor<?x?x48xf32>
  %et = tensor.empty(%b, %s) : tensor<?x?x48xf32>
  %act = linalg.tanh ins(%tokens : tensor<?x?x48xf32>) outs(%et : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %shape2 = tensor.from_elements %rows64, %c48 : tensor<2xi64>
  %again = tensor.reshape %act(%shape2) : (tensor<?x?x48xf32>, tensor<2xi64>) -> tensor<?x48xf32>
  %v = arith.constant dense<0.1> : tensor<16x48xf32>
  %ev = tensor.empty() : tensor<48x16xf32>
  %u = linalg.transpose ins(%v : tensor<16x48xf32>) outs(%ev : tensor<48x16xf32>) permutation = [1, 0]
  %er = tensor.empty(%rows) : tensor<?x16xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<?x16xf32>) -> tensor<?x16xf32>
  %down = linalg.matmul ins(%again, %u : tensor<?x48xf32>, tensor<48x16xf32>) outs(%ir : tensor<?x16xf32>) -> tensor<?x16xf32>
  %shape4 = tensor.from_elements %b64, %s64, %c16 : tensor<3xi64>
  %r = tensor.reshape %down(%shape4) : (tensor<?x16xf32>, tensor<3xi64>) -> tensor<?x?x16xf32>
  return %r : tensor<?x?x16xf32>
}
