// A contraction that a convolution becomes has the name of an op of linalg only
// if that op reads the same elements and computes the same from them: a filter
// may be transposed, factors may be extended differently, and a body may do more
// than multiply and add.
//
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(iree-convolution-forms)" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir -o /dev/null
// RUN: layout-check %s %t.mlir --entry=filter_first
// RUN: layout-check %s %t.mlir --entry=transposed_filter
// RUN: layout-check %s %t.mlir --entry=transposed_dynamic --dims=3,4,5,4,3,5
// RUN: layout-check %s %t.mlir --entry=unsigned_image
// RUN: layout-check %s %t.mlir --entry=unsigned_factors
// RUN: layout-check %s %t.mlir --entry=magnitudes
// RUN: layout-check %s %t.mlir --entry=unsigned_row
// RUN: layout-check %s %t.mlir --entry=unsigned_signal
// RUN: layout-check %s %t.mlir --entry=largest_products
//
// The same for the layouts of a plan.
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(layout-pipeline{target=nhwc},iree-convolution-forms)" -o %t.nhwc.mlir
// RUN: layout-check %s %t.nhwc.mlir --entry=filter_first
// RUN: layout-check %s %t.nhwc.mlir --entry=transposed_filter
// RUN: layout-check %s %t.nhwc.mlir --entry=unsigned_image
// RUN: layout-check %s %t.nhwc.mlir --entry=unsigned_row

// One image is a matrix, with which the filter is multiplied.
// CHECK-LABEL: func.func @filter_first
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
// CHECK-SAME: ins({{.*}} : tensor<1x3x25xf32>, tensor<3x3xf32>) outs({{.*}} : tensor<1x3x25xf32>)
func.func @filter_first(%image: tensor<1x3x5x5xf32>, %filter: tensor<3x3x1x1xf32>, %start: tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x3x5x5xf32>, tensor<3x3x1x1xf32>)
      outs(%start : tensor<1x3x5x5xf32>) -> tensor<1x3x5x5xf32>
  return %0 : tensor<1x3x5x5xf32>
}

#image = affine_map<(n, h, w, f, c, p, q) -> (n, h + p, w + q, c)>
#filter = affine_map<(n, h, w, f, c, p, q) -> (p, q, c, f)>
#transposed = affine_map<(n, h, w, f, c, p, q) -> (p, q, f, c)>
#result = affine_map<(n, h, w, f, c, p, q) -> (n, h, w, f)>

// A square filter shows in no type that it is transposed.
// CHECK-LABEL: func.func @transposed_filter
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
// CHECK-SAME: ins({{.*}} : tensor<25x3xf32>, tensor<3x3xf32>) outs({{.*}} : tensor<25x3xf32>)
func.func @transposed_filter(%image: tensor<1x5x5x3xf32>, %filter: tensor<1x1x3x3xf32>, %start: tensor<1x5x5x3xf32>) -> tensor<1x5x5x3xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #transposed, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<1x5x5x3xf32>, tensor<1x1x3x3xf32>) outs(%start : tensor<1x5x5x3xf32>) {
  ^bb0(%x: f32, %w: f32, %sum: f32):
    %1 = arith.mulf %x, %w : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x5x5x3xf32>
  return %0 : tensor<1x5x5x3xf32>
}

// CHECK-LABEL: func.func @transposed_dynamic
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
func.func @transposed_dynamic(%image: tensor<1x1x?x?xf32>, %filter: tensor<1x1x?x?xf32>, %start: tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #transposed, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>) outs(%start : tensor<1x1x?x?xf32>) {
  ^bb0(%x: f32, %w: f32, %sum: f32):
    %1 = arith.mulf %x, %w : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x1x?x?xf32>
  return %0 : tensor<1x1x?x?xf32>
}

