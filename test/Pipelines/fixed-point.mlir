// The pipeline is deterministic, does not change a program that is planned
// already, and writes IR that upstream's mlir-opt reads.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nchw16c report=%t/1.json" -o %t/1.mlir
// RUN: layout-opt %s --layout-pipeline="target=nchw16c report=%t/2.json" -o %t/2.mlir
// RUN: diff %t/1.mlir %t/2.mlir
// RUN: diff %t/1.json %t/2.json
// RUN: layout-opt %t/1.mlir --layout-pipeline="target=nchw16c" -o %t/again.mlir
// RUN: diff %t/1.mlir %t/again.mlir
// RUN: mlir-opt %t/1.mlir -o %t/stock.mlir
// RUN: layout-check %s %t/1.mlir

// The report has the same numbers for input and output as layout-count.
// RUN: layout-opt %s --layout-count > %t/before.txt
// RUN: layout-opt %t/1.mlir --layout-count > %t/after.txt
// RUN: %python %S/Inputs/check_report_figures.py %t/1.json %t/before.txt %t/after.txt

// The program is planned again for each target, strategy and way to treat
// indivisible channels.
// DEFINE: %{options} =
// DEFINE: %{replan} = layout-opt %s --layout-pipeline="%{options}" -o %t/1.mlir && layout-opt %t/1.mlir --layout-pipeline="%{options}" | diff %t/1.mlir -
// REDEFINE: %{options} = target=nchw strategy=backward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw strategy=forward
// RUN: %{replan}
// REDEFINE: %{options} = target=nhwc strategy=backward
// RUN: %{replan}
// REDEFINE: %{options} = target=nhwc strategy=forward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw4c strategy=backward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw4c strategy=forward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw8c strategy=backward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw8c strategy=forward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw16c strategy=backward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw16c strategy=forward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw16c-mm16 strategy=backward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw16c-mm16 strategy=forward
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw16c indivisible=pad
// RUN: %{replan}
// REDEFINE: %{options} = target=nchw8c strategy=forward indivisible=pad
// RUN: %{replan}
// REDEFINE: %{options} = target=texture-2d
// RUN: %{replan}
// REDEFINE: %{options} = target=texture-2d indivisible=pad
// RUN: %{replan}
// REDEFINE: %{options} = target=spyre
// RUN: %{replan}
// REDEFINE: %{options} = target=hexagon-i8
// RUN: %{replan}
// REDEFINE: %{options} = target=hexagon-f16
// RUN: %{replan}
// REDEFINE: %{options} = target=conv4
// RUN: %{replan}
// REDEFINE: %{options} = target=conv4 indivisible=pad
// RUN: %{replan}
// REDEFINE: %{options} = target=tiles32
// RUN: %{replan}
// REDEFINE: %{options} = target=tiles32 indivisible=pad
// RUN: %{replan}
// REDEFINE: %{options} = target=nhwc-packed16
// RUN: %{replan}
// REDEFINE: %{options} = prefer=conv2d=[NHWC,default],matmul=[MK,NK]
// RUN: %{replan}

func.func @main(%x: tensor<1x3x12x12xf32>, %f: tensor<32x3x3x3xf32>, %g: tensor<20x32x3x3xf32>, %h: tensor<20x10xf32>) -> (tensor<1x20x8x8xf32>, tensor<1x10xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x32x10x10xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x10x10xf32>) -> tensor<1x32x10x10xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x3x12x12xf32>, tensor<32x3x3x3xf32>) outs(%i0 : tensor<1x32x10x10xf32>) -> tensor<1x32x10x10xf32>
  %1 = linalg.max ins(%0, %i0 : tensor<1x32x10x10xf32>, tensor<1x32x10x10xf32>) outs(%e0 : tensor<1x32x10x10xf32>) -> tensor<1x32x10x10xf32>
  %e1 = tensor.empty() : tensor<1x20x8x8xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %g : tensor<1x32x10x10xf32>, tensor<20x32x3x3xf32>) outs(%i1 : tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32>
  %e2 = tensor.empty() : tensor<1x20xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x20xf32>) -> tensor<1x20xf32>
  %3 = linalg.reduce {arith.addf} ins(%2 : tensor<1x20x8x8xf32>) outs(%i2 : tensor<1x20xf32>) dimensions = [2, 3]
  %e3 = tensor.empty() : tensor<1x10xf32>
  %i3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x10xf32>) -> tensor<1x10xf32>
  %4 = linalg.matmul ins(%3, %h : tensor<1x20xf32>, tensor<20x10xf32>) outs(%i3 : tensor<1x10xf32>) -> tensor<1x10xf32>
  return %2, %4 : tensor<1x20x8x8xf32>, tensor<1x10xf32>
}
