// Bytes of rewritten resources, one function per element type: a transpose, and
// a pad followed by a split. The original blobs are freed.
// Covers: R15
// RUN: layout-opt %s --layout-fold | FileCheck %s

// CHECK-LABEL: func.func @f64()
// CHECK-NEXT: arith.constant dense_resource<f64_layout> : tensor<5x3xf64>
// CHECK-NEXT: arith.constant dense_resource<f64_layout_1> : tensor<3x3x2xf64>
// CHECK-NEXT: return
func.func @f64() -> (tensor<5x3xf64>, tensor<3x3x2xf64>) {
  %0 = arith.constant dense_resource<f64> : tensor<3x5xf64>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf64> to tensor<5x3xf64>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f64)
      : tensor<3x5xf64> to tensor<3x6xf64>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf64> to tensor<3x3x2xf64>
  return %1, %3 : tensor<5x3xf64>, tensor<3x3x2xf64>
}

// CHECK-LABEL: func.func @f32()
// CHECK-NEXT: arith.constant dense_resource<f32_layout> : tensor<5x3xf32>
// CHECK-NEXT: arith.constant dense_resource<f32_layout_1> : tensor<3x3x2xf32>
// CHECK-NEXT: return
func.func @f32() -> (tensor<5x3xf32>, tensor<3x3x2xf32>) {
  %0 = arith.constant dense_resource<f32> : tensor<3x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf32> to tensor<5x3xf32>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f32)
      : tensor<3x5xf32> to tensor<3x6xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf32> to tensor<3x3x2xf32>
  return %1, %3 : tensor<5x3xf32>, tensor<3x3x2xf32>
}

// CHECK-LABEL: func.func @f16()
// CHECK-NEXT: arith.constant dense_resource<f16_layout> : tensor<5x3xf16>
// CHECK-NEXT: arith.constant dense_resource<f16_layout_1> : tensor<3x3x2xf16>
// CHECK-NEXT: return
func.func @f16() -> (tensor<5x3xf16>, tensor<3x3x2xf16>) {
  %0 = arith.constant dense_resource<f16> : tensor<3x5xf16>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf16> to tensor<5x3xf16>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f16)
      : tensor<3x5xf16> to tensor<3x6xf16>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf16> to tensor<3x3x2xf16>
  return %1, %3 : tensor<5x3xf16>, tensor<3x3x2xf16>
}

// CHECK-LABEL: func.func @bf16()
// CHECK-NEXT: arith.constant dense_resource<bf16_layout> : tensor<5x3xbf16>
// CHECK-NEXT: arith.constant dense_resource<bf16_layout_1> : tensor<3x3x2xbf16>
// CHECK-NEXT: return
func.func @bf16() -> (tensor<5x3xbf16>, tensor<3x3x2xbf16>) {
  %0 = arith.constant dense_resource<bf16> : tensor<3x5xbf16>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xbf16> to tensor<5x3xbf16>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : bf16)
      : tensor<3x5xbf16> to tensor<3x6xbf16>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xbf16> to tensor<3x3x2xbf16>
  return %1, %3 : tensor<5x3xbf16>, tensor<3x3x2xbf16>
}

// CHECK-LABEL: func.func @f8E5M2()
// CHECK-NEXT: arith.constant dense_resource<f8E5M2_layout> : tensor<5x3xf8E5M2>
// CHECK-NEXT: arith.constant dense_resource<f8E5M2_layout_1> : tensor<3x3x2xf8E5M2>
// CHECK-NEXT: return
func.func @f8E5M2() -> (tensor<5x3xf8E5M2>, tensor<3x3x2xf8E5M2>) {
  %0 = arith.constant dense_resource<f8E5M2> : tensor<3x5xf8E5M2>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xf8E5M2> to tensor<5x3xf8E5M2>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1.0 : f8E5M2)
      : tensor<3x5xf8E5M2> to tensor<3x6xf8E5M2>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xf8E5M2> to tensor<3x3x2xf8E5M2>
  return %1, %3 : tensor<5x3xf8E5M2>, tensor<3x3x2xf8E5M2>
}

// CHECK-LABEL: func.func @i64()
// CHECK-NEXT: arith.constant dense_resource<i64_layout> : tensor<5x3xi64>
// CHECK-NEXT: arith.constant dense_resource<i64_layout_1> : tensor<3x3x2xi64>
// CHECK-NEXT: return
func.func @i64() -> (tensor<5x3xi64>, tensor<3x3x2xi64>) {
  %0 = arith.constant dense_resource<i64> : tensor<3x5xi64>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi64> to tensor<5x3xi64>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i64)
      : tensor<3x5xi64> to tensor<3x6xi64>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi64> to tensor<3x3x2xi64>
  return %1, %3 : tensor<5x3xi64>, tensor<3x3x2xi64>
}

