//===- CriticalOps.cpp - Ops that care about their layout -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/CriticalOps.h"
#include "PadContents.h"
#include "layout/Algebra/QuasiAffine.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-critical-ops"
ALWAYS_ENABLED_STATISTIC(numClassified, "Structured ops classified");
ALWAYS_ENABLED_STATISTIC(numCritical, "Critical ops found");

SmallVector<unsigned> CriticalOp::getLoops(LoopRole role) const {
  SmallVector<unsigned> loops;
  for (auto [loop, other] : llvm::enumerate(roles))
    if (other == role)
      loops.push_back(loop);
  return loops;
}

bool CriticalOp::has(LoopRole role) const {
  return llvm::is_contained(roles, role);
}

/// Returns `value` as a number of an element type; null if the type does not
/// have it. 0 and 1 exist in every integer type: they differ in signed and in
/// unsigned i1.
static TypedAttr getNumber(Type type, int64_t value) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    auto number = FloatAttr::get(floatType, static_cast<double>(value));
    return number.getValueAsDouble() == static_cast<double>(value) ? number
                                                                   : nullptr;
  }
  if (!type.isIntOrIndex())
    return nullptr;
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  // The sign bit must be clear, so that both extensions keep the value.
  if (value > 1 && !llvm::isUIntN(std::min(width - 1, 64u), value))
    return nullptr;
  return IntegerAttr::get(type, APInt(width, value));
}

namespace {
/// The inputs and the accumulator of a multiply-add, and its results for sums
/// of products and for `or` of `and`.
struct Probe {
  int64_t image, filter, accumulator, sum, bits;
};
} // namespace

/// All products and sums are exact in each type that has the numbers: the first
/// ones have one bit, those with a 3 or a 6 have two.
constexpr Probe probes[] = {{1, 1, 0, 1, 1}, {0, 1, 1, 1, 1}, {1, 0, 1, 1, 1},
                            {0, 0, 0, 0, 0}, {1, 1, 1, 2, 1}, {2, 1, 2, 4, 2},
                            {1, 2, 2, 4, 2}, {2, 2, 4, 8, 6}, {2, 3, 0, 6, 2},
                            {1, 3, 1, 4, 1}, {3, 1, 3, 6, 3}, {2, 1, 4, 6, 4},
                            {2, 3, 5, 11, 7}};

/// Whether a constant that a body reads has its value, or is a number that the
/// products are independent of, such as a zero point.
enum class Constants { Kept, Zero };

/// Returns the content of a scalar besides the inputs and the accumulator.
static PadContent getScalar(Value scalar, Constants constants) {
  Attribute constant;
  if (constants == Constants::Kept &&
      matchPattern(scalar, m_Constant(&constant)))
    return PadContent::get(constant);
  TypedAttr zero = getNumber(scalar.getType(), 0);
  return zero ? PadContent::get(zero) : PadContent::getUnknown();
}

/// Whether the body computes `expected` from the inputs and the accumulator of
/// a probe, when all other scalars it reads (zero points) are 0. A probe with a
/// number that some type does not have says nothing.
static bool passes(Block &body, const Probe &probe, int64_t expected,
                   Constants constants) {
  auto arguments = body.getArguments();
  SmallVector<PadContent> contents;
  for (BlockArgument argument : arguments)
    contents.push_back(getScalar(argument, Constants::Zero));
  auto set = [&](BlockArgument argument, int64_t value) {
    TypedAttr number = getNumber(argument.getType(), value);
    if (number)
      contents[argument.getArgNumber()] = PadContent::get(number);
    return number != nullptr;
  };
  TypedAttr result = getNumber(arguments.back().getType(), expected);
  if (!result || !set(arguments[0], probe.image) ||
      !set(arguments[1], probe.filter) ||
      !set(arguments.back(), probe.accumulator))
    return true;
  FailureOr<SmallVector<PadContent>> results =
      evaluateOnPads(body, contents, [&](Value scalar) {
        return getScalar(scalar, constants);
      });
  return succeeded(results) && results->front().getConstant() == result;
}

