// Programs whose ops state layouts are compared with what they are planned to,
// also where the bufferization of upstream keeps the attributes, on ops without
// tensors.
// RUN: layout-opt %s --layout-pipeline -o %t.mlir
// RUN: FileCheck %s --check-prefix=PLANNED < %t.mlir
// RUN: layout-check %s %t.mlir | FileCheck %s
// RUN: layout-check %s %t.mlir --code=kernels | FileCheck %s
// RUN: layout-check -O0 %t.mlir %s | FileCheck %s
// CHECK: {{^}}equal
// PLANNED: linalg.generic {{.*}} outs({{.*}} : tensor<6x4xf32>)

#rows = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %required = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"],
      layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)>, <(i, j) -> (j, i)>], results = [<(i, j) -> (j, i)>], cost = 0>]}
      ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<4x6xf32>
  %preferred = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"], layout.prefer, layout.pitched = true,
      layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)>, <(i, j) -> (j, i)>], results = [<(i, j) -> (j, i)>], cost = 0>]}
      ins(%required : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.absf %a : f32
    linalg.yield %r : f32
  } -> tensor<4x6xf32>
  %chosen = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"], layout.frozen, layout.decision = 3,
      layout.chosen = #layout.op_layout<operands = [_, _], results = [_], cost = 0>}
      ins(%required : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<4x6xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [#rows, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"], layout.along_stick = 8}
      ins(%chosen : tensor<4x6xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %preferred, %chosen, %sum : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4xf32>
}
