// Layouts flow out of async regions: what a region yields, the type of the async
// value, and what is awaited change together.
// Covers: R16, R17, R18, R22, R28
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: FileCheck %s --input-file=%t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-pipeline="target=nhwc" | diff %t.nhwc.mlir -
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad" -o %t.nchw8c.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc strategy=forward" -o %t.forward.mlir
// RUN: layout-opt %s --layout-pipeline="target=nhwc" --remark-format=emitRemark --remarks-filter-missed=layout-report -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT
//
// Without the asynchrony, the programs can be run.
// RUN: mlir-opt %s | sed -f %S/Inputs/inline-async.sed > %t.inlined.mlir
// RUN: sed -f %S/Inputs/inline-async.sed %t.nhwc.mlir > %t.nhwc.inlined.mlir
// RUN: sed -f %S/Inputs/inline-async.sed %t.nchw8c.mlir > %t.nchw8c.inlined.mlir
// RUN: sed -f %S/Inputs/inline-async.sed %t.forward.mlir > %t.forward.inlined.mlir
// RUN: layout-check -O0 --entry=chain --dims=3 %t.inlined.mlir %t.nhwc.inlined.mlir %t.nchw8c.inlined.mlir %t.forward.inlined.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=returned %t.inlined.mlir %t.nhwc.inlined.mlir %t.nchw8c.inlined.mlir %t.forward.inlined.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=awaited_twice --int-range=0,2 %t.inlined.mlir %t.nhwc.inlined.mlir %t.nchw8c.inlined.mlir %t.forward.inlined.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// Two regions, of which the second one waits for the first one: the argument and
// the result of the function are rewritten, and the filter once.
// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-2: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: %[[T:.*]], %[[V:.*]] = async.execute -> !async.value<tensor<?x4x6x5xf32>>
// CHECK-NOT: linalg.transpose
// CHECK: async.yield %{{.*}} : tensor<?x4x6x5xf32>
// CHECK: async.execute [%[[T]]] (%[[V]] as %{{.*}}: !async.value<tensor<?x4x6x5xf32>>) -> !async.value<tensor<?x4x6x5xf32>>
// CHECK-NOT: linalg.transpose
// CHECK: async.await %{{.*}} : !async.value<tensor<?x4x6x5xf32>>
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.transpose
func.func @chain(%x: tensor<?x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> tensor<?x5x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x5x4x6xf32>
  %e = tensor.empty(%n) : tensor<?x5x4x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x5x4x6xf32>) -> tensor<?x5x4x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%f : tensor<?x5x4x6xf32>) -> tensor<?x5x4x6xf32>
  %t1, %v1 = async.execute -> !async.value<tensor<?x5x4x6xf32>> {
    %1 = math.exp %0 : tensor<?x5x4x6xf32>
    async.yield %1 : tensor<?x5x4x6xf32>
  }
  %t2, %v2 = async.execute [%t1] (%v1 as %a: !async.value<tensor<?x5x4x6xf32>>) -> !async.value<tensor<?x5x4x6xf32>> {
    %1 = math.tanh %a : tensor<?x5x4x6xf32>
    async.yield %1 : tensor<?x5x4x6xf32>
  }
  %2 = async.await %v2 : !async.value<tensor<?x5x4x6xf32>>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<?x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%f : tensor<?x5x4x6xf32>) -> tensor<?x5x4x6xf32>
  return %3 : tensor<?x5x4x6xf32>
}

// A convolution in a region, awaited in a branch and behind it. The filter is
// rewritten once, although neither of its readers dominates the other.
// CHECK-LABEL: func.func @awaited_twice(
// CHECK: linalg.transpose ins(%arg1 :
// CHECK: async.execute -> !async.value<tensor<1x4x6x5xf32>>
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NEXT: async.yield
// CHECK: scf.if
// CHECK-NOT: linalg.transpose
// CHECK: async.await %{{.*}} : !async.value<tensor<1x4x6x5xf32>>
// CHECK-NOT: linalg.transpose
// CHECK: async.await %{{.*}} : !async.value<tensor<1x4x6x5xf32>>
func.func @awaited_twice(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>, %which: i1) -> tensor<1x5x4x6xf32> {
  %true = arith.constant true
  %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
  %t, %v = async.execute -> !async.value<tensor<1x5x4x6xf32>> {
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    async.yield %1 : tensor<1x5x4x6xf32>
  }
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %2 = scf.if %which -> tensor<1x5x4x6xf32> {
    %3 = async.await %v : !async.value<tensor<1x5x4x6xf32>>
    %4 = math.exp %3 : tensor<1x5x4x6xf32>
    scf.yield %4 : tensor<1x5x4x6xf32>
  } else {
    scf.yield %zeros : tensor<1x5x4x6xf32>
  }
  %5 = async.await %v : !async.value<tensor<1x5x4x6xf32>>
  %6 = arith.addf %2, %5 : tensor<1x5x4x6xf32>
  %7 = linalg.conv_2d_nchw_fchw ins(%6, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
  return %7 : tensor<1x5x4x6xf32>
}

// A caller may await the value, too: it keeps its type.
// CHECK-LABEL: func.func @returned(
// CHECK-SAME: -> (!async.value<tensor<1x5x4x6xf32>>, tensor<1x5x4x6xf32>)
// CHECK: async.execute -> !async.value<tensor<1x5x4x6xf32>>
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.transpose
// CHECK: async.yield %{{.*}} : tensor<1x5x4x6xf32>
// LEFT: blocked by frozen linalg.conv_2d_nhwc_hwcf at {{.*}} rewritten between linalg.conv_2d_nhwc_hwcf at {{.*}} and async.yield at
// LEFT: blocked by async.await at {{.*}}:[[@LINE+7]]:8 (cannot adapt)
func.func @returned(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> (!async.value<tensor<1x5x4x6xf32>>, tensor<1x5x4x6xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
  %t, %v = async.execute -> !async.value<tensor<1x5x4x6xf32>> {
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    async.yield %1 : tensor<1x5x4x6xf32>
  }
  %2 = async.await %v : !async.value<tensor<1x5x4x6xf32>>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
  return %v, %3 : !async.value<tensor<1x5x4x6xf32>>, tensor<1x5x4x6xf32>
}