// CHECK-LABEL: func.func @index()
// CHECK-NEXT: arith.constant dense_resource<index_layout> : tensor<5x3xindex>
// CHECK-NEXT: arith.constant dense_resource<index_layout_1> : tensor<3x3x2xindex>
// CHECK-NEXT: return
func.func @index() -> (tensor<5x3xindex>, tensor<3x3x2xindex>) {
  %0 = arith.constant dense_resource<index> : tensor<3x5xindex>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xindex> to tensor<5x3xindex>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : index)
      : tensor<3x5xindex> to tensor<3x6xindex>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xindex> to tensor<3x3x2xindex>
  return %1, %3 : tensor<5x3xindex>, tensor<3x3x2xindex>
}

// CHECK-LABEL: func.func @i32()
// CHECK-NEXT: arith.constant dense_resource<i32_layout> : tensor<5x3xi32>
// CHECK-NEXT: arith.constant dense_resource<i32_layout_1> : tensor<3x3x2xi32>
// CHECK-NEXT: return
func.func @i32() -> (tensor<5x3xi32>, tensor<3x3x2xi32>) {
  %0 = arith.constant dense_resource<i32> : tensor<3x5xi32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi32> to tensor<5x3xi32>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i32)
      : tensor<3x5xi32> to tensor<3x6xi32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi32> to tensor<3x3x2xi32>
  return %1, %3 : tensor<5x3xi32>, tensor<3x3x2xi32>
}

// CHECK-LABEL: func.func @i16()
// CHECK-NEXT: arith.constant dense_resource<i16_layout> : tensor<5x3xi16>
// CHECK-NEXT: arith.constant dense_resource<i16_layout_1> : tensor<3x3x2xi16>
// CHECK-NEXT: return
func.func @i16() -> (tensor<5x3xi16>, tensor<3x3x2xi16>) {
  %0 = arith.constant dense_resource<i16> : tensor<3x5xi16>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi16> to tensor<5x3xi16>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i16)
      : tensor<3x5xi16> to tensor<3x6xi16>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi16> to tensor<3x3x2xi16>
  return %1, %3 : tensor<5x3xi16>, tensor<3x3x2xi16>
}

// CHECK-LABEL: func.func @i8()
// CHECK-NEXT: arith.constant dense_resource<i8_layout> : tensor<5x3xi8>
// CHECK-NEXT: arith.constant dense_resource<i8_layout_1> : tensor<3x3x2xi8>
// CHECK-NEXT: return
func.func @i8() -> (tensor<5x3xi8>, tensor<3x3x2xi8>) {
  %0 = arith.constant dense_resource<i8> : tensor<3x5xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi8> to tensor<5x3xi8>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i8)
      : tensor<3x5xi8> to tensor<3x6xi8>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi8> to tensor<3x3x2xi8>
  return %1, %3 : tensor<5x3xi8>, tensor<3x3x2xi8>
}

// CHECK-LABEL: func.func @i4()
// CHECK-NEXT: arith.constant dense_resource<i4_layout> : tensor<5x3xi4>
// CHECK-NEXT: arith.constant dense_resource<i4_layout_1> : tensor<3x3x2xi4>
// CHECK-NEXT: return
func.func @i4() -> (tensor<5x3xi4>, tensor<3x3x2xi4>) {
  %0 = arith.constant dense_resource<i4> : tensor<3x5xi4>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi4> to tensor<5x3xi4>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(-1 : i4)
      : tensor<3x5xi4> to tensor<3x6xi4>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi4> to tensor<3x3x2xi4>
  return %1, %3 : tensor<5x3xi4>, tensor<3x3x2xi4>
}

// CHECK-LABEL: func.func @i1()
// CHECK-NEXT: arith.constant dense_resource<i1_layout> : tensor<5x3xi1>
// CHECK-NEXT: arith.constant dense_resource<i1_layout_1> : tensor<3x3x2xi1>
// CHECK-NEXT: return
func.func @i1() -> (tensor<5x3xi1>, tensor<3x3x2xi1>) {
  %0 = arith.constant dense_resource<i1> : tensor<3x5xi1>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xi1> to tensor<5x3xi1>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value(true)
      : tensor<3x5xi1> to tensor<3x6xi1>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xi1> to tensor<3x3x2xi1>
  return %1, %3 : tensor<5x3xi1>, tensor<3x3x2xi1>
}

