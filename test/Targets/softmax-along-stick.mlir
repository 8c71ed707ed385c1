// Softmax along the sticks between two matmuls: what is reduced has a stick with
// one element for each row, which the ops behind it read as it is, so that no
// stick changes.
// Covers: P12, P15, P20, P21, P23
//
// Rows of queries are sticks already. Only what comes from outside in another
// order is rewritten: keys and values, which are in rows of features.
// RUN: layout-opt %s --layout-pipeline="target=spyre report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: layout-check %s %t.mlir
// REPORT: "after"
// REPORT: "rewrites": 2
//
// Sticks of 32 elements: 64 keys are two.
// CHECK: linalg.transpose ins(%arg1
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x48x32xf32>, tensor<1x64x32xf32>) outs({{.*}} : tensor<2x48x32xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<2x48x32xf32>) outs({{.*}} : tensor<48x32xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x48x32xf32>, tensor<48x32xf32>) outs({{.*}} : tensor<2x48x32xf32>)
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<2x48x32xf32>) outs({{.*}} : tensor<48x32xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x48x32xf32>, tensor<48x32xf32>) outs({{.*}} : tensor<2x48x32xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: tensor.expand_shape %arg2
// CHECK: linalg.transpose
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x48x32xf32>, tensor<2x32x32xf32>) outs({{.*}} : tensor<1x48x32xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @attention(%q: tensor<48x32xf32>, %k: tensor<32x64xf32>, %v: tensor<64x32xf32>) -> tensor<48x32xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<48x64xf32>
  %r = tensor.empty() : tensor<48xf32>
  %o = tensor.empty() : tensor<48x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<48x64xf32>) -> tensor<48x64xf32>
  %0 = linalg.matmul ins(%q, %k : tensor<48x32xf32>, tensor<32x64xf32>) outs(%zeros : tensor<48x64xf32>) -> tensor<48x64xf32>
  %least = linalg.fill ins(%lowest : f32) outs(%r : tensor<48xf32>) -> tensor<48xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<48x64xf32>) outs(%least : tensor<48xf32>) {
  ^bb0(%x: f32, %m: f32):
    %y = arith.maximumf %x, %m : f32
    linalg.yield %y : f32
  } -> tensor<48xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %max : tensor<48x64xf32>, tensor<48xf32>) outs(%e : tensor<48x64xf32>) {
  ^bb0(%x: f32, %m: f32, %out: f32):
    %y = arith.subf %x, %m : f32
    %z = math.exp %y : f32
    linalg.yield %z : f32
  } -> tensor<48x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%r : tensor<48xf32>) -> tensor<48xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<48x64xf32>) outs(%none : tensor<48xf32>) {
  ^bb0(%x: f32, %s: f32):
    %y = arith.addf %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<48xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<48x64xf32>, tensor<48xf32>) outs(%e : tensor<48x64xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %y = arith.divf %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<48x64xf32>
  %zeros2 = linalg.fill ins(%zero : f32) outs(%o : tensor<48x32xf32>) -> tensor<48x32xf32>
  %1 = linalg.matmul ins(%p, %v : tensor<48x64xf32>, tensor<64x32xf32>) outs(%zeros2 : tensor<48x32xf32>) -> tensor<48x32xf32>
  return %1 : tensor<48x32xf32>
}
