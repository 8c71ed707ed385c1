// layout-reduce reads the layout dialect and leaves what the script asks for.
//
// RUN: layout-reduce %s --reduction-tree="traversal-mode=0 test=%S/Inputs/has-transform.sh" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// CHECK-NOT: @plain
// CHECK: func.func @transposed
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d1, d0)>
// CHECK-NOT: @other
//
// RUN: not mlir-reduce %s --reduction-tree="traversal-mode=0 test=%S/Inputs/has-transform.sh" 2>&1 | FileCheck %s --check-prefix=STOCK
// STOCK: error: Dialect `layout' not found

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

// A run that fails says why, and leaves the output as it is.
// RUN: echo old > %t.old
// RUN: not layout-reduce %s --reduction-tree="traversal-mode=0 test=%S/Inputs/nothing.sh" -o %t.old 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: layout-reduce: '{{.*}}reduce.mlir' is not reduced: a pass has failed, or the test finds nothing interesting in it, which it would say by exit status 1
// RUN: not layout-reduce %t.missing --reduction-tree="traversal-mode=0 test=%S/Inputs/has-transform.sh" -o %t.old 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: layout-reduce: cannot open input file '{{.*}}.missing': No such file or directory
// RUN: not layout-reduce %s --reduction-tree="traversal-mode=9 test=%S/Inputs/has-transform.sh" -o %t.old 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: error: unsupported traversal mode detected
// RUN: grep -x old %t.old
// RUN: not layout-reduce %s --reduction-tree="traversal-mode=0 test=%S/Inputs/has-transform.sh" -o %t.old/below.mlir 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: layout-reduce: {{.*}}below.mlir
