// A pad and a crop with a free reshape between them become one gather, as a chain
// with a transform does.
// RUN: split-file %s %t
// RUN: layout-opt %t/in.mlir --layout-materialize -o %t/out.mlir
// RUN: FileCheck %s --input-file=%t/out.mlir --implicit-check-not=tensor.pad
// RUN: layout-check %t/out.mlir %t/expected.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/out.mlir --layout-raise | FileCheck %s --check-prefix=RAISED
// EQUAL: {{^equal$}}

//--- in.mlir
// CHECK-LABEL: func.func @main(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16xf32>)
// CHECK: tensor.extract %arg0[%{{.*}}] : tensor<2x5xf32>
// RAISED: layout.pad %arg0 low [0, 0] high [2, 0]
// RAISED: layout.crop %{{.*}} offsets [0] sizes [16] : tensor<20xf32> to tensor<16xf32>
func.func @main(%x: tensor<2x5xf32>) -> tensor<16xf32> {
  %0 = layout.pad %x low [0, 0] high [2, 0] value(0.5 : f32) : tensor<2x5xf32> to tensor<4x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i * 5 + j)> : tensor<4x5xf32> to tensor<20xf32>
  %2 = layout.crop %1 offsets [0] sizes [16] : tensor<20xf32> to tensor<16xf32>
  return %2 : tensor<16xf32>
}

//--- expected.mlir
func.func @main(%x: tensor<2x5xf32>) -> tensor<16xf32> {
  %half = arith.constant 0.5 : f32
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x5xf32> into tensor<10xf32>
  %1 = tensor.pad %0 low[0] high[6] {
  ^bb0(%i: index):
    tensor.yield %half : f32
  } : tensor<10xf32> to tensor<16xf32>
  return %1 : tensor<16xf32>
}
