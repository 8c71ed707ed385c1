// Constants of strings, which upstream takes for numbers when it resizes them,
// are not folded. Those with encodings, and sparse ones, lose these.
//
// RUN: layout-opt %s --layout-clean-up --layout-fold --layout-prepare-constants -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-legalize | FileCheck %s --check-prefix=ENCODING

// CHECK-LABEL: func.func @splats
// CHECK: arith.constant dense<"a"> : tensor<2x3x!llvm.ptr>
// CHECK: layout.layout_transform
// CHECK: layout.crop
// CHECK: layout.pad
func.func @splats() -> (tensor<3x2x!llvm.ptr>, tensor<2x2x!llvm.ptr>, tensor<2x4x!llvm.ptr>) {
  %0 = arith.constant dense<"a"> : tensor<2x3x!llvm.ptr>
  %1 = layout.layout_transform %0 by <(d0, d1) -> (d1, d0)> : tensor<2x3x!llvm.ptr> to tensor<3x2x!llvm.ptr>
  %2 = layout.crop %0 offsets [0, 0] sizes [2, 2] : tensor<2x3x!llvm.ptr> to tensor<2x2x!llvm.ptr>
  %3 = layout.pad %0 low [0, 1] high [0, 0] value(poison) : tensor<2x3x!llvm.ptr> to tensor<2x4x!llvm.ptr>
  return %1, %2, %3 : tensor<3x2x!llvm.ptr>, tensor<2x2x!llvm.ptr>, tensor<2x4x!llvm.ptr>
}

// CHECK-LABEL: func.func @several
// CHECK: layout.layout_transform
func.func @several() -> tensor<3x2x!llvm.ptr> {
  %0 = arith.constant dense<[["a", "b", "c"], ["d", "e", "f"]]> : tensor<2x3x!llvm.ptr>
  %1 = layout.layout_transform %0 by <(d0, d1) -> (d1, d0)> : tensor<2x3x!llvm.ptr> to tensor<3x2x!llvm.ptr>
  return %1 : tensor<3x2x!llvm.ptr>
}

// ENCODING-LABEL: func.func @encodings
// ENCODING: arith.constant dense<{{.*}}["a", "b", "c"], ["d", "e", "f"]]> : tensor<2x3x!llvm.ptr>
// ENCODING: arith.constant dense<"a"> : tensor<2x3x!llvm.ptr>
// ENCODING: arith.constant dense<{{.*}}[0.000000e+00, 5.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
func.func @encodings() -> (tensor<2x3x!llvm.ptr>, tensor<2x3x!llvm.ptr>, tensor<2x3xf32>) {
  %0 = arith.constant dense<[["a", "b", "c"], ["d", "e", "f"]]> : tensor<2x3x!llvm.ptr, #layout.index_map<(i, j) -> (j, i)>>
  %1 = arith.constant dense<"a"> : tensor<2x3x!llvm.ptr, #layout.index_map<(i, j) -> (j, i)>>
  %2 = arith.constant sparse<[[0, 1], [1, 2]], [5.0, 6.0]> : tensor<2x3xf32, #layout.index_map<(i, j) -> (j, i)>>
  %3 = tensor.cast %0 : tensor<2x3x!llvm.ptr, #layout.index_map<(i, j) -> (j, i)>> to tensor<2x3x!llvm.ptr>
  %4 = tensor.cast %1 : tensor<2x3x!llvm.ptr, #layout.index_map<(i, j) -> (j, i)>> to tensor<2x3x!llvm.ptr>
  %5 = tensor.cast %2 : tensor<2x3xf32, #layout.index_map<(i, j) -> (j, i)>> to tensor<2x3xf32>
  return %3, %4, %5 : tensor<2x3x!llvm.ptr>, tensor<2x3x!llvm.ptr>, tensor<2x3xf32>
}
