// The loops of elementwise ops come in the order of the dims of their result.
//
// RUN: layout-opt %s --layout-raise -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=reversed
// RUN: layout-check %s %t.mlir --entry=positions
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3,1
// RUN: layout-opt %t.mlir --layout-raise -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir
//
// So a rotation that is undone behind them is no rewrite.
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.planned.mlir
// RUN: layout-opt %t.planned.mlir --layout-count -o %t.counted.mlir | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.planned.mlir --entry=rotated
// COUNT: {"rewrites":0,

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
#id = affine_map<(a, b) -> (a, b)>
#turned = affine_map<(a, b) -> (b, a)>
#outer = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func.func @reversed
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[COLUMN]], #[[ID]]]
func.func @reversed(%x: tensor<7x1xf32>, %b: tensor<1xf32>) -> tensor<7x1xf32> {
  %e = tensor.empty() : tensor<7x1xf32>
  %0 = linalg.generic {indexing_maps = [#turned, #outer, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<7x1xf32>, tensor<1xf32>) outs(%e : tensor<7x1xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<7x1xf32>
  return %0 : tensor<7x1xf32>
}

// CHECK-LABEL: func.func @positions
// CHECK: linalg.generic {indexing_maps = [#[[TURNED]], #[[ID]]]
// CHECK: linalg.index 1
// CHECK: linalg.index 0
func.func @positions(%x: tensor<3x5xi32>) -> tensor<5x3xi32> {
  %e = tensor.empty() : tensor<5x3xi32>
  %0 = linalg.generic {indexing_maps = [#id, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x5xi32>) outs(%e : tensor<5x3xi32>) {
  ^bb0(%i: i32, %o: i32):
    %a = linalg.index 0 : index
    %b = linalg.index 1 : index
    %c = arith.shli %a, %b : index
    %d = arith.index_cast %c : index to i32
    %s = arith.addi %i, %d : i32
    linalg.yield %s : i32
  } -> tensor<5x3xi32>
  return %0 : tensor<5x3xi32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ID]]]
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#turned, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = math.exp %i : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// What a rule says of the loops stays true.
// CHECK-LABEL: func.func @annotated
// CHECK: linalg.generic {indexing_maps = [#[[TURNED]], #[[TURNED]]]
func.func @annotated(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#turned, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) attrs = {layout.rule = #layout.rule<factors = [8, 4], operands = [[f1, f0] : 4x8, [f1, f0] : 4x8], results = [[f1, f0] : 4x8]>} {
  ^bb0(%i: f32, %o: f32):
    %s = math.exp %i : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

func.func @rotated(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %c3 = arith.constant 3 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<4x16xf32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x16xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.addi %j, %c3 : index
    %m = arith.remui %a, %c16 : index
    %v = tensor.extract %x[%i, %m] : tensor<4x16xf32>
    linalg.yield %v : f32
  } -> tensor<4x16xf32>
  %1 = linalg.generic {indexing_maps = [#turned, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.exp %i : f32
    linalg.yield %v : f32
  } -> tensor<4x16xf32>
  %2 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x16xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.addi %j, %c13 : index
    %m = arith.remui %a, %c16 : index
    %v = tensor.extract %1[%i, %m] : tensor<4x16xf32>
    linalg.yield %v : f32
  } -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}
