//===- LayoutChecks.h - Comparing layouts, for tests ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_NOTATION_LAYOUTCHECKS_H
#define LAYOUT_TEST_UNIT_NOTATION_LAYOUTCHECKS_H

#include "../Algebra/BruteForce.h"
#include "Notation/NotationError.h"
#include "layout/Algebra/PhysicalLayout.h"
#include "llvm/ADT/Sequence.h"
#include <random>

namespace layoutchecks {

/// Pseudo-random numbers, equal in every run.
class Random {
public:
  explicit Random(unsigned seed) : random(seed) {}

  /// From `low` to `high`.
  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  template <typename Range>
  void shuffle(Range &range) {
    std::shuffle(range.begin(), range.end(), random);
  }
  /// 0 … count - 1 in any order.
  mlir::SmallVector<int64_t> permutation(int64_t count) {
    auto result = llvm::to_vector(llvm::seq<int64_t>(0, count));
    shuffle(result);
    return result;
  }
  /// Extents of at least 1, of about 1000 elements at most.
  mlir::SmallVector<int64_t> shape(unsigned rank) {
    mlir::SmallVector<int64_t> result;
    int64_t left = 1000;
    for (unsigned dim = 0; dim < rank; ++dim) {
      result.push_back(pick(1, std::min<int64_t>(left, 24)));
      left /= result.back();
    }
    shuffle(result);
    return result;
  }
  /// The text with one to three mistakes, made of `alphabet`.
  std::string garble(std::string text, llvm::StringRef alphabet) {
    for (int64_t edits = pick(1, 3); edits > 0; --edits) {
      size_t place = pick(0, text.size());
      char letter = alphabet[pick(0, alphabet.size() - 1)];
      switch (pick(0, 2)) {
      case 0:
        text.insert(text.begin() + place, letter);
        break;
      case 1:
        text.erase(place, pick(1, 3));
        break;
      default:
        if (place < text.size())
          text[place] = letter;
      }
    }
    return text;
  }

private:
  std::mt19937 random;
};

/// Why there is no such value; "" if there is.
template <typename T>
std::string getError(llvm::Expected<T> value) {
  return llvm::toString(value.takeError());
}

/// The column of what is wrong with a text, and what was required; "" if
/// nothing is wrong.
template <typename Notation>
std::string getColumn(llvm::StringRef text) {
  std::string result;
  llvm::handleAllErrors(Notation::parse(text).takeError(),
                        [&](const mlir::layout::NotationError &error) {
                          std::string message = error.message();
                          result =
                              std::to_string(error.getColumn()) + ": " +
                              message.substr(message.find(" requires ") + 10);
                        });
  return result;
}

/// Where every element lies, in row-major order of the logical indices.
inline std::vector<int64_t>
getOffsets(const mlir::layout::PhysicalLayout &layout) {
  std::vector<int64_t> offsets;
  for (int64_t at = 0, e = bruteforce::product(layout.getShape()); at < e; ++at)
    offsets.push_back(
        layout.getOffset(bruteforce::delinearize(at, layout.getShape())));
  return offsets;
}

/// Same element at the same place, and as many places.
inline bool isSame(const mlir::layout::PhysicalLayout &a,
                   const mlir::layout::PhysicalLayout &b) {
  return a.getShape() == b.getShape() &&
         a.getNumPositions() == b.getNumPositions() &&
         getOffsets(a) == getOffsets(b);
}

} // namespace layoutchecks

#endif // LAYOUT_TEST_UNIT_NOTATION_LAYOUTCHECKS_H
