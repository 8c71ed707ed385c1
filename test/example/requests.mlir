// An op of a user states which layouts it asks for by the interface that states
// its rule. They depend on its properties, and entries of a target that are
// named for the op count before them.
// Covers: G8, G13, R34
// RUN: rm -rf %t && split-file %s %t
// RUN: example-opt %t/program.mlir --layout-pipeline -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: example-opt %t/program.mlir --layout-freeze | FileCheck %s --check-prefix=FREEZE
// RUN: example-opt %t/planned.mlir --layout-verify -o /dev/null
// RUN: example-opt %t/planned.mlir --layout-pipeline | diff %t/planned.mlir -

// Before planning, what is required is not there.
// RUN: not example-opt %t/program.mlir --layout-verify -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: program.mlir:7:8: error: 'example.scan' op requires operand 0 in layout ba, found (d0, d1) -> (d0, d1); result 0 in layout ba, found (d0, d1) -> (d0, d1)
// VERIFY: note: the layout of operand 0 is that of argument 0

// A target's entry for the name of the op counts, one for its kind does not.
// RUN: example-opt %t/program.mlir --layout-freeze=target=%t/named.mlir | FileCheck %s --check-prefix=NAMED

// RUN: example-opt %t/invalid.mlir --layout-freeze -split-input-file -verify-diagnostics

//--- program.mlir
// The kernel is fast along the innermost dim: both rewrites cost less.
func.func @fast(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = example.scan %x along 0 : tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
func.func @strict(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = example.scan strict %x along 0 : tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
// It is there already.
func.func @there(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = example.scan strict %x along 1 : tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// CHECK-LABEL: func.func @fast(
// CHECK: linalg.transpose
// CHECK: example.scan %{{.*}} along 1 {{.*}}: tensor<48x64xf32>
// CHECK-LABEL: func.func @strict(
// CHECK: linalg.transpose
// CHECK: example.scan strict %{{.*}} along 1 {{.*}}: tensor<8x6xf32>
// CHECK-LABEL: func.func @there(
// CHECK-NOT: linalg.transpose
// CHECK: example.scan strict %{{.*}} along 1 {{.*}}: tensor<6x8xf32>
// FREEZE: example.scan %{{.*}} along 0 {layout.decision = 0 : i64, layout.op_layout = [#layout.op_layout<operands = [<(d0, d1) -> (d1, d0)>], results = [<(d0, d1) -> (d1, d0)>], cost = 0>, #layout.op_layout<operands = [_], results = [_], cost = 98304>]}
// NAMED-LABEL: func.func @fast(
// NAMED-NOT: layout.layout_transform
// NAMED: example.scan %{{.*}} along 0 {{.*}}layout.frozen

//--- named.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "example.scan", "operands" = "default", "results" = "default">]>>>} {}

//--- invalid.mlir
func.func @malformed(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  // expected-error@+1 {{'example.scan' op states an invalid layout: }}
  %0 = example.scan %x along 0 asks [0, 0] : tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

// Its rule does not allow to cut the dim.
func.func @cut(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = example.scan %x along 0 asks [0, 1] cut 2 : tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
