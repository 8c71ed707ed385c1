// A scale by one number costs no more with a tensor of it than with a scalar: the
// padding of a tensor whose elements are all one is not read.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/constant.mlir --layout-pipeline="target=nchw16c indivisible=pad report=%t/constant.json" -o %t/constant.out.mlir
// RUN: FileCheck %s --input-file=%t/constant.json
// RUN: layout-check %t/constant.mlir %t/constant.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/fill.mlir --layout-pipeline="target=nchw16c indivisible=pad report=%t/fill.json" -o %t/fill.out.mlir
// RUN: FileCheck %s --input-file=%t/fill.json
// RUN: layout-check %t/fill.mlir %t/fill.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/scalar.mlir --layout-pipeline="target=nchw16c indivisible=pad report=%t/scalar.json" -o %t/scalar.out.mlir
// RUN: FileCheck %s --input-file=%t/scalar.json
// RUN: layout-check %t/scalar.mlir %t/scalar.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/arith.mlir --layout-pipeline="target=nchw16c indivisible=pad report=%t/arith.json" -o %t/arith.out.mlir
// RUN: FileCheck %s --input-file=%t/arith.json
// RUN: layout-check %t/arith.mlir %t/arith.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/constant.mlir %t/scalar.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/fill.mlir %t/scalar.out.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// It reads one value and writes one with 3 channels more, of 8 x 8 elements each.
// CHECK: "prices": 1536

//--- constant.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<13x16x1x1xf32>, %v: tensor<16x13x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %p = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<13x16x1x1xf32>) outs(%f : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %s = arith.constant dense<0.5> : tensor<1x13x8x8xf32>
  %c = linalg.mul ins(%p, %s : tensor<1x13x8x8xf32>, tensor<1x13x8x8xf32>) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%c, %v : tensor<1x13x8x8xf32>, tensor<16x13x1x1xf32>) outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %r : tensor<1x16x8x8xf32>
}

//--- arith.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<13x16x1x1xf32>, %v: tensor<16x13x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %p = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<13x16x1x1xf32>) outs(%f : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %s = arith.constant dense<0.5> : tensor<1x13x8x8xf32>
  %c = arith.mulf %p, %s : tensor<1x13x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%c, %v : tensor<1x13x8x8xf32>, tensor<16x13x1x1xf32>) outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %r : tensor<1x16x8x8xf32>
}

//--- fill.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<13x16x1x1xf32>, %v: tensor<16x13x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %p = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<13x16x1x1xf32>) outs(%f : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %half = arith.constant 0.5 : f32
  %s = linalg.fill ins(%half : f32) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %c = linalg.mul ins(%p, %s : tensor<1x13x8x8xf32>, tensor<1x13x8x8xf32>) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%c, %v : tensor<1x13x8x8xf32>, tensor<16x13x1x1xf32>) outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %r : tensor<1x16x8x8xf32>
}

//--- scalar.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<13x16x1x1xf32>, %v: tensor<16x13x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x13x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %p = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<13x16x1x1xf32>) outs(%f : tensor<1x13x8x8xf32>) -> tensor<1x13x8x8xf32>
  %half = arith.constant 0.5 : f32
  %c = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%p : tensor<1x13x8x8xf32>) outs(%e : tensor<1x13x8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %half : f32
    linalg.yield %m : f32
  } -> tensor<1x13x8x8xf32>
  %e2 = tensor.empty() : tensor<1x16x8x8xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%c, %v : tensor<1x13x8x8xf32>, tensor<16x13x1x1xf32>) outs(%f2 : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %r : tensor<1x16x8x8xf32>
}
