/*===- layout-c/IndexMap.h - C API of layouts ---------------------*- C -*-===*\
|*                                                                            *|
|* Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.    *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* An index map (`#layout.index_map`) sends the logical index of an element   *|
|* to its physical index. Axis separators divide the physical dims into       *|
|* groups, and a box states their least extents. A map and the shape of a     *|
|* tensor are a layout: the buffer has one place for each physical index, in  *|
|* row-major order, and places without an element are padding.                *|
|*                                                                            *|
|* `rank` is the number of entries of the array that follows it. A map that   *|
|* takes another number of indices is an error.                               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LAYOUT_C_INDEXMAP_H
#define LAYOUT_C_INDEXMAP_H

#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*/
/* Construction                                                               */
/*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool layoutAttributeIsAIndexMap(MlirAttribute attribute);

/// Creates a map. Separators are the first physical dims of all groups but the
/// first one; a box has an extent for each physical dim, or none. Errors are
/// emitted at `location`.
MLIR_CAPI_EXPORTED MlirAttribute layoutIndexMapAttrGetChecked(
    MlirLocation location, MlirAffineMap map, intptr_t numSeparators,
    const int64_t *separators, intptr_t numBox, const int64_t *box);

/// Reads a layout of tensors of any shape: letters without alignments
/// ("NCHW16c"), a tag of oneDNN ("aBcd16b"), or a map ("(i, j) -> (j | i)").
/// `dims` names the logical dims in order, as "NCHW"; without it they are in
/// the order of the text. The column of a syntax error is that of its location.
MLIR_CAPI_EXPORTED MlirAttribute layoutIndexMapAttrParse(MlirContext context,
                                                         MlirStringRef text,
                                                         MlirStringRef dims);

/// Reads a layout, in any notation, of a tensor of this shape. `hostStrides`
/// are its strides in elements, for device triples; null if it is row-major.
MLIR_CAPI_EXPORTED MlirAttribute layoutIndexMapAttrParseForShape(
    MlirContext context, MlirStringRef text, MlirStringRef dims, intptr_t rank,
    const int64_t *shape, const int64_t *hostStrides);

/// Writes a layout in a notation, by name: letters, glow, xla, onednn, device,
/// numpy, relations or map. `hostStrides` are as above.
MLIR_CAPI_EXPORTED MlirLogicalResult layoutIndexMapAttrWrite(
    MlirAttribute map, MlirStringRef notation, MlirStringRef dims,
    intptr_t rank, const int64_t *shape, const int64_t *hostStrides,
    MlirStringCallback callback, void *userData);

/*===----------------------------------------------------------------------===*/
/* Parts                                                                      */
/*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED MlirAffineMap
layoutIndexMapAttrGetAffineMap(MlirAttribute map);
MLIR_CAPI_EXPORTED intptr_t
layoutIndexMapAttrGetNumSeparators(MlirAttribute map);
MLIR_CAPI_EXPORTED int64_t layoutIndexMapAttrGetSeparator(MlirAttribute map,
                                                          intptr_t position);
/// The number of physical dims, or 0 for a map without a box.
MLIR_CAPI_EXPORTED intptr_t layoutIndexMapAttrGetBoxRank(MlirAttribute map);
MLIR_CAPI_EXPORTED int64_t layoutIndexMapAttrGetBoxExtent(MlirAttribute map,
                                                          intptr_t dim);

/*===----------------------------------------------------------------------===*/
/* Algebra                                                                    */
/*===----------------------------------------------------------------------===*/

/// Returns x -> outer(inner(x)), with the groups and the box of `outer`.
MLIR_CAPI_EXPORTED MlirAttribute layoutIndexMapAttrCompose(MlirAttribute outer,
                                                           MlirAttribute inner);

/// Returns the same composition in the simplest form that it has on the
/// logical shape of `inner`.
MLIR_CAPI_EXPORTED MlirAttribute
layoutIndexMapAttrComposeOnShape(MlirAttribute outer, MlirAttribute inner,
                                 intptr_t rank, const int64_t *shape);

