// Covers: R10, R13, R14, R32
// Case: S1-j
//
// One-dimensional pads and crops, case by case. test/unit/Dialect/FoldsTest.cpp runs
// thousands of chains of them and compares the elements.
//
// RUN: layout-opt %s --canonicalize -split-input-file | FileCheck %s

// crop(pad(x, v)) of the same region is x, for every v.
// CHECK-LABEL: func @crop_of_pad
// CHECK-SAME: (%[[X:.*]]: tensor<10xf32>)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]]
func.func @crop_of_pad(%x: tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>) {
  %0 = layout.pad %x low [2] high [3] value(0.0 : f32) : tensor<10xf32> to tensor<15xf32>
  %1 = layout.crop %0 offsets [2] sizes [10] cropped(5.0 : f32) : tensor<15xf32> to tensor<10xf32>
  %2 = layout.pad %x low [2] high [3] value(0x7FC00000 : f32) : tensor<10xf32> to tensor<15xf32>
  %3 = layout.crop %2 offsets [2] sizes [10] : tensor<15xf32> to tensor<10xf32>
  %4 = layout.pad %x low [2] high [3] value(poison) : tensor<10xf32> to tensor<15xf32>
  %5 = layout.crop %4 offsets [2] sizes [10] cropped(poison) : tensor<15xf32> to tensor<10xf32>
  return %1, %3, %5 : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
}

// -----

// Equal shapes are not sufficient: here an element has moved.
// CHECK-LABEL: func @crop_of_pad_shifted
// CHECK-NEXT: %[[C:.*]] = layout.crop %arg0 offsets [1] sizes [9] : tensor<10xf32> to tensor<9xf32>
// CHECK-NEXT: %[[P:.*]] = layout.pad %[[C]] low [0] high [1] value(0.000000e+00 : f32) : tensor<9xf32> to tensor<10xf32>
// CHECK-NEXT: return %[[P]]
func.func @crop_of_pad_shifted(%x: tensor<10xf32>) -> tensor<10xf32> {
  %0 = layout.pad %x low [2] high [3] value(0.0 : f32) : tensor<10xf32> to tensor<15xf32>
  %1 = layout.crop %0 offsets [3] sizes [10] : tensor<15xf32> to tensor<10xf32>
  return %1 : tensor<10xf32>
}

// -----

// What is left of the padding is added to what is left of the source; one dim
// is only padded, one only cropped. A pad that removes no padding stays.
// CHECK-LABEL: func @crop_of_pads
// CHECK-NEXT: %[[C:.*]] = layout.crop %arg0 offsets [0, 0, 2] sizes [3, 5, 4] cropped(7.000000e+00 : f32) : tensor<5x5x8xf32> to tensor<3x5x4xf32>
// CHECK-NEXT: %[[P:.*]] = layout.pad %[[C]] low [1, 1, 0] high [0, 0, 0] value(7.000000e+00 : f32) : tensor<3x5x4xf32> to tensor<4x6x4xf32>
// CHECK-NEXT: %[[Q:.*]] = layout.pad %arg1 low [1, 0] high [0, 0]
// CHECK-NEXT: %[[D:.*]] = layout.crop %[[Q]] offsets [0, 1] sizes [4, 2]
// CHECK-NEXT: return %[[P]], %[[D]]
func.func @crop_of_pads(%x: tensor<5x5x8xf32>, %y: tensor<3x3xf32>) -> (tensor<4x6x4xf32>, tensor<4x2xf32>) {
  %0 = layout.pad %x low [2, 1, 0] high [0, 1, 0] value(7.0 : f32) : tensor<5x5x8xf32> to tensor<7x7x8xf32>
  %1 = layout.crop %0 offsets [1, 0, 2] sizes [4, 6, 4] cropped(7.0 : f32) : tensor<7x7x8xf32> to tensor<4x6x4xf32>
  %2 = layout.pad %y low [1, 0] high [0, 0] value(7.0 : f32) : tensor<3x3xf32> to tensor<4x3xf32>
  %3 = layout.crop %2 offsets [0, 1] sizes [4, 2] : tensor<4x3xf32> to tensor<4x2xf32>
  return %1, %3 : tensor<4x6x4xf32>, tensor<4x2xf32>
}

