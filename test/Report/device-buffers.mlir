// A target that says how its device reads memory: how much of the buffers of
// arguments and results, and of what rewrites write, is padding, how many
// contiguous copies fill them, and which dims its cores divide.
// Covers: P25, P28
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir report=%t/report.txt" -o %t/planned.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir report=%t/report.json" -o %t/planned.mlir
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t/report.txt
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/report.json
// RUN: mlir-opt %t/planned.mlir -o /dev/null
//
// 1000 rows of 200 elements in sticks of 64: 4 sticks, the last of which has 8
// elements. 8 cores divide the rows; no dim of 4 or sticks of 64, whose parts
// would be no sticks. Each row has 4 parts that are contiguous on both sides.
//      TEXT: Buffers on the device, in sticks of 128 bytes:
// TEXT-NEXT:   argument 0 of @main: 512,000 bytes as 4x1000x64, 112,000 of them padding, 4,000 requests of up to 128 bytes, dim 1 divides over 8 cores
// TEXT-NEXT:   argument 1 of @main: 6 bytes as 3, 1 request, no dim divides over 8 cores
// TEXT-NEXT:   result 0 of @main: 400,000 bytes as 1000x200, 1 request, dim 0 divides over 8 cores
// TEXT-NEXT:   result 1 of @main: 6 bytes as 3, 1 request, no dim divides over 8 cores
// TEXT-NEXT:   rewrite at {{.*}}: 400,000 bytes as 1000x200, 4,000 requests of up to 128 bytes, dim 0 divides over 8 cores
//
//      JSON: "left": [
//      JSON: "buffer": {
//      JSON: "requests": 4000,
//      JSON: "device": {
// JSON-NEXT:   "stick_bytes": 128,
// JSON-NEXT:   "cores": 8,
// JSON-NEXT:   "buffers": [
// JSON-NEXT:     {
// JSON-NEXT:       "value": "argument 0 of @main",
// JSON-NEXT:       "shape": [
// JSON-NEXT:         4,
// JSON-NEXT:         1000,
// JSON-NEXT:         64
// JSON-NEXT:       ],
// JSON-NEXT:       "bytes": 512000,
// JSON-NEXT:       "padding_bytes": 112000,
// JSON-NEXT:       "padding_elements": 56000,
// JSON-NEXT:       "runs": {
//      JSON:         "row_major": {
// JSON-NEXT:           "bytes": 128,
// JSON-NEXT:           "count": 4000,
// JSON-NEXT:           "elements": 64
//      JSON:       "requests": 4000,
// JSON-NEXT:       "core_dims": [
// JSON-NEXT:         1
// JSON-NEXT:       ]
//
// layout-explain says the same of the layout.
// RUN: layout-explain 'K[stick]M' --dims MK --shape 1000x200 --dtype f16 --target spyre --json > %t/explained.json
// RUN: FileCheck %s --check-prefix=EXPLAIN --input-file=%t/explained.json
// EXPLAIN: "bytes":512000,"padding_bytes":112000,"padding_elements":56000,
// EXPLAIN-SAME: "row_major":{"bytes":128,"count":4000,"elements":64}
//
// Without such keys there is nothing to say.
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=nhwc report=%t/plain.txt" -o %t/planned.mlir
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t/plain.txt
// PLAIN: Layouts for target nhwc
// PLAIN-NOT: Buffers on the device

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"stick_bytes" = 128 : i64, "cores" = 8 : i64>>>} {}
//--- program.mlir
func.func @main(%x: tensor<1000x200xf16> {layout.tensor_layout = "MK -> KM64k"}, %y: tensor<3xf16>)
    -> (tensor<1000x200xf16>, tensor<3xf16>) {
  %e = tensor.empty() : tensor<1000x200xf16>
  %0 = linalg.exp ins(%x : tensor<1000x200xf16>) outs(%e : tensor<1000x200xf16>) -> tensor<1000x200xf16>
  return %0, %y : tensor<1000x200xf16>, tensor<3xf16>
}
