// A reshape between two convolutions into a shape that is computed at run time:
// how it splits the channels is not known, so the rewrites stay on both of its
// sides, and the report says that it kept them there.
//
// Covers: R17, R28

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c report=%t.txt" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=LEFT < %t.txt
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main --dims=2 --int-range=2,2

// BLOCKED-COUNT: {"rewrites":2,

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// BLOCKED-LABEL: func.func @main(
// BLOCKED: linalg.transpose
// BLOCKED: tensor.reshape
// BLOCKED: math.tanh
// BLOCKED: tensor.reshape
// BLOCKED: linalg.transpose
// BLOCKED: return
// LEFT: 4,096 bytes {{.*}} between linalg.generic {{.*}} and tensor.reshape {{.*}}, blocked by frozen linalg.generic {{.*}} and tensor.reshape {{.*}} (cannot adapt)
// LEFT: 4,096 bytes {{.*}} between tensor.reshape {{.*}} and linalg.generic {{.*}}, blocked by tensor.reshape {{.*}} (cannot adapt) and frozen linalg.generic
func.func @main(%x: tensor<?x3x4x4xf32>, %k: index) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %channels = arith.constant 32 : index
  %points = arith.constant 16 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x1x1xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x4x4xf32>, tensor<32x3x1x1xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %rows = arith.divui %channels, %k : index
  %columns = arith.muli %points, %k : index
  %n64 = arith.index_cast %n : index to i64
  %rows64 = arith.index_cast %rows : index to i64
  %columns64 = arith.index_cast %columns : index to i64
  %shape = tensor.from_elements %n64, %rows64, %columns64 : tensor<3xi64>
  %cut = tensor.reshape %c(%shape) : (tensor<?x32x4x4xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %n1 = tensor.dim %cut, %c0 : tensor<?x?x?xf32>
  %n2 = tensor.dim %cut, %c1 : tensor<?x?x?xf32>
  %n3 = tensor.dim %cut, %c2 : tensor<?x?x?xf32>
  %e = tensor.empty(%n1, %n2, %n3) : tensor<?x?x?xf32>
  %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%cut : tensor<?x?x?xf32>) outs(%e : tensor<?x?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?xf32>
  %channels64 = arith.constant 32 : i64
  %c4 = arith.constant 4 : i64
  %back = tensor.from_elements %n64, %channels64, %c4, %c4 : tensor<4xi64>
  %image = tensor.reshape %act(%back) : (tensor<?x?x?xf32>, tensor<4xi64>) -> tensor<?x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%image, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