/// As isMultiplyAdd, for complex numbers, which do not fold: matches the ops.
static bool isComplexMultiplyAdd(Block &body) {
  return linalg::detail::isContractionBody(
      body, [](Operation *product, Operation *sum) {
        return isa<complex::MulOp>(product) && isa<complex::AddOp>(sum);
      });
}

/// Whether the body reads no other numbers than its arguments.
static bool readsOnlyArguments(Block &body) {
  return llvm::none_of(body, [&](Operation &op) {
    return op.hasTrait<OpTrait::ConstantLike>() ||
           llvm::any_of(op.getOperands(), [&](Value operand) {
             return operand.getParentBlock() != &body;
           });
  });
}

/// Whether the body adds the product of the two inputs to the accumulator, or
/// computes `or` of an `and`. This is tested by evaluating it on a few numbers,
/// so that casts, zero points and the order of operands do not matter.
static bool isMultiplyAdd(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  Type type = body.getArguments().back().getType();
  if (isa<ComplexType>(type))
    return body.getNumArguments() == 3 && isComplexMultiplyAdd(body);
  // An i0 has no number but 0.
  if (!llvm::all_of(body.getArgumentTypes(), [](Type type) {
        return type.isIntOrIndexOrFloat() && !type.isInteger(0);
      }))
    return false;
  auto passesAll = [&](int64_t Probe::*expected, Constants constants) {
    return llvm::all_of(probes, [&](const Probe &probe) {
      return passes(body, probe, probe.*expected, constants);
    });
  };
  auto isMultiplyAddWith = [&](Constants constants) {
    return passesAll(&Probe::sum, constants) ||
           (type.isIntOrIndex() && passesAll(&Probe::bits, constants));
  };
  return isMultiplyAddWith(Constants::Kept) ||
         (!readsOnlyArguments(body) && isMultiplyAddWith(Constants::Zero));
}

namespace {
/// Knows which of the bodies that it has seen are multiply-adds. The critical
/// ops of a network have a few bodies, and comparing is faster than evaluation.
class KnownBodies {
public:
  bool isMultiplyAdd(linalg::LinalgOp op) {
    constexpr auto flags = OperationEquivalence::IgnoreLocations;
    Region *body = op.getBlock()->getParent();
    for (auto [known, verdict] : verdicts)
      if (OperationEquivalence::isRegionEquivalentTo(known, body, flags))
        return verdict;
    bool verdict = ::isMultiplyAdd(op);
    constexpr size_t limit = 16; // so that the time is linear
    if (verdicts.size() < limit)
      verdicts.push_back({body, verdict});
    return verdict;
  }

private:
  SmallVector<std::pair<Region *, bool>> verdicts;
};
} // namespace

static void assign(CriticalOp &critical, LoopRole role,
                   ArrayRef<unsigned> loops) {
  for (unsigned loop : loops)
    critical.roles[loop] = role;
}

/// Returns `map` with an index for each part of a channel, m, n or k that it
/// has whole: (n, o, c * 4 + d, y + p) becomes (n, o, c, d, y + p), as for an
/// operand that has this channel in blocks. The loops of a window are of
/// different types, so that their sum stays.
static AffineMap splitWholeDims(AffineMap map,
                                ArrayRef<utils::IteratorType> iterators) {
  auto getIterator = [&](const SumTerm &term) {
    return iterators[cast<AffineDimExpr>(term.atom).getPosition()];
  };
  SmallVector<AffineExpr> indices;
  for (AffineExpr index : map.getResults()) {
    SmallVector<SumTerm> terms;
    auto takesNone = [](AffineExpr, int64_t) { return false; };
    bool isWhole = addTerms(index, /*factor=*/1, takesNone, terms) &&
                   terms.size() > 1 &&
                   llvm::all_of(terms, [&](const SumTerm &term) {
                     return isa<AffineDimExpr>(term.atom) &&
                            getIterator(term) == getIterator(terms.front());
                   });
    if (isWhole)
      for (const SumTerm &term : terms)
        indices.push_back(term.atom);
    else
      indices.push_back(index);
  }
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), indices,
                        map.getContext());
}

