//===- LayoutFlexibility.cpp - Further layouts of critical ops ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutFlexibility.h"
#include "Analysis/AbsorbedReads.h"
#include "PaddedLayouts.h"
#include "layout/Analysis/Rewrites.h"

using namespace mlir;
using namespace mlir::layout;

LayoutFlexibility layout::getFlexibility(Operation *op) {
  if (op->hasAttr(LayoutDialect::kPrefer))
    return LayoutFlexibility::Standard;
  auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!options || options.size() != 1)
    return LayoutFlexibility::None;
  switch (cast<OpLayoutAttr>(options[0]).getOrder()) {
  case OperandOrder::Given:
    return LayoutFlexibility::None;
  case OperandOrder::HeadMajor:
    return LayoutFlexibility::HeadMajor;
  case OperandOrder::Absorbed:
    return LayoutFlexibility::Absorbed;
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Standard forms
//===----------------------------------------------------------------------===//

bool layout::absorbsRewrite(linalg::LinalgOp op, const CriticalOp *critical,
                            const LoopRelayout &relayout) {
  OperandAccesses before(op, critical);
  std::optional<CriticalOp> roles;
  if (before.roles) {
    roles = CriticalOp{before.roles->kind, {}};
    for (const Digit &loop : relayout.loops)
      roles->roles.push_back(before.roles->roles[loop.dim]);
  }
  SmallVector<int64_t> ranges = llvm::map_to_vector(
      relayout.loops, [](const Digit &loop) { return loop.extent; });
  OperandAccesses after(relayout.maps, ranges, before.numInputs,
                        std::move(roles));
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    unsigned number = input->getOperandNumber();
    return readsInAnotherOrder(after, number) &&
           !readsInAnotherOrder(before, number) &&
           !isConstantData(input->get());
  });
}

/// Moves the digits of the loops of a window behind those of the image loop
/// that the window slides along.
static void moveWindows(linalg::LinalgOp op, const CriticalOp &roles,
                        FactorOrder &order) {
  AffineMap image = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  for (unsigned window : roles.getLoops(LoopRole::FilterLoop)) {
    std::optional<unsigned> loop = getImageLoop(image, roles, window);
    auto isOf = [](unsigned loop) {
      return [loop](const Digit &digit) { return digit.dim == loop; };
    };
    if (!loop || llvm::none_of(order, isOf(*loop)))
      continue;
    FactorOrder digits;
    llvm::copy_if(order, std::back_inserter(digits), isOf(window));
    llvm::erase_if(order, isOf(window));
    auto last = llvm::find_if(llvm::reverse(order), isOf(*loop));
    order.insert(last.base(), digits.begin(), digits.end());
  }
}

/// The digits of a loop of extent `extent` that is split as `digit` splits one
/// of extent `from`. Nothing if it cannot be.
static std::optional<Digit> splitAs(const Digit &digit, int64_t from,
                                    unsigned loop, int64_t extent) {
  Digit result{loop, digit.stride, digit.extent};
  if (!digit.isOutermost(from))
    return result;
  if (ShapedType::isDynamic(extent) ? digit.stride != 1
                                    : extent % digit.stride != 0)
    return std::nullopt;
  result.extent =
      ShapedType::isDynamic(extent) ? extent : extent / digit.stride;
  return result;
}

/// Puts the digits of the channels `missing`, which `order` does not have,
/// beside those of `given`, as the
/// filters OIHW16i16o and HWIO have them: the outermost digit of the output
/// channels lies in front of that of the input channels, an innermost one
/// behind it. Returns nothing if the channels cannot be split alike.
static std::optional<FactorOrder> pairChannels(ArrayRef<Digit> order,
                                               unsigned given, unsigned missing,
                                               bool isOutputMissing,
                                               ArrayRef<int64_t> extents) {
  FactorOrder paired;
  for (const Digit &digit : order) {
    paired.push_back(digit);
    if (digit.dim != given)
      continue;
    std::optional<Digit> other =
        splitAs(digit, extents[given], missing, extents[missing]);
    if (!other)
      return std::nullopt;
    bool isInnermost = digit.stride == 1 && &digit == &order.back();
    bool isOutputFirst = digit.isOutermost(extents[given]) && !isInnermost;
    bool isBehind = isOutputMissing != isOutputFirst;
    paired.insert(isBehind ? paired.end() : paired.end() - 1, *other);
  }
  return paired;
}

