//===- StorageUnits.h - Elements in memory ----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer has a whole storage unit for each element: 8 bits for an i1, i4 or
// f8E5M2, 32 bits for an i24. LLVM packs the elements of vectors instead when
// it loads and stores them: a vector<16xi1> is two bytes. So vectors of such
// elements are loaded and stored as vectors of units.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_STORAGEUNITS_H
#define LAYOUT_LIB_KERNELS_STORAGEUNITS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// The type of the storage units of buffers with these elements: the element
/// type itself if vectors of it lie in memory as the elements of a buffer do,
/// else an integer type. Null if there are no such vectors: of complex numbers,
/// of floats of 80 bits, and of elements of more than 64 bits.
Type getStorageUnit(Type element);

/// The bytes of the storage unit of `element`; nothing if there is none.
std::optional<unsigned> getStorageBytes(Type element);

/// The same memory with storage units as elements:
///
///   memref<8x32xi1, strided<[40, 1], offset: ?>>
///
/// is seen as
///
///   memref<8x32xi8, strided<[40, 1], offset: ?>>
///
/// by a builtin.unrealized_conversion_cast, since both types are the same
/// descriptor in LLVM. Requires that there is a unit. Returns `buffer` if its
/// elements are units.
Value viewStorageUnits(OpBuilder &builder, Location loc, Value buffer);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_STORAGEUNITS_H
