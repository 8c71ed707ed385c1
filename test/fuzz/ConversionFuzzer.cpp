//===- ConversionFuzzer.cpp - Convert layouts between notations -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a text in any notation on small shapes, and writes the layout in every
// notation that can express it. Each of these texts must mean the same layout.
// NotationFuzzer.cpp says how to run it.
//
//===----------------------------------------------------------------------===//

#include "FuzzChecks.h"
#include "layout/Notation/Notation.h"

using namespace mlir;
using namespace mlir::layout;
using namespace fuzzchecks;

static void checkConversions(const PhysicalLayout &layout) {
  ArrayRef<int64_t> shape = layout.getShape();
  StringRef dims = StringRef("ABCDEF").take_front(shape.size());
  for (Notation notation : getNotations()) {
    std::optional<std::string> text =
        toOptional(writeLayout(notation, layout, dims));
    if (!text)
      continue;
    checkSameInMemory(layout,
                      toOptional(readLayout({notation, *text}, shape, dims,
                                            layout.getContext())));
  }
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  MLIRContext *context = getContextOfInput();
  forEachShape([&](ArrayRef<int64_t> shape) {
    std::optional<PhysicalLayout> layout =
        toOptional(readLayout(guessNotation(text), shape, "", context));
    if (!layout)
      return;
    checkPlaces(*layout);
    checkConversions(*layout);
  });
  return 0;
}