FactorOrder layout::getConvolutionOrder(linalg::LinalgOp op,
                                        const CriticalOp &roles, unsigned port,
                                        const FactorOrder &order) {
  unsigned filter = op.getDpsInputOperand(1)->getOperandNumber();
  if (!roles.isConvolution() || port == filter)
    return order;
  FactorOrder result = order;
  moveWindows(op, roles, result);
  SmallVector<unsigned> inputs = roles.getLoops(LoopRole::InputChannel),
                        outputs = roles.getLoops(LoopRole::OutputChannel);
  if (inputs.size() != 1 || outputs.size() != 1)
    return result;
  bool isOutputMissing = port == 0;
  unsigned given = isOutputMissing ? inputs.front() : outputs.front(),
           missing = isOutputMissing ? outputs.front() : inputs.front();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  FactorOrder ofPort;
  llvm::copy_if(result, std::back_inserter(ofPort),
                [&](const Digit &digit) { return digit.dim != missing; });
  std::optional<FactorOrder> paired;
  if (extents[given] != 1)
    paired = pairChannels(ofPort, given, missing, isOutputMissing, extents);
  return paired ? normalize(*paired) : result;
}

//===----------------------------------------------------------------------===//
// Orders of one operand
//===----------------------------------------------------------------------===//

namespace {
/// The orders that `order = head_major` (LayoutAttributes.td) allows for one
/// operand of a contraction, as digits of its dims in normal form.
class MatrixOrders {
public:
  MatrixOrders(linalg::LinalgOp op, OpOperand &operand)
      : map(op.getMatchingIndexingMap(&operand)),
        iterators(op.getIteratorTypesArray()), isResult(op.isDpsInit(&operand)),
        shape(op.getShape(&operand)) {
    for (OpOperand *input : op.getDpsInputOperands())
      inputs.push_back(op.getMatchingIndexingMap(input));
  }

  /// The allowed orders of the digits that `order` consists of.
  SmallVector<MixedRadix> get(ArrayRef<Digit> order) const {
    SmallVector<MixedRadix> orders;
    if (isResult ? areProducts(order) : areMatrices(order))
      orders.push_back(MixedRadix(order));
    if (isResult)
      return orders;
    // The contracted dims innermost, or in front of the innermost free digit.
    MixedRadix contracted, free;
    for (const Digit &digit : order)
      (isContracted(digit) ? contracted : free).push_back(digit);
    for (unsigned numInner : {0, 1}) {
      if (numInner > free.size())
        continue;
      MixedRadix moved(free);
      moved.insert(moved.end() - numInner, contracted.begin(),
                   contracted.end());
      if (areMatrices(moved) && moved != MixedRadix(order))
        orders.push_back(std::move(moved));
    }
    return orders;
  }

private:
  bool isContracted(const Digit &digit) const {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(digit.dim));
    return loop &&
           iterators[loop.getPosition()] == utils::IteratorType::reduction;
  }

  /// Whether the operand consists of matrices that are stored by rows or by
  /// columns: the contracted dims are whole, adjacent and innermost, or in
  /// front of the innermost digit, which is of rows or columns. Then nothing
  /// runs along the contracted dims: they may be split, and rows of several
  /// matrices may alternate.
  bool areMatrices(ArrayRef<Digit> order) const {
    auto contracted = [&](const Digit &digit) { return isContracted(digit); };
    const Digit *first = llvm::find_if(order, contracted);
    ArrayRef<Digit> behind(first, order.end());
    if (behind.empty() || llvm::all_of(behind, contracted))
      return llvm::all_of(behind, [&](const Digit &digit) {
        return digit.stride == 1 && digit.extent == shape[digit.dim];
      });
    return !isContracted(behind.back()) &&
           llvm::none_of(behind.drop_back(), [&](const Digit &digit) {
             return !isContracted(digit) && isOfOneInput(digit);
           });
  }

  /// Whether the result consists of matrices that are stored by rows or by
  /// columns: as (AB)^T = B^T A^T, the rows of one operand are as good as the
  /// columns of the other one. What the op has innermost is always allowed.
  bool areProducts(ArrayRef<Digit> order) const {
    MixedRadix identity = normalize(concat(getIdentityDigits(shape)));
    return identity.empty() || (order.back().stride == identity.back().stride &&
                                (order.back().dim == identity.back().dim ||
                                 isOfOneInput(order.back())));
  }

  /// Whether a digit of the result indexes rows or columns, not a batch.
  bool isOfOneInput(const Digit &digit) const {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(digit.dim));
    return loop && llvm::count_if(inputs, [&](AffineMap input) {
                     return input.isFunctionOfDim(loop.getPosition());
                   }) == 1;
  }

  AffineMap map;
  SmallVector<AffineMap> inputs;
  SmallVector<utils::IteratorType> iterators;
  bool isResult;
  ArrayRef<int64_t> shape;
};
} // namespace

