// What depends on constants alone is computed at compile time.
// RUN: layout-opt %s --layout-evaluate-constants -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=mask
// RUN: layout-check %s %t.mlir --entry=arithmetic
// RUN: layout-check %s %t.mlir --entry=moves
// RUN: layout-check %s %t.mlir --entry=joins
// RUN: layout-check %s %t.mlir --entry=slices
// RUN: layout-check %s %t.mlir --entry=types
// RUN: layout-check %s %t.mlir --entry=indices
// RUN: layout-check %s %t.mlir --entry=branch
// RUN: layout-opt %t.mlir --layout-evaluate-constants -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#column = affine_map<(d0, d1) -> (0, d1)>

// Windows of an image that was shifted: the parts that were no neighbours before
// must not see each other. The argument has as many rows as the caller says.
// CHECK-LABEL: func.func @mask
// CHECK: %[[MASK:.*]] = arith.constant dense<{{\[\[}}0.000000e+00, 0.000000e+00, -1.000000e+02], [0.000000e+00, 0.000000e+00, -1.000000e+02], [-1.000000e+02, -1.000000e+02, 0.000000e+00]]> : tensor<3x3xf32>
// CHECK-NOT: insert_slice
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[MASK]] : tensor<?x3x3xf32>, tensor<3x3xf32>)
func.func @mask(%x: tensor<?x3x3xf32>) -> tensor<?x3x3xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %hidden = arith.constant -100.0 : f32
  %a = tensor.empty() : tensor<3xf32>
  %b = linalg.fill ins(%zero : f32) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  %c = tensor.empty() : tensor<1xf32>
  %d = linalg.fill ins(%one : f32) outs(%c : tensor<1xf32>) -> tensor<1xf32>
  %parts = tensor.insert_slice %d into %b[2] [1] [1] : tensor<1xf32> into tensor<3xf32>
  %rows = tensor.expand_shape %parts [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  %columns = tensor.expand_shape %parts [[0, 1]] output_shape [1, 3] : tensor<3xf32> into tensor<1x3xf32>
  %e = tensor.empty() : tensor<3x3xf32>
  %difference = linalg.generic {indexing_maps = [#row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rows, %columns : tensor<3x1xf32>, tensor<1x3xf32>) outs(%e : tensor<3x3xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %s = arith.subf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<3x3xf32>
  %f = tensor.empty() : tensor<3x3xi1>
  %differs = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%difference : tensor<3x3xf32>) outs(%f : tensor<3x3xi1>) {
  ^bb0(%i: f32, %out: i1):
    %s = arith.cmpf une, %i, %zero : f32
    linalg.yield %s : i1
  } -> tensor<3x3xi1>
  %mask = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%differs, %difference : tensor<3x3xi1>, tensor<3x3xf32>) outs(%e : tensor<3x3xf32>) {
  ^bb0(%i: i1, %j: f32, %out: f32):
    %s = arith.select %i, %hidden, %j : f32
    linalg.yield %s : f32
  } -> tensor<3x3xf32>
  %n = tensor.dim %x, %c0 : tensor<?x3x3xf32>
  %g = tensor.empty(%n) : tensor<?x3x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>,
                                        affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mask : tensor<?x3x3xf32>, tensor<3x3xf32>) outs(%g : tensor<?x3x3xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<?x3x3xf32>
  return %0 : tensor<?x3x3xf32>
}

// Batch normalisation: 1 / sqrt(variance + epsilon) is 2, 1 and 0.5. A splat
// stays one, whatever its size.
// CHECK-LABEL: func.func @arithmetic
// CHECK-NOT: linalg.generic
// CHECK: %[[SCALE:.*]] = arith.constant dense<[2.000000e+00, 1.000000e+00, 5.000000e-01]> : tensor<3xf32>
// CHECK: linalg.mul ins(%{{.*}}, %[[SCALE]]
// CHECK: arith.constant dense<3.000000e+00> : tensor<3x1000x1000xf32>
func.func @arithmetic(%x: tensor<3xf32>, %y: tensor<3x1000x1000xf32>) -> (tensor<3xf32>, f32) {
  %c0 = arith.constant 0 : index
  %variance = arith.constant dense<[0.125, 0.875, 3.875]> : tensor<3xf32>
  %epsilon = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<3xf32>
  %scale = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%variance : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%i: f32, %out: f32):
    %s = arith.addf %i, %epsilon : f32
    %r = math.rsqrt %s : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %0 = linalg.mul ins(%x, %scale : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %splat = arith.constant dense<9.0> : tensor<3x1000x1000xf32>
  %f = tensor.empty() : tensor<3x1000x1000xf32>
  %root = linalg.sqrt ins(%splat : tensor<3x1000x1000xf32>) outs(%f : tensor<3x1000x1000xf32>) -> tensor<3x1000x1000xf32>
  %1 = arith.addf %y, %root : tensor<3x1000x1000xf32>
  %2 = tensor.extract %1[%c0, %c0, %c0] : tensor<3x1000x1000xf32>
  return %0, %2 : tensor<3xf32>, f32
}

