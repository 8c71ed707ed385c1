//===- RandomizeSplats.cpp - Seeded data instead of splat weights ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks are often stored with splats in place of their weights. A splat is
// invariant under every permutation, so a wrong layout of it goes unnoticed.
// The data that replaces splats keeps activations near unit scale: vectors are
// biases, means and variances and keep their mean; matrices and kernels are
// scaled by their fan-in (K. He et al., "Delving Deep into Rectifiers",
// arXiv:1502.01852).
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolUsers.h"
#include "layout/Import/Passes.h"

#include "Support/SplitMix64.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cmath>
#include <cstring>

#define DEBUG_TYPE "layout-randomize-splats"
ALWAYS_ENABLED_STATISTIC(numSplats, "Splats replaced by seeded data");
ALWAYS_ENABLED_STATISTIC(numResources, "Splats that became resources");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTRANDOMIZESPLATS
#include "layout/Import/Passes.h.inc"

namespace {

/// Larger values are masks and sentinels, not weights.
constexpr double largestWeight = 1e4;
/// Constants with more elements become resources, which are faster to print and
/// parse.
constexpr int64_t largestInline = 1024;
/// The most bytes of random data for one constant.
constexpr int64_t largestData = int64_t(1) << 32;

/// The interval of the values of a weight.
struct Interval {
  double lowest, highest;
};

} // namespace

/// Returns whether all users of `weight` are elementwise. Then it is taken for
/// a vector of biases, means or variances that an importer has broadcast.
static bool isBroadcastVector(Value weight) {
  return !weight.use_empty() && llvm::all_of(weight.getUsers(), [](auto *user) {
    auto op = dyn_cast<linalg::LinalgOp>(user);
    return op && op.getNumReductionLoops() == 0 &&
           !llvm::hasSingleElement(*op.getBlock());
  });
}

/// Returns the number of terms of the sums in which `use` takes part, or
/// nothing if it is not known.
static std::optional<int64_t> getNumSummedTerms(OpOperand &use) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op || op.getNumReductionLoops() == 0)
    return std::nullopt;
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  ArrayRef<int64_t> shape = op.getShape(&use);
  int64_t terms = 1;
  for (auto [access, extent] :
       llvm::zip_equal(op.getMatchingIndexingMap(&use).getResults(), shape)) {
    auto loop = dyn_cast<AffineDimExpr>(access);
    if (!loop)
      return std::nullopt;
    if (loops[loop.getPosition()] == utils::IteratorType::reduction)
      terms *= extent;
  }
  return terms;
}

/// Returns the fan-in of a kernel or matrix. A matrix may be transposed before
/// it is used, so the larger size counts. If no use sums over a kernel, its
/// first dim is taken for the output channels.
static int64_t getFanIn(Value weight, ArrayRef<int64_t> shape) {
  if (shape.size() == 2)
    return std::max(shape[0], shape[1]);
  for (OpOperand &use : weight.getUses())
    if (std::optional<int64_t> terms = getNumSummedTerms(use))
      return *terms;
  return ShapedType::getNumElements(shape.drop_front());
}

/// Returns the interval of the values that replace a splat of `mean`.
static Interval getInterval(Value weight, double mean) {
  ArrayRef<int64_t> shape = cast<ShapedType>(weight.getType()).getShape();
  bool isVector = llvm::count_if(shape, [](int64_t d) { return d > 1; }) <= 1;
  if (isVector || isBroadcastVector(weight)) {
    // Less than 25 %, so that values rounded to bf16 stay within 25 %.
    double spread = mean == 0 ? 0.05 : 0.24 * std::fabs(mean);
    return {mean - spread, mean + spread};
  }
  // A uniform distribution with variance 2 / fan-in.
  double bound = std::sqrt(6.0 / static_cast<double>(getFanIn(weight, shape)));
  return {-bound, bound};
}

