// Rewrites of arguments that are the same in each call, and arithmetic on them,
// move into a function that is called once.

// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.txt" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.txt
// RUN: layout-check %s %t.mlir --entry=main
// RUN: layout-check %s %t.mlir --entry=main --code=kernels
// RUN: layout-check %s %t.mlir --entry=batch_norm
// RUN: layout-check %s %t.mlir --entry=caller
// RUN: layout-check %s %t.mlir --entry=unused
// RUN: layout-run %s --entry=main --seed=3 --output=%t.before.npy
// RUN: layout-run %t.mlir --entry=main --seed=3 --output=%t.after.npy
// RUN: %python -c "import array; a, b = (array.array('f', open(p, 'rb').read()[128:]) for p in ('%t.before.npy', '%t.after.npy')); assert len(a) == 360 and max(map(abs, a)) > 1 and max(abs(x - y) for x, y in zip(a, b)) < 1e-3"

// Planning the planned program for another target adds to what prepares.
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw4c" -o %t.again.mlir
// RUN: FileCheck %s --check-prefix=AGAIN < %t.again.mlir
// RUN: layout-check %s %t.again.mlir --entry=main
// RUN: layout-check %s %t.again.mlir --entry=batch_norm

// Marks can be given on the command line.
// RUN: sed 's/ {layout.constant}//' %s > %t.plain.mlir
// RUN: layout-opt %t.plain.mlir --layout-pipeline="target=nhwc constant-args=1-" -o %t.args.mlir
// RUN: FileCheck %s --check-prefix=ARGS < %t.args.mlir

!x = tensor<1x8x6x5xf32>
!y = tensor<1x12x6x5xf32>

// The rewrites at the boundary are left, those of the weights are not.
// REPORT: Layouts for target nhwc, strategy optimal: {{[0-9]+}} rewrites at run time
// REPORT: rewrites {{.*}} {{[0-9]+}} (
// REPORT-NEXT: of constants

// CHECK: func.func @main.prepare(%[[A:.*]]: tensor<12x8x3x3xf32> {layout.constant}, %[[B:.*]]: tensor<12x12x1x1xf32> {layout.constant}) -> (tensor<3x3x8x12xf32> {layout.host = {{.*}}}, tensor<1x1x12x12xf32> {layout.host = {{.*}}}) attributes {layout.prepares = array<i64: 0, 2>}
// CHECK: linalg.transpose ins(%[[A]]
// CHECK: return
// CHECK: func.func @main(%[[W:.*]]: tensor<3x3x8x12xf32> {layout.constant}, %{{.*}}: tensor<1x8x6x5xf32>, %[[V:.*]]: tensor<1x1x12x12xf32> {layout.constant}) -> tensor<1x12x6x5xf32>
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins(%{{.*}}, %[[W]] :
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins(%{{.*}}, %[[V]] :
// AGAIN: func.func @main.prepare(%{{.*}}: tensor<12x8x3x3xf32> {layout.constant}, %{{.*}}: tensor<12x12x1x1xf32> {layout.constant}) -> (tensor<3x2x3x3x4x4xf32> {{.*}}, tensor<3x3x1x1x4x4xf32>
// ARGS: func.func @main.prepare(%{{.*}}: tensor<1x8x6x5xf32> {layout.constant},
func.func @main(%w: tensor<12x8x3x3xf32> {layout.constant}, %x: !x, %v: tensor<12x12x1x1xf32> {layout.constant}) -> !y {
  %c = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %h: index, %i: index):
    tensor.yield %c : f32
  } : !x to tensor<1x8x8x7xf32>
  %zero = arith.constant dense<0.0> : !y
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x8x8x7xf32>, tensor<12x8x3x3xf32>) outs(%zero : !y) -> !y
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : !y, tensor<12x12x1x1xf32>) outs(%zero : !y) -> !y
  return %1 : !y
}

// The scale is computed once; the broadcast, which is larger than what it
// reads, is not.
// CHECK: func.func @batch_norm.prepare(
// CHECK-SAME: -> (tensor<1x1x8x12xf32> {layout.host = {{.*}}}, tensor<12xf32>)
// CHECK: math.rsqrt
// CHECK: func.func @batch_norm(
// CHECK-NOT: math.rsqrt
// CHECK: linalg.broadcast
// CHECK-NOT: math.rsqrt
// CHECK: return
func.func @batch_norm(%x: !x, %w: tensor<12x8x1x1xf32> {layout.constant}, %gamma: tensor<12xf32> {layout.constant},
                      %variance: tensor<12xf32> {layout.constant}) -> !y {
  %zero = arith.constant dense<0.0> : !y
  %eps = arith.constant dense<3.0> : tensor<12xf32>
  %v = arith.addf %variance, %eps : tensor<12xf32>
  %a = math.absf %v : tensor<12xf32>
  %r = math.rsqrt %a : tensor<12xf32>
  %s = arith.mulf %gamma, %r : tensor<12xf32>
  %e = tensor.empty() : !y
  %b = linalg.broadcast ins(%s : tensor<12xf32>) outs(%e : !y) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, tensor<12x8x1x1xf32>) outs(%zero : !y) -> !y
  %1 = linalg.mul ins(%0, %b : !y, !y) outs(%e : !y) -> !y
  return %1 : !y
}

// A call prepares what it passes.
// CHECK-LABEL: func.func @caller(
// CHECK: %[[P:.*]]:2 = call @main.prepare(
// CHECK: call @main(%[[P]]#0, %{{.*}}, %[[P]]#1)
func.func @caller(%w: tensor<12x8x3x3xf32>, %x: !x, %v: tensor<12x12x1x1xf32>) -> !y {
  %0 = call @main(%w, %x, %v) : (tensor<12x8x3x3xf32>, !x, tensor<12x12x1x1xf32>) -> !y
  return %0 : !y
}

// Nothing has to be prepared: an argument without a rewrite stays.
// CHECK-NOT: @unused.prepare
// CHECK: func.func @unused(%{{.*}}: tensor<1x8x6x5xf32>, %{{.*}}: tensor<1x8x6x5xf32> {layout.constant})
func.func @unused(%x: !x, %y: !x {layout.constant}) -> !x {
  %e = tensor.empty() : !x
  %0 = linalg.add ins(%x, %y : !x, !x) outs(%e : !x) -> !x
  return %0 : !x
}
