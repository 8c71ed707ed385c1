// Lanes begin with the neutral element of a reduction. Floats without infinities have none of their maximum, so that
// this reduction stays a loop; arith.maxnumf of f32 begins with NaN.

// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %s --code=kernels --entry=small --dims=50,70
// RUN: layout-check %s %s --code=kernels --entry=single --dims=3
// REQUIRES: x86

#all = affine_map<(i, k) -> (i, k)>
#rows = affine_map<(i, k) -> (i)>

// CHECK: func.func private @kernel{{.*}}(%{{.*}}: memref<?x?xf8E4M3FN>
// CHECK-NOT: vector.
// CHECK: linalg.generic
// CHECK-NOT: vector.
// CHECK: return
func.func @small(%x: tensor<?x?xf8E4M3FN>) -> tensor<?xf8E4M3FN> {
  %c0 = arith.constant 0 : index
  %low = arith.constant -448.0 : f8E4M3FN
  %n = tensor.dim %x, %c0 : tensor<?x?xf8E4M3FN>
  %e = tensor.empty(%n) : tensor<?xf8E4M3FN>
  %i = linalg.fill ins(%low : f8E4M3FN) outs(%e : tensor<?xf8E4M3FN>) -> tensor<?xf8E4M3FN>
  %0 = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf8E4M3FN>) outs(%i : tensor<?xf8E4M3FN>) {
  ^bb0(%a: f8E4M3FN, %o: f8E4M3FN):
    %m = arith.maximumf %a, %o : f8E4M3FN
    linalg.yield %m : f8E4M3FN
  } -> tensor<?xf8E4M3FN>
  return %0 : tensor<?xf8E4M3FN>
}

// CHECK: func.func private @kernel{{.*}}(%{{.*}}: memref<?x200xf32>
// CHECK: arith.maxnumf {{.*}} : vector<16xf32>
// CHECK: return
func.func @single(%x: tensor<?x200xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %low = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x200xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x200xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maxnumf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
