// A program for several devices is verified for each operation's own, behind
// the stages of the pipeline and by itself. The planned program says where
// operations run, whatever they have become.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/both.mlir --layout-pipeline -o %t/both.planned.mlir
// RUN: FileCheck %s --input-file=%t/both.planned.mlir
// RUN: layout-opt %t/both.planned.mlir --layout-verify -o /dev/null
// RUN: layout-opt %t/both.mlir --layout-pipeline --layout-verify-each -o /dev/null
// RUN: mlir-opt %t/both.planned.mlir -o /dev/null
// RUN: layout-check %t/both.mlir %t/both.planned.mlir --entry=ops
// RUN: layout-check %t/both.mlir %t/both.planned.mlir --entry=forms
// RUN: layout-check %t/both.mlir %t/both.planned.mlir --entry=loop
//
// Planned again, it stays as it is. (Tags would name the dims of the planned program.)
// RUN: sed 's/, #dlti.map<"kind" = "elementwise".*, "results" = "acdb">//' %t/both.mlir > %t/letters.mlir
// RUN: layout-opt %t/letters.mlir --layout-pipeline -o %t/letters.planned.mlir
// RUN: layout-opt %t/letters.planned.mlir --layout-pipeline -o %t/again.mlir
// RUN: diff %t/letters.planned.mlir %t/again.mlir
//
// One device or the other asks to be verified.
// RUN: sed '/"cpu" = /s/"verify" = true, //' %t/both.mlir > %t/gpu.mlir
// RUN: layout-opt %t/gpu.mlir --layout-pipeline -o %t/gpu.planned.mlir
// RUN: sed '/"gpu" = /s/"verify" = true, //' %t/both.mlir > %t/cpu.mlir
// RUN: layout-opt %t/cpu.mlir --layout-pipeline -o %t/cpu.planned.mlir
//
// What is wrong is found on the devices that ask for it only.
// RUN: not layout-opt %t/wrong.mlir --layout-verify=requirements=asked-of-target 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/"verify" = true, //' %t/wrong.mlir | layout-opt --layout-verify=requirements=asked-of-target -o /dev/null
// WRONG-NOT: error
// WRONG: wrong.mlir:[[#]]:{{.*}} error: 'linalg.conv_2d_nchw_fchw' op requires operand 0 in layout NHWC by target 'gpu', found NCHW
// WRONG-NOT: error
//
// All parts of an operation run where it does, and what prepares weights where their function does.
// RUN: layout-opt %t/parts.mlir --layout-pipeline | FileCheck %s --check-prefix=PARTS
// PARTS-LABEL: func.func @softmax
// PARTS-COUNT-4: linalg.generic {{.*}}layout.device = "gpu"
// PARTS: func.func @weights.prepare({{.*}} attributes {{{.*}}layout.device = "gpu"
//
// CHECK-LABEL: func.func @ops
// CHECK-DAG: linalg.conv_2d_nhwc_hwcf {{.*}}layout.device = "gpu"
// CHECK-DAG: ins({{.*}} : tensor<1x2x4x4x8xf32>, tensor<2x2x1x1x8x8xf32>)
// CHECK-LABEL: func.func @forms
// CHECK-DAG: linalg.conv_2d_nhwc_hwcf {{.*}}layout.device = "gpu"
// CHECK-LABEL: func.func @loop
// CHECK: linalg.conv_2d_nhwc_hwcf

//--- both.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "cpu" = #dlti.target_device_spec<"layout" = #dlti.map<"verify" = true, "requires" = [
    #dlti.map<"kind" = "conv", "data" = "NC*8c">, #dlti.map<"kind" = "elementwise", "operands" = "acdb", "results" = "acdb">]>>,
  "gpu" = #dlti.target_device_spec<"layout" = #dlti.map<"verify" = true, "requires" = [#dlti.map<"kind" = "conv", "data" = "N*C">]>>>} {
  func.func @ops(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x4x4xf32>) -> (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) {
    %0 = linalg.conv_2d_nchw_fchw {layout.device = "gpu"} ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
    %1 = math.exp %0 : tensor<1x16x4x4xf32>
    %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%0 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
    %3 = math.absf %2 {layout.device = "gpu"} : tensor<1x16x4x4xf32>
    return %2, %3 : tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>
  }
  // A convolution with one group is planned as one without.
  func.func @forms(%x: tensor<1x1x16x4x4xf32>, %w: tensor<1x16x16x1x1xf32>, %o: tensor<1x1x16x4x4xf32>) -> tensor<1x1x16x4x4xf32> {
    %0 = linalg.conv_2d_ngchw_gfchw {layout.device = "gpu"} ins(%x, %w : tensor<1x1x16x4x4xf32>, tensor<1x16x16x1x1xf32>) outs(%o : tensor<1x1x16x4x4xf32>) -> tensor<1x1x16x4x4xf32>
    return %0 : tensor<1x1x16x4x4xf32>
  }
  func.func @loop(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> tensor<1x16x4x4xf32> {
      %1 = linalg.conv_2d_nchw_fchw ins(%y, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%y : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
      scf.yield %1 : tensor<1x16x4x4xf32>
    } {layout.device = "gpu"}
    return %0 : tensor<1x16x4x4xf32>
  }
}

//--- parts.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "cpu" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "cpu">>,
  "gpu" = #dlti.target_device_spec<"layout" = #dlti.map<"requires" = [#dlti.map<"kind" = "conv", "data" = "N*C">]>>>} {
  func.func @softmax(%x: tensor<4x16xf32> {layout.tensor_layout = "MK -> KM8k"}) -> (tensor<4x16xf32> {layout.tensor_layout = "MK -> KM8k"}) {
    %e = tensor.empty() : tensor<4x16xf32>
    %0 = linalg.softmax {layout.device = "gpu"} dimension(1) ins(%x : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
  func.func @weights(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32> {layout.constant}, %o: tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32> attributes {layout.device = "gpu"} {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
    return %0 : tensor<1x16x4x4xf32>
  }
}

//--- wrong.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "cpu" = #dlti.target_device_spec<"layout" = #dlti.map<"requires" = [#dlti.map<"kind" = "conv", "data" = "NC*8c">]>>,
  "gpu" = #dlti.target_device_spec<"layout" = #dlti.map<"verify" = true, "requires" = [#dlti.map<"kind" = "conv", "data" = "N*C">]>>>} {
  func.func @main(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
    %1 = linalg.conv_2d_nchw_fchw {layout.device = "gpu"} ins(%0, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
    return %1 : tensor<1x16x4x4xf32>
  }
}
