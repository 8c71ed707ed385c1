//===- Verdict.h - Proofs about maps: proved, refuted, unknown --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about maps without mixed radix form (skews, reversals, offsets,
// radices without common refinement) are decided in this order:
//
//   1. Only the dims that occur are considered. Results without common dims are
//      independent questions; sums and quotients are split where bounds allow
//      it.
//   2. Digits decide if all expressions of a component have them.
//   3. A component of at most kEnumerationLimit points is enumerated.
//   4. A larger one is given to Presburger arithmetic, within limits that keep
//      it fast: rank <= 4 and at most 4 divisions or remainders.
//
// Everything else is unknown, including expressions whose values do not fit in
// 64 bits. A verifier treats "unknown" as an error, and a pass as a reason not
// to change anything. `layout-bench --algebra` measures the longest time that a
// verdict takes.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_VERDICT_H
#define LAYOUT_ALGEBRA_VERDICT_H

#include "layout/Algebra/QuasiAffine.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <mutex>
#include <unordered_map>

namespace mlir::layout {

enum class Verdict { Proved, Refuted, Unknown };

inline bool isProved(Verdict verdict) { return verdict == Verdict::Proved; }

/// Returns the verdict on the conjunction of several claims.
inline Verdict getConjunction(ArrayRef<Verdict> verdicts) {
  for (Verdict verdict : {Verdict::Refuted, Verdict::Unknown})
    if (llvm::is_contained(verdicts, verdict))
      return verdict;
  return Verdict::Proved;
}

/// Whether `map` sends distinct points of the box `shape` to distinct points
/// with coordinates >= 0. Dynamic dims count as not empty.
Verdict proveInjective(AffineMap map, ArrayRef<int64_t> shape);

/// Whether two maps with the same number of results agree on every point of the
/// box.
Verdict proveEqual(AffineMap lhs, AffineMap rhs, ArrayRef<int64_t> shape);

/// Returns the smallest and the largest value that `expr` attains on a static
/// box that is not empty, or nullopt if they are unknown.
std::optional<Interval> findRange(AffineExpr expr, ArrayRef<int64_t> shape);

/// A counterexample that shows why a map is no layout of a box.
struct Collision {
  SmallVector<int64_t> first;
  /// Another index with the same image; nullopt if the image of `first` has a
  /// negative coordinate.
  std::optional<SmallVector<int64_t>> second;
  /// The image of `first` (and of `second`).
  SmallVector<int64_t> position;
};

/// Searches for two indices of the box with the same image under `map`, or one
/// whose image has a negative coordinate. Dynamic dims may have any size. Only
/// small parts of the box are searched: nullopt proves nothing.
std::optional<Collision> findCollision(AffineMap map, ArrayRef<int64_t> shape);

/// A cache of verdicts by map and shape, for use from several threads. It must
/// not outlive the context that owns the maps.
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
