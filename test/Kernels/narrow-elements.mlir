// RUN: layout-opt %s --split-input-file --layout-to-kernels="cpu=x86-64-v4" \
// RUN:   | FileCheck %s
// RUN: layout-check %s %s --split-input-file --code=kernels

// Masks, and elements of less than a byte, are vectors as other elements are.

// CHECK-LABEL: func.func private @kernel(
// CHECK: vector.transfer_read {{.*}} : memref<9x37xi1>, vector<16xi1>
// CHECK: arith.select {{.*}} : vector<16xi1>, vector<16xf32>
// CHECK-NOT: linalg.generic
func.func @masked_scores(%x: tensor<9x20xf32>, %y: tensor<20x37xf32>,
                         %mask: tensor<9x37xi1>) -> tensor<9x37xf32> {
  %low = arith.constant -9.0 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<9x37xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<9x37xf32>) -> tensor<9x37xf32>
  %scores = linalg.matmul ins(%x, %y : tensor<9x20xf32>, tensor<20x37xf32>)
      outs(%zeros : tensor<9x37xf32>) -> tensor<9x37xf32>
  %masked = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%mask, %scores : tensor<9x37xi1>, tensor<9x37xf32>)
      outs(%empty : tensor<9x37xf32>) {
  ^bb0(%c: i1, %a: f32, %out: f32):
    %0 = arith.select %c, %a, %low : f32
    linalg.yield %0 : f32
  } -> tensor<9x37xf32>
  return %masked : tensor<9x37xf32>
}

// -----

// A sum of bits has 64 lanes.

// CHECK-LABEL: func.func private @kernel(
// CHECK: vector.transfer_read {{.*}} : memref<7x600xi1>, vector<64xi1>
// CHECK: arith.addi {{.*}} : vector<64xi1>
// CHECK: vector.reduction <add>, {{.*}} : vector<64xi1> into i1
func.func @parity(%x: tensor<7x600xi1>) -> tensor<7xi1> {
  %false = arith.constant false
  %empty = tensor.empty() : tensor<7xi1>
  %zeros = linalg.fill ins(%false : i1) outs(%empty : tensor<7xi1>) -> tensor<7xi1>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x600xi1>) outs(%zeros : tensor<7xi1>) {
  ^bb0(%a: i1, %out: i1):
    %0 = arith.addi %out, %a : i1
    linalg.yield %0 : i1
  } -> tensor<7xi1>
  return %sum : tensor<7xi1>
}

// -----

// Elements are moved as their storage units.

// CHECK-LABEL: func.func private @kernel(
// CHECK: builtin.unrealized_conversion_cast %{{.*}} : memref<21x37xi24> to memref<21x37xi32>
// CHECK: vector.load {{.*}} : memref<777xi32, {{.*}}>, vector<4xi32>
// CHECK: vector.store {{.*}} : memref<777xi32, {{.*}}>, vector<16xi32>
func.func @transpose(%x: tensor<21x37xi24>) -> tensor<37x21xi24> {
  %empty = tensor.empty() : tensor<37x21xi24>
  %0 = linalg.transpose ins(%x : tensor<21x37xi24>)
      outs(%empty : tensor<37x21xi24>) permutation = [1, 0]
  return %0 : tensor<37x21xi24>
}

// -----

// LLVM has no loads of vectors such as <17 x bfloat> on some processors.

// CHECK-LABEL: func.func private @kernel(
// CHECK-NOT: vector<{{[0-9]+}}xbf16>
// CHECK: vector.store {{.*}}, vector<32xi16>
// CHECK-NOT: vector<{{[0-9]+}}xbf16>
// CHECK: return
func.func @groups(%x: tensor<5x3x17xbf16>) -> tensor<3x5x17xbf16> {
  %empty = tensor.empty() : tensor<3x5x17xbf16>
  %0 = linalg.transpose ins(%x : tensor<5x3x17xbf16>)
      outs(%empty : tensor<3x5x17xbf16>) permutation = [1, 0, 2]
  return %0 : tensor<3x5x17xbf16>
}

// -----

// Nor has it selections of such vectors.

// CHECK-LABEL: func.func private @kernel(
// CHECK: arith.select {{.*}} : vector<17xi1>, vector<17xi16>
#id = affine_map<(i, j) -> (i, j)>
func.func @selection(%c: tensor<5x17xi1>, %x: tensor<5x17xbf16>,
                     %y: tensor<5x17xbf16>) -> tensor<5x17xbf16> {
  %empty = tensor.empty() : tensor<5x17xbf16>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %x, %y : tensor<5x17xi1>, tensor<5x17xbf16>, tensor<5x17xbf16>)
      outs(%empty : tensor<5x17xbf16>) {
  ^bb0(%b: i1, %a: bf16, %other: bf16, %out: bf16):
    %1 = arith.select %b, %a, %other : bf16
    linalg.yield %1 : bf16
  } -> tensor<5x17xbf16>
  return %0 : tensor<5x17xbf16>
}
