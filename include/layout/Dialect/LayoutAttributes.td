//===- LayoutAttributes.td - Attributes of the layout dialect -*- tablegen -*-//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUTATTRIBUTES
#define LAYOUT_DIALECT_LAYOUTATTRIBUTES

include "layout/Dialect/LayoutDialect.td"
include "layout/Interfaces/TensorLayoutInterface.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"

class Layout_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Layout_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

def Layout_IndexMapAttr : Layout_Attr<"IndexMap", "index_map", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface,
      ["getAffineMap", "isIdentity", "verifyLayout", "getStridesAndOffset"]>,
    DeclareAttrInterfaceMethods<TensorLayoutAttrInterface>,
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding,
      ["verifyEncoding"]>]> {
  let summary = "A map from logical to physical indices, with axis separators";
  let description = [{
    Maps the logical index of an element to its physical index. Dim names are
    syntax only; `|` separates the groups of physical dims that flattening a
    buffer keeps apart.

    ```mlir
    #layout.index_map<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
    #layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h | w, c mod 4)>
    ```

    As the layout of a memref it maps the indices of the memref, whose shape is
    the logical one, to the indices of the buffer, which is stored in row-major
    order. The map is injective on the shape. The memref has strides if each
    logical dim has one, as in a permutation, and none if a dim is split; groups
    do not change strides. The identity with groups is the layout of a buffer
    that has been flattened.

    The buffer has the smallest extents that hold all elements and whole tiles,
    and at least those of a box behind `in`. Sparse sticks, which hold one
    element in 64 places, end behind the places of the last one:

    ```mlir
    memref<1024xf16, #layout.index_map<(i) -> (i * 64) in [65536]>>
    ```

    A map is stored in one form, whichever way it is written: `(i floordiv 2)
    floordiv 2` is `i floordiv 4`, and both are one attribute. The form does not
    depend on a shape: on `memref<8x1xf32>` the maps `(i, j) -> (i, j)` and
    `(i, j) -> (i, 0)` have equal values, but are two attributes.

    ```mlir
    memref<16x64x64x128xf32, #layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h | w, c mod 4)>>
    ```
  }];
  let parameters = (ins "::mlir::AffineMap":$map,
                        OptionalArrayRefParameter<"int64_t">:$separators,
                        OptionalArrayRefParameter<"int64_t">:$box);
  // The map is stored in normal form.
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::mlir::AffineMap":$map,
                     "::llvm::ArrayRef<int64_t>":$separators,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$box), [{
      return $_get($_ctxt, ::mlir::layout::getNormalForm(map), separators, box);
    }]>,
    AttrBuilderWithInferredContext<(ins "const ::mlir::layout::IndexMap &":$map), [{
      return $_get(map.getContext(),
                   ::mlir::layout::getNormalForm(map.getAffineMap()),
                   map.getSeparators(), map.getBox());
    }]>
  ];
  let extraClassDeclaration = [{
    ::mlir::layout::IndexMap getIndexMap() const {
      return ::mlir::layout::IndexMap(getMap(), getSeparators(), getBox());
    }
  }];
  let hasCustomAssemblyFormat = 1;
}

