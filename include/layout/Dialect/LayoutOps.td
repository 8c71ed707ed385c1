//===- LayoutOps.td - Operations of the layout dialect -----*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUTOPS
#define LAYOUT_DIALECT_LAYOUTOPS

include "layout/Dialect/LayoutAttributes.td"
include "layout/Interfaces/DataMovementInterface.td"
include "layout/Interfaces/LayoutRuleInterface.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ValueBoundsOpInterface.td"
include "mlir/Interfaces/ViewLikeInterface.td"

// Result types are inferred. The verifiers of the ops compare them with the
// types found, because their diagnostics say what was required; the default
// refinement, which would compare them first, accepts every type.
class Layout_Op<string mnemonic, list<Trait> traits = [],
                list<string> ruleMethods = []> :
    Op<Layout_Dialect, mnemonic, !listconcat(traits, [
      Pure,
      InferTypeOpAdaptorBase<[{
        static ::llvm::LogicalResult refineReturnTypes(
            ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
            ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
            ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &) {
          return ::mlir::success();
        }
      }]>,
      DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                ["reifyResultShapes"]>,
      DeclareOpInterfaceMethods<ValueBoundsOpInterface,
                                ["populateBoundsForShapedValueDim"]>,
      DeclareOpInterfaceMethods<LayoutRuleOpInterface, ruleMethods>])> {
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Layout_LayoutTransformOp : Layout_Op<"layout_transform", [
    DeclareOpInterfaceMethods<DataMovementOpInterface, ["getRewriteMaps"]>]> {
  let summary = "Permutes the elements of a tensor by a bijective index map";
  let description = [{
    The element at logical index `i` of the source is at index `map(i)` of the
    result: `result[map(i)] = source[i]`. The map is bijective on the shape of
    the source; the verifier proves it. On a `?` dim only the outermost digit may
    be dynamic, and it is a precondition that the splits divide its size.

    ```mlir
    %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
           : tensor<1x64x56x56xf32> to tensor<1x4x56x56x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, Layout_IndexMapAttr:$map);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source `by` $map attr-dict `:` type($source) `to` type($result)
  }];
  let extraClassDeclaration = [{
    ::mlir::layout::IndexMap getIndexMap() { return getMap().getIndexMap(); }
    /// The map between source and result if both are laid out, each by one
    /// list of digits of its dims per physical dim.
    ::mlir::layout::IndexMap
    getIndexMapBetween(::llvm::ArrayRef<::mlir::layout::MixedRadix> source,
                       ::llvm::ArrayRef<::mlir::layout::MixedRadix> result);
    /// The type of `source` laid out by `map`; null if it is not known.
    static ::mlir::RankedTensorType inferType(::mlir::RankedTensorType source,
                                              const ::mlir::layout::IndexMap &map);
    /// Whether row-major order is kept, so that nothing moves at run time.
    bool isFree();
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source, "const ::mlir::layout::IndexMap &":$map)>
  ];
}

def Layout_PadOp : Layout_Op<"pad", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<DataMovementOpInterface,
                              ["getMovedValues", "isAskedFor", "isResize"]>]> {
  let summary = "Adds elements around those of a tensor";
  let description = [{
    `low` and `high` are the numbers of elements that are added before and after
    those of the source in each dim; they may be run-time values. The new
    elements are `value`, or `poison` if nobody reads them.

    ```mlir
    %1 = layout.pad %0 low [0, 0] high [1, %h] value(0.0 : f32)
           : tensor<3x?xf32> to tensor<4x?xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, Variadic<Index>:$low,
                       Variadic<Index>:$high, DenseI64ArrayAttr:$static_low,
                       DenseI64ArrayAttr:$static_high, AnyAttr:$value);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source
    `low` custom<DynamicIndexList>($low, $static_low)
    `high` custom<DynamicIndexList>($high, $static_high)
    `value` `(` custom<ElementValue>($value) `)`
    attr-dict `:` type($source) `to` type($result)
  }];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLow();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedHigh();
    /// Whether every width is known at compile time.
    bool isStatic() { return getLow().empty() && getHigh().empty(); }
    bool isPoison() { return ::mlir::isa<::mlir::ub::PoisonAttr>(getValue()); }
    /// The type of `source` with the given widths around it.
    static ::mlir::RankedTensorType inferType(::mlir::RankedTensorType source,
                                              ::llvm::ArrayRef<int64_t> low,
                                              ::llvm::ArrayRef<int64_t> high);
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$low,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$high,
                   "::mlir::Attribute":$value)>
  ];
}

