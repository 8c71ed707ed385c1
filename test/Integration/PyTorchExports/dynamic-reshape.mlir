// Joins the pixels into one dim between two convolutions. The list of sizes
// holds the batch, which is read from the tensor, and constants; the result
// type has no static size.
//
// Covers: R6, R15, R17, R28

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %t.mlir %t.backward.mlir --entry=main --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c strategy=forward" -o %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %t.mlir %t.forward.mlir --entry=main --dims=1

// COUNT: {"rewrites":0,

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @main(
// CHECK-NOT: tensor.reshape
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<?x2x4x4x16xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: math.tanh
// CHECK-NOT: tensor.reshape
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @main(%x: tensor<?x3x4x4xf32>) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : i64
  %c16 = arith.constant 16 : i64
  %c32 = arith.constant 32 : i64
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x1x1xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x4x4xf32>, tensor<32x3x1x1xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %n64 = arith.index_cast %n : index to i64
  %shape = tensor.from_elements %n64, %c32, %c16 : tensor<3xi64>
  %flat = tensor.reshape %c(%shape) : (tensor<?x32x4x4xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %n1 = tensor.dim %flat, %c0 : tensor<?x?x?xf32>
  %n2 = tensor.dim %flat, %c1 : tensor<?x?x?xf32>
  %n3 = tensor.dim %flat, %c2 : tensor<?x?x?xf32>
  %e = tensor.empty(%n1, %n2, %n3) : tensor<?x?x?xf32>
  %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%flat : tensor<?x?x?xf32>) outs(%e : tensor<?x?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?xf32>
  %back = tensor.from_elements %n64, %c32, %c4, %c4 : tensor<4xi64>
  %image = tensor.reshape %act(%back) : (tensor<?x?x?xf32>, tensor<4xi64>) -> tensor<?x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%image, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
