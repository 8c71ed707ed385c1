// Spellings of a map are one attribute, so that types with them are equal.
// RUN: layout-opt %s | FileCheck %s

// CHECK: func.func private @tiles(memref<8x6xf32, #layout.index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>)
func.func private @tiles(memref<8x6xf32, #layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>)
func.func @nested(%x: memref<8x6xf32, #layout.index_map<(i, j) -> ((i floordiv 2) floordiv 2, j, (i mod 8) mod 4)>>) {
  func.call @tiles(%x) : (memref<8x6xf32, #layout.index_map<(i, j) -> ((i floordiv 2) floordiv 2, j, (i mod 8) mod 4)>>) -> ()
  return
}

// CHECK: func.func private @columns(tensor<8x6xf32, #layout.index_map<(d0, d1) -> (d1, d0)>>)
func.func private @columns(tensor<8x6xf32, #layout.index_map<(i, j) -> (j, i)>>)
func.func @joined(%x: tensor<8x6xf32, #layout.index_map<(i, j) -> (j + 0, (i floordiv 4) * 4 + i mod 4)>>) {
  func.call @columns(%x) : (tensor<8x6xf32, #layout.index_map<(i, j) -> (j * 1, (i floordiv 2) * 2 + i mod 2)>>) -> ()
  return
}

// A map without mixed radix form: the order of terms does not matter.
// CHECK: func.func private @skewed(memref<8x6xf32, #layout.index_map<(d0, d1) -> (d0 + d1, d1)>>)
func.func private @skewed(memref<8x6xf32, #layout.index_map<(i, j) -> (i + j, j)>>)
func.func @swapped(%x: memref<8x6xf32, #layout.index_map<(i, j) -> (j + i, j)>>) {
  func.call @skewed(%x) : (memref<8x6xf32, #layout.index_map<(i, j) -> (j + i + 2 - 2, j)>>) -> ()
  return
}

// CHECK: @edge() attributes {a.edge = #layout.edge_layout<<(d0) -> (d0 floordiv 4, d0 mod 4)> pad [2]>}
func.func private @edge() attributes {a.edge = #layout.edge_layout<<(i) -> ((i floordiv 2) floordiv 2, (i mod 8) mod 4)> pad [2]>}