def Layout_CropOp : Layout_Op<"crop", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<DataMovementOpInterface,
                              ["getMovedValues", "isResize"]>]> {
  let summary = "Takes a box out of a tensor";
  let description = [{
    The result is the box of the given sizes at the given offsets. `cropped` is
    what the program promises about the removed elements: a value, `poison` (any
    value, because nobody reads them), or nothing if it is absent. A `pad` of the
    result may be cancelled against the crop only if this promise allows it.

    ```mlir
    %1 = layout.crop %0 offsets [0, 0] sizes [3, %s] cropped(0.0 : f32)
           : tensor<4x?xf32> to tensor<3x?xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, Variadic<Index>:$offsets,
                       Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_offsets,
                       DenseI64ArrayAttr:$static_sizes, OptionalAttr<AnyAttr>:$cropped);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source
    `offsets` custom<DynamicIndexList>($offsets, $static_offsets)
    `sizes` custom<DynamicIndexList>($sizes, $static_sizes)
    (`cropped` `(` custom<ElementValue>($cropped)^ `)`)?
    attr-dict `:` type($source) `to` type($result)
  }];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
    /// Whether every offset and size is known at compile time.
    bool isStatic() { return getOffsets().empty() && getSizes().empty(); }
    /// Returns the first dim in which a box certainly exceeds a tensor of this
    /// type; nothing if there is none. Run-time entries count as 0.
    static std::optional<int64_t> findDimOutOfBounds(
        ::mlir::RankedTensorType source, ::llvm::ArrayRef<int64_t> offsets,
        ::llvm::ArrayRef<int64_t> sizes);
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   "::mlir::Attribute":$cropped)>
  ];
}

def Layout_ConstraintOp : Layout_Op<"constraint", [], ["getPadContents"]> {
  let summary = "A value that is required, or preferred, to lie in a layout";
  let description = [{
    The result is the source. Without `prefers`, the value lies as its type says,
    and planning does not change that: a value that is to lie in another order is
    transformed in front of the constraint and back behind it. With `prefers`, it
    may lie in any layout; one that is not the preferred one costs `price`, as a
    share of the bytes of the value. `layout-legalize` creates constraints from
    the attributes `layout.require` and `layout.prefer` of values.

    With `border`, it may lie in any layout, but the same on both sides: the value
    enters or leaves ops that are offloaded together, and is rewritten outside of
    them. `layout-freeze` creates these. `layout-drop-constraints` removes all
    behind `layout-flow`.

    ```mlir
    %1 = layout.constraint %0 prefers <(n, c, h, w) -> (n, h, w, c)> price 1.0
           : tensor<1x64x56x56xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source,
                       OptionalAttr<Layout_EdgeLayoutAttr>:$preferred,
                       DefaultValuedAttr<F64Attr, "1.0">:$price,
                       UnitAttr:$border);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source (`border` $border^)? (`prefers` custom<EdgeLayout>($preferred)^ `price` $price)? attr-dict `:` type($source)
  }];
  let extraClassDeclaration = [{
    /// Whether the layout is a preference.
    bool isPreference() { return static_cast<bool>(getPreferred()); }
    /// Whether the value has the layout that is preferred.
    bool isMet();
    /// The digits of the preferred layout, which may be padded; nothing if it
    /// has no mixed radix form.
    std::optional<::mlir::layout::MixedRadix> getPreferredDigits();
  }];
  let hasFolder = 0;
  let hasCanonicalizer = 0;
}

def Layout_AdaptOp : Op<Layout_Dialect, "adapt", [Pure]> {
  let summary = "Rearranges a tensor by the names of its dims";
  let description = [{
    The elements of the source in the order of dims that its user requires. `from`
    is the layout of the source, or the `layout.given` of the source if absent;
    `as` is the layout of the result, or, if absent, the roles of its dims in the
    convolution or matmul that reads it. So a frontend states how data arrives
    and need not know the permutation:

    ```mlir
    %1 = layout.adapt %0 from "NHWC" as "NCHW"
           : tensor<1x56x56x64xf32> to tensor<1x64x56x56xf32>
    ```

    `layout-legalize` replaces the op by a `layout_transform`, with a pad or crop
    if blocks do not divide. Names of other dims, and shapes that contradict the
    names, are errors there.
  }];
  let arguments = (ins AnyRankedTensor:$source, OptionalAttr<StrAttr>:$from,
                       OptionalAttr<StrAttr>:$as);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source (`from` $from^)? (`as` $as^)? attr-dict `:` type($source) `to`
    type($result)
  }];
  let hasVerifier = 1;
}

def Layout_ReindexOp : Op<Layout_Dialect, "reindex",
    [Pure, ViewLikeOpInterface]> {
  let summary = "Accesses a buffer by other indices";
  let description = [{
    The layout of the result type maps the indices of the result to those of the
    source: `result[i]` is `source[map(i)]`. Nothing moves. The source is stored
    in row-major order, and its shape is the range of the map.

    ```mlir
    %1 = layout.reindex %0 : memref<4x8xf32> to memref<8x4xf32, #layout.index_map<(i, j) -> (j, i)>>
    ```
  }];
  let arguments = (ins MemRefOf<[AnyType]>:$source);
  let results = (outs MemRefOf<[AnyType]>:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Value getViewSource() { return getSource(); }
  }];
}

#endif // LAYOUT_DIALECT_LAYOUTOPS
