// Every function with an error is reported, in program order for any number of
// threads, and no file is written for the other functions.
// RUN: rm -rf %t && mkdir %t
// RUN: %expect-exit 1 layout-opt %s --layout-flow="plan=%t/x.plan.json" -o %t/out.mlir 2> %t.many
// RUN: %expect-exit 1 layout-opt %s --layout-flow="plan=%t/x.plan.json" -o %t/out.mlir --mlir-disable-threading 2> %t.one
// RUN: FileCheck %s --input-file=%t.many --implicit-check-not=error:
// RUN: FileCheck %s --input-file=%t.one --implicit-check-not=error:
// RUN: ls %t | count 0

func.func @good(%x: tensor<8x12xf32>) -> tensor<8x12xf32> {
  return %x : tensor<8x12xf32>
}

// CHECK: each.mlir:[[#@LINE+2]]:8: error: 'linalg.matmul' op cannot take the layouts of 'layout.op_layout': {{.*}} found (d0, d1) -> (d0, d1 floordiv 5, d1 mod 5) on 8x12
func.func @by_five(%x: tensor<8x12xf32>, %w: tensor<12x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [<(m, k) -> (m, k floordiv 5, k mod 5)>, _, _], results = [_]>]}
      ins(%x, %w : tensor<8x12xf32>, tensor<12x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK: each.mlir:[[#@LINE+2]]:8: error: 'linalg.matmul' op cannot take the layouts of 'layout.op_layout': {{.*}} found (d0, d1) -> (d0, d1 floordiv 7, d1 mod 7) on 8x12
func.func @by_seven(%x: tensor<8x12xf32>, %w: tensor<12x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [<(m, k) -> (m, k floordiv 7, k mod 7)>, _, _], results = [_]>]}
      ins(%x, %w : tensor<8x12xf32>, tensor<12x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
