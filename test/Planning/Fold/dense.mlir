// Values of rewritten dense constants, one function per element type: a
// transpose, and a pad followed by a split.
// Covers: R15
// RUN: layout-opt %s --layout-fold | FileCheck %s

// CHECK-LABEL: func.func @f64()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1.000000e+00, 6.000000e+00, 1.400000e+01], [2.000000e+00, 7.000000e+00, 1.600000e+01], [3.000000e+00, 8.000000e+00, 2.000000e+01], [4.000000e+00, 1.000000e+01, 2.400000e+01], [5.000000e+00, 1.200000e+01, 2.800000e+01]]> : tensor<5x3xf64>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1.000000e+00, 2.000000e+00], [6.000000e+00, 7.000000e+00], [1.400000e+01, 1.600000e+01]], [[3.000000e+00, 4.000000e+00], [8.000000e+00, 1.000000e+01], [2.000000e+01, 2.400000e+01]], [[5.000000e+00, -1.000000e+00], [1.200000e+01, -1.000000e+00], [2.800000e+01, -1.000000e+00]]]> : tensor<3x3x2xf64>
// CHECK-NEXT: return
func.func @f64() -> (tensor<5x3xf64>, tensor<3x3x2xf64>) {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 10.0, 12.0], [14.0, 16.0, 20.0, 24.0, 28.0]]> : tensor<3x5xf64>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf64> to tensor<5x3xf64>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f64)
      : tensor<3x5xf64> to tensor<3x6xf64>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf64> to tensor<3x3x2xf64>
  return %1, %3 : tensor<5x3xf64>, tensor<3x3x2xf64>
}

// CHECK-LABEL: func.func @f32()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1.000000e+00, 6.000000e+00, 1.400000e+01], [2.000000e+00, 7.000000e+00, 1.600000e+01], [3.000000e+00, 8.000000e+00, 2.000000e+01], [4.000000e+00, 1.000000e+01, 2.400000e+01], [5.000000e+00, 1.200000e+01, 2.800000e+01]]> : tensor<5x3xf32>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1.000000e+00, 2.000000e+00], [6.000000e+00, 7.000000e+00], [1.400000e+01, 1.600000e+01]], [[3.000000e+00, 4.000000e+00], [8.000000e+00, 1.000000e+01], [2.000000e+01, 2.400000e+01]], [[5.000000e+00, -1.000000e+00], [1.200000e+01, -1.000000e+00], [2.800000e+01, -1.000000e+00]]]> : tensor<3x3x2xf32>
// CHECK-NEXT: return
func.func @f32() -> (tensor<5x3xf32>, tensor<3x3x2xf32>) {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 10.0, 12.0], [14.0, 16.0, 20.0, 24.0, 28.0]]> : tensor<3x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf32> to tensor<5x3xf32>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f32)
      : tensor<3x5xf32> to tensor<3x6xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf32> to tensor<3x3x2xf32>
  return %1, %3 : tensor<5x3xf32>, tensor<3x3x2xf32>
}

// CHECK-LABEL: func.func @f16()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1.000000e+00, 6.000000e+00, 1.400000e+01], [2.000000e+00, 7.000000e+00, 1.600000e+01], [3.000000e+00, 8.000000e+00, 2.000000e+01], [4.000000e+00, 1.000000e+01, 2.400000e+01], [5.000000e+00, 1.200000e+01, 2.800000e+01]]> : tensor<5x3xf16>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1.000000e+00, 2.000000e+00], [6.000000e+00, 7.000000e+00], [1.400000e+01, 1.600000e+01]], [[3.000000e+00, 4.000000e+00], [8.000000e+00, 1.000000e+01], [2.000000e+01, 2.400000e+01]], [[5.000000e+00, -1.000000e+00], [1.200000e+01, -1.000000e+00], [2.800000e+01, -1.000000e+00]]]> : tensor<3x3x2xf16>
// CHECK-NEXT: return
func.func @f16() -> (tensor<5x3xf16>, tensor<3x3x2xf16>) {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 10.0, 12.0], [14.0, 16.0, 20.0, 24.0, 28.0]]> : tensor<3x5xf16>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf16> to tensor<5x3xf16>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f16)
      : tensor<3x5xf16> to tensor<3x6xf16>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf16> to tensor<3x3x2xf16>
  return %1, %3 : tensor<5x3xf16>, tensor<3x3x2xf16>
}

