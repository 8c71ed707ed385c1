//===- NotationFuzzer.cpp - Parse any text in one notation ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One libFuzzer program for each notation; NOTATION is the name of its class.
// For any text the parser must return a layout or an error. A layout must be
// equal to what its own text means, and a layout derived from its meaning must
// mean the same. Otherwise the program traps. To run one for a minute:
//
//   cmake --preset fuzz && ninja -C build/fuzz fuzzers
//   build/fuzz/bin/fuzz-XlaLayout -max_total_time=60 \
//     -dict=test/fuzz/notation.dict -timeout=5 -only_ascii=1
//
//===----------------------------------------------------------------------===//

#include "FuzzChecks.h"
#include "layout/Notation/LetterLayout.h"

#include NOTATION_HEADER

using namespace mlir;
using namespace mlir::layout;
using namespace fuzzchecks;

namespace {
/// Converts between a notation and the layout it means.
template <typename T>
struct Ways {
  explicit Ways(const T &) {}
  auto getMeaning(const T &notation, ArrayRef<int64_t> shape,
                  MLIRContext *context) const {
    return notation.getPhysicalLayout(shape, context);
  }
  auto readOff(const PhysicalLayout &layout) const { return T::get(layout); }
};
/// Letters name the logical dims in any order; this uses the order of the text.
template <>
struct Ways<LetterLayout> {
  explicit Ways(const LetterLayout &layout) : dims(layout.getLetters()) {}
  auto getMeaning(const LetterLayout &layout, ArrayRef<int64_t> shape,
                  MLIRContext *context) const {
    return layout.getPhysicalLayout(shape, dims, context);
  }
  auto readOff(const PhysicalLayout &layout) const {
    return LetterLayout::get(layout, dims);
  }
  std::string dims;
};
} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  std::optional<NOTATION> notation = toOptional(NOTATION::parse(text));
  if (!notation)
    return 0;
  std::string canonical = notation->str();
  std::optional<NOTATION> again = toOptional(NOTATION::parse(canonical));
  require(again && *again == *notation && again->str() == canonical);

  MLIRContext *context = getContextOfInput();
  Ways<NOTATION> ways(*notation);
  forEachShape([&](ArrayRef<int64_t> shape) {
    std::optional<PhysicalLayout> meaning =
        toOptional(ways.getMeaning(*notation, shape, context));
    if (!meaning)
      return;
    checkPlaces(*meaning);
    if (std::optional<NOTATION> found = toOptional(ways.readOff(*meaning)))
      checkSameInMemory(*meaning,
                        toOptional(ways.getMeaning(*found, shape, context)));
  });
  return 0;
}