// -----

// A crop of a larger pad is a smaller pad ...
// CHECK-LABEL: func @crop_around
// CHECK: %[[P:.*]] = layout.pad %{{.*}} low [1] high [3] value(7.000000e+00 : f32) : tensor<10xf32> to tensor<14xf32>
// CHECK-NEXT: return %[[P]]
func.func @crop_around(%x: tensor<10xf32>) -> tensor<14xf32> {
  %0 = layout.pad %x low [2] high [3] value(7.0 : f32) : tensor<10xf32> to tensor<15xf32>
  %1 = layout.crop %0 offsets [1] sizes [14] : tensor<15xf32> to tensor<14xf32>
  return %1 : tensor<14xf32>
}

// -----

// ... and within the source a crop, whose promise holds for what it removes.
// CHECK-LABEL: func @crop_inside
// CHECK: %[[C:.*]] = layout.crop %{{.*}} offsets [2] sizes [8] cropped(0.000000e+00 : f32) : tensor<10xf32> to tensor<8xf32>
// CHECK-NEXT: return %[[C]]
func.func @crop_inside(%x: tensor<10xf32>) -> tensor<8xf32> {
  %0 = layout.pad %x low [2] high [3] value(7.0 : f32) : tensor<10xf32> to tensor<15xf32>
  %1 = layout.crop %0 offsets [4] sizes [8] cropped(0.0 : f32) : tensor<15xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A pad with 0 of a crop of zeros is x, because the program promises these
// zeros.
// CHECK-LABEL: func @pad_of_crop
// CHECK-SAME: (%[[X:.*]]: tensor<10xf32>)
// CHECK-NEXT: return %[[X]]
func.func @pad_of_crop(%x: tensor<10xf32>) -> tensor<10xf32> {
  %0 = layout.crop %x offsets [2] sizes [5] cropped(0.0 : f32) : tensor<10xf32> to tensor<5xf32>
  %1 = layout.pad %0 low [2] high [3] value(0.0 : f32) : tensor<5xf32> to tensor<10xf32>
  return %1 : tensor<10xf32>
}

// -----

// The crop removes 5, unspecified values, poison or the other zero, but the pad
// adds 0: no fold.
// CHECK-LABEL: func @pad_of_crop_stays
// CHECK-COUNT-4: layout.pad
// CHECK-NOT: layout.pad
func.func @pad_of_crop_stays(%x: tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>) {
  %0 = layout.crop %x offsets [2] sizes [5] cropped(5.0 : f32) : tensor<10xf32> to tensor<5xf32>
  %1 = layout.pad %0 low [2] high [3] value(0.0 : f32) : tensor<5xf32> to tensor<10xf32>
  %2 = layout.crop %x offsets [2] sizes [5] : tensor<10xf32> to tensor<5xf32>
  %3 = layout.pad %2 low [2] high [3] value(0.0 : f32) : tensor<5xf32> to tensor<10xf32>
  %4 = layout.crop %x offsets [2] sizes [5] cropped(poison) : tensor<10xf32> to tensor<5xf32>
  %5 = layout.pad %4 low [2] high [3] value(0.0 : f32) : tensor<5xf32> to tensor<10xf32>
  %6 = layout.crop %x offsets [2] sizes [5] cropped(-0.0 : f32) : tensor<10xf32> to tensor<5xf32>
  %7 = layout.pad %6 low [2] high [3] value(0.0 : f32) : tensor<5xf32> to tensor<10xf32>
  return %1, %3, %5, %7 : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
}

// -----

// A pad with poison of any crop is x, because no op may read the padding.
// CHECK-LABEL: func @pad_poison_of_crop
// CHECK-SAME: (%[[X:.*]]: tensor<10xf32>)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]]
func.func @pad_poison_of_crop(%x: tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>) {
  %0 = layout.crop %x offsets [2] sizes [5] cropped(5.0 : f32) : tensor<10xf32> to tensor<5xf32>
  %1 = layout.pad %0 low [2] high [3] value(poison) : tensor<5xf32> to tensor<10xf32>
  %2 = layout.crop %x offsets [2] sizes [5] : tensor<10xf32> to tensor<5xf32>
  %3 = layout.pad %2 low [2] high [3] value(poison) : tensor<5xf32> to tensor<10xf32>
  %4 = layout.crop %x offsets [2] sizes [5] cropped(poison) : tensor<10xf32> to tensor<5xf32>
  %5 = layout.pad %4 low [2] high [3] value(poison) : tensor<5xf32> to tensor<10xf32>
  return %1, %3, %5 : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
}

// -----

// A pad that restores a part is a smaller crop with the same promise; a pad
// that adds more is a smaller pad.
// CHECK-LABEL: func @pad_of_other_crop
// CHECK: layout.crop %{{.*}} offsets [1] sizes [7] cropped(0.000000e+00 : f32) : tensor<10xf32> to tensor<7xf32>
// CHECK: layout.pad %{{.*}} low [1] high [0] value(0.000000e+00 : f32) : tensor<10xf32> to tensor<11xf32>
// CHECK-NOT: layout.crop
func.func @pad_of_other_crop(%x: tensor<10xf32>) -> (tensor<7xf32>, tensor<11xf32>) {
  %0 = layout.crop %x offsets [2] sizes [5] cropped(0.0 : f32) : tensor<10xf32> to tensor<5xf32>
  %1 = layout.pad %0 low [1] high [1] value(0.0 : f32) : tensor<5xf32> to tensor<7xf32>
  %2 = layout.pad %0 low [3] high [3] value(0.0 : f32) : tensor<5xf32> to tensor<11xf32>
  return %1, %2 : tensor<7xf32>, tensor<11xf32>
}

// -----

// A crop with other uses stays the source of a pad: a transform in front of it
// is one rewrite with the crop.
// CHECK-LABEL: func @pad_of_shared_crop
// CHECK: %[[CROP:.*]] = layout.crop %{{.*}} offsets [0] sizes [5]
// CHECK: %[[PAD:.*]] = layout.pad %[[CROP]] low [0] high [7]
// CHECK: return %[[CROP]], %[[PAD]]
func.func @pad_of_shared_crop(%x: tensor<2x4xf32>) -> (tensor<5xf32>, tensor<12xf32>) {
  %0 = layout.layout_transform %x by <(d0, d1) -> (d1 * 2 + d0)> : tensor<2x4xf32> to tensor<8xf32>
  %1 = layout.crop %0 offsets [0] sizes [5] cropped(0.0 : f32) : tensor<8xf32> to tensor<5xf32>
  %2 = layout.pad %1 low [0] high [7] value(0.0 : f32) : tensor<5xf32> to tensor<12xf32>
  return %1, %2 : tensor<5xf32>, tensor<12xf32>
}

// -----

// A crop that is one rewrite with the transform in front of it stays as well: the
// rewrite writes 5 elements, and not 8.
// CHECK-LABEL: func @pad_of_joined_crop
// CHECK: %[[CROP:.*]] = layout.crop %{{.*}} offsets [0] sizes [5]
// CHECK: %[[PAD:.*]] = layout.pad %[[CROP]] low [0] high [7]
// CHECK: return %[[PAD]]
func.func @pad_of_joined_crop(%x: tensor<2x4xf32>) -> tensor<12xf32> {
  %0 = layout.layout_transform %x by <(d0, d1) -> (d1 * 2 + d0)> : tensor<2x4xf32> to tensor<8xf32>
  %1 = layout.crop %0 offsets [0] sizes [5] cropped(0.0 : f32) : tensor<8xf32> to tensor<5xf32>
  %2 = layout.pad %1 low [0] high [7] value(0.0 : f32) : tensor<5xf32> to tensor<12xf32>
  return %2 : tensor<12xf32>
}

// If the pad adds no more than the crop removes, neither is left.
// CHECK-LABEL: func @pad_back_of_joined_crop
// CHECK: %[[WHOLE:.*]] = layout.layout_transform
// CHECK-NEXT: return %[[WHOLE]]
func.func @pad_back_of_joined_crop(%x: tensor<2x4xf32>) -> tensor<8xf32> {
  %0 = layout.layout_transform %x by <(d0, d1) -> (d1 * 2 + d0)> : tensor<2x4xf32> to tensor<8xf32>
  %1 = layout.crop %0 offsets [0] sizes [5] cropped(0.0 : f32) : tensor<8xf32> to tensor<5xf32>
  %2 = layout.pad %1 low [0] high [3] value(0.0 : f32) : tensor<5xf32> to tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// A pad of a pad adds the widths if the values are equal; poison takes the
// other value.
// CHECK-LABEL: func @pad_of_pad
// CHECK: layout.pad %{{.*}} low [3] high [7] value(0.000000e+00 : f32) : tensor<10xf32> to tensor<20xf32>
// CHECK: layout.pad %{{.*}} low [3] high [7] value(0.000000e+00 : f32) : tensor<10xf32> to tensor<20xf32>
// CHECK: layout.pad %{{.*}} low [3] high [7] value(5.000000e+00 : f32) : tensor<10xf32> to tensor<20xf32>
// CHECK-NOT: layout.pad
func.func @pad_of_pad(%x: tensor<10xf32>) -> (tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) {
  %0 = layout.pad %x low [1] high [2] value(0.0 : f32) : tensor<10xf32> to tensor<13xf32>
  %1 = layout.pad %0 low [2] high [5] value(0.0 : f32) : tensor<13xf32> to tensor<20xf32>
  %2 = layout.pad %0 low [2] high [5] value(poison) : tensor<13xf32> to tensor<20xf32>
  %3 = layout.pad %x low [1] high [2] value(poison) : tensor<10xf32> to tensor<13xf32>
  %4 = layout.pad %3 low [2] high [5] value(5.0 : f32) : tensor<13xf32> to tensor<20xf32>
  return %1, %2, %4 : tensor<20xf32>, tensor<20xf32>, tensor<20xf32>
}

// -----

// CHECK-LABEL: func @pad_of_pad_of_another_value
// CHECK: layout.pad %{{.*}} value(0.000000e+00 : f32)
// CHECK: layout.pad %{{.*}} value(5.000000e+00 : f32)
func.func @pad_of_pad_of_another_value(%x: tensor<10xf32>) -> tensor<20xf32> {
  %0 = layout.pad %x low [1] high [2] value(0.0 : f32) : tensor<10xf32> to tensor<13xf32>
  %1 = layout.pad %0 low [2] high [5] value(5.0 : f32) : tensor<13xf32> to tensor<20xf32>
  return %1 : tensor<20xf32>
}

// -----

// A crop of a crop adds the offsets and keeps the promises common to both.
// CHECK-LABEL: func @crop_of_crop
// CHECK: layout.crop %{{.*}} offsets [5] sizes [2] cropped(0.000000e+00 : f32) : tensor<10xf32> to tensor<2xf32>
// CHECK: layout.crop %{{.*}} offsets [5] sizes [2] : tensor<10xf32> to tensor<2xf32>
// CHECK: layout.crop %{{.*}} offsets [5] sizes [2] : tensor<10xf32> to tensor<2xf32>
// CHECK-NOT: layout.crop
func.func @crop_of_crop(%x: tensor<10xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = layout.crop %x offsets [2] sizes [7] cropped(0.0 : f32) : tensor<10xf32> to tensor<7xf32>
  %1 = layout.crop %0 offsets [3] sizes [2] cropped(0.0 : f32) : tensor<7xf32> to tensor<2xf32>
  %2 = layout.crop %0 offsets [3] sizes [2] cropped(poison) : tensor<7xf32> to tensor<2xf32>
  %3 = layout.crop %0 offsets [3] sizes [2] : tensor<7xf32> to tensor<2xf32>
  return %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func @nothing
// CHECK-SAME: (%[[X:.*]]: tensor<10x4xf32>)
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @nothing(%x: tensor<10x4xf32>) -> (tensor<10x4xf32>, tensor<10x4xf32>) {
  %0 = layout.pad %x low [0, 0] high [0, 0] value(1.0 : f32) : tensor<10x4xf32> to tensor<10x4xf32>
  %1 = layout.crop %x offsets [0, 0] sizes [10, 4] : tensor<10x4xf32> to tensor<10x4xf32>
  return %0, %1 : tensor<10x4xf32>, tensor<10x4xf32>
}

// -----

// A pad in one dim and a crop in another one do not fold.
// CHECK-LABEL: func @mixed
// CHECK: layout.pad
// CHECK: layout.crop
func.func @mixed(%x: tensor<4x8xf32>) -> tensor<5x6xf32> {
  %0 = layout.pad %x low [1, 0] high [0, 0] value(0.0 : f32) : tensor<4x8xf32> to tensor<5x8xf32>
  %1 = layout.crop %0 offsets [0, 1] sizes [5, 6] : tensor<5x8xf32> to tensor<5x6xf32>
  return %1 : tensor<5x6xf32>
}

// -----

// Complex and integer promises are compared like floats.
// CHECK-LABEL: func @other_elements
// CHECK-SAME: (%[[X:.*]]: tensor<4xcomplex<f32>>, %[[Y:.*]]: tensor<4xi4>)
// CHECK-NEXT: return %[[X]], %[[Y]]
func.func @other_elements(%x: tensor<4xcomplex<f32>>, %y: tensor<4xi4>) -> (tensor<4xcomplex<f32>>, tensor<4xi4>) {
  %0 = layout.crop %x offsets [0] sizes [3] cropped([0.0 : f32, 1.0 : f32]) : tensor<4xcomplex<f32>> to tensor<3xcomplex<f32>>
  %1 = layout.pad %0 low [0] high [1] value([0.0 : f32, 1.0 : f32]) : tensor<3xcomplex<f32>> to tensor<4xcomplex<f32>>
  %2 = layout.crop %y offsets [0] sizes [3] cropped(-1 : i4) : tensor<4xi4> to tensor<3xi4>
  %3 = layout.pad %2 low [0] high [1] value(-1 : i4) : tensor<3xi4> to tensor<4xi4>
  return %1, %3 : tensor<4xcomplex<f32>>, tensor<4xi4>
}

// -----

// A marked op and the ops that it reads are not folded.
// CHECK-LABEL: func @marked
// CHECK: layout.pad %{{.*}} {layout.frozen}
// CHECK: layout.crop
// CHECK: layout.pad
// CHECK: layout.crop %{{.*}} {layout.skip}
func.func @marked(%x: tensor<10xf32>) -> (tensor<10xf32>, tensor<10xf32>) {
  %0 = layout.pad %x low [2] high [3] value(0.0 : f32) {layout.frozen} : tensor<10xf32> to tensor<15xf32>
  %1 = layout.crop %0 offsets [2] sizes [10] : tensor<15xf32> to tensor<10xf32>
  %2 = layout.pad %x low [2] high [3] value(0.0 : f32) : tensor<10xf32> to tensor<15xf32>
  %3 = layout.crop %2 offsets [2] sizes [10] {layout.skip} : tensor<15xf32> to tensor<10xf32>
  return %1, %3 : tensor<10xf32>, tensor<10xf32>
}

// -----

// Discardable attributes of other dialects on the op are kept.
// CHECK-LABEL: func @notes
// CHECK: layout.crop %{{.*}} offsets [5] sizes [2] {origin = "second"} :
func.func @notes(%x: tensor<10xf32>) -> tensor<2xf32> {
  %0 = layout.crop %x offsets [2] sizes [7] {origin = "first"} : tensor<10xf32> to tensor<7xf32>
  %1 = layout.crop %0 offsets [3] sizes [2] {origin = "second"} : tensor<7xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// The size of a dim that the tensor has not proves nothing.
// CHECK-LABEL: func @width_of_no_dim
// CHECK: layout.crop
// CHECK: layout.pad
func.func @width_of_no_dim(%x: tensor<?xf32>, %low: index, %size: index) -> tensor<?xf32> {
  %c7 = arith.constant 7 : index
  %high = tensor.dim %x, %c7 : tensor<?xf32>
  %0 = layout.crop %x offsets [%c7] sizes [%size] cropped(poison) : tensor<?xf32> to tensor<?xf32>
  %1 = layout.pad %0 low [%low] high [%high] value(2.5 : f32) : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A pad that restores all that a crop removes stays behind it, if it is part of
// a transform and the whole value is more than what the crop reads and writes
// and the transform reads: three times 100 elements, not 400.
// CHECK-LABEL: func @small_part
// CHECK: layout.crop
// CHECK: layout.pad
// CHECK: layout.layout_transform
func.func @small_part(%x: tensor<20x20xf32>) -> tensor<20x20xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [10, 10] : tensor<20x20xf32> to tensor<10x10xf32>
  %1 = layout.pad %0 low [0, 0] high [10, 10] value(poison) : tensor<10x10xf32> to tensor<20x20xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<20x20xf32> to tensor<20x20xf32>
  return %2 : tensor<20x20xf32>
}

// Of 225 elements, of which three times are more, the whole value is read.
// CHECK-LABEL: func @large_part
// CHECK-NOT: layout.crop
// CHECK: layout.layout_transform
func.func @large_part(%x: tensor<20x20xf32>) -> tensor<20x20xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [15, 15] : tensor<20x20xf32> to tensor<15x15xf32>
  %1 = layout.pad %0 low [0, 0] high [5, 5] value(poison) : tensor<15x15xf32> to tensor<20x20xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<20x20xf32> to tensor<20x20xf32>
  return %2 : tensor<20x20xf32>
}

// -----

// If the crop stays for the pad with zeros, what may hold anything reads it, too:
// 5 instead of 8 rows. It would read the source if nothing else read the crop.
// CHECK-LABEL: func @pads_of_one_crop
// CHECK: %[[CROP:.*]] = layout.crop
// CHECK-NEXT: %[[ZEROS:.*]] = layout.pad %[[CROP]] {{.*}} value(0.000000e+00 : f32)
// CHECK-NEXT: layout.layout_transform %[[ZEROS]]
// CHECK-NEXT: %[[ANY:.*]] = layout.pad %[[CROP]] {{.*}} value(poison)
// CHECK-NEXT: layout.layout_transform %[[ANY]]
func.func @pads_of_one_crop(%x: tensor<4x8xf32>) -> (tensor<4x2x4xf32>, tensor<4x4x2xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x8xf32> to tensor<8x4xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [5, 4] : tensor<8x4xf32> to tensor<5x4xf32>
  %2 = layout.pad %1 low [0, 0] high [3, 0] value(0.0 : f32) : tensor<5x4xf32> to tensor<8x4xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i floordiv 4, i mod 4)> : tensor<8x4xf32> to tensor<4x2x4xf32>
  %4 = layout.pad %1 low [0, 0] high [3, 0] value(poison) : tensor<5x4xf32> to tensor<8x4xf32>
  %5 = layout.layout_transform %4 by <(i, j) -> (i floordiv 2, j, i mod 2)> : tensor<8x4xf32> to tensor<4x4x2xf32>
  return %3, %5 : tensor<4x2x4xf32>, tensor<4x4x2xf32>
}

// A transform that undoes the one in front of the crop moves nothing.
// CHECK-LABEL: func @undone_behind_crop
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
// CHECK: layout.pad {{.*}} value(0.000000e+00 : f32)
// CHECK-NOT: poison
// CHECK: return %{{.*}}, %[[X]]
func.func @undone_behind_crop(%x: tensor<4x8xf32>) -> (tensor<4x2x4xf32>, tensor<4x8xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (j floordiv 2, j mod 2, i)> : tensor<4x8xf32> to tensor<4x2x4xf32>
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [3, 2, 4] : tensor<4x2x4xf32> to tensor<3x2x4xf32>
  %2 = layout.pad %1 low [0, 0, 0] high [1, 0, 0] value(0.0 : f32) : tensor<3x2x4xf32> to tensor<4x2x4xf32>
  %3 = layout.pad %1 low [0, 0, 0] high [1, 0, 0] value(poison) : tensor<3x2x4xf32> to tensor<4x2x4xf32>
  %4 = layout.layout_transform %3 by <(i, j, k) -> (i * 2 + j, k)> : tensor<4x2x4xf32> to tensor<8x4xf32>
  %5 = layout.layout_transform %4 by <(i, j) -> (j, i)> : tensor<8x4xf32> to tensor<4x8xf32>
  return %2, %5 : tensor<4x2x4xf32>, tensor<4x8xf32>
}

// Two transforms that write different orders: 8 + 2 columns for the crop and twice
// 2 are less than twice 8.
// CHECK-LABEL: func @two_of_small_part
// CHECK: layout.crop
// CHECK: layout.pad
func.func @two_of_small_part(%x: tensor<4x8xf32>) -> (tensor<4x2x4xf32>, tensor<4x4x2xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x8xf32> to tensor<8x4xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [2, 4] : tensor<8x4xf32> to tensor<2x4xf32>
  %2 = layout.pad %1 low [0, 0] high [6, 0] value(poison) : tensor<2x4xf32> to tensor<8x4xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i mod 2, i floordiv 2)> : tensor<8x4xf32> to tensor<4x2x4xf32>
  %4 = layout.layout_transform %2 by <(i, j) -> (i floordiv 2, j, i mod 2)> : tensor<8x4xf32> to tensor<4x4x2xf32>
  return %3, %4 : tensor<4x2x4xf32>, tensor<4x4x2xf32>
}

// Both write one order, so they are one rewrite, which reads the source.
// CHECK-LABEL: func @one_order_of_small_part
// CHECK-NOT: layout.pad
// CHECK: return
func.func @one_order_of_small_part(%x: tensor<4x8xf32>) -> (tensor<4x2x4xf32>, tensor<4x8xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i floordiv 2, i mod 2)> : tensor<4x8xf32> to tensor<8x2x2xf32>
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 2, 2] : tensor<8x2x2xf32> to tensor<2x2x2xf32>
  %2 = layout.pad %1 low [0, 0, 0] high [6, 0, 0] value(poison) : tensor<2x2x2xf32> to tensor<8x2x2xf32>
  %3 = layout.layout_transform %2 by <(i, j, k) -> (k * 2 + j, i floordiv 4, i mod 4)> : tensor<8x2x2xf32> to tensor<4x2x4xf32>
  %4 = layout.layout_transform %2 by <(i, j, k) -> (k * 2 + j, i)> : tensor<8x2x2xf32> to tensor<4x8xf32>
  return %3, %4 : tensor<4x2x4xf32>, tensor<4x8xf32>
}

