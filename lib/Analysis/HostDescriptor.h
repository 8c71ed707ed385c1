//===- HostDescriptor.h - What a caller knows of a tensor -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute `layout.host` of an argument or result describes a tensor that
// the caller passes or gets in another layout than row-major. It is a
// dictionary of builtin attributes, so that tools without this dialect read it.
// Keys that `layout-explain --json` has as well mean the same:
//
//   layout            text of the layout, behind the names of the dims
//   logical           type of the tensor on the host, which is row-major
//   dtype             name of its elements
//   shape, strides    sizes of the physical dims, and their strides in elements
//   bytes             size of the physical tensor
//   padding_elements, padding_bytes
//   padding           value of the elements that are padding; #ub.poison if it
//                     may be any
//   stick_dim         dim of the tensor that is in sticks, if one is known to
//                     be
//   map               index map from logical to physical dims
//   ranges, device_strides, host_strides
//                     loops that copy (DeviceLayout.h)
//   argument          of a result of a function that prepares arguments: the
//                     number of the argument that it is made of
//
// Keys about sizes are absent if a dim is dynamic, the last three also if the
// copy is no such loops.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_HOSTDESCRIPTOR_H
#define LAYOUT_LIB_ANALYSIS_HOSTDESCRIPTOR_H

#include "ValueLayout.h"
#include "llvm/Support/JSON.h"

namespace mlir::layout {

/// Describes a tensor of `layout`, whose text is `text`.
DictionaryAttr getHostDescriptor(const ValueLayout &layout, StringRef text);

/// Reads the layout that `descriptor` describes; an error if it is none.
llvm::Expected<ValueLayout> readHostDescriptor(DictionaryAttr descriptor);

/// Describes what transforms and pads make of a tensor of `layout`: `rewrites`,
/// each of which reads the result of the one before, as a layout of the same
/// logical tensor. Null if an element gets lost, if elements that are added are
/// not all equal or not known, or if the layout has no text.
DictionaryAttr getHostDescriptor(const ValueLayout &layout,
                                 ArrayRef<Operation *> rewrites);

/// The entries of a descriptor, with numbers and lists as such and everything
/// else as text.
llvm::json::Object toJsonObject(DictionaryAttr descriptor);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_HOSTDESCRIPTOR_H