// CHECK-LABEL: func.func @bf16()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1.000000e+00, 6.000000e+00, 1.400000e+01], [2.000000e+00, 7.000000e+00, 1.600000e+01], [3.000000e+00, 8.000000e+00, 2.000000e+01], [4.000000e+00, 1.000000e+01, 2.400000e+01], [5.000000e+00, 1.200000e+01, 2.800000e+01]]> : tensor<5x3xbf16>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1.000000e+00, 2.000000e+00], [6.000000e+00, 7.000000e+00], [1.400000e+01, 1.600000e+01]], [[3.000000e+00, 4.000000e+00], [8.000000e+00, 1.000000e+01], [2.000000e+01, 2.400000e+01]], [[5.000000e+00, -1.000000e+00], [1.200000e+01, -1.000000e+00], [2.800000e+01, -1.000000e+00]]]> : tensor<3x3x2xbf16>
// CHECK-NEXT: return
func.func @bf16() -> (tensor<5x3xbf16>, tensor<3x3x2xbf16>) {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 10.0, 12.0], [14.0, 16.0, 20.0, 24.0, 28.0]]> : tensor<3x5xbf16>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xbf16> to tensor<5x3xbf16>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : bf16)
      : tensor<3x5xbf16> to tensor<3x6xbf16>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xbf16> to tensor<3x3x2xbf16>
  return %1, %3 : tensor<5x3xbf16>, tensor<3x3x2xbf16>
}

// CHECK-LABEL: func.func @f8E5M2()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1.000000e+00, 6.000000e+00, 1.400000e+01], [2.000000e+00, 7.000000e+00, 1.600000e+01], [3.000000e+00, 8.000000e+00, 2.000000e+01], [4.000000e+00, 1.000000e+01, 2.400000e+01], [5.000000e+00, 1.200000e+01, 2.800000e+01]]> : tensor<5x3xf8E5M2>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1.000000e+00, 2.000000e+00], [6.000000e+00, 7.000000e+00], [1.400000e+01, 1.600000e+01]], [[3.000000e+00, 4.000000e+00], [8.000000e+00, 1.000000e+01], [2.000000e+01, 2.400000e+01]], [[5.000000e+00, -1.000000e+00], [1.200000e+01, -1.000000e+00], [2.800000e+01, -1.000000e+00]]]> : tensor<3x3x2xf8E5M2>
// CHECK-NEXT: return
func.func @f8E5M2() -> (tensor<5x3xf8E5M2>, tensor<3x3x2xf8E5M2>) {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 10.0, 12.0], [14.0, 16.0, 20.0, 24.0, 28.0]]> : tensor<3x5xf8E5M2>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf8E5M2> to tensor<5x3xf8E5M2>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f8E5M2)
      : tensor<3x5xf8E5M2> to tensor<3x6xf8E5M2>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf8E5M2> to tensor<3x3x2xf8E5M2>
  return %1, %3 : tensor<5x3xf8E5M2>, tensor<3x3x2xf8E5M2>
}

// CHECK-LABEL: func.func @i64()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1, 6, 14], [2, 7, 16], [3, 8, 20], [4, 10, 24], [5, 12, 28]]> : tensor<5x3xi64>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1, 2], [6, 7], [14, 16]], [[3, 4], [8, 10], [20, 24]], [[5, -1], [12, -1], [28, -1]]]> : tensor<3x3x2xi64>
// CHECK-NEXT: return
func.func @i64() -> (tensor<5x3xi64>, tensor<3x3x2xi64>) {
  %0 = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 10, 12], [14, 16, 20, 24, 28]]> : tensor<3x5xi64>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi64> to tensor<5x3xi64>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i64)
      : tensor<3x5xi64> to tensor<3x6xi64>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi64> to tensor<3x3x2xi64>
  return %1, %3 : tensor<5x3xi64>, tensor<3x3x2xi64>
}

// CHECK-LABEL: func.func @index()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1, 6, 14], [2, 7, 16], [3, 8, 20], [4, 10, 24], [5, 12, 28]]> : tensor<5x3xindex>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1, 2], [6, 7], [14, 16]], [[3, 4], [8, 10], [20, 24]], [[5, -1], [12, -1], [28, -1]]]> : tensor<3x3x2xindex>
// CHECK-NEXT: return
func.func @index() -> (tensor<5x3xindex>, tensor<3x3x2xindex>) {
  %0 = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 10, 12], [14, 16, 20, 24, 28]]> : tensor<3x5xindex>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xindex> to tensor<5x3xindex>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : index)
      : tensor<3x5xindex> to tensor<3x6xindex>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xindex> to tensor<3x3x2xindex>
  return %1, %3 : tensor<5x3xindex>, tensor<3x3x2xindex>
}

