//===- OpJudgement.cpp - As what an op gets its layouts -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpJudgement.h"
#include "DimLetters.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Analysis/Rewrites.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Ops that are another kind
//===----------------------------------------------------------------------===//

SmallVector<unsigned> layout::getUnitGroupLoops(linalg::LinalgOp op,
                                                const CriticalOp &critical) {
  // Without both channels it is written as a depthwise convolution.
  if (!critical.isConvolution() || !critical.has(LoopRole::InputChannel) ||
      !critical.has(LoopRole::OutputChannel) || !critical.has(LoopRole::Depth))
    return {};
  SmallVector<int64_t> ranges = getLoopRanges(op);
  auto isUnit = [&](unsigned loop) { return ranges[loop] == 1; };
  SmallVector<unsigned> groups = critical.getLoops(LoopRole::Depth);
  if (llvm::all_of(groups, isUnit))
    return groups;
  SmallVector<unsigned> loops = critical.getLoops(LoopRole::InputChannel);
  if (!llvm::all_of(loops, isUnit))
    return {};
  // Several output channels of a group are a multiplier.
  llvm::append_range(
      loops, llvm::make_filter_range(critical.getLoops(LoopRole::OutputChannel),
                                     isUnit));
  llvm::sort(loops);
  return loops;
}

/// The loops that index the dims of an operand, in order; nothing if another
/// expression indexes one.
static std::optional<SmallVector<unsigned>> getLoopsOf(AffineMap map) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr index) {
    return cast<AffineDimExpr>(index).getPosition();
  });
}

std::optional<PointwiseContraction>
PointwiseContraction::get(linalg::LinalgOp op, const CriticalOp &critical) {
  auto hasOne = [&](LoopRole role) {
    return critical.getLoops(role).size() == 1;
  };
  if (critical.isConvolution() || op.getNumDpsInputs() != 2 ||
      !op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      hasOne(LoopRole::N) == hasOne(LoopRole::M) || !hasOne(LoopRole::K))
    return std::nullopt;
  // The data have the rows, of which there are several loops.
  LoopRole pixels = hasOne(LoopRole::N) ? LoopRole::M : LoopRole::N;
  unsigned channels = critical.getLoops(LoopRole::K).front();
  PointwiseContraction parts = {
      op.getDpsInputOperand(0), op.getDpsInputOperand(1), {}};
  auto hasPixels = [&](OpOperand *operand) {
    return op.getMatchingIndexingMap(operand).isFunctionOfDim(
        critical.getLoops(pixels).front());
  };
  if (!hasPixels(parts.data))
    std::swap(parts.data, parts.kernel);
  // Weights in blocks of columns look like images, but no image is constant.
  if (isConstantData(parts.data->get()) && !isConstantData(parts.kernel->get()))
    return std::nullopt;
  auto loops = getLoopsOf(op.getMatchingIndexingMap(parts.data));
  auto kernelLoops = getLoopsOf(op.getMatchingIndexingMap(parts.kernel));
  auto resultLoops =
      getLoopsOf(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  if (!loops || !kernelLoops || !resultLoops || kernelLoops->size() != 2 ||
      loops->size() != critical.roles.size() - 1 || hasPixels(parts.kernel))
    return std::nullopt;
  constexpr unsigned imagesAndChannels = 2, mostImageDims = 3;
  if (loops->size() <= imagesAndChannels ||
      loops->size() > imagesAndChannels + mostImageDims ||
      (*loops)[1] != channels)
    return std::nullopt;
  // A row of pixels is an image, but one row alone is a matrix.
  if (loops->size() == imagesAndChannels + 1 &&
      op.getShape(parts.data).front() == 1)
    return std::nullopt;
  // The result is as the data, with other channels. That of a matmul whose
  // kernel is packed in blocks of columns has its rows in front.
  LoopRole outputs = pixels == LoopRole::M ? LoopRole::N : LoopRole::M;
  SmallVector<unsigned> image(*loops);
  image[1] = critical.getLoops(outputs).front();
  if (image != *resultLoops)
    return std::nullopt;
  for (unsigned dim : llvm::seq<unsigned>(imagesAndChannels, loops->size()))
    parts.imageDims.push_back(dim);
  return parts;
}

/// The roles of the loops of a contraction as those of the convolution that it
/// is.
static CriticalOp getRolesOfConvolution(linalg::LinalgOp op,
                                        const CriticalOp &critical,
                                        const PointwiseContraction &parts) {
  CriticalOp roles{CriticalKind::Convolution,
                   SmallVector<LoopRole>(op.getNumLoops(), LoopRole::Other)};
  AffineMap data = op.getMatchingIndexingMap(parts.data);
  AffineMap kernel = op.getMatchingIndexingMap(parts.kernel);
  for (AffineExpr index : kernel.getResults()) {
    unsigned loop = cast<AffineDimExpr>(index).getPosition();
    roles.roles[loop] = critical.roles[loop] == LoopRole::K
                            ? LoopRole::InputChannel
                            : LoopRole::OutputChannel;
  }
  for (AffineExpr index : data.getResults().drop_front(2))
    roles.roles[cast<AffineDimExpr>(index).getPosition()] =
        LoopRole::OutputImage;
  roles.roles[cast<AffineDimExpr>(data.getResult(0)).getPosition()] =
      LoopRole::Batch;
  return roles;
}

/// Whether `inner` follows `outer` in every operand that one of them indexes,
/// so that both are one loop.
static bool follows(ArrayRef<AffineMap> maps, unsigned outer, unsigned inner) {
  return llvm::all_of(maps, [&](AffineMap map) {
    bool isFunction = map.isFunctionOfDim(outer) || map.isFunctionOfDim(inner);
    if (!isFunction)
      return true;
    std::optional<unsigned> first =
        map.getResultPosition(getAffineDimExpr(outer, map.getContext()));
    std::optional<unsigned> second =
        map.getResultPosition(getAffineDimExpr(inner, map.getContext()));
    return first && second && *second == *first + 1;
  });
}

SmallVector<unsigned> layout::getAdjacentLoops(ArrayRef<AffineMap> maps,
                                               const CriticalOp &critical,
                                               LoopRole role) {
  SmallVector<unsigned> loops = critical.getLoops(role), inOrder;
  if (loops.size() < 2)
    return {};
  // Each operand that has a loop of a role has them all.
  for (AffineMap map : maps) {
    for (AffineExpr index : map.getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(index);
          loop && llvm::is_contained(loops, loop.getPosition()))
        inOrder.push_back(loop.getPosition());
    if (!inOrder.empty())
      break;
  }
  bool isOne = inOrder.size() == loops.size() &&
               llvm::all_of(llvm::zip(inOrder, ArrayRef(inOrder).drop_front()),
                            [&](const auto &pair) {
                              auto [outer, inner] = pair;
                              return follows(maps, outer, inner);
                            });
  return isOne ? inOrder : SmallVector<unsigned>();
}

/// The loops of a contraction that are one with the loop in front of them.
static SmallVector<unsigned> getJoinedLoops(ArrayRef<AffineMap> maps,
                                            const CriticalOp &roles) {
  SmallVector<unsigned> joined;
  if (roles.isConvolution())
    return joined;
  for (LoopRole role :
       {LoopRole::Batch, LoopRole::M, LoopRole::N, LoopRole::K}) {
    SmallVector<unsigned> loops = getAdjacentLoops(maps, roles, role);
    joined.append(loops.begin() + (loops.empty() ? 0 : 1), loops.end());
  }
  return joined;
}

//===----------------------------------------------------------------------===//
// OpJudgement
//===----------------------------------------------------------------------===//

OpJudgement::OpJudgement(linalg::LinalgOp op, CriticalOp roles, bool asItIs,
                         ArrayRef<unsigned> leftOut)
    : roles(std::move(roles)), asItIs(asItIs) {
  for (unsigned loop : leftOut)
    this->roles.roles[loop] = LoopRole::Other;
  kinds = OpKind::getAllOf(op, this->roles);
  SmallVector<AffineMap> all = op.getIndexingMapsArray();
  SmallVector<unsigned> joined = getJoinedLoops(all, this->roles);
  for (AffineMap map : all) {
    SmallVector<AffineExpr> kept;
    auto &place = places.emplace_back();
    for (AffineExpr index : map.getResults()) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (loop && llvm::is_contained(leftOut, loop.getPosition())) {
        place.push_back(std::nullopt);
        continue;
      }
      if (!loop || !llvm::is_contained(joined, loop.getPosition()))
        kept.push_back(index);
      place.push_back(kept.size() - 1);
    }
    maps.push_back(AffineMap::get(map.getNumDims(), map.getNumSymbols(), kept,
                                  map.getContext()));
  }
}

