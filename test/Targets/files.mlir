// A target is a file, or a part of the module: preferences with conditions,
// requirements, alignment, and a device for a function or an op.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: mlir-opt %t/npu.mlir -o /dev/null
//
// Channels are padded to a multiple of 8, data before kernels; what is not
// required is preferred.
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/npu.mlir -o %t/frozen.mlir
// RUN: FileCheck %s --check-prefix=NPU --input-file=%t/frozen.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir report=%t/report.json" -o %t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o /dev/null
// RUN: layout-check --entry=narrow %t/program.mlir %t/planned.mlir
// RUN: layout-check --entry=strided %t/program.mlir %t/planned.mlir
// RUN: layout-check --entry=unit %t/program.mlir %t/planned.mlir
// RUN: layout-check --entry=matmul %t/program.mlir %t/planned.mlir
// RUN: layout-check --entry=thin %t/program.mlir %t/planned.mlir
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/report.json
//
// NPU-LABEL: func.func @narrow
// NPU: layout.pad {{.*}} high [0, 5, 0, 0]
// NPU: linalg.conv_2d_nhwc_fhwc {{.*}}ins({{.*}} : tensor<1x9x9x8xf32>, tensor<24x3x3x8xf32>) outs({{.*}} : tensor<1x7x7x24xf32>)
// NPU-LABEL: func.func @strided
// NPU: linalg.conv_2d_nhwc_hwcf
// NPU-LABEL: func.func @unit
// NPU: ins({{.*}} : tensor<1x1x1x8xf32>, tensor<8x1x1x8xf32>)
// NPU-LABEL: func.func @matmul
// NPU: ins({{.*}} : tensor<6x10xf32>, tensor<2x10x8xf32>)
// NPU-LABEL: func.func @thin
// NPU: linalg.matmul {{.*}}tensor<6x4xf32>, tensor<4x16xf32>
// REPORT: "target": "npu"
//
// The same in the module that is planned. Upstream's attribute stays.
// RUN: layout-opt %t/inside.mlir --layout-pipeline="report=%t/inside.json" -o %t/inside.planned.mlir
// RUN: layout-check --entry=on_cpu %t/inside.mlir %t/inside.planned.mlir
// RUN: layout-check --entry=on_gpu %t/inside.mlir %t/inside.planned.mlir
// RUN: FileCheck %s --check-prefix=INSIDE --input-file=%t/inside.planned.mlir
// RUN: FileCheck %s --check-prefix=DEVICES --input-file=%t/inside.json
// INSIDE: module attributes {dlti.target_system_spec
// INSIDE-LABEL: func.func @on_cpu
// INSIDE-NOT: layout.device
// INSIDE: ins({{.*}} : tensor<1x2x4x4x8xf32>, tensor<2x2x1x1x8x8xf32>)
// INSIDE-LABEL: func.func @on_gpu
// INSIDE: linalg.conv_2d_nhwc_hwcf
// DEVICES: "target": "cpu, gpu"
//
// An option of the command line is a target for the whole module.
// RUN: sed 's/layout.device = "gpu"//' %t/inside.mlir > %t/plain.mlir
// RUN: layout-opt %t/plain.mlir --layout-freeze=target=nchw4c | FileCheck %s --check-prefix=OPTION
// OPTION-COUNT-2: tensor<1x4x4x4x4xf32>, tensor<4x4x1x1x4x4xf32>

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "requires" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC[a=8]", "kernel" = "OHWI",
                            "when" = #dlti.map<"strides" = "== 1", "data_type" = "f32">>],
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "default">,
                 #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n",
                           "when" = #dlti.map<"K" = [">= 8", "% 2 == 0"]>>]>>>} {}

//--- program.mlir
func.func @narrow(%x: tensor<1x3x9x9xf32>, %w: tensor<17x3x3x3xf32>, %o: tensor<1x17x7x7xf32>) -> tensor<1x17x7x7xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x9x9xf32>, tensor<17x3x3x3xf32>) outs(%o : tensor<1x17x7x7xf32>) -> tensor<1x17x7x7xf32>
  return %0 : tensor<1x17x7x7xf32>
}
func.func @strided(%x: tensor<1x3x9x9xf32>, %w: tensor<17x3x3x3xf32>, %o: tensor<1x17x4x4xf32>) -> tensor<1x17x4x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x3x9x9xf32>, tensor<17x3x3x3xf32>) outs(%o : tensor<1x17x4x4xf32>) -> tensor<1x17x4x4xf32>
  return %0 : tensor<1x17x4x4xf32>
}
func.func @unit(%x: tensor<1x1x1x1xf32>, %w: tensor<1x1x1x1xf32>, %o: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) outs(%o : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
func.func @matmul(%a: tensor<6x10xf32>, %b: tensor<10x16xf32>, %c: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<6x10xf32>, tensor<10x16xf32>) outs(%c : tensor<6x16xf32>) -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}
func.func @thin(%a: tensor<6x4xf32>, %b: tensor<4x16xf32>, %c: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x16xf32>) outs(%c : tensor<6x16xf32>) -> tensor<6x16xf32>
  return %0 : tensor<6x16xf32>
}

//--- inside.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "cpu" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "NC*8c", "kernel" = "default">]>>,
  "gpu" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "default">]>>,
  "dsp" = #dlti.target_device_spec<"max_vector_op_width" = 64 : i32>>} {
  func.func @on_cpu(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
    return %0 : tensor<1x16x4x4xf32>
  }
  func.func @on_gpu(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32> attributes {layout.device = "gpu"} {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
    return %0 : tensor<1x16x4x4xf32>
  }
}
