// A sum along sticks leaves one element in each, and writes nothing else. If the
// padding must hold zeros, as what a caller gets, the sum reads its operand in
// sticks all the same, and one rewrite pads what it leaves.
// Covers: P17, P21
//
// RUN: layout-opt %s --layout-pipeline="target=spyre report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: layout-check %s %t.mlir
//
// CHECK-LABEL: func.func @sum(%arg0: tensor<4x24x64xf16>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}}ins(%arg0 : tensor<4x24x64xf16>) outs({{.*}} : tensor<24x1xf16>)
// CHECK: tensor.pad {{.*}} low[0, 0] high[0, 63]
// CHECK: return {{.*}} : tensor<24x64xf16>
//
// 24 elements of 2 bytes are read, and 24 sticks of 128 bytes written.
// REPORT: "bytes": 3120

func.func @sum(%x: tensor<24x256xf16> {layout.tensor_layout = "default"})
    -> (tensor<24xf16> {layout.tensor_layout = #layout.tensor_layout<sparse 24xf16>}) {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<24xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<24xf16>) -> tensor<24xf16>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<24x256xf16>) outs(%f : tensor<24xf16>) dimensions = [1]
  return %0 : tensor<24xf16>
}