// CHECK-LABEL: func.func @i32()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1, 6, 14], [2, 7, 16], [3, 8, 20], [4, 10, 24], [5, 12, 28]]> : tensor<5x3xi32>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1, 2], [6, 7], [14, 16]], [[3, 4], [8, 10], [20, 24]], [[5, -1], [12, -1], [28, -1]]]> : tensor<3x3x2xi32>
// CHECK-NEXT: return
func.func @i32() -> (tensor<5x3xi32>, tensor<3x3x2xi32>) {
  %0 = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 10, 12], [14, 16, 20, 24, 28]]> : tensor<3x5xi32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi32> to tensor<5x3xi32>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i32)
      : tensor<3x5xi32> to tensor<3x6xi32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi32> to tensor<3x3x2xi32>
  return %1, %3 : tensor<5x3xi32>, tensor<3x3x2xi32>
}

// CHECK-LABEL: func.func @i16()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1, 6, 14], [2, 7, 16], [3, 8, 20], [4, 10, 24], [5, 12, 28]]> : tensor<5x3xi16>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1, 2], [6, 7], [14, 16]], [[3, 4], [8, 10], [20, 24]], [[5, -1], [12, -1], [28, -1]]]> : tensor<3x3x2xi16>
// CHECK-NEXT: return
func.func @i16() -> (tensor<5x3xi16>, tensor<3x3x2xi16>) {
  %0 = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 10, 12], [14, 16, 20, 24, 28]]> : tensor<3x5xi16>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi16> to tensor<5x3xi16>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i16)
      : tensor<3x5xi16> to tensor<3x6xi16>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi16> to tensor<3x3x2xi16>
  return %1, %3 : tensor<5x3xi16>, tensor<3x3x2xi16>
}

// CHECK-LABEL: func.func @i8()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1, 6, 14], [2, 7, 16], [3, 8, 20], [4, 10, 24], [5, 12, 28]]> : tensor<5x3xi8>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[1, 2], [6, 7], [14, 16]], [[3, 4], [8, 10], [20, 24]], [[5, -1], [12, -1], [28, -1]]]> : tensor<3x3x2xi8>
// CHECK-NEXT: return
func.func @i8() -> (tensor<5x3xi8>, tensor<3x3x2xi8>) {
  %0 = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 10, 12], [14, 16, 20, 24, 28]]> : tensor<3x5xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi8> to tensor<5x3xi8>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i8)
      : tensor<3x5xi8> to tensor<3x6xi8>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi8> to tensor<3x3x2xi8>
  return %1, %3 : tensor<5x3xi8>, tensor<3x3x2xi8>
}

// CHECK-LABEL: func.func @i4()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[-7, -2, 3], [-6, -1, 4], [-5, 0, 5], [-4, 1, 6], [-3, 2, 7]]> : tensor<5x3xi4>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[-7, -6], [-2, -1], [3, 4]], [[-5, -4], [0, 1], [5, 6]], [[-3, -1], [2, -1], [7, -1]]]> : tensor<3x3x2xi4>
// CHECK-NEXT: return
func.func @i4() -> (tensor<5x3xi4>, tensor<3x3x2xi4>) {
  %0 = arith.constant dense<[[-7, -6, -5, -4, -3], [-2, -1, 0, 1, 2], [3, 4, 5, 6, 7]]> : tensor<3x5xi4>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi4> to tensor<5x3xi4>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i4)
      : tensor<3x5xi4> to tensor<3x6xi4>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi4> to tensor<3x3x2xi4>
  return %1, %3 : tensor<5x3xi4>, tensor<3x3x2xi4>
}

// CHECK-LABEL: func.func @i1()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[true, false, true], [false, false, true], [true, true, false], [true, false, true], [false, true, false]]> : tensor<5x3xi1>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[true, false], [false, false], [true, true]], [[true, true], [true, false], [false, true]], [[false, true], [true, true], [false, true]]]> : tensor<3x3x2xi1>
// CHECK-NEXT: return
func.func @i1() -> (tensor<5x3xi1>, tensor<3x3x2xi1>) {
  %0 = arith.constant dense<[[true, false, true, true, false], [false, false, true, false, true], [true, true, false, true, false]]> : tensor<3x5xi1>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi1> to tensor<5x3xi1>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(true)
      : tensor<3x5xi1> to tensor<3x6xi1>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi1> to tensor<3x3x2xi1>
  return %1, %3 : tensor<5x3xi1>, tensor<3x3x2xi1>
}

