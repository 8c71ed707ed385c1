//===- Notation.h - Layouts in any notation ---------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a layout in any notation into a PhysicalLayout, and writes it in any
// notation. So a layout can be converted between any two notations on a given
// shape, unless the target notation cannot express it.
//
//   name       example                                    header
//   letters    NCHW16c                                    LetterLayout.h
//   glow       N[a=32]HW[a=64]C                           NamedLayout.h
//   xla        {3,1,2,0:T(8,128)}                         XlaLayout.h
//   onednn     aBcd16b                                    OneDnnTag.h
//   device     ((4,1024,64),(65536,64,1),(64,256,1))      DeviceLayout.h
//   numpy      reshape(4,16,7).transpose(0,2,1)           ReshapeChain.h
//   relations  split(1,16).reorder(0,1,3,4,2)             Relations.h
//   map        (i, j) -> (j floordiv 4, i | j mod 4)      MapText.h
//
// To add a notation, write a class that parses and prints it, and add a value
// to the enum and a row to the table in Notation.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_NOTATION_NOTATION_H
#define LAYOUT_NOTATION_NOTATION_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

enum class Notation {
  Letters,
  Glow,
  Xla,
  OneDnn,
  Device,
  NumPy,
  Relations,
  Map
};

/// Returns all notations, in the order above.
ArrayRef<Notation> getNotations();
/// Returns the name that is used as a prefix of texts and in reports.
StringRef getName(Notation notation);
/// Returns the example of the list above.
StringRef getExample(Notation notation);
/// Returns the notation with this name, if any.
std::optional<Notation> getNotation(StringRef name);

/// A text and the notation it is written in.
struct NotatedText {
  Notation notation;
  StringRef text;
};

/// Determines the notation from a prefix such as "xla:", or else from the
/// characters of the text. A text that is valid as letters and in another
/// notation is letters.
NotatedText guessNotation(StringRef text);

/// Splits names of dims: one letter each, or several in braces, as in
/// `{batch}HWC`.
SmallVector<StringRef> getDimNames(StringRef dims);

/// Returns the layout that `text` denotes for a tensor of the static `shape`.
/// `dims` names the logical dims (getDimNames), for notations with names. If it
/// is empty, the logical dims are in the order in which the text names them.
/// Returns a NotationError if the text is malformed, or another error if the
/// layout does not fit the shape. `hostStrides` are the strides of the tensor,
/// for notations that state them; it is row-major if there are none.
llvm::Expected<PhysicalLayout> readLayout(NotatedText text,
                                          ArrayRef<int64_t> shape,
                                          StringRef dims, MLIRContext *context,
                                          ArrayRef<int64_t> hostStrides = {});

/// Returns the map that `text` denotes for tensors of any shape, for notations
/// that need no shape: letters without alignments, tags of oneDNN, and maps.
/// Returns an error for any other text. `dims` is as above.
llvm::Expected<IndexMap> readIndexMap(NotatedText text, StringRef dims,
                                      MLIRContext *context);

/// Writes the layout in a notation, with the names `dims`, for a tensor with
/// these strides. Returns an error that says what the notation cannot express.
llvm::Expected<std::string> writeLayout(Notation notation,
                                        const PhysicalLayout &layout,
                                        StringRef dims,
                                        ArrayRef<int64_t> hostStrides = {});

} // namespace mlir::layout

#endif // LAYOUT_NOTATION_NOTATION_H
