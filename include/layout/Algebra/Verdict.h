//===- Verdict.h - Proved, refuted, not known -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about maps that are not of digit form (skews, reversals, offsets,
// clashing radices) have three answers. "Not known" is an error in a verifier
// and "leave it alone" in a pass; nothing is ever guessed.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_VERDICT_H
#define LAYOUT_ALGEBRA_VERDICT_H

#include "layout/Algebra/AffineRange.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <mutex>
#include <unordered_map>

namespace mlir::layout {

enum class Verdict { Proved, Refuted, Unknown };

inline bool isProved(Verdict verdict) { return verdict == Verdict::Proved; }

/// Whether all of several claims hold.
inline Verdict getConjunction(ArrayRef<Verdict> verdicts) {
  for (Verdict verdict : {Verdict::Refuted, Verdict::Unknown})
    if (llvm::is_contained(verdicts, verdict))
      return verdict;
  return Verdict::Proved;
}

/// Boxes of at most this many points are decided by looking at every point.
inline constexpr int64_t kEnumerationLimit = 1 << 16;

/// The number of points of a box; nothing if it is dynamic or too large for 63
/// bits.
std::optional<int64_t> getNumPoints(ArrayRef<int64_t> shape);

/// CallSites `visit` for every index of the box, last dim fastest, until it
/// returns false; returns whether all calls returned true.
bool forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<bool(ArrayRef<int64_t>)> visit);

// The following look at the dims that matter only. Sums and quotients of which
// bounds tell that they come apart are taken apart. What is left is enumerated
// on small boxes, given to Presburger on larger ones within limits that keep it
// fast (rank <= 4, at most 4 floordiv or mod), and otherwise not known. Values
// beyond 64 bits are not known either. `layout-bench --algebra` prints how long
// an answer takes at most.

/// Whether `map` sends distinct points of the box `shape` to distinct points
/// with coordinates >= 0. Dynamic dims count as not empty.
Verdict proveInjective(AffineMap map, ArrayRef<int64_t> shape);

/// Whether two maps of as many results agree on every point of the box.
Verdict proveEqual(AffineMap lhs, AffineMap rhs, ArrayRef<int64_t> shape);

/// Whether no point of the box, which is not empty, has `expr` >= 0.
Verdict proveNegative(AffineExpr expr, ArrayRef<int64_t> shape);

/// The least and the largest value that `expr` takes in a box that is static
/// and not empty.
std::optional<Interval> findRange(AffineExpr expr, ArrayRef<int64_t> shape);

/// Remembers verdicts by (map, shape); may be used from several threads. Lives
/// no longer than the context that owns the maps.
class VerdictCache {
public:
  Verdict getOrProve(AffineMap map, ArrayRef<int64_t> shape,
                     llvm::function_ref<Verdict()> prove);

private:
  struct Key {
    AffineMap map;
    SmallVector<int64_t> shape;
    bool operator==(const Key &other) const {
      return map == other.map && shape == other.shape;
    }
  };
  struct KeyHash {
    size_t operator()(const Key &key) const;
  };
  std::mutex mutex;
  std::unordered_map<Key, Verdict, KeyHash> verdicts;
};

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_VERDICT_H
