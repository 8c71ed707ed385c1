//===- TensorLayoutInterface.td - Attributes that are layouts -*- tablegen -*-//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_TENSORLAYOUTINTERFACE
#define LAYOUT_INTERFACES_TENSORLAYOUTINTERFACE

include "mlir/IR/OpBase.td"

def TensorLayoutAttrInterface : AttrInterface<"TensorLayoutAttrInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    An attribute of any dialect that says how a tensor or a memref is stored: as
    the encoding of a tensor type, as the layout of a memref type, which takes
    `MemRefLayoutAttrInterface`, too, and wherever an attribute states a layout.
  }];
  let methods = [
    InterfaceMethod<[{
        Returns the map from the indices of a tensor of this shape, which may
        have dynamic dims, to indices of the device, and the box of the device
        as the box of the map: the least extents of its dims, which may have
        places for padding. The box may be empty if the smallest one that holds
        all elements and whole tiles is meant. An error says why such a tensor
        cannot have the layout; the caller checks that the map has as many dims
        as the shape, and is injective.
      }],
      "::llvm::Expected<::mlir::layout::IndexMap>", "getPhysicalMap",
      (ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType)>,
    InterfaceMethod<[{
        Returns what the places hold that no element has, as the attribute of an
        `arith.constant`, or `#ub.poison` if nobody may rely on it. Null if they
        hold zeros.
      }],
      "::mlir::Attribute", "getPadding", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        Returns the dim of the tensor that lies in sticks, which are the units
        that the device reads; nothing if no dim does.
      }],
      "::std::optional<int64_t>", "getStickDim", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return ::std::nullopt;">
  ];
}

#endif // LAYOUT_INTERFACES_TENSORLAYOUTINTERFACE
