// Upstream's analysis recurses without end where a loop of branches carries a
// tensor that ops only view. Loops of branches become loops of scf, and poison
// that takes the place of values which a branch does not pass gets a buffer.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/branches.mlir --layout-bufferize | FileCheck %s
// RUN: layout-check %t/expected.mlir %t/branches.mlir --entry=main --dims=3
// RUN: layout-check %t/expected.mlir %t/branches.mlir --entry=main --dims=1
// RUN: layout-check %t/expected.mlir %t/branches.mlir --entry=main --dims=3 --code=kernels
// RUN: layout-check %t/expected.mlir %t/branches.mlir --entry=cases --int-range=0,4

//--- branches.mlir
// CHECK-LABEL: func.func @main(
// CHECK-NOT: {{ cf[.]}}
// CHECK: scf.while
// CHECK: memref.collapse_shape
// CHECK: scf.if
// CHECK: memref.expand_shape
// CHECK-NOT: {{ cf[.]}}
func.func @main(%x: tensor<?x4x1xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x4x1xf32>
  cf.br ^head(%c0, %x : index, tensor<?x4x1xf32>)
^head(%i: index, %a: tensor<?x4x1xf32>):
  %flat = tensor.collapse_shape %a [[0], [1, 2]] : tensor<?x4x1xf32> into tensor<?x4xf32>
  %more = arith.cmpi ult, %i, %c3 : index
  cf.cond_br %more, ^body, ^exit
^body:
  %sum = linalg.add ins(%flat, %flat : tensor<?x4xf32>, tensor<?x4xf32>) outs(%flat : tensor<?x4xf32>) -> tensor<?x4xf32>
  %b = tensor.expand_shape %sum [[0], [1, 2]] output_shape [%n, 4, 1] : tensor<?x4xf32> into tensor<?x4x1xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %b : index, tensor<?x4x1xf32>)
^exit:
  return %flat : tensor<?x4xf32>
}

// A loop that never ends, and blocks that nothing reaches.
// CHECK-LABEL: func.func @unreachable(
// CHECK: return
func.func @unreachable(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^end(%x : tensor<4xf32>), ^forever
^forever:
  cf.br ^forever
^dead:
  cf.br ^end(%x : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

// Three cases.
// CHECK-LABEL: func.func @cases(
// CHECK: scf.index_switch
func.func @cases(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  cf.switch %n : i32, [default: ^end(%x : tensor<4xf32>), 1: ^one, 2: ^two]
^one:
  %a = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^end(%a : tensor<4xf32>)
^two:
  %b = linalg.mul ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^end(%b : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

//--- expected.mlir
func.func @main(%x: tensor<?x4x1xf32>) -> tensor<?x4xf32> {
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<?x4x1xf32> into tensor<?x4xf32>
  %1 = linalg.add ins(%0, %0 : tensor<?x4xf32>, tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = linalg.add ins(%1, %1 : tensor<?x4xf32>, tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = linalg.add ins(%2, %2 : tensor<?x4xf32>, tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
func.func @cases(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %is1 = arith.cmpi eq, %n, %c1 : i32
  %is2 = arith.cmpi eq, %n, %c2 : i32
  %a = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.mul ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %0 = arith.select %is1, %a, %x : tensor<4xf32>
  %1 = arith.select %is2, %b, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