/// The accesses of the factors and of the result, in parts.
static SmallVector<AffineMap, 3> getAccessesInParts(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  return {splitWholeDims(maps[0], iterators),
          splitWholeDims(maps[1], iterators),
          splitWholeDims(maps.back(), iterators)};
}

/// Returns the roles of the loops that upstream infers, for any number of
/// inputs, and dims that are whole in one operand and in blocks in another.
static FailureOr<linalg::ConvolutionDimensions>
inferWindows(linalg::LinalgOp op) {
  SmallVector<AffineMap, 3> maps = getAccessesInParts(op);
  if (op.getNumDpsInputs() <= 2 && maps == op.getIndexingMapsArray())
    return linalg::inferConvolutionDims(op);
  // Upstream supports two inputs, and no such dims. Build a temporary op, in no
  // block, with the accesses of the first two.
  OpBuilder builder(op.getContext());
  Value init = op.getDpsInits().front();
  auto standIn = linalg::GenericOp::create(
      builder, op.getLoc(), init.getType(),
      ValueRange{op->getOperand(0), op->getOperand(1)}, ValueRange{init}, maps,
      op.getIteratorTypesArray(),
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(builder, loc, arguments.back());
      });
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(standIn);
  standIn.erase();
  return dims;
}

FailureOr<linalg::ConvolutionDimensions>
layout::inferConvolution(linalg::LinalgOp op) {
  FailureOr<linalg::ConvolutionDimensions> dims = inferWindows(op);
  // Upstream takes a dim that two parallel loops spell for a window without a
  // filter loop.
  if (failed(dims) || dims->filterLoop.size() != dims->outputImage.size())
    return failure();
  return dims;
}

static std::optional<CriticalOp> classifyConvolution(linalg::LinalgOp op) {
  FailureOr<linalg::ConvolutionDimensions> dims = inferConvolution(op);
  if (failed(dims) || (dims->outputChannel.empty() && dims->depth.empty()))
    return std::nullopt;
  CriticalOp critical{CriticalKind::Convolution,
                      SmallVector<LoopRole>(op.getNumLoops(), LoopRole::Other)};
  assign(critical, LoopRole::Batch, dims->batch);
  assign(critical, LoopRole::OutputImage, dims->outputImage);
  assign(critical, LoopRole::OutputChannel, dims->outputChannel);
  assign(critical, LoopRole::FilterLoop, dims->filterLoop);
  assign(critical, LoopRole::InputChannel, dims->inputChannel);
  assign(critical, LoopRole::Depth, dims->depth);
  return critical;
}

/// Whether `index` is a quotient or a remainder.
static bool isPart(AffineExpr index) {
  return index.getKind() == AffineExprKind::FloorDiv ||
         index.getKind() == AffineExprKind::Mod;
}

