// Convolutions of images with zeros between their elements, as front ends write
// transposed convolutions, are a kind of their own. Layouts pass the insertion,
// and the reversed filter is a constant.
// Covers: G26, R3, R19, R40, R44
// RUN: rm -rf %t && split-file %s %t
// RUN: mlir-opt %t/npu.mlir -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-randomize-splats="seed=3" -o %t/random.mlir
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=nhwc" -o %t/nhwc.mlir
// RUN: FileCheck %s --input-file=%t/nhwc.mlir --check-prefix=NHWC
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=nchw8c indivisible=pad" -o %t/nchw8c.mlir
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/npu.planned.mlir
// RUN: FileCheck %s --input-file=%t/npu.planned.mlir --check-prefix=NPU
// RUN: layout-opt %t/npu.planned.mlir --layout-pipeline="target=%t/npu.mlir" | diff %t/npu.planned.mlir -
// RUN: layout-check -O0 --entry=upsample %t/random.mlir %t/nhwc.mlir %t/nchw8c.mlir %t/npu.planned.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=dynamic --dims=3 %t/random.mlir %t/nhwc.mlir %t/nchw8c.mlir %t/npu.planned.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=unit %t/random.mlir %t/nhwc.mlir %t/nchw8c.mlir %t/npu.planned.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=others %t/random.mlir %t/nhwc.mlir %t/nchw8c.mlir %t/npu.planned.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// The command line knows the kind, too, and the number of image dims.
// RUN: layout-opt %t/kinds.mlir --layout-freeze="prefer=conv1d=[NWC,default],conv2d=[NHWC,default],conv3d=[NDHWC,default],pointwise_conv2d=[HWCN,default],grouped_conv2d=[NHWGC,default],transposed_conv1d=[CWN,default],transposed_conv2d=[HWNC,default],transposed_conv3d=[CDHWN,default]" --remark-format=emitRemark --remarks-filter-passed=layout-freeze -o %t/kinds.frozen.mlir 2>&1 | FileCheck %t/kinds.mlir --implicit-check-not="conv{{.*}} is"
//
// RUN: not layout-opt %t/kinds.mlir --layout-freeze="prefer=transposed_conv2d=[NGCHW,default]" 2>&1 | FileCheck %s --check-prefix=LETTERS
// LETTERS: error: requires the data layout of transposed_conv2d to order the letters NCHW, found 'NGCHW'

// Neither the insertion nor the reversed filter is rewritten at run time.
// NHWC-LABEL: func.func @upsample(
// NHWC: linalg.transpose
// NHWC-NOT: linalg.transpose
// NHWC-NOT: tensor.extract %
// NHWC: tensor.insert_slice %{{.*}}[0, 2, 2, 0] [1, 5, 4, 12] [1, 2, 2, 1] : tensor<1x5x4x12xf32> into tensor<1x13x11x12xf32>
// NHWC-NOT: linalg.transpose
// NHWC-NOT: tensor.extract %
// NHWC: linalg.conv_2d_nhwc_hwcf {{.*}}tensor<1x13x11x12xf32>
// NHWC-NOT: tensor.extract %
// NHWC-LABEL: func.func @dynamic(

// The first convolution is in NHWC, the transposed one in blocks of 6 channels.
// NPU-LABEL: func.func @upsample(
// NPU: linalg.conv_2d_nhwc_hwcf
// NPU: tensor.insert_slice %{{.*}}[0, 0, 2, 2, 0] [1, 2, 5, 4, 6] [1, 1, 2, 2, 1]
// NPU: linalg.generic {{.*}}tensor<1x2x13x11x6xf32>

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "requires" = [
      #dlti.map<"kind" = "conv", "data" = "N*C">,
      #dlti.map<"kind" = "transposed_conv", "data" = "NC*6c", "when" = #dlti.map<"C" = "% 6 == 0", "O" = "% 6 == 0">>],
    "verify" = true>>>} {}

//--- program.mlir
#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>

