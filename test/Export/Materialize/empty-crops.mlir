// A crop to no elements may have an offset that tensor.extract_slice rejects.
// RUN: layout-opt %s --layout-materialize | FileCheck %s

// CHECK-LABEL: func.func @of_nothing
// CHECK: tensor.empty() : tensor<0x3xf32>
func.func @of_nothing(%x: tensor<0x4xf32>) -> tensor<0x3xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [0, 3] : tensor<0x4xf32> to tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @behind_the_end
// CHECK: tensor.empty(%{{.*}}) : tensor<0x?xf32>
func.func @behind_the_end(%x: tensor<4x4xf32>, %n: index) -> tensor<0x?xf32> {
  %0 = layout.crop %x offsets [4, 0] sizes [0, %n] : tensor<4x4xf32> to tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}
