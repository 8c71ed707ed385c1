//===- DataMovementInterface.td - Ops that move elements ---*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE
#define LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE

include "mlir/IR/OpBase.td"

def DataMovementOpInterface : OpInterface<"DataMovementOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    An op that copies elements of its first operand and computes nothing:

      * a *rewrite* moves all elements to other positions,
      * a *view* keeps all elements where they are,
      * a *move* copies some of them (a slice, a pad, a part of a
        concatenation),
      * an *element read* reads one of them.

    `--layout-count` counts rewrites and moves. Structured ops need not
    implement this interface: what they do is read off their bodies and indexing
    maps.
  }];
  let methods = [
    InterfaceMethod<[{
        Returns the layouts of the operand and the result of a rewrite; nothing
        for other ops.
      }],
      "::std::optional<::mlir::layout::RewriteMaps>", "getRewriteMaps", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return std::nullopt;">,
    InterfaceMethod<[{
        Whether the result holds all elements of the operand in the same
        row-major order.
      }],
      "bool", "isView", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Whether the program requests a copy even if the elements keep their
        order.
      }],
      "bool", "isAskedFor", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Returns values of the shapes of what a move reads and of what it writes;
        an empty list for other ops.
      }],
      "::llvm::SmallVector<::mlir::Value>", "getMovedValues", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        Returns the values that a move copies into its result, or its result if
        that is what it copies out of its operand. Later ones overwrite earlier
        ones. An empty list means that nothing is known.
      }],
      "::llvm::SmallVector<::mlir::layout::ValuePart>", "getParts", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        Returns the constant that the result holds beside the parts; null if
        there is nothing beside them, or it is no constant.
      }],
      "::mlir::Attribute", "getBorder", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        Whether the op only adds constant elements at the high ends of dims, or
        is a layout.crop that only removes elements there. Next to a rewrite,
        such an op counts as a part of it.
      }],
      "bool", "isResize", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Returns the indices of an element read, which must be in bounds; nothing
        for other ops.
      }],
      "::std::optional<::mlir::OperandRange>", "getElementIndices", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return std::nullopt;">
  ];
  let extraSharedClassDeclaration = [{
    /// Returns the types of what a move reads and of what it writes; an empty
    /// list for other ops.
    ::llvm::SmallVector<::mlir::ShapedType> getMovedTypes() {
      ::llvm::SmallVector<::mlir::ShapedType> types;
      for (::mlir::Value value : $_op.getMovedValues())
        types.push_back(::mlir::cast<::mlir::ShapedType>(value.getType()));
      return types;
    }
  }];
}

#endif // LAYOUT_INTERFACES_DATAMOVEMENTINTERFACE