// CHECK-LABEL: func.func @complex_f32()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[(1.000000e+00,-1.000000e+00), (6.000000e+00,-6.000000e+00), (1.400000e+01,-1.400000e+01)], [(2.000000e+00,-2.000000e+00), (7.000000e+00,-7.000000e+00), (1.600000e+01,-1.600000e+01)], [(3.000000e+00,-3.000000e+00), (8.000000e+00,-8.000000e+00), (2.000000e+01,-2.000000e+01)], [(4.000000e+00,-4.000000e+00), (1.000000e+01,-1.000000e+01), (2.400000e+01,-2.400000e+01)], [(5.000000e+00,-5.000000e+00), (1.200000e+01,-1.200000e+01), (2.800000e+01,-2.800000e+01)]]> : tensor<5x3xcomplex<f32>>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[(1.000000e+00,-1.000000e+00), (2.000000e+00,-2.000000e+00)], [(6.000000e+00,-6.000000e+00), (7.000000e+00,-7.000000e+00)], [(1.400000e+01,-1.400000e+01), (1.600000e+01,-1.600000e+01)]], [[(3.000000e+00,-3.000000e+00), (4.000000e+00,-4.000000e+00)], [(8.000000e+00,-8.000000e+00), (1.000000e+01,-1.000000e+01)], [(2.000000e+01,-2.000000e+01), (2.400000e+01,-2.400000e+01)]], [[(5.000000e+00,-5.000000e+00), (-1.000000e+00,1.000000e+00)], [(1.200000e+01,-1.200000e+01), (-1.000000e+00,1.000000e+00)], [(2.800000e+01,-2.800000e+01), (-1.000000e+00,1.000000e+00)]]]> : tensor<3x3x2xcomplex<f32>>
// CHECK-NEXT: return
func.func @complex_f32() -> (tensor<5x3xcomplex<f32>>, tensor<3x3x2xcomplex<f32>>) {
  %0 = arith.constant dense<[[(1.0, -1.0), (2.0, -2.0), (3.0, -3.0), (4.0, -4.0), (5.0, -5.0)], [(6.0, -6.0), (7.0, -7.0), (8.0, -8.0), (10.0, -10.0), (12.0, -12.0)], [(14.0, -14.0), (16.0, -16.0), (20.0, -20.0), (24.0, -24.0), (28.0, -28.0)]]> : tensor<3x5xcomplex<f32>>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xcomplex<f32>> to tensor<5x3xcomplex<f32>>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value([-1.0 : f32, 1.0 : f32])
      : tensor<3x5xcomplex<f32>> to tensor<3x6xcomplex<f32>>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xcomplex<f32>> to tensor<3x3x2xcomplex<f32>>
  return %1, %3 : tensor<5x3xcomplex<f32>>, tensor<3x3x2xcomplex<f32>>
}

// CHECK-LABEL: func.func @complex_i8()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[(1,-1), (6,-6), (14,-14)], [(2,-2), (7,-7), (16,-16)], [(3,-3), (8,-8), (20,-20)], [(4,-4), (10,-10), (24,-24)], [(5,-5), (12,-12), (28,-28)]]> : tensor<5x3xcomplex<i8>>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[[(1,-1), (2,-2)], [(6,-6), (7,-7)], [(14,-14), (16,-16)]], [[(3,-3), (4,-4)], [(8,-8), (10,-10)], [(20,-20), (24,-24)]], [[(5,-5), (-1,1)], [(12,-12), (-1,1)], [(28,-28), (-1,1)]]]> : tensor<3x3x2xcomplex<i8>>
// CHECK-NEXT: return
func.func @complex_i8() -> (tensor<5x3xcomplex<i8>>, tensor<3x3x2xcomplex<i8>>) {
  %0 = arith.constant dense<[[(1,-1), (2,-2), (3,-3), (4,-4), (5,-5)], [(6,-6), (7,-7), (8,-8), (10,-10), (12,-12)], [(14,-14), (16,-16), (20,-20), (24,-24), (28,-28)]]> : tensor<3x5xcomplex<i8>>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xcomplex<i8>> to tensor<5x3xcomplex<i8>>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value([-1 : i8, 1 : i8])
      : tensor<3x5xcomplex<i8>> to tensor<3x6xcomplex<i8>>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xcomplex<i8>> to tensor<3x3x2xcomplex<i8>>
  return %1, %3 : tensor<5x3xcomplex<i8>>, tensor<3x3x2xcomplex<i8>>
}

// Residues modulo coprime numbers are bijective but have no digit form.
// CHECK-LABEL: func.func @residues()
// CHECK-NEXT{LITERAL}: arith.constant dense<[[0, 4, 2], [3, 1, 5]]> : tensor<2x3xi8>
// CHECK-NEXT: return
func.func @residues() -> tensor<2x3xi8> {
  %0 = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi8>
  %1 = layout.layout_transform %0 by <(i) -> (i mod 2, i mod 3)>
      : tensor<6xi8> to tensor<2x3xi8>
  return %1 : tensor<2x3xi8>
}