// CHECK-LABEL: func.func @complex_f32()
// CHECK-NEXT: arith.constant dense_resource<complex_f32_layout> : tensor<5x3xcomplex<f32>>
// CHECK-NEXT: arith.constant dense_resource<complex_f32_layout_1> : tensor<3x3x2xcomplex<f32>>
// CHECK-NEXT: return
func.func @complex_f32() -> (tensor<5x3xcomplex<f32>>, tensor<3x3x2xcomplex<f32>>) {
  %0 = arith.constant dense_resource<complex_f32> : tensor<3x5xcomplex<f32>>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xcomplex<f32>> to tensor<5x3xcomplex<f32>>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value([-1.0 : f32, 1.0 : f32])
      : tensor<3x5xcomplex<f32>> to tensor<3x6xcomplex<f32>>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xcomplex<f32>> to tensor<3x3x2xcomplex<f32>>
  return %1, %3 : tensor<5x3xcomplex<f32>>, tensor<3x3x2xcomplex<f32>>
}

// CHECK-LABEL: func.func @complex_i8()
// CHECK-NEXT: arith.constant dense_resource<complex_i8_layout> : tensor<5x3xcomplex<i8>>
// CHECK-NEXT: arith.constant dense_resource<complex_i8_layout_1> : tensor<3x3x2xcomplex<i8>>
// CHECK-NEXT: return
func.func @complex_i8() -> (tensor<5x3xcomplex<i8>>, tensor<3x3x2xcomplex<i8>>) {
  %0 = arith.constant dense_resource<complex_i8> : tensor<3x5xcomplex<i8>>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<3x5xcomplex<i8>> to tensor<5x3xcomplex<i8>>
  %2 = layout.pad %0 low [0, 0] high [0, 1] value([-1 : i8, 1 : i8])
      : tensor<3x5xcomplex<i8>> to tensor<3x6xcomplex<i8>>
  %3 = layout.layout_transform %2 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x6xcomplex<i8>> to tensor<3x3x2xcomplex<i8>>
  return %1, %3 : tensor<5x3xcomplex<i8>>, tensor<3x3x2xcomplex<i8>>
}

