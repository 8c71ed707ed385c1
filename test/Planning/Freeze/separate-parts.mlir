// Channels of two tensors of 7 channels that are shuffled are concatenated along a dim
// of their own: padded to 16, they are 8 channels of each. Otherwise what pads them
// is a rewrite of its own.
// Covers: R13
//
// RUN: layout-opt %s --layout-raise --layout-freeze="target=nchw8c indivisible=pad" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-raise --layout-freeze="target=nchw8c indivisible=pad" --remarks-filter=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad padding-price=0 strict=true" -o %t.planned.mlir
// RUN: layout-opt %t.planned.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.planned.mlir --entry=shuffle
// RUN: layout-check %s %t.planned.mlir --entry=blocks
// RUN: layout-check %s %t.planned.mlir --entry=whole
// RUN: layout-check %s %t.planned.mlir --entry=dynamic
//
// A device with layouts of four dims has no dim for them.
// RUN: layout-opt --layout-print-target=nchw8c | sed 's/NC\*8c/N*C[a=8]/' > %t.any.mlir
// RUN: sed 's/"name" = "nchw8c"/&, "max_rank" = 4 : i64/' %t.any.mlir > %t.four.mlir
// RUN: layout-opt %s --layout-raise --layout-freeze="target=%t.any.mlir indivisible=pad" | FileCheck %s --check-prefix=ANY
// RUN: layout-opt %s --layout-raise --layout-freeze="target=%t.four.mlir indivisible=pad" | FileCheck %s --check-prefix=FOUR
// ANY-LABEL: func.func @shuffle
// ANY: tensor.concat dim(1) {{.*}} -> tensor<1x2x7x8x8xf32>
// FOUR-LABEL: func.func @shuffle
// FOUR: tensor.concat dim(1) {{.*}} -> tensor<1x14x8x8xf32>
//
// REMARK: separate-parts.mlir:[[#@LINE+16]]:{{.*}}joins parts that are shuffled along a dim of their own

// 14 channels in 3584 bytes become 16 in 4096, once for both convolutions; their
// results go from 1024 to 896 and from 4096 to 3584 bytes. The other two
// functions of static sizes rewrite 1152 and 1008 bytes; that of a dynamic size
// pads 360 bytes to 480.
// COUNT: {"rewrites":6,"bytes":20280,"moves":{"n":5,"bytes":20544}

// CHECK-LABEL: func.func @shuffle
// CHECK: %[[A:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, 0, d1, d2, d3)> : tensor<1x7x8x8xf32> to tensor<1x1x7x8x8xf32>
// CHECK: %[[B:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, 0, d1, d2, d3)> : tensor<1x7x8x8xf32> to tensor<1x1x7x8x8xf32>
// CHECK: tensor.concat dim(1) %[[A]], %[[B]] : (tensor<1x1x7x8x8xf32>, tensor<1x1x7x8x8xf32>) -> tensor<1x2x7x8x8xf32>
func.func @shuffle(%a: tensor<1x7x8x8xf32>, %b: tensor<1x7x8x8xf32>) -> (tensor<1x14x4x4xf32>, tensor<1x14x8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %v = arith.constant dense<0.5> : tensor<14x3x3xf32>
  %w = arith.constant dense<0.25> : tensor<14x14x1x1xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<1x7x8x8xf32>, tensor<1x7x8x8xf32>) -> tensor<1x14x8x8xf32>
  %g = tensor.expand_shape %c [[0], [1, 2], [3], [4]] output_shape [1, 2, 7, 8, 8] : tensor<1x14x8x8xf32> into tensor<1x2x7x8x8xf32>
  %te = tensor.empty() : tensor<1x7x2x8x8xf32>
  %t = linalg.transpose ins(%g : tensor<1x2x7x8x8xf32>) outs(%te : tensor<1x7x2x8x8xf32>) permutation = [0, 2, 1, 3, 4]
  %s = tensor.collapse_shape %t [[0], [1, 2], [3], [4]] : tensor<1x7x2x8x8xf32> into tensor<1x14x8x8xf32>
  %p = tensor.pad %s low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<1x14x8x8xf32> to tensor<1x14x10x10xf32>
  %e0 = tensor.empty() : tensor<1x14x4x4xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x14x4x4xf32>) -> tensor<1x14x4x4xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : vector<2xi64>} ins(%p, %v : tensor<1x14x10x10xf32>, tensor<14x3x3xf32>) outs(%f0 : tensor<1x14x4x4xf32>) -> tensor<1x14x4x4xf32>
  %e1 = tensor.empty() : tensor<1x14x8x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%s, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%f1 : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  return %0, %1 : tensor<1x14x4x4xf32>, tensor<1x14x8x8xf32>
}

// Blocks of 8 channels are the parts, but in their order.
// CHECK-LABEL: func.func @blocks
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<1x8x3x3xf32>, tensor<1x8x3x3xf32>) -> tensor<1x16x3x3xf32>
func.func @blocks(%a: tensor<1x8x3x3xf32>, %b: tensor<1x8x3x3xf32>) -> tensor<1x2x3x3x8xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<1x8x3x3xf32>, tensor<1x8x3x3xf32>) -> tensor<1x16x3x3xf32>
  %t = layout.layout_transform %c by <(n, c, h, w) -> (n, c floordiv 8, h, w, c mod 8)> : tensor<1x16x3x3xf32> to tensor<1x2x3x3x8xf32>
  return %t : tensor<1x2x3x3x8xf32>
}

// An op reads the channels of both parts as one dim.
// CHECK-LABEL: func.func @whole
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<14x9xf32>
func.func @whole(%a: tensor<7x9xf32>, %b: tensor<7x9xf32>) -> (tensor<14x9xf32>, tensor<7x2x9xf32>) {
  %c = tensor.concat dim(0) %a, %b : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<14x9xf32>
  %t = layout.layout_transform %c by <(d0, d1) -> (d0 mod 7, d0 floordiv 7, d1)> : tensor<14x9xf32> to tensor<7x2x9xf32>
  %e = tensor.empty() : tensor<14x9xf32>
  %x = linalg.exp ins(%c : tensor<14x9xf32>) outs(%e : tensor<14x9xf32>) -> tensor<14x9xf32>
  return %x, %t : tensor<14x9xf32>, tensor<7x2x9xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: tensor.concat dim(1) {{.*}} -> tensor<?x3x6x5xf32>
// CHECK: layout.layout_transform {{.*}} by <(d0, d1, d2, d3) -> (d0, d2 floordiv 3, (d2 mod 3) * 3 + d1, d3)>
func.func @dynamic(%a: tensor<?x6x5xf32>, %b: tensor<?x6x5xf32>, %c: tensor<?x6x5xf32>) -> tensor<?x2x12x5xf32> {
  %j = tensor.concat dim(1) %a, %b, %c : (tensor<?x6x5xf32>, tensor<?x6x5xf32>, tensor<?x6x5xf32>) -> tensor<?x18x5xf32>
  %t = layout.layout_transform %j by <(d0, d1, d2) -> (d0, (d1 mod 6) floordiv 3, (d1 mod 3) * 3 + d1 floordiv 6, d2)> : tensor<?x18x5xf32> to tensor<?x2x9x5xf32>
  %p = layout.pad %t low [0, 0, 0, 0] high [0, 0, 3, 0] value(0.0 : f32) : tensor<?x2x9x5xf32> to tensor<?x2x12x5xf32>
  return %p : tensor<?x2x12x5xf32>
}