SmallVector<OpJudgement, 2> OpJudgement::getAll(linalg::LinalgOp op,
                                                const CriticalOp &critical) {
  SmallVector<OpJudgement, 2> all;
  if (SmallVector<unsigned> loops = getUnitGroupLoops(op, critical);
      !loops.empty())
    all.push_back(OpJudgement(op, critical, /*asItIs=*/false, loops));
  if (auto parts = PointwiseContraction::get(op, critical)) {
    OpJudgement convolution(op, getRolesOfConvolution(op, critical, *parts),
                            /*asItIs=*/false);
    convolution.isSwapped = parts->data->getOperandNumber() != 0;
    if (convolution.isSwapped)
      std::swap(convolution.maps[0], convolution.maps[1]);
    all.push_back(std::move(convolution));
  }
  all.push_back(OpJudgement(op, critical, /*asItIs=*/true));
  return all;
}

std::optional<OpJudgement::Dims> OpJudgement::getDims(unsigned operand,
                                                      ArrayRef<int64_t> shape,
                                                      OpKind kind) const {
  std::optional<std::string> letters =
      DimLetters(maps, roles, kind).get(getPlace(operand));
  if (!letters)
    return std::nullopt;
  Dims dims{std::move(*letters), {}};
  dims.shape.assign(dims.letters.size(), 1);
  for (auto [place, size] : llvm::zip_equal(places[operand], shape)) {
    if (!place)
      continue;
    int64_t &extent = dims.shape[*place];
    bool isDynamic =
        ShapedType::isDynamic(size) || ShapedType::isDynamic(extent);
    extent = isDynamic ? ShapedType::kDynamic : extent * size;
  }
  return dims;
}