SmallVector<MixedRadix> layout::getFlexibleOrders(LayoutFlexibility flexibility,
                                                  linalg::LinalgOp op,
                                                  OpOperand &operand,
                                                  const MixedRadix &order) {
  if (flexibility == LayoutFlexibility::HeadMajor)
    return MatrixOrders(op, operand).get(order);
  if (op.isDpsInit(&operand))
    return {};
  return {order};
}

//===----------------------------------------------------------------------===//
// Orders of all operands
//===----------------------------------------------------------------------===//

/// The loop along which elements of an operand in this layout are adjacent;
/// nothing if there is one element, or several loops index the dim.
static std::optional<unsigned> getInnermostLoop(linalg::LinalgOp op,
                                                OpOperand &operand,
                                                const MixedRadix &order) {
  if (order.empty() || order.back().stride != 1)
    return std::nullopt;
  auto index = dyn_cast<AffineDimExpr>(
      op.getMatchingIndexingMap(&operand).getResult(order.back().dim));
  return index ? std::optional<unsigned>(index.getPosition()) : std::nullopt;
}

/// Whether elements that are adjacent in the result are adjacent, or the same,
/// in each input, or some that are contracted are adjacent in all inputs: both
/// can be computed on vectors. `orders` has the digits of each operand.
static bool allowsVectors(linalg::LinalgOp op, ArrayRef<MixedRadix> orders) {
  auto getLoop = [&](OpOperand *operand) {
    return getInnermostLoop(op, *operand, orders[operand->getOperandNumber()]);
  };
  std::optional<unsigned> result = getLoop(op.getDpsInitOperand(0));
  if (!result)
    return true;
  SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
  std::optional<unsigned> contracted = getLoop(inputs.front());
  return llvm::all_of(
             inputs,
             [&](OpOperand *input) {
               return !op.getMatchingIndexingMap(input).isFunctionOfDim(
                          *result) ||
                      getLoop(input) == result;
             }) ||
         (contracted &&
          op.getIteratorTypesArray()[*contracted] ==
              utils::IteratorType::reduction &&
          llvm::all_of(inputs, [&](OpOperand *input) {
            return getLoop(input) == contracted;
          }));
}

bool layout::keepsVectors(linalg::LinalgOp op,
                          ArrayRef<MixedRadixMap> operands) {
  SmallVector<MixedRadix> orders, given;
  for (auto [operand, lists] : llvm::zip_equal(op->getOpOperands(), operands)) {
    orders.push_back(normalize(concat(lists)));
    given.push_back(
        normalize(concat(getIdentityDigits(op.getShape(&operand)))));
  }
  return allowsVectors(op, orders) || !allowsVectors(op, given);
}

/// Digits of an input of a contraction.
namespace {
struct InputDigits {
  MixedRadix contracted, free;

  InputDigits(linalg::LinalgOp op, AffineMap map, ArrayRef<Digit> order) {
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    for (const Digit &digit : order) {
      auto index = dyn_cast<AffineDimExpr>(map.getResult(digit.dim));
      bool isContracted = index && iterators[index.getPosition()] ==
                                       utils::IteratorType::reduction;
      (isContracted ? contracted : free).push_back(digit);
    }
  }
};
} // namespace

/// The digits of an input with that of `loop` innermost, behind the contracted
/// ones. Nothing if another free digit is behind that of the loop.
static std::optional<MixedRadix> moveInnermost(linalg::LinalgOp op,
                                               AffineMap map, unsigned loop,
                                               const MixedRadix &order) {
  auto [contracted, free] = InputDigits(op, map, order);
  if (free.empty() || free.back().stride != 1 ||
      map.getResult(free.back().dim) != getAffineDimExpr(loop, op.getContext()))
    return std::nullopt;
  free.insert(free.end() - 1, contracted.begin(), contracted.end());
  return free;
}

/// The digits of an input with the contracted ones innermost, in the order of
/// their loops. Nothing if a contracted dim is split.
static std::optional<MixedRadix>
moveContracted(linalg::LinalgOp op, OpOperand &input, const MixedRadix &order) {
  AffineMap map = op.getMatchingIndexingMap(&input);
  ArrayRef<int64_t> shape = op.getShape(&input);
  auto [contracted, free] = InputDigits(op, map, order);
  if (llvm::any_of(contracted, [&](const Digit &digit) {
        return digit.stride != 1 || digit.extent != shape[digit.dim];
      }))
    return std::nullopt;
  llvm::sort(contracted, [&](const Digit &left, const Digit &right) {
    auto getLoop = [&](const Digit &digit) {
      return cast<AffineDimExpr>(map.getResult(digit.dim)).getPosition();
    };
    return getLoop(left) < getLoop(right);
  });
  llvm::append_range(free, contracted);
  return free;
}

