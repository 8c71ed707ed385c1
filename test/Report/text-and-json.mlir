// The report as text and as JSON. The figures before planning come from an
// attribute, which layout-test-opt reads; the others come from the program.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-test-opt %s --test-layout-plan-report --layout-report=path=- -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=TEXT --strict-whitespace
// RUN: layout-test-opt %s --test-layout-plan-report --layout-report=path=%t/report.json -o %t/out.mlir
// RUN: FileCheck %s --check-prefix=JSON < %t/report.json
// RUN: %print-json %t/report.json keys | FileCheck %s --check-prefix=KEYS
// RUN: FileCheck %s < %t/out.mlir
// RUN: layout-test-opt %s --test-layout-plan-report --layout-report=path=%t/report.txt -o %t/out.mlir
// RUN: FileCheck %s --check-prefix=TEXT --strict-whitespace < %t/report.txt
// Without a path no report is written.
// RUN: layout-test-opt %s --test-layout-plan-report --layout-report 2>&1 | FileCheck %s
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// FILES: out.mlir
// FILES-NEXT: report.json
// FILES-NEXT: report.txt
// FILES-NOT: {{.}}

// CHECK-NOT: test.report
// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: layout.layout_transform

module attributes {test.report = {
  target = "nchw16c", strategy = "backward", frozen = {bytes = 12345 : i64}, unmatched = ["conv1d", "conv3d"], unplanned = [],
  before = {rewrites = 39 : i64, bytes = 41144320 : i64, moves = {n = 21 : i64, bytes = 24680 : i64},
            constants = {n = 0 : i64, bytes = 0 : i64}, absorbed = {n = 0 : i64, bytes = 0 : i64}, dynamic = false}}} {
  func.func private @foreign(tensor<4x8xf32>) -> tensor<4x8xf32>
  func.func private @foreign3(tensor<8x2x2xf32>)

  func.func @main(%x: tensor<2x32x4xf32>, %b: tensor<4x8xf32>) -> (tensor<2x32x4xf32>, tensor<3x3xf32>) {
    // A rewrite of 2048 bytes from an argument to an op that could adapt.
    %0 = layout.layout_transform %x by <(n, c, w) -> (n, c floordiv 16, w, c mod 16)> : tensor<2x32x4xf32> to tensor<2x2x4x16xf32>
    %e = tensor.empty() : tensor<2x2x4x16xf32>
    %1 = linalg.exp ins(%0 : tensor<2x2x4x16xf32>) outs(%e : tensor<2x2x4x16xf32>) -> tensor<2x2x4x16xf32>
    // A rewrite back to the result.
    %2 = layout.layout_transform %1 by <(n, c, w, d) -> (n, c * 16 + d, w)> : tensor<2x2x4x16xf32> to tensor<2x32x4xf32>
    // Rewrites between ops that cannot adapt, one of them after a reshape.
    %3 = call @foreign(%b) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = layout.layout_transform %3 by <(i, j) -> (j, i)> : tensor<4x8xf32> to tensor<8x4xf32>
    %5 = tensor.expand_shape %4 [[0], [1, 2]] output_shape [8, 2, 2] : tensor<8x4xf32> into tensor<8x2x2xf32>
    call @foreign3(%5) : (tensor<8x2x2xf32>) -> ()
    // The rewrite of a constant costs nothing at run time.
    %c = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]> : tensor<3x3xf32>
    %6 = layout.layout_transform %c by <(i, j) -> (j, i)> : tensor<3x3xf32> to tensor<3x3xf32>
    return %2, %6 : tensor<2x32x4xf32>, tensor<3x3xf32>
  }
}

// KEYS: keys = ["version", "target", "strategy", "before", "frozen", "after", "left", "unmatched"]{{$}}

//      TEXT: {{^}}Layouts for target nchw16c, strategy backward: 3 rewrites at run time, 4.35 kB{{$}}
//      TEXT: {{^}}                                      before          baseline             after{{$}}
// TEXT-NEXT: {{^}}  rewrites                      39 (41.1 MB)           12.3 kB       3 (4.35 kB){{$}}
// TEXT-NEXT: {{^}}    of constants                           -                            1 (72 B){{$}}
// TEXT-NEXT: {{^}}  reads in another order                   -                                   -{{$}}
// TEXT-NEXT: {{^}}  pads, slices, concats         21 (24.7 kB)                 -                 -{{$}}
//      TEXT: {{^}}Left, the largest first:{{$}}
// TEXT-NEXT: {{^}}  {{.*}}text-and-json.mlir:32:10: 2,048 bytes by (d0, d1, d2) -> (d0, d1 floordiv 16, d2, d1 mod 16), between argument 0 of @main and linalg.exp at 34:10, blocked by the signature of @main{{$}}
// TEXT-NEXT: {{^}}    layout.tensor_layout = "map:(d0, d1, d2) -> (d0, d1 floordiv 16, d2, d1 mod 16)" at argument 0 of @main saves it{{$}}
// TEXT-NEXT: {{^}}  {{.*}}text-and-json.mlir:36:10: 2,048 bytes back by (d0, d1, d2) -> (d0, d1 floordiv 16, d2, d1 mod 16), between linalg.exp at 34:10 and result 0 of @main, blocked by the signature of @main{{$}}
// TEXT-NEXT: {{^}}    layout.tensor_layout = "map:(d0, d1, d2) -> (d0, d1 floordiv 16, d2, d1 mod 16)" at result 0 of @main saves it{{$}}
// TEXT-NEXT: {{^}}  {{.*}}text-and-json.mlir:39:10: 256 bytes by (d0, d1) -> (d1, d0), between func.call at 38:10 and func.call at 41:5, blocked by func.call at 38:10 (cannot adapt) and func.call at 41:5 (cannot adapt){{$}}
//      TEXT: {{^}}Preferences that match no op: conv1d, conv3d{{$}}

//      JSON:   "version": 1,
// JSON-NEXT:   "target": "nchw16c",
// JSON-NEXT:   "strategy": "backward",
// JSON-NEXT:   "before": {
// JSON-NEXT:     "rewrites": 39,
// JSON-NEXT:     "bytes": 41144320,
//      JSON:   "frozen": {
// JSON-NEXT:     "bytes": 12345
//      JSON:   "after": {
// JSON-NEXT:     "rewrites": 3,
// JSON-NEXT:     "bytes": 4352,
//      JSON:     "constants": {
// JSON-NEXT:       "n": 1,
// JSON-NEXT:       "bytes": 72
//      JSON:   "left": [
//      JSON:       "location": "{{.*}}text-and-json.mlir:36:10",
// JSON-NEXT:       "from": "(d0, d1, d2) -> (d0, d1 floordiv 16, d2, d1 mod 16)",
// JSON-NEXT:       "to": "(d0, d1, d2) -> (d0, d1, d2)",
// JSON-NEXT:       "bytes": 2048,
// JSON-NEXT:       "between": [
// JSON-NEXT:         "linalg.exp at {{.*}}text-and-json.mlir:34:10",
// JSON-NEXT:         "result 0 of @main"
// JSON-NEXT:       ],
// JSON-NEXT:       "blocked_by": "the signature of @main",
// JSON-NEXT:       "advice": "layout.tensor_layout = \"map:(d0, d1, d2) -> (d0, d1 floordiv 16, d2, d1 mod 16)\" at result 0 of @main saves it"
//      JSON:   "unmatched": [
// JSON-NEXT:     "conv1d",
// JSON-NEXT:     "conv3d"