// As torch-mlir lowers a transposed convolution of stride 2.
func.func @upsample(%x: tensor<1x12x5x4xf32>) -> tensor<1x6x11x9xf32> {
  %w = arith.constant dense<0.1> : tensor<12x12x1x1xf32>
  %t = arith.constant dense<0.2> : tensor<12x6x3x3xf32>
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %0 = tensor.empty() : tensor<1x12x5x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x12x5x4xf32>) -> tensor<1x12x5x4xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x12x5x4xf32>, tensor<12x12x1x1xf32>) outs(%1 : tensor<1x12x5x4xf32>) -> tensor<1x12x5x4xf32>
  %3 = tensor.empty() : tensor<12x6x3x3xf32>
  %4 = linalg.generic {indexing_maps = [#nchw, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t : tensor<12x6x3x3xf32>) outs(%3 : tensor<12x6x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %l = linalg.index 3 : index
    %m = arith.subi %c2, %k : index
    %n = arith.subi %c2, %l : index
    %element = tensor.extract %t[%i, %j, %m, %n] : tensor<12x6x3x3xf32>
    linalg.yield %element : f32
  } -> tensor<12x6x3x3xf32>
  %5 = tensor.empty() : tensor<6x12x3x3xf32>
  %6 = linalg.transpose ins(%4 : tensor<12x6x3x3xf32>) outs(%5 : tensor<6x12x3x3xf32>) permutation = [1, 0, 2, 3]
  %7 = tensor.empty() : tensor<1x12x13x11xf32>
  %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<1x12x13x11xf32>) -> tensor<1x12x13x11xf32>
  %9 = tensor.insert_slice %2 into %8[0, 0, 2, 2] [1, 12, 5, 4] [1, 1, 2, 2] : tensor<1x12x5x4xf32> into tensor<1x12x13x11xf32>
  %10 = tensor.empty() : tensor<1x6x11x9xf32>
  %11 = linalg.fill ins(%zero : f32) outs(%10 : tensor<1x6x11x9xf32>) -> tensor<1x6x11x9xf32>
  %12 = linalg.conv_2d_nchw_fchw ins(%9, %6 : tensor<1x12x13x11xf32>, tensor<6x12x3x3xf32>) outs(%11 : tensor<1x6x11x9xf32>) -> tensor<1x6x11x9xf32>
  return %12 : tensor<1x6x11x9xf32>
}

// The batch is dynamic; the border is a tensor.pad.
func.func @dynamic(%x: tensor<?x6x2x3xf32>, %w: tensor<6x6x2x2xf32>) -> tensor<?x6x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6x2x3xf32>
  %0 = tensor.empty(%n) : tensor<?x6x3x5xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?x6x3x5xf32>) -> tensor<?x6x3x5xf32>
  %2 = tensor.insert_slice %x into %1[0, 0, 0, 0] [%n, 6, 2, 3] [1, 1, 2, 2] : tensor<?x6x2x3xf32> into tensor<?x6x3x5xf32>
  %3 = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x6x3x5xf32> to tensor<?x6x5x7xf32>
  %4 = tensor.empty(%n) : tensor<?x6x4x6xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<?x6x4x6xf32>) -> tensor<?x6x4x6xf32>
  %6 = linalg.conv_2d_nchw_fchw ins(%3, %w : tensor<?x6x5x7xf32>, tensor<6x6x2x2xf32>) outs(%5 : tensor<?x6x4x6xf32>) -> tensor<?x6x4x6xf32>
  return %6 : tensor<?x6x4x6xf32>
}

// Blocks of 8 channels are padded, and images have one element.
func.func @unit(%x: tensor<1x3x1x1xf32>, %w: tensor<5x3x2x2xf32>) -> tensor<1x5x2x2xf32> {
  %zeros = arith.constant dense<0.0> : tensor<1x3x3x3xf32>
  %init = arith.constant dense<0.5> : tensor<1x5x2x2xf32>
  %0 = tensor.insert_slice %x into %zeros[0, 0, 1, 1] [1, 3, 1, 1] [1, 1, 2, 2] : tensor<1x3x1x1xf32> into tensor<1x3x3x3xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x3x3x3xf32>, tensor<5x3x2x2xf32>) outs(%init : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %1 : tensor<1x5x2x2xf32>
}

// Not zeros, and elements that change between the insertion and the
// convolution: these are convolutions like others.
func.func @others(%x: tensor<1x6x2x2xf32>, %w: tensor<6x6x2x2xf32>) -> (tensor<1x6x3x3xf32>, tensor<1x6x3x3xf32>) {
  %ones = arith.constant dense<1.0> : tensor<1x6x4x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x6x4x4xf32>
  %init = arith.constant dense<0.0> : tensor<1x6x3x3xf32>
  %0 = tensor.insert_slice %x into %ones[0, 0, 1, 1] [1, 6, 2, 2] [1, 1, 2, 2] : tensor<1x6x2x2xf32> into tensor<1x6x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x6x4x4xf32>, tensor<6x6x2x2xf32>) outs(%init : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
  %2 = tensor.insert_slice %x into %zeros[0, 0, 1, 1] [1, 6, 2, 2] [1, 1, 2, 2] : tensor<1x6x2x2xf32> into tensor<1x6x4x4xf32>
  %3 = math.exp %2 : tensor<1x6x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %w : tensor<1x6x4x4xf32>, tensor<6x6x2x2xf32>) outs(%init : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
  return %1, %4 : tensor<1x6x3x3xf32>, tensor<1x6x3x3xf32>
}