/// Returns the map from physical to logical indices of a map that is bijective
/// on the shape, that is, without padding.
MLIR_CAPI_EXPORTED MlirAttribute layoutIndexMapAttrInverse(
    MlirAttribute map, intptr_t rank, const int64_t *shape);

/// Returns one representative of all maps that are equal on the shape.
MLIR_CAPI_EXPORTED MlirAttribute layoutIndexMapAttrCanonicalize(
    MlirAttribute map, intptr_t rank, const int64_t *shape);

/// Returns the map in which each group is one dim.
MLIR_CAPI_EXPORTED MlirAttribute layoutIndexMapAttrFlatten(
    MlirAttribute map, intptr_t rank, const int64_t *shape);

/// Writes the extents of the physical dims, padding included, to `extents`,
/// which has room for all of them.
MLIR_CAPI_EXPORTED MlirLogicalResult layoutIndexMapAttrGetPhysicalShape(
    MlirAttribute map, intptr_t rank, const int64_t *shape, int64_t *extents);

/// Writes the physical index of the element `index`.
MLIR_CAPI_EXPORTED MlirLogicalResult layoutIndexMapAttrForward(
    MlirAttribute map, intptr_t rank, const int64_t *index, int64_t *physical);

/// Writes the logical index of the element at a physical index, which has an
/// entry for each physical dim. Padding is an error.
MLIR_CAPI_EXPORTED MlirLogicalResult layoutIndexMapAttrBackward(
    MlirAttribute map, intptr_t rank, const int64_t *shape,
    const int64_t *physical, int64_t *index);

/*===----------------------------------------------------------------------===*/
/* Proofs                                                                     */
/*===----------------------------------------------------------------------===*/

typedef enum LayoutVerdict {
  LayoutVerdictProved,
  LayoutVerdictRefuted,
  /// Neither was proved, or the map does not fit the shape, which is emitted.
  LayoutVerdictUnknown
} LayoutVerdict;

/// Extents of shapes may be dynamic here (mlirShapedTypeGetDynamicSize).

/// Whether both maps send every element to the same place and have the same
/// groups and physical shape.
MLIR_CAPI_EXPORTED LayoutVerdict
layoutIndexMapAttrIsEqual(MlirAttribute map, MlirAttribute other, intptr_t rank,
                          const int64_t *shape);
/// Whether every place has one element.
MLIR_CAPI_EXPORTED LayoutVerdict layoutIndexMapAttrIsBijective(
    MlirAttribute map, intptr_t rank, const int64_t *shape);
/// Whether no place has two elements.
MLIR_CAPI_EXPORTED LayoutVerdict layoutIndexMapAttrIsInjective(
    MlirAttribute map, intptr_t rank, const int64_t *shape);
MLIR_CAPI_EXPORTED LayoutVerdict layoutIndexMapAttrIsIdentity(
    MlirAttribute map, intptr_t rank, const int64_t *shape);
/// Whether the map keeps the row-major order, so that nothing is moved.
MLIR_CAPI_EXPORTED LayoutVerdict layoutIndexMapAttrIsRowMajorReshape(
    MlirAttribute map, intptr_t rank, const int64_t *shape);

/*===----------------------------------------------------------------------===*/
/* Buffers                                                                    */
/*===----------------------------------------------------------------------===*/

/// Copies a tensor of this shape into the buffer that holds it in the layout of
/// the map. An element is `elementSize` bytes, which are not interpreted.
/// `strides` count bytes, one for each dim: they may be negative or 0, and need
/// not be multiples of the element size; null if the tensor is row-major.
/// `padding` is the element that all other places get; if it is null, they keep
/// what they hold. Tensor and buffer need no alignment and must not overlap.
MLIR_CAPI_EXPORTED MlirLogicalResult
layoutPack(MlirAttribute map, intptr_t rank, const int64_t *shape,
           size_t elementSize, const void *tensor, const int64_t *strides,
           const void *padding, void *buffer);

/// Copies the elements of a tensor out of the buffer that holds it.
MLIR_CAPI_EXPORTED MlirLogicalResult layoutUnpack(
    MlirAttribute map, intptr_t rank, const int64_t *shape, size_t elementSize,
    const void *buffer, void *tensor, const int64_t *strides);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_INDEXMAP_H