/// Returns the roles of the loops of a convolution whose windows slide over
/// blocks of the image, which upstream does not infer:
///
///   image  (n, (h + y) floordiv 8, (w + x) floordiv 4, (h + y) mod 8,
///           (w + x) mod 4, c)
///   filter (y, x, c)
///   result (n, hb, wb, h, w, c)
///
/// Returns nothing for other ops.
static std::optional<CriticalOp> classifyWindowsInBlocks(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap image = maps[0], filter = maps[1], result = maps.back();
  if (!filter.isProjectedPermutation() || !result.isProjectedPermutation())
    return std::nullopt;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  auto isReduced = [&](unsigned loop) {
    return iterators[loop] == utils::IteratorType::reduction;
  };
  // The loops that some window combines, image loops and filter loops.
  llvm::SmallBitVector slides(op.getNumLoops());
  bool isInBlocks = false;
  for (AffineExpr index : image.getResults()) {
    SmallVector<unsigned> parallel, reduced;
    for (unsigned loop : llvm::seq(op.getNumLoops()))
      if (index.isFunctionOfDim(loop))
        (isReduced(loop) ? reduced : parallel).push_back(loop);
    if (parallel.empty() || reduced.empty())
      continue;
    isInBlocks |= isPart(index);
    for (unsigned loop : llvm::concat<unsigned>(parallel, reduced))
      slides.set(loop);
  }
  CriticalOp critical{CriticalKind::Convolution,
                      SmallVector<LoopRole>(op.getNumLoops(), LoopRole::Other)};
  for (unsigned loop : llvm::seq(op.getNumLoops())) {
    bool inImage = image.isFunctionOfDim(loop);
    bool inFilter = filter.isFunctionOfDim(loop);
    bool inResult = result.isFunctionOfDim(loop);
    LoopRole &role = critical.roles[loop];
    if (isReduced(loop) && inImage && inFilter)
      role = slides[loop] ? LoopRole::FilterLoop : LoopRole::InputChannel;
    else if (inImage && inFilter && inResult)
      role = LoopRole::Depth;
    else if (inImage && inResult)
      role = slides[loop] ? LoopRole::OutputImage : LoopRole::Batch;
    else if (inFilter && inResult)
      role = LoopRole::OutputChannel;
  }
  bool isConvolution =
      critical.has(LoopRole::FilterLoop) &&
      (critical.has(LoopRole::OutputChannel) || critical.has(LoopRole::Depth));
  return isInBlocks && isConvolution ? std::optional(std::move(critical))
                                     : std::nullopt;
}

static std::optional<CriticalOp> classifyContraction(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(getAccessesInParts(op));
  if (failed(dims) || dims->k.empty() || (dims->m.empty() && dims->n.empty()))
    return std::nullopt;
  CriticalOp critical{CriticalKind::Contraction,
                      SmallVector<LoopRole>(op.getNumLoops(), LoopRole::Other)};
  assign(critical, LoopRole::Batch, dims->batch);
  assign(critical, LoopRole::M, dims->m);
  assign(critical, LoopRole::N, dims->n);
  assign(critical, LoopRole::K, dims->k);
  return critical;
}

namespace {
/// Knows the roles of the loops of ops that it has seen, which follow from how
/// the ops index their operands. The critical ops of a network do so in a few
/// ways.
class KnownRoles {
public:
  /// Returns the roles of the loops of a multiply-add; nothing if it is neither
  /// a convolution nor a contraction.
  const std::optional<CriticalOp> &get(linalg::LinalgOp op) {
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    auto [known, isNew] = roles.try_emplace(op.getIndexingMaps());
    if (isNew || known->second.iterators != iterators) {
      std::optional<CriticalOp> found = classifyConvolution(op);
      if (!found)
        found = classifyWindowsInBlocks(op);
      if (!found)
        found = classifyContraction(op);
      known->second = {std::move(iterators), std::move(found)};
    }
    return known->second.critical;
  }

private:
  struct Entry {
    SmallVector<utils::IteratorType> iterators;
    std::optional<CriticalOp> critical;
  };
  DenseMap<Attribute, Entry> roles;
};
} // namespace

static std::optional<CriticalOp>
classify(linalg::LinalgOp op, KnownBodies &bodies, KnownRoles &roles) {
  auto isScalar = [&](OpOperand *operand) {
    return op.getMatchingIndexingMap(operand).getNumResults() == 0;
  };
  // The cheapest test first: a body that only yields.
  if (llvm::hasSingleElement(*op.getBlock()) || op.getNumDpsInputs() < 2 ||
      op.getNumDpsInits() != 1 ||
      !llvm::all_of(llvm::drop_begin(op.getDpsInputOperands(), 2), isScalar) ||
      op.getNumReductionLoops() == 0 || !bodies.isMultiplyAdd(op))
    return std::nullopt;
  return roles.get(op);
}

CriticalOpAnalysis::CriticalOpAnalysis(Operation *root) { add(root); }