// CHECK-LABEL: func.func @unsigned_image
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
// CHECK: arith.extui
// CHECK: arith.extsi
func.func @unsigned_image(%image: tensor<1x2x3x4xi8>, %filter: tensor<1x1x4x5xi8>, %start: tensor<1x2x3x5xi32>) -> tensor<1x2x3x5xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<1x2x3x4xi8>, tensor<1x1x4x5xi8>) outs(%start : tensor<1x2x3x5xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %1 = arith.extui %x : i8 to i32
    %2 = arith.extsi %w : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<1x2x3x5xi32>
  return %0 : tensor<1x2x3x5xi32>
}

// CHECK-LABEL: func.func @unsigned_factors
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
// CHECK-COUNT-2: arith.extui
func.func @unsigned_factors(%image: tensor<1x2x3x4xi8>, %filter: tensor<1x1x4x5xi8>, %start: tensor<1x2x3x5xi32>) -> tensor<1x2x3x5xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<1x2x3x4xi8>, tensor<1x1x4x5xi8>) outs(%start : tensor<1x2x3x5xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %1 = arith.extui %x : i8 to i32
    %2 = arith.extui %w : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<1x2x3x5xi32>
  return %0 : tensor<1x2x3x5xi32>
}

// CHECK-LABEL: func.func @magnitudes
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
// CHECK: math.absf
func.func @magnitudes(%image: tensor<1x2x3x4xf32>, %filter: tensor<1x1x4x5xf32>, %start: tensor<1x2x3x5xf32>) -> tensor<1x2x3x5xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<1x2x3x4xf32>, tensor<1x1x4x5xf32>) outs(%start : tensor<1x2x3x5xf32>) {
  ^bb0(%x: f32, %w: f32, %sum: f32):
    %1 = math.absf %x : f32
    %2 = arith.mulf %1, %w : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x2x3x5xf32>
  return %0 : tensor<1x2x3x5xf32>
}

// Each element of a line of the window has a contraction of its own.
// CHECK-LABEL: func.func @unsigned_row
// CHECK-NOT: linalg.matmul
// CHECK-COUNT-3: arith.extui
func.func @unsigned_row(%image: tensor<2x3x5x3xi8>, %filter: tensor<1x3x3x5xi8>, %start: tensor<2x3x3x5xi32>) -> tensor<2x3x3x5xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<2x3x5x3xi8>, tensor<1x3x3x5xi8>) outs(%start : tensor<2x3x3x5xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %1 = arith.extui %x : i8 to i32
    %2 = arith.extsi %w : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<2x3x3x5xi32>
  return %0 : tensor<2x3x3x5xi32>
}

// CHECK-LABEL: func.func @unsigned_signal
// CHECK-NOT: linalg.matmul
// CHECK-COUNT-3: arith.extui
func.func @unsigned_signal(%signal: tensor<2x9x6xi8>, %filter: tensor<3x6x4xi8>, %start: tensor<2x7x4xi32>) -> tensor<2x7x4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, w, f, q, c) -> (n, w + q, c)>, affine_map<(n, w, f, q, c) -> (q, c, f)>, affine_map<(n, w, f, q, c) -> (n, w, f)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%signal, %filter : tensor<2x9x6xi8>, tensor<3x6x4xi8>) outs(%start : tensor<2x7x4xi32>) {
  ^bb0(%x: i8, %w: i8, %sum: i32):
    %1 = arith.extui %x : i8 to i32
    %2 = arith.extsi %w : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<2x7x4xi32>
  return %0 : tensor<2x7x4xi32>
}

// A reduction by another op than a sum.
// CHECK-LABEL: func.func @largest_products
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @largest_products(%image: tensor<1x2x3x4xf32>, %filter: tensor<1x1x4x5xf32>, %start: tensor<1x2x3x5xf32>) -> tensor<1x2x3x5xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<1x2x3x4xf32>, tensor<1x1x4x5xf32>) outs(%start : tensor<1x2x3x5xf32>) {
  ^bb0(%x: f32, %w: f32, %largest: f32):
    %1 = arith.mulf %x, %w : f32
    %2 = arith.maximumf %largest, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x2x3x5xf32>
  return %0 : tensor<1x2x3x5xf32>
}
