//===- LayoutAttributes.td - Attributes of the layout dialect -*- tablegen -*-//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ATTRIBUTES
#define LAYOUT_ATTRIBUTES

include "layout/Dialect/Layout/IR/LayoutDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"

class Layout_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Layout_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

def Layout_IndexMapAttr : Layout_Attr<"IndexMap", "index_map", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface,
      ["getAffineMap", "isIdentity", "verifyLayout", "getStridesAndOffset"]>]> {
  let summary = "A map from logical to physical indices, with axis separators";
  let description = [{
    Says where the element with a given logical index lies. Dim names are
    syntax only; `|` separates the groups of physical dims that a flattened
    buffer keeps apart.

    ```mlir
    #layout.index_map<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
    #layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h | w, c mod 4)>
    ```

    As the layout of a memref it says how a buffer of that logical shape lies:
    every element has a place of its own, row-major in the box the map spans. A
    memref has strides where each logical dim lies in one, in permutations for
    instance, and none where a dim is split; groups change no strides. The
    identity is a layout of its own if it has groups: that of a buffer which has
    been flattened.

    ```mlir
    memref<16x64x64x128xf32, #layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h | w, c mod 4)>>
    ```
  }];
  let parameters = (ins "::mlir::AffineMap":$map,
                        OptionalArrayRefParameter<"int64_t">:$separators);
  let builders = [
    AttrBuilderWithInferredContext<(ins "const ::mlir::layout::IndexMap &":$map), [{
      return $_get(map.getContext(), map.getAffineMap(), map.getSeparators());
    }]>
  ];
  let extraClassDeclaration = [{
    ::mlir::layout::IndexMap getIndexMap() const {
      return ::mlir::layout::IndexMap(getMap(), getSeparators());
    }
  }];
  let hasCustomAssemblyFormat = 1;
}

def Layout_EdgeLayoutAttr : Layout_Attr<"EdgeLayout", "edge_layout"> {
  let summary = "How one operand or result of an op is to lie";
  let description = [{
    `_` leaves the value as it stands. Otherwise the value is first padded at
    the high end of each present dim by `pad` (all zero when absent) and then
    laid out by the map. Maps are not checked against a shape here: an entry
    that an op cannot take is an error of `layout-freeze`.

    ```mlir
    #layout.edge_layout<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16) pad [0, 13, 0, 0]>
    ```
  }];
  let parameters = (ins OptionalParameter<"::mlir::AffineMap">:$map,
                        OptionalArrayRefParameter<"int64_t">:$pad);
  // A padding of nothing is the same as none.
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::mlir::AffineMap":$map,
                     "::llvm::ArrayRef<int64_t>":$pad), [{
      bool none = map && pad.size() == map.getNumDims() &&
                  ::llvm::all_of(pad, [](int64_t width) { return width == 0; });
      return $_get($_ctxt, map, none ? ::llvm::ArrayRef<int64_t>() : pad);
    }]>
  ];
  let extraClassDeclaration = [{
    /// Whether the value stays as it stands.
    bool isAsItStands() const { return !getMap(); }
    bool hasPadding() const { return !getPad().empty(); }
    ::mlir::layout::IndexMap getIndexMap() const {
      return ::mlir::layout::IndexMap(getMap());
    }
    /// Syntax without the enclosing angle brackets of the attribute.
    static ::mlir::FailureOr<EdgeLayoutAttr> parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
  let hasCustomAssemblyFormat = 1;
}

def Layout_OperandOrder : I32EnumAttr<"OperandOrder",
    "the order in which operands lie", [
      I32EnumAttrCase<"Given", 0, "given">,
      I32EnumAttrCase<"HeadMajor", 1, "head_major">,
      I32EnumAttrCase<"Absorbed", 2, "absorbed">]> {
  let cppNamespace = "::mlir::layout";
}

def Layout_OpLayoutAttr : Layout_Attr<"OpLayout", "op_layout"> {
  let summary = "One way to lay out the operands and results of an op";
  let description = [{
    Maps go from the op's present dims to the wanted ones. Destination operands
    are operands and equal their result. `cost` is what choosing this entry
    costs at run time, in bytes.

    ```mlir
    #layout.op_layout<operands = [<(n, c) -> (c, n)>, _], results = [<(n, c) -> (c, n)>], cost = 0>
    ```

    The operands of a contraction or convolution that lie as they stand (`_`)
    may have flexibility, which `layout-flow` uses:

      * `order = head_major` (contractions): dims that are not contracted may be
        cut and permuted as neighbours ask, in every operand by itself, at no
        further cost. Contracted dims stay whole, the innermost digit of the
        result stays, and inputs are made of matrices that lie by rows or by
        columns.
      * `order = absorbed`: inputs may be read in any order that a neighbour has,
        as if a transpose in front were part of the op. One that is not constant
        then costs its bytes. The result stays as it stands.

    ```mlir
    #layout.op_layout<operands = [_, _, _], results = [_], cost = 0, order = head_major>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::layout::EdgeLayoutAttr">:$operands,
                        ArrayRefParameter<"::mlir::layout::EdgeLayoutAttr">:$results,
                        "int64_t":$cost,
                        DefaultValuedParameter<"::mlir::layout::OperandOrder",
                          "::mlir::layout::OperandOrder::Given">:$order);
  let extraClassDeclaration = [{
    /// Whether all operands and results stay as they are.
    bool isAsItStands() const {
      auto stands = [](EdgeLayoutAttr edge) { return edge.isAsItStands(); };
      return ::llvm::all_of(getOperands(), stands) &&
             ::llvm::all_of(getResults(), stands);
    }
    /// Whether there is more to it than one layout.
    bool isOpen() const { return getOrder() != OperandOrder::Given; }
  }];
  let hasCustomAssemblyFormat = 1;
}

#endif // LAYOUT_ATTRIBUTES
