//===- ReadLayout.cpp - Layouts of the command line -----------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadLayout.h"
#include "layout/Notation/LetterLayout.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

llvm::Expected<NamedLayout> explain::readLayout(StringRef text,
                                                ArrayRef<int64_t> shape,
                                                StringRef dims,
                                                MLIRContext *context) {
  llvm::Expected<LetterLayout> letters = LetterLayout::parse(text);
  if (!letters)
    return letters.takeError();
  std::string names = dims.empty() ? letters->getLetters() : dims.str();
  std::optional<IndexMap> map = letters->getIndexMap(names, context);
  if (!map)
    return llvm::createStringError("layout '" + text + "' requires dims '" +
                                   letters->getLetters() +
                                   "' in some order, found '" + names + "'");
  if (names.size() != shape.size())
    return llvm::createStringError(
        "layout '" + text + "' requires a shape of " +
        llvm::Twine(names.size()) + " dims, one for each of '" + names +
        "', found " + llvm::Twine(shape.size()));
  llvm::Expected<PhysicalLayout> layout = PhysicalLayout::get(*map, shape);
  if (!layout)
    return llvm::createStringError("layout '" + text + "' " +
                                   llvm::toString(layout.takeError()));
  return NamedLayout{std::move(*layout), std::move(names)};
}
