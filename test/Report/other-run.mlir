// A report covers the passes of its own run. For passes of an earlier run it
// has no figures and says so.
// RUN: layout-opt %s --layout-survey --layout-freeze=target=nhwc --layout-flow=strategy=forward --layout-fold -o %t.planned.mlir
// RUN: layout-opt %t.planned.mlir --layout-report=path=- -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: layout-opt %t.planned.mlir --layout-report=path=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: layout-opt %s --layout-survey --layout-freeze=target=nhwc --layout-flow=strategy=forward --layout-fold --layout-report=path=- -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME

//      CHECK:Layouts: nothing was planned in this run; 3 rewrites at run time, 6.66 kB
//      CHECK:  rewrites                                 ?                 ?       3 (6.66 kB)
// JSON: "target": null,
// JSON-NEXT: "strategy": null,
// JSON-NEXT: "planned": false,
// JSON-NEXT: "before": null,
// JSON-NEXT: "frozen": {
// JSON-NEXT: "bytes": null
//      SAME: Layouts for target nhwc, strategy forward: 3 rewrites at run time, 6.66 kB
//  SAME-NOT: nothing was planned
func.func @main(%x: tensor<1x4x8x8xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %f = arith.constant dense<0.5> : tensor<8x4x3x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}
