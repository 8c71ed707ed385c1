// The report of the pipeline: all options, the numbers of input and output, the
// remaining rewrites, and warnings about preferences that match no op.
// Covers: R40
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir && cd %t
// RUN: layout-opt in.mlir --layout-pipeline="prefer=conv1d=[NCW8c,default],matmul=[MK,NK],conv3d=[NDHWC,default] strategy=forward report=some.json" -o out.mlir 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: FileCheck %s < some.json
// RUN: %python -m json.tool some.json
// RUN: layout-opt in.mlir --layout-count > before.json
// RUN: layout-opt out.mlir --layout-count > after.json
// RUN: %python %S/Inputs/check_report_figures.py some.json before.json after.json
// RUN: %print-json some.json after.bytes frozen.bytes left.*.bytes | FileCheck %s --check-prefix=BYTES
// BYTES: after.bytes = 128
// BYTES-NEXT: frozen.bytes = 128
// BYTES-NEXT: left.*.bytes = [128]

// Text goes to standard error, or to any file whose name does not end in .json.
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc prefer=matmul=[MK,NK] report=-" -o out.mlir 2> text.txt
// RUN: FileCheck %s --check-prefix=TEXT --match-full-lines --strict-whitespace < text.txt
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc prefer=matmul=[MK,NK] report=json" -o out.mlir
// RUN: diff text.txt json
// The report does not change where the program is written.
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc prefer=matmul=[MK,NK] report=-" 2> %t/again.txt | diff out.mlir -
// RUN: diff text.txt again.txt
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc" 2>&1 | FileCheck %s --check-prefix=SILENT

// WARNING: in.mlir:0:0: warning: preference for conv1d matches no op
// WARNING: in.mlir:0:0: warning: preference for conv3d matches no op

//      CHECK:  "version": 1,
// CHECK-NEXT:  "target": null,
// CHECK-NEXT:  "strategy": "forward",
// CHECK-NEXT:  "before": {
//      CHECK:  "frozen": {
// CHECK-NEXT:    "bytes": 128
//      CHECK:  "after": {
// CHECK-NEXT:    "rewrites": 1,
// CHECK-NEXT:    "bytes": 128,
//      CHECK:  "left": [
// CHECK-NEXT:    {
// CHECK-NEXT:      "location": "in.mlir:[[# @LINE + 30]]:8",
// CHECK-NEXT:      "from": "(d0, d1) -> (d0, d1)",
// CHECK-NEXT:      "to": "(d0, d1) -> (d1, d0)",
// CHECK-NEXT:      "letters": "KN -> NK",
// CHECK-NEXT:      "bytes": 128,
// CHECK-NEXT:      "between": [
// CHECK-NEXT:        "argument 1 of @main",
// CHECK-NEXT:        "linalg.generic at in.mlir:[[# @LINE + 23]]:8"
// CHECK-NEXT:      ],
// CHECK-NEXT:      "blocked_by": "the signature of @main and frozen linalg.generic at in.mlir:[[# @LINE + 21]]:8"
//      CHECK:  "unmatched": [
// CHECK-NEXT:    "conv1d",
// CHECK-NEXT:    "conv3d"
// CHECK-NEXT:  ]

//      TEXT:Layouts for target nhwc, strategy optimal: 1 rewrite at run time, 128 B
// TEXT-NEXT:  no plan is cheaper (5 layouts of 4 values considered)
// TEXT-EMPTY:
// TEXT-NEXT:                                      before          baseline             after
// TEXT-NEXT:  rewrites                                 -             128 B         1 (128 B)
// TEXT-NEXT:    of constants                           -                                   -
// TEXT-NEXT:  reads in another order                   -                            1 (64 B)
// TEXT-NEXT:  pads, slices, concats                    -                 -                 -
//      TEXT:Left, the largest first:
// TEXT-NEXT:  in.mlir:[[# @LINE + 6]]:8: 128 bytes KN -> NK by (d0, d1) -> (d1, d0), between argument 1 of @main and linalg.generic at [[# @LINE + 6]]:8, blocked by the signature of @main and frozen linalg.generic at [[# @LINE + 6]]:8
// TEXT-NEXT:    layout.constant at argument 1 of @main, if it is the same in each call, leaves the rewrite to @main.prepare
//  TEXT-NOT:{{.}}

// SILENT-NOT: Layouts for
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
