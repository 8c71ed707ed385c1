// Zero points may be scalars from outside of a body or constants within it, as
// well as operands. The op is a product, and what is added up is padded only if
// zeros add nothing: at most one factor has a zero point.
//
// RUN: layout-opt %s --layout-pipeline="target=tiles32 indivisible=pad" -o %t.tiles.mlir
// RUN: FileCheck %s --input-file=%t.tiles.mlir
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad" -o %t.blocks.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc-packed16" -o %t.packed.mlir
// RUN: layout-opt %s --layout-pipeline="target=hexagon-i8 indivisible=pad" -o %t.bytes.mlir
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=constant_outside
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=constants_within
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=argument
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=read
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=floats
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=no_product
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=symmetric
// RUN: layout-check %s %t.tiles.mlir %t.blocks.mlir %t.packed.mlir %t.bytes.mlir --entry=dynamic --dims=5,7,7,3,5,3
//
// Covers: R1, R25

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#o = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @constant_outside(
// CHECK: ins({{.*}} : tensor<1x2x32x32xi8>, tensor<2x1x32x32xi8>) outs({{.*}} : tensor<1x1x32x32xi32>)
func.func @constant_outside(%x: tensor<17x33xi8>, %w: tensor<33x19xi8>, %start: tensor<17x19xi32>) -> tensor<17x19xi32> {
  %zero_point = arith.constant -7 : i32
  %0 = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<17x33xi8>, tensor<33x19xi8>) outs(%start : tensor<17x19xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extsi %b : i8 to i32
    %3 = arith.subi %1, %zero_point : i32
    %4 = arith.muli %3, %2 : i32
    %5 = arith.addi %sum, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<17x19xi32>
  return %0 : tensor<17x19xi32>
}

// CHECK-LABEL: func.func @constants_within(
// CHECK: ins({{.*}} : tensor<17x33xi8>, tensor<33x19xi8>)
func.func @constants_within(%x: tensor<17x33xi8>, %w: tensor<33x19xi8>, %start: tensor<17x19xi32>) -> tensor<17x19xi32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<17x33xi8>, tensor<33x19xi8>) outs(%start : tensor<17x19xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %zero_point = arith.constant 5 : i32
    %other = arith.constant 128 : i32
    %1 = arith.extui %a : i8 to i32
    %2 = arith.extui %b : i8 to i32
    %3 = arith.subi %1, %zero_point : i32
    %4 = arith.subi %2, %other : i32
    %5 = arith.muli %3, %4 : i32
    %6 = arith.addi %sum, %5 : i32
    linalg.yield %6 : i32
  } -> tensor<17x19xi32>
  return %0 : tensor<17x19xi32>
}

// CHECK-LABEL: func.func @argument(
// CHECK: ins({{.*}} : tensor<17x33xi8>, tensor<33x19xi8>)
func.func @argument(%x: tensor<17x33xi8>, %w: tensor<33x19xi8>, %za: i32, %zb: i8, %start: tensor<17x19xi32>) -> tensor<17x19xi32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<17x33xi8>, tensor<33x19xi8>) outs(%start : tensor<17x19xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extsi %b : i8 to i32
    %zbe = arith.extsi %zb : i8 to i32
    %3 = arith.subi %1, %za : i32
    %4 = arith.subi %2, %zbe : i32
    %5 = arith.muli %3, %4 : i32
    %6 = arith.addi %sum, %5 : i32
    linalg.yield %6 : i32
  } -> tensor<17x19xi32>
  return %0 : tensor<17x19xi32>
}

// The zero point of a tensor of one element, read in front.
// CHECK-LABEL: func.func @read(
// CHECK: ins({{.*}} : tensor<2x9x9x32xi8>, tensor<3x3x32x32xi8>) outs({{.*}} : tensor<2x7x7x32xi32>)
func.func @read(%image: tensor<2x5x9x9xi8>, %filter: tensor<18x5x3x3xi8>, %zp: tensor<1xi32>, %start: tensor<2x18x7x7xi32>) -> tensor<2x18x7x7xi32> {
  %c0 = arith.constant 0 : index
  %z = tensor.extract %zp[%c0] : tensor<1xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, f, h, w, c, p, q) -> (n, c, h + p, w + q)>, affine_map<(n, f, h, w, c, p, q) -> (f, c, p, q)>, affine_map<(n, f, h, w, c, p, q) -> (n, f, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<2x5x9x9xi8>, tensor<18x5x3x3xi8>) outs(%start : tensor<2x18x7x7xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extsi %b : i8 to i32
    %3 = arith.subi %1, %z : i32
    %4 = arith.muli %3, %2 : i32
    %5 = arith.addi %sum, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<2x18x7x7xi32>
  return %0 : tensor<2x18x7x7xi32>
}

// The difference of an infinity and a zero times zero is no zero.
// CHECK-LABEL: func.func @floats(
// CHECK: ins({{.*}} : tensor<17x33xf32>, tensor<33x19xf32>)
func.func @floats(%x: tensor<17x33xf32>, %w: tensor<33x19xf32>, %mean: f32, %start: tensor<17x19xf32>) -> tensor<17x19xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<17x33xf32>, tensor<33x19xf32>) outs(%start : tensor<17x19xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %1 = arith.subf %a, %mean : f32
    %2 = arith.mulf %1, %b : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<17x19xf32>
  return %0 : tensor<17x19xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.generic
func.func @dynamic(%x: tensor<?x?xi8>, %w: tensor<?x?xi8>, %z: i32, %start: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x?xi8>, tensor<?x?xi8>) outs(%start : tensor<?x?xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extsi %b : i8 to i32
    %3 = arith.subi %1, %z : i32
    %4 = arith.muli %3, %2 : i32
    %5 = arith.addi %sum, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Differences are added up.
// CHECK-LABEL: func.func @no_product(
// CHECK: ins({{.*}} : tensor<17x33xf32>, tensor<33x19xf32>)
func.func @no_product(%x: tensor<17x33xf32>, %w: tensor<33x19xf32>, %start: tensor<17x19xf32>) -> tensor<17x19xf32> {
  %two = arith.constant 2.0 : f32
  %0 = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<17x33xf32>, tensor<33x19xf32>) outs(%start : tensor<17x19xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %1 = arith.subf %a, %b : f32
    %2 = arith.mulf %1, %two : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<17x19xf32>
  return %0 : tensor<17x19xf32>
}

// A zero point of 0, as weights have it, which is an operand.
// CHECK-LABEL: func.func @symmetric(
// CHECK: ins({{.*}} : tensor<1x2x32x32xi8>, tensor<2x1x32x32xi8>, i32, i32) outs({{.*}} : tensor<1x1x32x32xi32>)
func.func @symmetric(%x: tensor<17x33xi8>, %w: tensor<33x19xi8>, %start: tensor<17x19xi32>) -> tensor<17x19xi32> {
  %image = arith.constant 3 : i32
  %weights = arith.constant 0 : i32
  %0 = linalg.quantized_matmul ins(%x, %w, %image, %weights : tensor<17x33xi8>, tensor<33x19xi8>, i32, i32)
      outs(%start : tensor<17x19xi32>) -> tensor<17x19xi32>
  return %0 : tensor<17x19xi32>
}