// What only moves elements is not copied into constants: not a fill, a
// broadcast, a transpose, nor the broadcast of something computed.
// CHECK-LABEL: func.func @moves
// CHECK: linalg.fill
// CHECK: %[[SUM:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK: linalg.broadcast ins(%[[SUM]]
// CHECK: linalg.transpose
func.func @moves(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %f = tensor.empty() : tensor<2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %sum = linalg.add ins(%c, %c : tensor<2xf32>, tensor<2xf32>) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  %broadcast = linalg.broadcast ins(%sum : tensor<2xf32>) outs(%e : tensor<2x3xf32>) dimensions = [1]
  %0 = linalg.add ins(%x, %broadcast : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %transposed = linalg.transpose ins(%d : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  %1 = linalg.max ins(%0, %transposed : tensor<2x3xf32>, tensor<2x3xf32>) outs(%fill : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// Slices, concatenations and pads, with unit dims that slices drop.
// CHECK-LABEL: func.func @joins
// CHECK-DAG: arith.constant dense<{{\[\[}}7, 7, 7, 7], [2, 4, 6, 7], [8, 10, 12, 7]]> : tensor<3x4xi32>
// CHECK-DAG: arith.constant dense<{{\[\[}}2, 3, 4], [5, 6, 5]]> : tensor<2x3xi32>
// CHECK-DAG: arith.constant dense<{{\[\[}}0, 5, 7, 0, 0]]> : tensor<1x5xi32>
func.func @joins(%x: tensor<3x4xi32>, %y: tensor<2x3xi32>, %z: tensor<5xi32>) -> (tensor<3x4xi32>, tensor<2x3xi32>, tensor<5xi32>) {
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %k = arith.constant 7 : i32
  %double = arith.addi %c, %c : tensor<2x3xi32>
  %padded = tensor.pad %double low[1, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %k : i32
  } : tensor<2x3xi32> to tensor<3x4xi32>
  %0 = arith.addi %x, %padded : tensor<3x4xi32>
  %last = tensor.extract_slice %c[0, 1] [2, 2] [1, 1] : tensor<2x3xi32> to tensor<2x2xi32>
  %row = tensor.extract_slice %c[1, 0] [1, 2] [1, 1] : tensor<2x3xi32> to tensor<2xi32>
  %column = tensor.expand_shape %row [[0, 1]] output_shape [2, 1] : tensor<2xi32> into tensor<2x1xi32>
  %joined = tensor.concat dim(1) %last, %column : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  %1 = arith.addi %y, %joined : tensor<2x3xi32>
  %zero = arith.constant dense<0> : tensor<1x5xi32>
  %ends = arith.constant dense<[5, 7]> : tensor<2xi32>
  %inserted = tensor.insert_slice %ends into %zero[0, 1] [1, 2] [1, 1] : tensor<2xi32> into tensor<1x5xi32>
  %flat = tensor.collapse_shape %inserted [[0, 1]] : tensor<1x5xi32> into tensor<5xi32>
  %2 = arith.addi %z, %flat : tensor<5xi32>
  return %0, %1, %2 : tensor<3x4xi32>, tensor<2x3xi32>, tensor<5xi32>
}

// The rows of a table that a program reads, as position embeddings have them.
// What keeps all elements stays.
// CHECK-LABEL: func.func @slices
// CHECK-NOT: extract_slice
// CHECK: %[[ROWS:.*]] = arith.constant dense<{{\[\[}}2, 3], [4, 5]]> : tensor<2x2xi8>
// CHECK: %[[TURNED:.*]] = linalg.transpose ins(%[[ROWS]] : tensor<2x2xi8>)
// CHECK: arith.addi %{{.*}}, %[[TURNED]]
// CHECK-NOT: extract_slice
// CHECK: %[[SPLAT:.*]] = arith.constant dense<7> : tensor<1x2xi8>
// CHECK: arith.addi %{{.*}}, %[[SPLAT]]
func.func @slices(%x: tensor<2x2xi8>, %y: tensor<1x2xi8>) -> (tensor<2x2xi8>, tensor<1x2xi8>) {
  %table = arith.constant dense_resource<table> : tensor<4x2xi8>
  %rows = tensor.extract_slice %table[1, 0] [2, 2] [1, 1] : tensor<4x2xi8> to tensor<2x2xi8>
  %e = tensor.empty() : tensor<2x2xi8>
  %turned = linalg.transpose ins(%rows : tensor<2x2xi8>) outs(%e : tensor<2x2xi8>) permutation = [1, 0]
  %0 = arith.addi %x, %turned : tensor<2x2xi8>
  %sevens = arith.constant dense<7> : tensor<3x2xi8>
  %last = tensor.extract_slice %sevens[2, 0] [1, 2] [1, 1] : tensor<3x2xi8> to tensor<1x2xi8>
  %1 = arith.addi %y, %last : tensor<1x2xi8>
  return %0, %1 : tensor<2x2xi8>, tensor<1x2xi8>
}

// Elements of any width, from resources as well.
// CHECK-LABEL: func.func @types
// CHECK-DAG: arith.constant dense<[1.000000e+00, -2.500000e-01, 6.400000e+01]> : tensor<3xf16>
// CHECK-DAG: arith.constant dense<[5.000000e-01, 1.000000e+00, -1.000000e+00]> : tensor<3xf32>
// CHECK-DAG: arith.constant dense<[true, false, true, false, true, false, true, false, true]> : tensor<9xi1>
// CHECK-DAG: arith.constant dense<[-2, -4, -6]> : tensor<3xi64>
func.func @types(%x: tensor<3xf16>, %y: tensor<3xf32>, %z: tensor<9xi1>, %v: tensor<3xi64>)
    -> (tensor<3xf16>, tensor<3xf32>, tensor<9xi1>, tensor<3xi64>) {
  %half = arith.constant dense<[1.0, -0.5, 8.0]> : tensor<3xf16>
  %h = arith.mulf %half, %half : tensor<3xf16>
  %s = math.copysign %h, %half : tensor<3xf16>
  %0 = arith.addf %x, %s : tensor<3xf16>
  %quantized = arith.constant dense_resource<quantized> : tensor<3xi8>
  %scale = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%quantized : tensor<3xi8>) outs(%e : tensor<3xf32>) {
  ^bb0(%i: i8, %out: f32):
    %n = arith.sitofp %i : i8 to f32
    %m = arith.mulf %n, %scale : f32
    linalg.yield %m : f32
  } -> tensor<3xf32>
  %1 = arith.addf %y, %f : tensor<3xf32>
  %bits = arith.constant dense<[true, true, false, false, true, true, false, false, true]> : tensor<9xi1>
  %other = arith.constant dense<[false, true, true, false, false, true, true, false, false]> : tensor<9xi1>
  %xor = arith.xori %bits, %other : tensor<9xi1>
  %2 = arith.xori %z, %xor : tensor<9xi1>
  %long = arith.constant dense<[1, 2, 3]> : tensor<3xi64>
  %negative = arith.constant dense<-2> : tensor<3xi64>
  %product = arith.muli %long, %negative : tensor<3xi64>
  %3 = arith.addi %v, %product : tensor<3xi64>
  return %0, %1, %2, %3 : tensor<3xf16>, tensor<3xf32>, tensor<9xi1>, tensor<3xi64>
}

// Rows of a table, chosen by constant numbers: distances of places, which are
// negative where they count from the end.
// CHECK-LABEL: func.func @indices
// CHECK: arith.constant dense<{{\[\[}}3.000000e+01, 4.100000e+01], [1.000000e+01, 2.100000e+01], [5.000000e+01, 6.100000e+01]]> : tensor<3x2xf32>
// CHECK-NOT: tensor.extract
func.func @indices(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %table = arith.constant dense<[[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]]> : tensor<3x2xf32>
  %rows = arith.constant dense<[1, 0, -1]> : tensor<3xi64>
  %zero = arith.constant 0 : i64
  %three = arith.constant 3 : i64
  %e = tensor.empty() : tensor<3x2xf32>
  %gathered = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<3xi64>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%i: i64, %out: f32):
    %from_end = arith.addi %i, %three : i64
    %negative = arith.cmpi slt, %i, %zero : i64
    %row = arith.select %negative, %from_end, %i : i64
    %index = arith.index_cast %row : i64 to index
    %column = linalg.index 1 : index
    %element = tensor.extract %table[%index, %column] : tensor<3x2xf32>
    %n = arith.index_cast %column : index to i64
    %f = arith.sitofp %n : i64 to f32
    %sum = arith.addf %element, %f : f32
    linalg.yield %sum : f32
  } -> tensor<3x2xf32>
  %0 = linalg.add ins(%x, %gathered : tensor<3x2xf32>, tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// In a branch, where a constant that was computed is an operand of another.
// CHECK-LABEL: func.func @branch
// CHECK: scf.if
// CHECK: arith.constant dense<[8.000000e+00, 1.200000e+01]> : tensor<2xf32>
func.func @branch(%x: tensor<2xf32>, %condition: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %double = arith.addf %c, %c : tensor<2xf32>
  %1 = arith.mulf %x, %double : tensor<2xf32>
  %0 = scf.if %condition -> tensor<2xf32> {
    %four = arith.addf %double, %double : tensor<2xf32>
    %sum = arith.addf %x, %four : tensor<2xf32>
    scf.yield %sum : tensor<2xf32>
  } else {
    scf.yield %x : tensor<2xf32>
  }
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

{-# dialect_resources: { builtin: { quantized: "0x010000000102FE", table: "0x010000000001020304050607" } } #-}
