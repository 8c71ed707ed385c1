// With a calibration costs are times of copies. In this one single elements are
// copied at a quarter of the full speed and runs of 32 bytes at half of it. The
// first layout option is cheaper in bytes, by 64 of its own cost; the second
// one is cheaper in time.
// Covers: R35
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: layout-opt in.mlir --layout-pipeline=report=bytes.json -o bytes.mlir
// RUN: FileCheck in.mlir --check-prefix=BYTES < bytes.json
// RUN: layout-opt in.mlir --layout-pipeline="calibration=machine.json report=time.json problem=p.problem.json plan=p.plan.json" -o time.mlir
// RUN: FileCheck in.mlir --check-prefix=TIME < time.json
// RUN: FileCheck in.mlir < time.mlir
// RUN: layout-check in.mlir bytes.mlir
// RUN: layout-check in.mlir time.mlir
// Problem files hold the costs of rewrites, so other tools get the same result.
// RUN: layout-check-plan p-main.problem.json p-main.plan.json
// RUN: layout-solve p-main.problem.json -o again.plan.json | FileCheck in.mlir --check-prefix=SOLVED
// RUN: layout-opt in.mlir --layout-pipeline="calibration=machine.json report=-" -o time.mlir 2>&1 | FileCheck in.mlir --check-prefix=TEXT

// An error in a calibration file is reported, and no program is written.
// RUN: not layout-opt in.mlir --layout-pipeline=calibration=none.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=NONE
// RUN: not layout-opt in.mlir --layout-flow=calibration=falls.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=FALLS
// RUN: not layout-opt in.mlir --layout-flow=calibration=fast.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=FAST
// RUN: not layout-opt in.mlir --layout-flow=calibration=empty.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=EMPTY
// RUN: not layout-opt in.mlir --layout-flow=calibration=units.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=UNIT
// RUN: not layout-opt in.mlir --layout-flow=calibration=free.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=FREE
// RUN: not ls none.mlir

//--- machine.json
{"version": 1, "unit": "ps", "per_byte": 1.0,
 "efficiency": [{"run": 4, "of_copy": 0.25}, {"run": 32, "of_copy": 0.5}]}

//--- falls.json
{"version": 1, "unit": "ps", "per_byte": 1.0,
 "efficiency": [{"run": 32, "of_copy": 0.25}, {"run": 4, "of_copy": 0.5}]}

//--- fast.json
{"version": 1, "unit": "ps", "per_byte": 1.0,
 "efficiency": [{"run": 4, "of_copy": 1.5}]}

//--- empty.json
{"version": 1, "unit": "ps", "per_byte": 1.0,
 "efficiency": [{"run": 0, "of_copy": 0.5}]}

//--- units.json
{"version": 1, "unit": "", "per_byte": 1.0, "efficiency": []}

//--- free.json
{"version": 1, "unit": "ps", "per_byte": 0.0, "efficiency": []}

//--- in.mlir
// BYTES: "frozen": {
// BYTES-NEXT: "bytes": 1024
// BYTES: "plan": {
// BYTES-NEXT: "cost": 1024,
// TIME: "frozen": {
// TIME-NEXT: "bytes": 1024
// TIME: "plan": {
// TIME-NEXT: "unit": "ps",
// TIME-NEXT: "cost": 2112,
// TIME-NEXT: "bound": 2112,
// TIME: "after": {
// TIME-NEXT: "rewrites": 1,
// TIME-NEXT: "bytes": 1024,
// SOLVED: cost 2112, bound 2112, gap 0
// TEXT: 1 rewrite at run time, 1.02 kB
// TEXT-NEXT: no plan is cheaper
// NONE: in.mlir:0:0: error: cannot read 'none.json': No such file or directory
// FALLS: error: cannot read 'falls.json': requires runs that rise
// FAST: error: cannot read 'fast.json': requires more than 0 and at most 1
// EMPTY: error: cannot read 'empty.json': requires a run of at least 1 byte
// UNIT: error: cannot read 'units.json': requires a unit
// FREE: error: cannot read 'free.json': requires more than 0

// CHECK-LABEL: func.func @main
// CHECK: linalg.transpose {{.*}} outs({{.*}} : tensor<2x8x8xf32>)
// CHECK: linalg.generic
// CHECK-SAME: tensor<2x8x8xf32>
func.func @main(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_], cost = 0>,
      #layout.op_layout<operands = [<(m, k) -> (k floordiv 8, m, k mod 8)>, _, _], results = [_], cost = 64>]}
      ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
