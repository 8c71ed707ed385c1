// A rewrite together with the crop behind it costs less than the crop alone,
// behind an equal rewrite that another op reads, if the source is smaller than
// the result: passes that merge equal ops keep the two apart, as planned.
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/product.mlir --layout-pipeline="target=spyre" -o %t/planned.mlir --verify-diagnostics
// RUN: layout-opt %t/planned.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %t/product.mlir %t/planned.mlir
// RUN: layout-opt %t/rewrites.mlir --pass-pipeline="builtin.module(layout-fold,layout-clean-up)" | FileCheck %s
// RUN: layout-opt %t/rewrites.mlir --layout-count | FileCheck %s --check-prefix=REWRITES
// RUN: layout-opt %t/rewrites.mlir --pass-pipeline="builtin.module(layout-fold,layout-clean-up,layout-count)" -o /dev/null | FileCheck %s --check-prefix=KEPT
// COUNT: {"rewrites":4,"bytes":23168,"moves":{"n":2,"bytes":5888}
//
// REWRITES: {"rewrites":4,"bytes":12608,"moves":{"n":0,"bytes":0}
// KEPT: {"rewrites":3,"bytes":10240,"moves":{"n":1,"bytes":640}

//--- product.mlir
// The transposed factor needs a crop, the other one none.
func.func @main(%x: tensor<20x24xf32>, %w: tensor<24x24xf32>) -> tensor<1x24x24xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<20x24xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<20x24xf32>) -> tensor<20x24xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<20x24xf32>, tensor<24x24xf32>) outs(%1 : tensor<20x24xf32>) -> tensor<20x24xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [1, 20, 24] : tensor<20x24xf32> into tensor<1x20x24xf32>
  %4 = tensor.empty() : tensor<1x24x20xf32>
  %5 = linalg.transpose ins(%3 : tensor<1x20x24xf32>) outs(%4 : tensor<1x24x20xf32>) permutation = [0, 2, 1]
  %6 = tensor.empty() : tensor<1x24x24xf32>
  %7 = linalg.fill ins(%zero : f32) outs(%6 : tensor<1x24x24xf32>) -> tensor<1x24x24xf32>
  %8 = linalg.batch_matmul ins(%5, %3 : tensor<1x24x20xf32>, tensor<1x20x24xf32>) outs(%7 : tensor<1x24x24xf32>) -> tensor<1x24x24xf32>
  return %8 : tensor<1x24x24xf32>
}

//--- rewrites.mlir
// The source of the first pair has 1280 bytes, less than the 1536 of the crop.
// That of the second has 2048, more than the 320 of the crop.
//
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: layout.layout_transform %{{.*}} : tensor<16x32xf32> to tensor<32x16xf32>
// CHECK-NOT: layout.layout_transform %{{.*}} : tensor<16x32xf32> to tensor<32x16xf32>
func.func @main(%x: tensor<10x32xf32>, %y: tensor<16x32xf32>)
    -> (tensor<24x16xf32>, tensor<32x16xf32>, tensor<20x4xf32>, tensor<32x16xf32>) {
  %p = layout.pad %x low [0, 0] high [6, 0] value(0.0 : f32) : tensor<10x32xf32> to tensor<16x32xf32>
  %0 = layout.layout_transform %p by <(d0, d1) -> (d1, d0)> : tensor<16x32xf32> to tensor<32x16xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [24, 16] : tensor<32x16xf32> to tensor<24x16xf32>
  %2 = layout.layout_transform %p by <(d0, d1) -> (d1, d0)> : tensor<16x32xf32> to tensor<32x16xf32>
  %3 = layout.layout_transform %y by <(d0, d1) -> (d1, d0)> : tensor<16x32xf32> to tensor<32x16xf32>
  %4 = layout.crop %3 offsets [0, 0] sizes [20, 4] : tensor<32x16xf32> to tensor<20x4xf32>
  %5 = layout.layout_transform %y by <(d0, d1) -> (d1, d0)> : tensor<16x32xf32> to tensor<32x16xf32>
  return %1, %2, %4, %5 : tensor<24x16xf32>, tensor<32x16xf32>, tensor<20x4xf32>, tensor<32x16xf32>
}