// CHECK: builtin: {
// CHECK-NEXT: f64_layout: "0x01000000000000000000F03F00000000000018400000000000002C4000000000000000400000000000001C400000000000003040000000000000084000000000000020400000000000003440000000000000104000000000000024400000000000003840000000000000144000000000000028400000000000003C40"
// CHECK-NEXT: f64_layout_1: "0x01000000000000000000F03F000000000000004000000000000018400000000000001C400000000000002C4000000000000030400000000000000840000000000000104000000000000020400000000000002440000000000000344000000000000038400000000000001440000000000000F0BF0000000000002840000000000000F0BF0000000000003C40000000000000F0BF"
// CHECK-NEXT: f32_layout: "0x010000000000803F0000C04000006041000000400000E0400000804100004040000000410000A04100008040000020410000C0410000A040000040410000E041"
// CHECK-NEXT: f32_layout_1: "0x010000000000803F000000400000C0400000E0400000604100008041000040400000804000000041000020410000A0410000C0410000A040000080BF00004041000080BF0000E041000080BF"
// CHECK-NEXT: f16_layout: "0x01000000003C0046004B00400047004C00420048004D00440049004E0045004A004F"
// CHECK-NEXT: f16_layout_1: "0x01000000003C004000460047004B004C0042004400480049004D004E004500BC004A00BC004F00BC"
// CHECK-NEXT: bf16_layout: "0x01000000803FC04060410040E040804140400041A04180402041C041A0404041E041"
// CHECK-NEXT: bf16_layout_1: "0x01000000803F0040C040E040604180414040804000412041A041C041A04080BF404180BFE04180BF"
// CHECK-NEXT: f8E5M2_layout: "0x010000003C464B40474C42484D44494E454A4F"
// CHECK-NEXT: f8E5M2_layout_1: "0x010000003C4046474B4C424448494D4E45BC4ABC4FBC"
// CHECK-NEXT: i64_layout: "0x01000000010000000000000006000000000000000E0000000000000002000000000000000700000000000000100000000000000003000000000000000800000000000000140000000000000004000000000000000A00000000000000180000000000000005000000000000000C000000000000001C00000000000000"
// CHECK-NEXT: i64_layout_1: "0x0100000001000000000000000200000000000000060000000000000007000000000000000E0000000000000010000000000000000300000000000000040000000000000008000000000000000A00000000000000140000000000000018000000000000000500000000000000FFFFFFFFFFFFFFFF0C00000000000000FFFFFFFFFFFFFFFF1C00000000000000FFFFFFFFFFFFFFFF"
// CHECK-NEXT: index_layout: "0x01000000010000000000000006000000000000000E0000000000000002000000000000000700000000000000100000000000000003000000000000000800000000000000140000000000000004000000000000000A00000000000000180000000000000005000000000000000C000000000000001C00000000000000"
// CHECK-NEXT: index_layout_1: "0x0100000001000000000000000200000000000000060000000000000007000000000000000E0000000000000010000000000000000300000000000000040000000000000008000000000000000A00000000000000140000000000000018000000000000000500000000000000FFFFFFFFFFFFFFFF0C00000000000000FFFFFFFFFFFFFFFF1C00000000000000FFFFFFFFFFFFFFFF"
// CHECK-NEXT: i32_layout: "0x0100000001000000060000000E000000020000000700000010000000030000000800000014000000040000000A00000018000000050000000C0000001C000000"
// CHECK-NEXT: i32_layout_1: "0x01000000010000000200000006000000070000000E000000100000000300000004000000080000000A000000140000001800000005000000FFFFFFFF0C000000FFFFFFFF1C000000FFFFFFFF"
// CHECK-NEXT: i16_layout: "0x01000000010006000E0002000700100003000800140004000A00180005000C001C00"
// CHECK-NEXT: i16_layout_1: "0x0100000001000200060007000E0010000300040008000A00140018000500FFFF0C00FFFF1C00FFFF"
// CHECK-NEXT: i8_layout: "0x0100000001060E020710030814040A18050C1C"
// CHECK-NEXT: i8_layout_1: "0x01000000010206070E100304080A141805FF0CFF1CFF"
// CHECK-NEXT: i4_layout: "0x01000000090E030A0F040B00050C01060D0207"
// CHECK-NEXT: i4_layout_1: "0x01000000090A0E0F03040B0C000105060D0F020F070F"
// CHECK-NEXT: i1_layout: "0x01000000010001000001010100010001000100"
// CHECK-NEXT: i1_layout_1: "0x01000000010000000101010101000001000101010001"
// CHECK-NEXT: complex_f32_layout: "0x010000000000803F000080BF0000C0400000C0C000006041000060C100000040000000C00000E0400000E0C000008041000080C100004040000040C000000041000000C10000A0410000A0C100008040000080C000002041000020C10000C0410000C0C10000A0400000A0C000004041000040C10000E0410000E0C1"
// CHECK-NEXT: complex_f32_layout_1: "0x010000000000803F000080BF00000040000000C00000C0400000C0C00000E0400000E0C000006041000060C100008041000080C100004040000040C000008040000080C000000041000000C100002041000020C10000A0410000A0C10000C0410000C0C10000A0400000A0C0000080BF0000803F00004041000040C1000080BF0000803F0000E0410000E0C1000080BF0000803F"
// CHECK-NEXT: complex_i8_layout: "0x0100000001FF06FA0EF202FE07F910F003FD08F814EC04FC0AF618E805FB0CF41CE4"
// CHECK-NEXT: complex_i8_layout_1: "0x0100000001FF02FE06FA07F90EF210F003FD04FC08F80AF614EC18E805FBFF010CF4FF011CE4FF01"
// CHECK-NEXT: }
{-#
  dialect_resources: {
    builtin: {
      f64: "0x01000000000000000000F03F000000000000004000000000000008400000000000001040000000000000144000000000000018400000000000001C400000000000002040000000000000244000000000000028400000000000002C400000000000003040000000000000344000000000000038400000000000003C40",
      f32: "0x010000000000803F0000004000004040000080400000A0400000C0400000E04000000041000020410000404100006041000080410000A0410000C0410000E041",
      f16: "0x01000000003C00400042004400450046004700480049004A004B004C004D004E004F",
      bf16: "0x01000000803F004040408040A040C040E04000412041404160418041A041C041E041",
      f8E5M2: "0x010000003C40424445464748494A4B4C4D4E4F",
      i64: "0x01000000010000000000000002000000000000000300000000000000040000000000000005000000000000000600000000000000070000000000000008000000000000000A000000000000000C000000000000000E000000000000001000000000000000140000000000000018000000000000001C00000000000000",
      index: "0x01000000010000000000000002000000000000000300000000000000040000000000000005000000000000000600000000000000070000000000000008000000000000000A000000000000000C000000000000000E000000000000001000000000000000140000000000000018000000000000001C00000000000000",
      i32: "0x0100000001000000020000000300000004000000050000000600000007000000080000000A0000000C0000000E0000001000000014000000180000001C000000",
      i16: "0x01000000010002000300040005000600070008000A000C000E001000140018001C00",
      i8: "0x0100000001020304050607080A0C0E1014181C",
      i4: "0x01000000090A0B0C0D0E0F0001020304050607",
      i1: "0x01000000010001010000000100010101000100",
      complex_f32: "0x010000000000803F000080BF00000040000000C000004040000040C000008040000080C00000A0400000A0C00000C0400000C0C00000E0400000E0C000000041000000C100002041000020C100004041000040C100006041000060C100008041000080C10000A0410000A0C10000C0410000C0C10000E0410000E0C1",
      complex_i8: "0x0100000001FF02FE03FD04FC05FB06FA07F908F80AF60CF40EF210F014EC18E81CE4"
    }
  }
#-}