/// Rounds to `semantics` and stores the bytes in host order.
static void store(const llvm::fltSemantics &semantics, double value,
                  char *out) {
  if (&semantics == &llvm::APFloat::IEEEsingle()) {
    float narrow = static_cast<float>(value);
    std::memcpy(out, &narrow, sizeof(narrow));
    return;
  }
  llvm::APFloat narrow(value);
  bool losesInfo;
  narrow.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  llvm::APInt bits = narrow.bitcastToAPInt();
  std::memcpy(out, bits.getRawData(), llvm::divideCeil(bits.getBitWidth(), 8));
}

/// Returns the value of a splat that this pass replaces, or nothing if `data`
/// is none.
static std::optional<double> getSplatWeight(Attribute data) {
  auto splat = dyn_cast_if_present<SplatElementsAttr>(data);
  if (!splat || splat.getNumElements() <= 1)
    return std::nullopt;
  auto elementType = dyn_cast<FloatType>(splat.getElementType());
  // Types without a sign (f8E8M0FNU) hold scale factors.
  if (!elementType ||
      !llvm::APFloat::semanticsHasSignedRepr(elementType.getFloatSemantics()))
    return std::nullopt;
  llvm::APFloat value = splat.getSplatValue<llvm::APFloat>();
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  double mean = value.convertToDouble();
  if (!std::isfinite(mean) || std::fabs(mean) > largestWeight)
    return std::nullopt;
  return mean;
}

/// Creates random data of the given type; `index` makes the name of a resource
/// unique.
static ElementsAttr makeData(ShapedType type, Interval interval,
                             SplitMix64 random, unsigned index) {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type.getElementType()).getFloatSemantics();
  size_t step = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  size_t size = type.getNumElements() * step;
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(size, /*align=*/64, /*dataIsMutable=*/true);
  MutableArrayRef<char> bytes = blob.getMutableData();
  for (size_t at = 0; at < size; at += step)
    store(semantics, random.nextInRange(interval.lowest, interval.highest),
          bytes.data() + at);
  if (type.getNumElements() <= largestInline)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  ++numResources;
  return DenseResourceElementsAttr::get(
      type, ("random_splat_" + llvm::Twine(index)).str(), std::move(blob));
}

namespace {

struct RandomizeSplats : impl::LayoutRandomizeSplatsBase<RandomizeSplats> {
  using LayoutRandomizeSplatsBase::LayoutRandomizeSplatsBase;

  void runOnProgram() override {
    count = 0;
    SymbolTableCollection tables;
    SymbolUsers readers(tables, getOperation());
    // The first op that reads a global determines how it is used as a weight.
    auto getRead = [&](Operation *global) -> Value {
      for (Operation *reader : readers.getUsers(global))
        if (reader->getNumResults() == 1 &&
            isa<ShapedType>(reader->getResult(0).getType()))
          return reader->getResult(0);
      return nullptr;
    };
    getOperation().walk([&](Operation *op) {
      if (auto constant = dyn_cast<arith::ConstantOp>(op))
        randomize(op, constant.getValueAttrName(), constant);
      else if (auto global = dyn_cast<ml_program::GlobalOp>(op))
        randomize(op, global.getValueAttrName(), getRead(op));
      else if (auto buffer = dyn_cast<memref::GlobalOp>(op))
        randomize(op, buffer.getInitialValueAttrName(), getRead(op));
    });
  }

private:
  /// Replaces the attribute `name` of `op` if it is a splat; `weight` is the
  /// value that holds it.
  void randomize(Operation *op, StringAttr name, Value weight) {
    Attribute data = op->getAttr(name);
    std::optional<double> mean = getSplatWeight(data);
    if (!mean || !weight)
      return;
    ShapedType type = cast<ElementsAttr>(data).getShapedType();
    if (int64_t bytes = getByteCount(type).bytes; bytes > largestData) {
      op->emitError() << "requires a splat of at most " << largestData
                      << " bytes, found " << bytes;
      return signalPassFailure();
    }
    op->setAttr(name, makeData(type, getInterval(weight, *mean),
                               SplitMix64(seed + 1, count), count));
    ++numSplats;
    LAYOUT_DEBUG(llvm::dbgs() << "replaces a splat of " << *mean << " of type "
                              << weight.getType() << "\n");
    ++count;
  }

  unsigned count = 0;
};

} // namespace
} // namespace mlir::layout
