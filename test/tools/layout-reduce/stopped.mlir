// Stopped while it reduces, layout-reduce writes the smallest program so far.
// RUN: rm -f %t.*
// RUN: %python %S/Inputs/stop.py SIGTERM %t.small layout-reduce %s --reduction-tree="traversal-mode=0 test=%S/Inputs/slow.sh" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: rm %t.small %t.small.first
// RUN: %python %S/Inputs/stop.py SIGINT %t.small layout-reduce %s --reduction-tree="traversal-mode=0 test=%S/Inputs/slow.sh" -o %t.int.mlir 2>&1 | FileCheck %s --check-prefix=INTERRUPTED
// RUN: FileCheck %s --input-file=%t.int.mlir
// SAID: layout-reduce: stopped; the smallest program so far is written
// SAID: exit code 143
// INTERRUPTED: layout-reduce: stopped; the smallest program so far is written
// INTERRUPTED: exit code 130
// CHECK-NOT: @plain
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d1, d0)>

func.func @plain(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}
func.func @transposed(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
