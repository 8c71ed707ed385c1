// Kernels whose filters have groups of four elements innermost use the products
// that a processor has. Which one it is follows from its features.
//
// RUN: layout-opt %s --split-input-file --layout-pipeline=target=nhwc-packed16 -o %t.mlir
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=cascadelake | FileCheck %s --check-prefix=VNNI
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=alderlake | FileCheck %s --check-prefix=VNNI256
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=sierraforest | FileCheck %s --check-prefix=INT8
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=diamondrapids | FileCheck %s --check-prefix=AVX10
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=x86-64-v4 | FileCheck %s --check-prefix=PAIRS512
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=x86-64-v3 -o %t.v3.mlir
// RUN: FileCheck %s --check-prefix=PAIRS --input-file=%t.v3.mlir
//
// Products that saturate are no products.
//
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=cascadelake | not grep -e vpdpbusds -e pmadd.ub
//
// All of them compute the same.
//
// RUN: layout-check %s %t.mlir --split-input-file --code=kernels
// RUN: layout-opt %s --split-input-file --layout-to-kernels=schedule=false -o %t.loops.mlir
// RUN: layout-check %t.loops.mlir %t.v3.mlir --split-input-file
// RUN: layout-opt %t.mlir --split-input-file --layout-to-kernels=cpu=x86-64 -o %t.v1.mlir
// RUN: layout-check %t.loops.mlir %t.v1.mlir --split-input-file
// REQUIRES: x86

// Unsigned data, signed filters, a bias, and a tail that rounds to 8 bits. One
// group of four channels of a pixel is in all lanes.
//
// VNNI-LABEL: func.func @convolution(
// VNNI: func.func private @kernel
// VNNI: %[[GROUP:.*]] = vector.transfer_read {{.*}}, vector<4xi8>
// VNNI: %[[FILTER:.*]] = vector.transfer_read {{.*}}, vector<64xi8>
// VNNI: vector.bitcast %[[GROUP]] : vector<4xi8> to vector<1xi32>
// VNNI: %[[ALL:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// VNNI: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[ALL]], %[[FILTER]])
// VNNI: arith.maxsi
// VNNI: arith.trunci %{{.*}} : vector<16xi32> to vector<16xi8>
//
// VNNI256: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.256"
// PAIRS512: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
//
// Of each group, the elements with even and with odd positions become 16 bits.
//
// PAIRS: arith.shli %{{.*}}, %{{.*}} : vector<16xi16>
// PAIRS: arith.shrui %{{.*}}, %{{.*}} : vector<16xi16>
// PAIRS: arith.shrsi %{{.*}}, %{{.*}} : vector<16xi16>
// PAIRS: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// PAIRS: arith.addi {{.*}} : vector<8xi32>
func.func @convolution(%x: tensor<1x9x11x8xi8>, %w: tensor<3x3x8x32xi8>, %bias: tensor<32xi32>) -> tensor<1x4x5x32xi8> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128 : i32
  %highest = arith.constant 127 : i32
  %bits = arith.constant 9 : i32
  %empty = tensor.empty() : tensor<1x4x5x32xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x4x5x32xi32>) -> tensor<1x4x5x32xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, f, i, j, c) -> (n, h * 2 + i, w * 2 + j, c)>, affine_map<(n, h, w, f, i, j, c) -> (i, j, c, f)>, affine_map<(n, h, w, f, i, j, c) -> (n, h, w, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x9x11x8xi8>, tensor<3x3x8x32xi8>) outs(%zeros : tensor<1x4x5x32xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %1 = arith.extui %a : i8 to i32
    %2 = arith.extsi %b : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %c, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<1x4x5x32xi32>
  %narrow = tensor.empty() : tensor<1x4x5x32xi8>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, f) -> (n, h, w, f)>, affine_map<(n, h, w, f) -> (f)>, affine_map<(n, h, w, f) -> (n, h, w, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %bias : tensor<1x4x5x32xi32>, tensor<32xi32>) outs(%narrow : tensor<1x4x5x32xi8>) {
  ^bb0(%a: i32, %b: i32, %out: i8):
    %2 = arith.addi %a, %b : i32
    %3 = arith.shrsi %2, %bits : i32
    %4 = arith.maxsi %3, %lowest : i32
    %5 = arith.minsi %4, %highest : i32
    %6 = arith.trunci %5 : i32 to i8
    linalg.yield %6 : i8
  } -> tensor<1x4x5x32xi8>
  return %1 : tensor<1x4x5x32xi8>
}

// -----

// Signed elements of both operands.
//
// VNNI-LABEL: func.func @matmul(
// VNNI: arith.xori {{.*}} : vector<{{.*}}xi8>
// VNNI: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// INT8-LABEL: func.func @matmul(
// INT8-NOT: arith.xori
// INT8: llvm.call_intrinsic "llvm.x86.avx2.vpdpbssd.256"
// AVX10-LABEL: func.func @matmul(
// AVX10: llvm.call_intrinsic "llvm.x86.avx10.vpdpbssd.512"
func.func @matmul(%a: tensor<13x20xi8>, %b: tensor<20x48xi8>) -> tensor<13x48xi32> {
  %one = arith.constant 1 : i32
  %empty = tensor.empty() : tensor<13x48xi32>
  %ones = linalg.fill ins(%one : i32) outs(%empty : tensor<13x48xi32>) -> tensor<13x48xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<13x20xi8>, tensor<20x48xi8>) outs(%ones : tensor<13x48xi32>) -> tensor<13x48xi32>
  return %0 : tensor<13x48xi32>
}

// -----

// Five outputs in a group fill no vector of a product: their lanes are computed
// element by element. 20 elements are one group more than the data of a vector.
//
// VNNI-LABEL: func.func @few(
// VNNI: arith.shrsi %{{.*}}, %{{.*}} : vector<5xi32>
// VNNI: arith.muli %{{.*}}, %{{.*}} : vector<5xi32>
#x = affine_map<(m, o, k, g) -> (m, k * 4 + g)>
#w = affine_map<(m, o, k, g) -> (k, o, g)>
#y = affine_map<(m, o, k, g) -> (m, o)>
func.func @few(%x: tensor<3x20xi8>, %w: tensor<5x5x4xi8>) -> tensor<3x5xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<3x5xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<3x5xi32>) -> tensor<3x5xi32>
  %0 = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<3x20xi8>, tensor<5x5x4xi8>) outs(%zeros : tensor<3x5xi32>) attrs = {layout.skip} {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extui %b : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %c, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}