def Layout_TensorLayoutAttr : Layout_Attr<"TensorLayout", "tensor_layout", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface,
      ["getAffineMap", "isIdentity", "verifyLayout", "getStridesAndOffset"]>,
    DeclareAttrInterfaceMethods<TensorLayoutAttrInterface>,
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding,
      ["verifyEncoding"]>]> {
  let summary = "How a tensor is stored on a device";
  let description = [{
    An index map, the box of places that the device has for the tensor, the dim
    that lies in sticks, and what the places hold that no element has:

    ```mlir
    #layout.tensor_layout<(i, j) -> (j floordiv 64, i, j mod 64) in [4, 1000, 64], stick = 1, padding = 0.0 : f16>
    ```

    Without a box, the device has the smallest one that holds all elements and
    whole tiles. `stick` is the dim of the tensor that the innermost dim of the
    device is part of. `padding` is the value of a constant, `[re, im]` if it is
    complex, or `#ub.poison` if nobody may rely on it; zeros without it.

    Common layouts have a form of their own, made of the shape and the element
    type of the tensor. They are the attributes behind them, and are printed as
    these:

    | form | layout |
    | --- | --- |
    | `<row_major 4x6>` | `<(i, j) -> (i, j) in [4, 6]>` |
    | `<channels_last 1x3x8x8>` | `<(n, c, h, w) -> (n, h, w, c) in [1, 8, 8, 3]>` |
    | `<nchwc 1x6x8x8, block = 4>` | `<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4) in [1, 2, 8, 8, 4]>` |
    | `<sticks 4x200xf16, dim = 1>` | `<(i, j) -> (j floordiv 64, i, j mod 64) in [4, 4, 64], stick = 1>` |
    | `<sparse 1024xf16>` | `<(i) -> (i, 0) in [1024, 64]>` |

    Sticks have 128 bytes: those of a dim are outermost, then the other dims
    follow in order. In the sparse form each element has a stick to itself. Both
    require a static shape; the other forms have no box on a dynamic one. Any
    form may be followed by a padding.

    The attribute is the encoding of a tensor type, the layout of a memref type,
    whose buffer then has the places of the box, or the value of
    `layout.tensor_layout` and of the other attributes that state layouts.

    ```mlir
    tensor<4x200xf16, #layout.tensor_layout<sticks 4x200xf16, dim = 1>>
    ```
  }];
  let parameters = (ins "::mlir::layout::IndexMapAttr":$map,
                        OptionalParameter<"::std::optional<int64_t>">:$stickDim,
                        OptionalParameter<"::mlir::Attribute">:$padding);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::mlir::layout::IndexMapAttr":$map,
                     CArg<"::std::optional<int64_t>", "{}">:$stickDim,
                     CArg<"::mlir::Attribute", "{}">:$padding), [{
      return $_get($_ctxt, map, stickDim, padding);
    }]>
  ];
  let extraClassDeclaration = [{
    /// Layouts of a tensor of `shape`; an error says why it has none. Dims may
    /// be dynamic where no element type is asked for.
    static ::llvm::Expected<TensorLayoutAttr>
    getRowMajor(::mlir::MLIRContext *context, ::llvm::ArrayRef<int64_t> shape);
    /// Channels, which are dim 1, innermost.
    static ::llvm::Expected<TensorLayoutAttr>
    getChannelsLast(::mlir::MLIRContext *context,
                    ::llvm::ArrayRef<int64_t> shape);
    /// Channels, which are dim 1, in blocks that are innermost.
    static ::llvm::Expected<TensorLayoutAttr>
    getNchwc(::mlir::MLIRContext *context, ::llvm::ArrayRef<int64_t> shape,
             int64_t block);
    /// Sticks along a dim, as DeviceLayout::getSticked.
    static ::llvm::Expected<TensorLayoutAttr>
    getSticks(::llvm::ArrayRef<int64_t> shape, int64_t stickDim,
              ::mlir::Type elementType);
    /// A stick for every element, as DeviceLayout::getSparse.
    static ::llvm::Expected<TensorLayoutAttr>
    getSparse(::llvm::ArrayRef<int64_t> shape, ::mlir::Type elementType);

    ::mlir::layout::IndexMap getIndexMap() const {
      return getMap().getIndexMap();
    }
    /// The same layout with another padding.
    TensorLayoutAttr withPadding(::mlir::Attribute padding) const {
      return get(getContext(), getMap(), getStickDim(), padding);
    }
  }];
  let hasCustomAssemblyFormat = 1;
}

