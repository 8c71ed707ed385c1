// A preference that is not met is a remark, not an error.
// RUN: layout-opt %s --layout-verify --remarks-filter=layout-verify --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

#column_major = #layout.op_layout<operands = [_, <(k, n) -> (n, k)>, _], results = [_], cost = 0>
#as_it_stands = #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>

// CHECK: remark: [Missed] preference | Category:layout-verify | Function=unmet | Remark="a preference is not met: it requires operand 1 in layout (d0, d1) -> (d1, d0), found it in another layout"
func.func @unmet(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul {layout.prefer, layout.op_layout = [#column_major]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @met(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul {layout.prefer, layout.op_layout = [#as_it_stands]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
