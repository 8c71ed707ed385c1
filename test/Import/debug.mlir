// Debug output and statistics of the passes on layout ops.
//
// RUN: layout-opt %s --layout-raise --layout-freeze=target=nchw4c --layout-fold --layout-verify --layout-materialize \
// RUN:   -debug-only=layout-raise,layout-freeze,layout-fold,layout-verify,layout-materialize -stats -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: layout-opt %s --layout-randomize-splats -debug-only=layout-randomize-splats -stats -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLATS
// RUN: layout-opt %s --layout-print-rules -stats -o /dev/null 2>&1 | FileCheck %s --check-prefix=RULES

// CHECK: linalg.transpose becomes %{{.*}} = layout.layout_transform
// CHECK: conv2d at {{.*}} may be NCHW4c, OIHW4i4o -> NCHW4c at a cost of 0 bytes
// CHECK: rewrites of @conv
// CHECK: folded a chain of 1 rewrites of a constant into tensor<2x2x1x1x4x4xf32>
// CHECK: verifies %{{.*}} = layout.layout_transform
// CHECK: lowers %{{.*}} = layout.layout_transform
// CHECK-DAG: 1 layout-fold {{.*}} Rewrites of constants folded
// CHECK-DAG: 1 layout-fold {{.*}} Rewrites merged with their source
// CHECK-DAG: 1 layout-freeze {{.*}} Critical ops frozen
// CHECK-DAG: 3 layout-materialize {{.*}} Transforms lowered to a transpose
// CHECK-DAG: 1 layout-raise {{.*}} Upstream ops raised to layout ops
// CHECK-DAG: 3 layout-verify {{.*}} Index maps verified

// SPLATS: replaces a splat of 1.0{{.*}} of type tensor<8x8x1x1xf32>
// SPLATS: 1 layout-randomize-splats {{.*}} Splats replaced by seeded data

// RULES: 2 layout-print-rules {{.*}} Layout rules printed
func.func @conv(%image: tensor<1x8x8x8xf32>, %result: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %kernel = arith.constant dense<1.0> : tensor<8x8x1x1xf32>
  %empty = tensor.empty() : tensor<1x8x8x8xf32>
  %0 = linalg.transpose ins(%image : tensor<1x8x8x8xf32>) outs(%empty : tensor<1x8x8x8xf32>) permutation = [0, 3, 1, 2]
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %kernel : tensor<1x8x8x8xf32>, tensor<8x8x1x1xf32>)
      outs(%result : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}