// -----

// Other ops than transforms read the pad: 3 columns for the crop, twice, and 3 and
// 16 for the pad are less than 16 of the source, twice.
// CHECK-LABEL: func @pad_of_small_part
// CHECK: layout.crop
// CHECK-SAME: to tensor<8x3xf32>
// CHECK-NEXT: layout.pad
func.func @pad_of_small_part(%x: tensor<8x32xf32>, %e: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [8, 3] : tensor<8x32xf32> to tensor<8x3xf32>
  %1 = layout.pad %0 low [0, 0] high [0, 13] value(poison) : tensor<8x3xf32> to tensor<8x16xf32>
  %2 = linalg.exp ins(%1 : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// 6 columns are more.
// CHECK-LABEL: func @pad_of_larger_part
// CHECK-SAME: (%[[X:.*]]: tensor<8x32xf32>
// CHECK: layout.crop %[[X]] {{.*}} to tensor<8x16xf32>
// CHECK-NOT: layout.pad
func.func @pad_of_larger_part(%x: tensor<8x32xf32>, %e: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [8, 6] : tensor<8x32xf32> to tensor<8x6xf32>
  %1 = layout.pad %0 low [0, 0] high [0, 10] value(poison) : tensor<8x6xf32> to tensor<8x16xf32>
  %2 = linalg.exp ins(%1 : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
