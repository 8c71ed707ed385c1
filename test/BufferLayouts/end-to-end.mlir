// For every target: plan, bufferize, apply layouts, flatten to one dim and to two,
// drop groups, lower to LLVM, run, and compare with the original program.
//
// Covers: B5, B6, B12, B22, B23

// DEFINE: %{target} =
// DEFINE: %{options} =
// DEFINE: %{plan} = layout-opt %s --layout-pipeline="target=%{target} %{options} materialize=false" --layout-bufferize -o %t.%{target}.mlir
// DEFINE: %{check} = FileCheck %s --input-file=%t.%{target}.mlir --check-prefix=%{target}
// DEFINE: %{flat} = layout-opt %t.%{target}.mlir --layout-apply-buffer-layouts --layout-flatten -o %t.%{target}.flat.mlir
// DEFINE: %{check-flat} = FileCheck %s --input-file=%t.%{target}.flat.mlir --check-prefix=FLAT
// DEFINE: %{two} = sed '/1x20x3x2xf32/!s/{alignment = 64 : i64} : memref<\([0-9]*x[0-9]*x[0-9]*x\)/{alignment = 64 : i64, layout.axis_separators = array<i64: 2>} : memref<\1/' %t.%{target}.mlir | layout-opt --layout-apply-buffer-layouts --layout-flatten -o %t.%{target}.two.mlir
// DEFINE: %{check-two} = FileCheck %s --input-file=%t.%{target}.two.mlir --check-prefix=TWO
// DEFINE: %{drop} = layout-opt %t.%{target}.flat.mlir --layout-drop-groups -o %t.%{target}.flat.plain.mlir && layout-opt %t.%{target}.two.mlir --layout-drop-groups -o %t.%{target}.two.plain.mlir
// DEFINE: %{equal} = layout-check %t.mlir %t.%{target}.flat.plain.mlir --entry=main && layout-check %t.mlir %t.%{target}.two.plain.mlir --entry=main
// DEFINE: %{llvm} = layout-opt %t.%{target}.two.plain.mlir --convert-linalg-to-loops --lower-affine --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=LLVM
// DEFINE: %{all} = %{plan} && %{check} && %{flat} && %{check-flat} && %{two} && %{check-two} && %{drop} && %{equal} && %{llvm}

// RUN: layout-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -o %t.mlir

// REDEFINE: %{target} = nchw
// RUN: %{all}
// nchw: memref.alloc() {{.*}} : memref<1x16x10x9xf32>

// REDEFINE: %{target} = nhwc
// RUN: %{all}
// nhwc: memref.alloc() {{.*}} : memref<1x10x9x16xf32>

// REDEFINE: %{target} = nchw4c
// RUN: %{all}
// nchw4c: memref.alloc() {{.*}} : memref<1x4x10x9x4xf32>

// REDEFINE: %{target} = nchw8c
// RUN: %{all}
// nchw8c: memref.alloc() {{.*}} : memref<1x2x10x9x8xf32>

// Blocks of sixteen divide neither 3 input nor 20 output channels.
// REDEFINE: %{target} = nchw16c
// REDEFINE: %{options} = indivisible=pad
// RUN: %{all}
// nchw16c: memref.alloc() {{.*}} : memref<1x1x12x11x16xf32>
// nchw16c: memref.alloc() {{.*}} : memref<1x1x10x9x16xf32>
// nchw16c: memref.alloc() {{.*}} : memref<1x2x3x2x16xf32>

// REDEFINE: %{target} = nchw16c-mm16
// RUN: %{all}
// nchw16c-mm16: memref.alloc() {{.*}} : memref<1x2x3x2x16xf32>

// FLAT-NOT: memref.alloc{{.*}}: memref<{{[0-9]+x[0-9]+}}
// FLAT: memref.alloc() {{.*}} : memref<1440xf32>
// TWO: memref.alloc() {{.*}} : memref<{{[0-9]+x[0-9]+}}xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
// LLVM: llvm.func @main(
// LLVM: llvm.call @malloc(
// LLVM-NOT: builtin.unrealized_conversion_cast

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @main(%x: tensor<1x3x12x11xf32>, %w: tensor<16x3x3x3xf32>, %b: tensor<16xf32>, %v: tensor<20x16x3x3xf32>) -> tensor<1x20x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  // Convolution, bias, ReLU.
  %e0 = tensor.empty() : tensor<1x16x10x9xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x16x10x9xf32>) -> tensor<1x16x10x9xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x12x11xf32>, tensor<16x3x3x3xf32>) outs(%f0 : tensor<1x16x10x9xf32>) -> tensor<1x16x10x9xf32>
  %1 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %b : tensor<1x16x10x9xf32>, tensor<16xf32>) outs(%e0 : tensor<1x16x10x9xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  } -> tensor<1x16x10x9xf32>
  // Pooling.
  %window = tensor.empty() : tensor<2x2xf32>
  %e1 = tensor.empty() : tensor<1x16x5x4xf32>
  %f1 = linalg.fill ins(%lowest : f32) outs(%e1 : tensor<1x16x5x4xf32>) -> tensor<1x16x5x4xf32>
  %2 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>} ins(%1, %window : tensor<1x16x10x9xf32>, tensor<2x2xf32>) outs(%f1 : tensor<1x16x5x4xf32>) -> tensor<1x16x5x4xf32>
  %e2 = tensor.empty() : tensor<1x20x3x2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x20x3x2xf32>) -> tensor<1x20x3x2xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %v : tensor<1x16x5x4xf32>, tensor<20x16x3x3xf32>) outs(%f2 : tensor<1x20x3x2xf32>) -> tensor<1x20x3x2xf32>
  return %3 : tensor<1x20x3x2xf32>
}
