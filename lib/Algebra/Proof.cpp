//===- Proof.cpp - Proved, refuted, not known -----------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Proof.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<int64_t> layout::getNumPoints(ArrayRef<int64_t> shape) {
  int64_t points = 1;
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    std::optional<int64_t> product = llvm::checkedMul(points, size);
    if (!product)
      return std::nullopt;
    points = *product;
  }
  return points;
}

bool layout::forEachIndex(ArrayRef<int64_t> shape,
                          llvm::function_ref<bool(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return true;
  SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    if (!visit(index))
      return false;
    int64_t dim = shape.size();
    while (--dim >= 0 && ++index[dim] == shape[dim])
      index[dim] = 0;
    if (dim < 0)
      return true;
  }
}

/// Looks at every point.
static Verdict enumerate(AffineMap map, ArrayRef<int64_t> shape) {
  DenseSet<SmallVector<int64_t>> seen;
  bool injective = forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> image = map.compose(index);
    return llvm::all_of(image, [](int64_t x) { return x >= 0; }) &&
           seen.insert(std::move(image)).second;
  });
  return injective ? Verdict::Proved : Verdict::Refuted;
}

/// Whether the set {x : constraints} over the given box has no integer point.
static Verdict proveEmpty(unsigned numDims, ArrayRef<AffineExpr> constraints,
                          ArrayRef<bool> isEquality) {
  IntegerSet set = IntegerSet::get(numDims, 0, constraints, isEquality);
  FlatLinearValueConstraints flat(set);
  return flat.isIntegerEmpty() ? Verdict::Proved : Verdict::Refuted;
}

/// Two distinct points with one image, or an image below 0, must not exist.
static Verdict askPresburger(AffineMap map, ArrayRef<int64_t> shape) {
  MLIRContext *context = map.getContext();
  unsigned rank = shape.size();
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, context); };

  SmallVector<AffineExpr> box;
  for (unsigned i = 0; i < 2 * rank; ++i) {
    box.push_back(dim(i));
    box.push_back(getAffineConstantExpr(shape[i % rank] - 1, context) - dim(i));
  }
  SmallVector<bool> boxKinds(box.size(), false);

  for (AffineExpr result : map.getResults()) {
    SmallVector<AffineExpr> constraints(box.begin(), box.begin() + 2 * rank);
    constraints.push_back(-result - 1);
    SmallVector<bool> kinds(constraints.size(), false);
    if (!isProved(proveEmpty(rank, constraints, kinds)))
      return Verdict::Refuted;
  }

  // First difference at dim i, and there the first point is smaller.
  for (unsigned i = 0; i < rank; ++i) {
    SmallVector<AffineExpr> constraints(box);
    SmallVector<bool> kinds(boxKinds);
    for (unsigned j = 0; j < i; ++j) {
      constraints.push_back(dim(j) - dim(rank + j));
      kinds.push_back(true);
    }
    constraints.push_back(dim(rank + i) - dim(i) - 1);
    kinds.push_back(false);
    for (AffineExpr result : map.getResults()) {
      constraints.push_back(result - result.shiftDims(rank, rank));
      kinds.push_back(true);
    }
    if (!isProved(proveEmpty(2 * rank, constraints, kinds)))
      return Verdict::Refuted;
  }
  return Verdict::Proved;
}

/// Presburger cannot be interrupted, so it is asked only what it answers in
/// milliseconds.
static bool isWithinPresburgerLimits(AffineMap map, ArrayRef<int64_t> shape) {
  unsigned divisions = 0;
  map.walkExprs([&](AffineExpr expr) {
    divisions += expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::CeilDiv ||
                 expr.getKind() == AffineExprKind::Mod;
  });
  return shape.size() <= 4 && divisions <= 4;
}

Verdict layout::proveInjective(AffineMap map, ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return Verdict::Unknown;
  std::optional<int64_t> points = getNumPoints(shape);
  if (points && *points <= kEnumerationLimit)
    return enumerate(map, shape);
  if (isWithinPresburgerLimits(map, shape))
    return askPresburger(map, shape);
  return Verdict::Unknown;
}

size_t ProofCache::KeyHash::operator()(const Key &key) const {
  return llvm::hash_combine(hash_value(key.map),
                            llvm::hash_combine_range(key.shape));
}

Verdict ProofCache::getOrProve(AffineMap map, ArrayRef<int64_t> shape,
                               llvm::function_ref<Verdict()> prove) {
  Key key{map, llvm::to_vector(shape)};
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = verdicts.find(key);
    if (it != verdicts.end())
      return it->second;
  }
  // Proved without the lock: two threads may do the same work once, which is
  // cheaper than one waiting for the other.
  Verdict verdict = prove();
  std::lock_guard<std::mutex> lock(mutex);
  verdicts.emplace(std::move(key), verdict);
  return verdict;
}