CriticalOpAnalysis::CriticalOpAnalysis(ArrayRef<func::FuncOp> functions) {
  for (func::FuncOp function : functions)
    add(function);
}

void CriticalOpAnalysis::add(Operation *root) {
  KnownBodies bodies;
  KnownRoles roles;
  root->walk([&](linalg::LinalgOp op) {
    ++numClassified;
    std::optional<CriticalOp> critical = classify(op, bodies, roles);
    if (!critical)
      return;
    ++numCritical;
    LAYOUT_DEBUG(llvm::dbgs()
                 << (critical->isConvolution() ? "convolution" : "contraction")
                 << " at " << op.getLoc() << "\n");
    criticalOps.try_emplace(op, std::move(*critical));
  });
}

const CriticalOp *CriticalOpAnalysis::lookup(Operation *op) const {
  auto found = criticalOps.find(op);
  return found == criticalOps.end() ? nullptr : &found->second;
}

const CriticalOp *CriticalOpAnalysis::lookupOnTensors(Operation *op) const {
  const CriticalOp *critical = lookup(op);
  return critical && cast<linalg::LinalgOp>(op).hasPureTensorSemantics()
             ? critical
             : nullptr;
}

std::optional<unsigned> layout::getImageLoop(AffineMap image,
                                             const CriticalOp &roles,
                                             unsigned filterLoop) {
  for (AffineExpr index : image.getResults()) {
    if (!index.isFunctionOfDim(filterLoop))
      continue;
    for (unsigned loop : roles.getLoops(LoopRole::OutputImage))
      if (index.isFunctionOfDim(loop))
        return loop;
  }
  return std::nullopt;
}

/// Returns those of `loops` that index a dim of `map` alone, in its order.
static SmallVector<unsigned> getInOrder(AffineMap map,
                                        ArrayRef<unsigned> loops) {
  SmallVector<unsigned> found;
  for (AffineExpr index : map.getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      if (llvm::is_contained(loops, loop.getPosition()))
        found.push_back(loop.getPosition());
  return found;
}

/// Whether those of `loops` that index dims of `map` index adjacent dims, in
/// order.
static bool areAdjacent(AffineMap map, ArrayRef<unsigned> loops) {
  SmallVector<unsigned> positions;
  for (unsigned loop : loops)
    if (std::optional<unsigned> position =
            map.getResultPosition(getAffineDimExpr(loop, map.getContext())))
      positions.push_back(*position);
  return llvm::all_of(
      llvm::seq<size_t>(1, std::max<size_t>(positions.size(), 1)),
      [&](size_t i) { return positions[i] == positions[i - 1] + 1; });
}

bool layout::hasImageInBlocks(linalg::LinalgOp op, const CriticalOp &roles) {
  if (!roles.isConvolution())
    return false;
  // Without a window, blocks of an image are dims that count images.
  AffineMap result = op.getIndexingMapsArray().back();
  if (roles.getLoops(LoopRole::Batch).size() > 1 &&
      !areAdjacent(result,
                   getInOrder(result, roles.getLoops(LoopRole::OutputImage))))
    return true;
  AffineMap image = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  return llvm::any_of(image.getResults(), isPart);
}

bool layout::isBlocked(linalg::LinalgOp op, const CriticalOp &roles) {
  if (hasImageInBlocks(op, roles))
    return true;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (LoopRole role :
       {LoopRole::OutputChannel, LoopRole::InputChannel, LoopRole::Depth,
        LoopRole::M, LoopRole::N, LoopRole::K}) {
    // The order of the loops says nothing: that of the first operand with all
    // of them is the one that others have to have.
    SmallVector<unsigned> loops = roles.getLoops(role);
    for (AffineMap map : maps)
      if (SmallVector<unsigned> inOrder = getInOrder(map, loops);
          inOrder.size() == loops.size()) {
        loops = std::move(inOrder);
        break;
      }
    for (AffineMap map : maps)
      if (!areAdjacent(map, loops))
        return true;
  }
  return false;
}