def Layout_EdgeLayoutAttr : Layout_Attr<"EdgeLayout", "edge_layout"> {
  let summary = "The layout required of one operand or result";
  let description = [{
    `_` keeps the present layout. Otherwise the value is padded at the high end
    of each present dim by `pad` (0 if absent) and then laid out by the map. Maps
    are not checked against a shape here: `layout-freeze` reports a layout that
    an op cannot take.

    ```mlir
    #layout.edge_layout<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16) pad [0, 13, 0, 0]>
    ```
  }];
  let parameters = (ins OptionalParameter<"::mlir::AffineMap">:$map,
                        OptionalArrayRefParameter<"int64_t">:$pad);
  // The map is stored in normal form, a padding of width 0 everywhere as none.
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::mlir::AffineMap":$map,
                     "::llvm::ArrayRef<int64_t>":$pad), [{
      bool none = map && pad.size() == map.getNumDims() &&
                  ::llvm::all_of(pad, [](int64_t width) { return width == 0; });
      return $_get($_ctxt, map ? ::mlir::layout::getNormalForm(map) : map,
                   none ? ::llvm::ArrayRef<int64_t>() : pad);
    }]>
  ];
  let extraClassDeclaration = [{
    /// `_`: the value keeps its layout.
    static EdgeLayoutAttr getAsItStands(::mlir::MLIRContext *context) {
      return get(context, ::mlir::AffineMap(), {});
    }
    bool isAsItStands() const { return !getMap(); }
    bool hasPadding() const { return !getPad().empty(); }
    ::mlir::layout::IndexMap getIndexMap() const {
      return ::mlir::layout::IndexMap(getMap());
    }
    /// Syntax without the enclosing angle brackets of the attribute. The map has
    /// angle brackets of its own, which an attribute that stands alone may omit.
    static ::mlir::FailureOr<EdgeLayoutAttr>
    parseBody(::mlir::AsmParser &parser, bool isAlone = false);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
  let hasCustomAssemblyFormat = 1;
}

def Layout_OperandOrder : I32EnumAttr<"OperandOrder",
    "the order of operands", [
      I32EnumAttrCase<"Given", 0, "given">,
      I32EnumAttrCase<"HeadMajor", 1, "head_major">,
      I32EnumAttrCase<"Absorbed", 2, "absorbed">]> {
  let cppNamespace = "::mlir::layout";
}

def Layout_OpLayoutAttr : Layout_Attr<"OpLayout", "op_layout"> {
  let summary = "A layout option: layouts of all operands and results of an op";
  let description = [{
    Maps go from the present dims to the required ones. A destination operand
    has the layout of its result. `cost` is the run-time cost of choosing this
    option, in bytes. `padding`, 0 unless it is stated, is how many bytes of
    padding the op reads and writes in this option, which cost `padding-price`
    each; an op that has the same padding in all of its options states none.

    ```mlir
    #layout.op_layout<operands = [<(n, c) -> (c, n)>, _], results = [<(n, c) -> (c, n)>], cost = 0>
    #layout.op_layout<operands = [<(n, c) -> (c, n)> pad [0, 3], _], results = [_], cost = 0, padding = 96>
    ```

    `order` allows more layouts for the operands of a contraction or convolution
    that keep their layout (`_`); an operand with the identity keeps it whatever
    the order is. `layout-flow` chooses among them:

      * `order = head_major` (contractions): dims may be split and permuted as
        neighbours prefer, in each operand independently, at no further cost.
        Inputs consist of matrices that are stored by rows or by columns, whose
        rows may alternate with those of other matrices, and so does the result,
        as `(AB)^T = B^T A^T`. Contracted dims that are innermost stay whole. The
        dim that is innermost in the result is innermost in the input that has
        it, or a contracted dim is innermost in all inputs: a product on vectors
        stays one.
      * `order = absorbed`: inputs may be read in any order that a neighbour has,
        as if a transpose in front were part of the op. Such an input, unless it
        is constant, costs its bytes. The result keeps its layout.

    ```mlir
    #layout.op_layout<operands = [_, _, _], results = [_], cost = 0, order = head_major>
    #layout.op_layout<operands = [_, <(k, n) -> (k, n)>, _], results = [_], cost = 0, order = head_major>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::layout::EdgeLayoutAttr">:$operands,
                        ArrayRefParameter<"::mlir::layout::EdgeLayoutAttr">:$results,
                        "int64_t":$cost,
                        DefaultValuedParameter<"::mlir::layout::OperandOrder",
                          "::mlir::layout::OperandOrder::Given">:$order,
                        DefaultValuedParameter<"int64_t", "0">:$padding);
  let builders = [AttrBuilder<(ins
      "::llvm::ArrayRef<EdgeLayoutAttr>":$operands,
      "::llvm::ArrayRef<EdgeLayoutAttr>":$results, "int64_t":$cost,
      CArg<"::mlir::layout::OperandOrder",
           "::mlir::layout::OperandOrder::Given">:$order,
      CArg<"int64_t", "0">:$padding), [{
    return $_get($_ctxt, operands, results, cost, order, padding);
  }]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// All operands and results of an op keep their layouts.
    static OpLayoutAttr getAsItStands(::mlir::Operation *op, int64_t cost,
                                      OperandOrder order) {
      ::llvm::SmallVector<EdgeLayoutAttr> edges(
          op->getNumOperands() + op->getNumResults(),
          EdgeLayoutAttr::getAsItStands(op->getContext()));
      ::llvm::ArrayRef<EdgeLayoutAttr> all(edges);
      return get(op->getContext(), all.take_front(op->getNumOperands()),
                 all.drop_front(op->getNumOperands()), cost, order);
    }
    bool isAsItStands() const {
      auto stands = [](EdgeLayoutAttr edge) { return edge.isAsItStands(); };
      return ::llvm::all_of(getOperands(), stands) &&
             ::llvm::all_of(getResults(), stands);
    }
    /// Whether operands may have other layouts than the given ones.
    bool allowsOtherOrders() const {
      return getOrder() != OperandOrder::Given;
    }
  }];
  let hasCustomAssemblyFormat = 1;
}

def Layout_RuleParameter
    : AttrOrTypeParameter<"::mlir::layout::LayoutRule", "the rule"> {
  let cppAccessorType = "const ::mlir::layout::LayoutRule &";
}

def Layout_LayoutRuleAttr : Layout_Attr<"LayoutRule", "rule"> {
  let summary = "The layouts that an op can take";
  let description = [{
    A layout rule (`include/layout/Interfaces/LayoutRule.h`) as an attribute. An
    op that implements `LayoutRuleOpInterface` can write its rule in this form,
    and the discardable attribute `layout.rule` overrides the rule of one op.

    `factors` lists the extents of the factors f0, f1, …, each followed by
    `reduced` if no result is indexed by it and by `whole` if it cannot be split.
    Each operand and result lists one access per dim, and its shape:

      * `f0`: the dim is a factor; `(f0, f1)`: it is spelled by several, major to
        minor;
      * `f0 + 3`: the dim is the part of a factor that begins at an offset, `?`
        if the offset is not known;
      * `window(f0, f1)`: the index is a sum of multiples of the factors, none of
        which can be split. The dim moves with the first of them whose extent is
        not 1, or with the one named by `at`: `window(f0, f1 at f1)`;
      * `-`: the dim is indexed by no factor.

    `pinned` stands for a tensor that keeps its layout and `scalar` for a value
    that has none. The rules of a matmul, of a concatenation and of an op that
    reverses dim 0 are:

    ```mlir
    #layout.rule<factors = [4, 6, 8 reduced], operands = [[f0, f2] : 4x8, [f2, f1] : 8x6, [f0, f1] : 4x6], results = [[f0, f1] : 4x6]>
    #layout.rule<factors = [4, 14], operands = [[f0, f1 + 0] : 4x6, [f0, f1 + 6] : 4x8], results = [[f0, f1] : 4x14]>
    #layout.rule<factors = [6 whole, 8], operands = [[f0, f1] : 6x8], results = [[f0, f1] : 6x8]>
    ```
  }];
  let parameters = (ins Layout_RuleParameter:$rule, "unsigned":$numResults);
  let hasCustomAssemblyFormat = 1;
}

#endif // LAYOUT_DIALECT_LAYOUTATTRIBUTES