//--- kinds.mlir
func.func @kinds(%x1: tensor<2x3x4xf32>, %w1: tensor<5x3x2xf32>, %x2: tensor<2x3x4x4xf32>, %w2: tensor<5x3x1x1xf32>,
    %x3: tensor<1x3x2x2x2xf32>, %w3: tensor<5x3x2x2x2xf32>, %xg: tensor<1x2x3x2x2xf32>, %wg: tensor<2x5x3x2x2xf32>)
    -> (tensor<2x5x6xf32>, tensor<2x5x7x4xf32>, tensor<2x5x7x4xf32>, tensor<1x5x2x2x2xf32>, tensor<1x2x5x2x2xf32>) {
  %z1 = arith.constant dense<0.0> : tensor<2x3x7xf32>
  %i1 = arith.constant dense<0.0> : tensor<2x5x6xf32>
  %0 = tensor.insert_slice %x1 into %z1[0, 0, 0] [2, 3, 4] [1, 1, 2] : tensor<2x3x4xf32> into tensor<2x3x7xf32>
  // CHECK: kinds.mlir:[[@LINE+1]]:{{.*}}"transposed_conv1d is CWN,
  %1 = linalg.conv_1d_ncw_fcw ins(%0, %w1 : tensor<2x3x7xf32>, tensor<5x3x2xf32>) outs(%i1 : tensor<2x5x6xf32>) -> tensor<2x5x6xf32>
  // Only rows have zeros between them. The kind counts before that of the
  // window.
  %z2 = arith.constant dense<0.0> : tensor<2x3x7x4xf32>
  %i2 = arith.constant dense<0.0> : tensor<2x5x7x4xf32>
  %2 = tensor.insert_slice %x2 into %z2[0, 0, 0, 0] [2, 3, 4, 4] [1, 1, 2, 1] : tensor<2x3x4x4xf32> into tensor<2x3x7x4xf32>
  // CHECK: kinds.mlir:[[@LINE+1]]:{{.*}}"transposed_conv2d is HWNC,
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w2 : tensor<2x3x7x4xf32>, tensor<5x3x1x1xf32>) outs(%i2 : tensor<2x5x7x4xf32>) -> tensor<2x5x7x4xf32>
  // A border alone does not make it one.
  %4 = tensor.insert_slice %x2 into %z2[0, 0, 1, 0] [2, 3, 4, 4] [1, 1, 1, 1] : tensor<2x3x4x4xf32> into tensor<2x3x7x4xf32>
  // CHECK: kinds.mlir:[[@LINE+1]]:{{.*}}"pointwise_conv2d is HWCN,
  %5 = linalg.conv_2d_nchw_fchw ins(%4, %w2 : tensor<2x3x7x4xf32>, tensor<5x3x1x1xf32>) outs(%i2 : tensor<2x5x7x4xf32>) -> tensor<2x5x7x4xf32>
  // A border around it, and a cast.
  %z3 = arith.constant dense<0.0> : tensor<1x3x3x3x3xf32>
  %i3 = arith.constant dense<0.0> : tensor<1x5x2x2x2xf32>
  %s3 = tensor.extract_slice %x3[0, 0, 0, 0, 0] [1, 3, 1, 1, 1] [1, 1, 1, 1, 1] : tensor<1x3x2x2x2xf32> to tensor<1x3x1x1x1xf32>
  %6 = tensor.insert_slice %s3 into %z3[0, 0, 1, 1, 1] [1, 3, 1, 1, 1] [1, 1, 2, 2, 2] : tensor<1x3x1x1x1xf32> into tensor<1x3x3x3x3xf32>
  %7 = tensor.cast %6 : tensor<1x3x3x3x3xf32> to tensor<1x3x?x3x3xf32>
  // CHECK: kinds.mlir:[[@LINE+1]]:{{.*}}"transposed_conv3d is CDHWN,
  %8 = linalg.conv_3d_ncdhw_fcdhw ins(%7, %w3 : tensor<1x3x?x3x3xf32>, tensor<5x3x2x2x2xf32>) outs(%i3 : tensor<1x5x2x2x2xf32>) -> tensor<1x5x2x2x2xf32>
  // With groups it has the kind of other convolutions with groups.
  %zg = arith.constant dense<0.0> : tensor<1x2x3x3x3xf32>
  %ig = arith.constant dense<0.0> : tensor<1x2x5x2x2xf32>
  %9 = tensor.insert_slice %xg into %zg[0, 0, 0, 0, 0] [1, 2, 3, 2, 2] [1, 1, 1, 2, 2] : tensor<1x2x3x2x2xf32> into tensor<1x2x3x3x3xf32>
  // CHECK: kinds.mlir:[[@LINE+1]]:{{.*}}"grouped_conv2d is NHWGC,
  %10 = linalg.conv_2d_ngchw_gfchw ins(%9, %wg : tensor<1x2x3x3x3xf32>, tensor<2x5x3x2x2xf32>) outs(%ig : tensor<1x2x5x2x2xf32>) -> tensor<1x2x5x2x2xf32>
  return %1, %3, %5, %8, %10 : tensor<2x5x6xf32>, tensor<2x5x7x4xf32>, tensor<2x5x7x4xf32>, tensor<1x5x2x2x2xf32>, tensor<1x2x5x2x2xf32>
}
