// A reduction begins with values that are broadcast or that memory holds, such as the bias of a layer. They are read
// into registers, in the kernel of the reduction, also if the op behind it overwrites its result.

// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" --remarks-filter-missed="layout-schedule-kernels" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: layout-check %s %s --code=kernels --entry=bias --int-range=-9,9 --dims=1
// RUN: layout-check %s %s --code=kernels --entry=bias --int-range=-9,9 --dims=29
// RUN: layout-check %s %s --code=kernels --entry=rows
// RUN: layout-check %s %s --code=kernels --entry=one
// RUN: layout-check %s %s --code=kernels --entry=shared
// RUN: layout-check %s %s --code=kernels --entry=updated
// REQUIRES: x86

// REMARK-NOT: stays a loop nest: upstream

// Nothing writes the bias to memory. An op with effects between the broadcast and the product does not part them.
//
// CHECK-LABEL: func.func @bias(
// CHECK: call @kernel({{.*}}) : (memref<37xf32>, memref<?x37xf32>, memref<?x13xf32>, memref<13x37xf32>) -> ()
// CHECK-NEXT: return
// BUFFERS-LABEL: func.func @bias(
// BUFFERS: cf.assert
// BUFFERS: linalg.broadcast
// BUFFERS: linalg.matmul
func.func @bias(%x: tensor<?x13xf32>, %w: tensor<13x37xf32>, %b: tensor<37xf32>) -> tensor<?x37xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x13xf32>
  %e = tensor.empty(%m) : tensor<?x37xf32>
  %0 = linalg.broadcast ins(%b : tensor<37xf32>) outs(%e : tensor<?x37xf32>) dimensions = [0]
  %positive = arith.cmpi sgt, %m, %c0 : index
  cf.assert %positive, "requires rows"
  %1 = linalg.matmul ins(%x, %w : tensor<?x13xf32>, tensor<13x37xf32>) outs(%0 : tensor<?x37xf32>) -> tensor<?x37xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<?x37xf32>) outs(%e : tensor<?x37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = arith.maximumf %a, %zero : f32
    linalg.yield %3 : f32
  } -> tensor<?x37xf32>
  return %2 : tensor<?x37xf32>
}

// One value for each row.
func.func @rows(%x: tensor<7x13xf32>, %w: tensor<13x37xf32>, %b: tensor<7xf32>) -> tensor<7x37xf32> {
  %e = tensor.empty() : tensor<7x37xf32>
  %0 = linalg.broadcast ins(%b : tensor<7xf32>) outs(%e : tensor<7x37xf32>) dimensions = [1]
  %1 = linalg.matmul ins(%x, %w : tensor<7x13xf32>, tensor<13x37xf32>) outs(%0 : tensor<7x37xf32>) -> tensor<7x37xf32>
  return %1 : tensor<7x37xf32>
}

// A single row is the bias as it is.
func.func @one(%x: tensor<1x13xf32>, %w: tensor<13x16xf32>, %b: tensor<16xf32>) -> tensor<1x16xf32> {
  %e = tensor.empty() : tensor<1x16xf32>
  %0 = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<1x16xf32>) dimensions = [0]
  %1 = linalg.matmul ins(%x, %w : tensor<1x13xf32>, tensor<13x16xf32>) outs(%0 : tensor<1x16xf32>) -> tensor<1x16xf32>
  return %1 : tensor<1x16xf32>
}

// Two products that begin with the same values have a broadcast each, and none is copied.
//
// CHECK-LABEL: func.func @shared(
// CHECK-NOT: memref.copy
// CHECK-COUNT-2: call @kernel{{.*}} : (memref<37xf32>, memref<7x37xf32>, memref<7x13xf32>, memref<13x37xf32>) -> ()
// CHECK-NEXT: return
// BUFFERS-LABEL: func.func @shared(
// BUFFERS: linalg.broadcast
// BUFFERS-NEXT: linalg.matmul
// BUFFERS: linalg.broadcast
// BUFFERS-NEXT: linalg.matmul
func.func @shared(%x: tensor<7x13xf32>, %v: tensor<13x37xf32>, %w: tensor<13x37xf32>, %b: tensor<37xf32>)
    -> (tensor<7x37xf32>, tensor<7x37xf32>) {
  %e = tensor.empty() : tensor<7x37xf32>
  %0 = linalg.broadcast ins(%b : tensor<37xf32>) outs(%e : tensor<7x37xf32>) dimensions = [0]
  %1 = linalg.matmul ins(%x, %v : tensor<7x13xf32>, tensor<13x37xf32>) outs(%0 : tensor<7x37xf32>) -> tensor<7x37xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<7x13xf32>, tensor<13x37xf32>) outs(%0 : tensor<7x37xf32>) -> tensor<7x37xf32>
  return %1, %2 : tensor<7x37xf32>, tensor<7x37xf32>
}

// What a transposition has written is added to and then overwritten, tile by tile, in the same buffer.
//
// CHECK-LABEL: func.func @updated(
// CHECK: %[[T:.*]] = memref.alloc() {{.*}} : memref<7x37xf32>
// CHECK: call @[[MOVE:.*]](%{{.*}}, %[[T]])
// CHECK: call @[[UPDATE:.*]](%{{.*}}, %{{.*}}, %[[T]])
// CHECK-NEXT: return %[[T]]
// CHECK: func.func private @[[UPDATE]](
// CHECK: vector<16xf32>
func.func @updated(%x: tensor<7x13xf32>, %w: tensor<13x37xf32>, %r: tensor<37x7xf32>) -> tensor<7x37xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x37xf32>
  %0 = linalg.transpose ins(%r : tensor<37x7xf32>) outs(%e : tensor<7x37xf32>) permutation = [1, 0]
  %1 = linalg.matmul ins(%x, %w : tensor<7x13xf32>, tensor<13x37xf32>) outs(%0 : tensor<7x37xf32>) -> tensor<7x37xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<7x37xf32>) outs(%e : tensor<7x37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = arith.maximumf %a, %zero : f32
    linalg.yield %3 : f32
  } -> tensor<7x37xf32>
  return %2 : tensor<7x37xf32>
}