/// Lays an operand out in this order if its dims can be permuted so.
static void setOrder(OpOperand &operand, const MixedRadix &order,
                     MixedRadixMap &lists) {
  LayoutRule rule = getSameLayoutRule(
      cast<RankedTensorType>(operand.get().getType()), /*numOperands=*/1);
  if (std::optional<FactorOrder> factors = rule.pull(0, order))
    lists = rule.getPortLayout(0, *factors);
}

void layout::alignResult(linalg::LinalgOp op, OpOperand &input,
                         MutableArrayRef<MixedRadixMap> operands) {
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap read = op.getMatchingIndexingMap(&input),
            written = op.getMatchingIndexingMap(init);
  MixedRadixMap &lists = operands[init->getOperandNumber()];
  MixedRadix order = normalize(concat(operands[input.getOperandNumber()]));
  MixedRadix free = InputDigits(op, read, order).free;
  if (free.empty() || free.back() != order.back())
    return;
  MixedRadix moved;
  for (Digit digit : free) {
    std::optional<unsigned> dim =
        written.getResultPosition(read.getResult(digit.dim));
    if (!dim)
      return;
    digit.dim = *dim;
    moved.push_back(digit);
  }
  // The rows or columns of the other input are in front of the innermost digit.
  for (const Digit &digit : normalize(concat(lists))) {
    auto index = dyn_cast<AffineDimExpr>(written.getResult(digit.dim));
    if (!index)
      return;
    if (!read.isFunctionOfDim(index.getPosition()))
      moved.insert(moved.end() - 1, digit);
  }
  setOrder(*init, moved, lists);
}

void layout::alignContracted(linalg::LinalgOp op,
                             MutableArrayRef<MixedRadixMap> operands) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    // Zero points are scalars.
    if (!isa<RankedTensorType>(input->get().getType()))
      continue;
    MixedRadixMap &lists = operands[input->getOperandNumber()];
    if (auto moved = moveContracted(op, *input, normalize(concat(lists))))
      setOrder(*input, *moved, lists);
  }
}

void layout::alignInnermost(linalg::LinalgOp op,
                            MutableArrayRef<MixedRadixMap> operands) {
  OpOperand *init = op.getDpsInitOperand(0);
  std::optional<unsigned> loop = getInnermostLoop(
      op, *init, normalize(concat(operands[init->getOperandNumber()])));
  if (!loop)
    return;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(*loop))
      continue;
    MixedRadixMap &lists = operands[input->getOperandNumber()];
    if (auto moved = moveInnermost(op, map, *loop, normalize(concat(lists))))
      setOrder(*input, *moved, lists);
  }
}

void layout::splitAlike(linalg::LinalgOp op,
                        MutableArrayRef<MixedRadixMap> operands) {
  // The strides at which some operand splits each loop.
  SmallVector<SmallVector<int64_t>> splits(op.getNumLoops());
  auto forEach = [&](auto visit) {
    for (auto [operand, lists] :
         llvm::zip_equal(op->getOpOperands(), operands)) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (unsigned dim = 0; dim < lists.size(); ++dim)
        if (auto loop =
                dyn_cast<AffineDimExpr>(map.getResult(lists[dim].front().dim)))
          visit(splits[loop.getPosition()], lists, dim);
    }
  };
  forEach([](SmallVector<int64_t> &known, MixedRadixMap &lists, unsigned dim) {
    for (const Digit &digit : lists[dim])
      if (digit.stride != 1)
        known.push_back(digit.stride);
  });
  for (SmallVector<int64_t> &known : splits)
    llvm::sort(known);
  forEach([](SmallVector<int64_t> &known, MixedRadixMap &lists, unsigned dim) {
    for (int64_t stride : known) {
      Digit digit = lists[dim].front();
      bool isInside = lists[dim].size() == 1 && !digit.isDynamic() &&
                      stride > digit.stride &&
                      stride < digit.stride * digit.extent &&
                      stride % digit.stride == 0 &&
                      digit.stride * digit.extent % stride == 0;
      if (!isInside)
        continue;
      lists[dim] = {{digit.dim, digit.stride, stride / digit.stride}};
      lists.insert(lists.begin() + dim,
                   {{digit.dim, stride, digit.stride * digit.extent / stride}});
      // The next, larger stride splits the major part, which is at `dim`.
    }
  });
}
