//===- Notation.h - Layouts in any notation ---------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One door to all notations. Each is read into a PhysicalLayout, the common
// meaning, and written from one; so any two are converted into each other on a
// shape, and what the target cannot express is an error.
//
//   name      example                                    header
//   letters   NCHW16c                                    LetterLayout.h
//   glow      N[a=32]HW[a=64]C                           NamedLayout.h
//   xla       {3,1,2,0:T(8,128)}                         XlaLayout.h
//   onednn    aBcd16b                                    OneDnnTag.h
//   device    ((4,1024,64),(65536,64,1),(64,256,1))      DeviceLayout.h
//   numpy     reshape(4,16,7).transpose(0,2,1)           ReshapeChain.h
//   map       (i, j) -> (j floordiv 4, i | j mod 4)      MapText.h
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_NOTATION_NOTATION_H
#define LAYOUT_NOTATION_NOTATION_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

enum class Notation { Letters, Glow, Xla, OneDnn, Device, NumPy, Map };

/// All of them, in the order above.
ArrayRef<Notation> getNotations();
StringRef getName(Notation notation);
std::optional<Notation> getNotation(StringRef name);

/// A text and what it is written in.
struct NotatedText {
  Notation notation;
  StringRef text;
};

/// Takes the notation from a prefix such as "xla:", else from how the text
/// looks. What letters and another notation can both read is letters.
NotatedText guessNotation(StringRef text);

/// The layout that `text` says a tensor of the static `shape` has. `dims` names
/// the logical dims by a letter each, for notations with letters; without it
/// they are in the order in which the text names them. A NotationError, or one
/// that says why the layout does not fit the shape.
llvm::Expected<PhysicalLayout> readLayout(NotatedText text,
                                          ArrayRef<int64_t> shape,
                                          StringRef dims, MLIRContext *context);

/// The layout in another notation, for letters in terms of `dims`. An error
/// says what the notation cannot express.
llvm::Expected<std::string>
writeLayout(Notation notation, const PhysicalLayout &layout, StringRef dims);

} // namespace mlir::layout

#endif // LAYOUT_NOTATION_NOTATION_H
