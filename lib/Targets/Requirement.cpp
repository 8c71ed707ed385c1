//===- Requirement.cpp - What ops require of layouts ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file, because all sources of a requirement (an override, a layout in
// letters or by position, sparse sticks, the present layout) take the same port
// and answer with a Requirement. `getRequirement` says which of them comes
// first.
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/Requirement.h"
#include "Analysis/LayoutRules.h"
#include "DimLetters.h"
#include "FulfilledConditions.h"
#include "OpJudgement.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<bool> Requirement::isMet() const {
  if (kind != Kind::Layout)
    return true;
  bool isRead = true;
  for (const RequiredLayout &layout : layouts) {
    if (layout.isMet.value_or(false))
      return true;
    isRead &= layout.isMet.has_value();
  }
  if (isRead)
    return false;
  return std::nullopt;
}

namespace {
/// An operand or result of an op.
struct Port {
  Operation *op;
  unsigned number; ///< operands first
  RankedTensorType type;

  bool isResult() const { return number >= op->getNumOperands(); }
  /// The operand that has the same layout: the destination of a result.
  unsigned getOperandNumber() const {
    if (!isResult())
      return number;
    return cast<DestinationStyleOpInterface>(op)
        .getDpsInitOperand(number - op->getNumOperands())
        ->getOperandNumber();
  }
};
} // namespace

static std::string toText(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

/// Whether a value of the shape has the layout already, in memory.
static bool isThere(const IndexMap &map, ArrayRef<int64_t> shape) {
  return map && isProved(map.isRowMajorReshape(shape));
}

//===----------------------------------------------------------------------===//
// Overrides
//===----------------------------------------------------------------------===//

static EdgeLayoutAttr getEdge(OpLayoutAttr option, const Port &port) {
  return port.isResult()
             ? option.getResults()[port.number - port.op->getNumOperands()]
             : option.getOperands()[port.number];
}

/// What `layout.op_layout` states.
static std::optional<Requirement> getOverride(const Port &port) {
  auto options = port.op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  if (!options || port.op->hasAttr(LayoutDialect::kPrefer))
    return std::nullopt;
  Requirement result{Requirement::Kind::Layout, Requirement::Source::Override};
  IndexMap identity =
      IndexMap::getIdentity(port.type.getRank(), port.type.getContext());
  for (auto option : options.getAsRange<OpLayoutAttr>()) {
    if (option.allowsOtherOrders())
      return Requirement{Requirement::Kind::AsNeighbours,
                         Requirement::Source::Override};
    EdgeLayoutAttr edge = getEdge(option, port);
    RequiredLayout layout;
    layout.map = edge.isAsItStands() ? identity : edge.getIndexMap();
    layout.text = toText(layout.map.getAffineMap());
    layout.given = toText(identity.getAffineMap());
    layout.isMet =
        !edge.hasPadding() && isThere(layout.map, port.type.getShape());
    result.layouts.push_back(std::move(layout));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

/// The extent of two dims that are one.
static int64_t multiplyExtents(int64_t first, int64_t second) {
  bool isDynamic =
      ShapedType::isDynamic(first) || ShapedType::isDynamic(second);
  return isDynamic ? ShapedType::kDynamic : first * second;
}

/// Returns the layout of a value whose dims have the letters `dims`: of several
/// with one letter, those behind the first one are blocks.
static LetterLayout getPresentLayout(StringRef dims, ArrayRef<int64_t> shape) {
  SmallVector<LetterAxis> axes;
  for (auto [position, letter] : llvm::enumerate(dims)) {
    bool isBlock = dims.take_front(position).contains(letter);
    axes.push_back({letter, isBlock ? shape[position] : 0});
  }
  return LetterLayout(axes);
}

/// Returns `dims` with one of several adjacent dims of a letter that `wanted`
/// does not cut, which are all the dims of that name: (b0, b1, m, k) is "BMK",
/// whatever order other operands have b0 and b1 in.
static OpJudgement::Dims joinUncutDims(const OpJudgement::Dims &dims,
                                       const LetterLayout &wanted) {
  OpJudgement::Dims joined;
  for (auto [letter, size] : llvm::zip_equal(dims.letters, dims.shape)) {
    if (!joined.letters.empty() && joined.letters.back() == letter &&
        !wanted.isCut(letter)) {
      joined.shape.back() = multiplyExtents(joined.shape.back(), size);
      continue;
    }
    joined.letters.push_back(letter);
    joined.shape.push_back(size);
  }
  return joined;
}

/// Whether the axes of `given` are those of `wanted`, apart from alignments;
/// with `isPrefix`, blocks may follow.
static bool haveSameAxes(const LetterLayout &given, const LetterLayout &wanted,
                         bool isPrefix) {
  size_t size = wanted.getAxes().size();
  if (given.getAxes().size() < size ||
      (!isPrefix && given.getAxes().size() != size))
    return false;
  return llvm::all_of(
      llvm::zip(given.getAxes(), wanted.getAxes()), [](const auto &pair) {
        const auto &[first, second] = pair;
        return first.letter == second.letter && first.block == second.block;
      });
}

/// Whether the extents of the letters are multiples of what `wanted` aligns
/// them to.
static bool isAligned(const LetterLayout &wanted, StringRef dims,
                      ArrayRef<int64_t> shape) {
  std::map<char, int64_t> extents;
  for (auto [letter, size] : llvm::zip_equal(dims, shape)) {
    int64_t &extent = extents.try_emplace(letter, 1).first->second;
    extent = multiplyExtents(extent, size);
  }
  return llvm::all_of(extents, [&](const auto &entry) {
    int64_t alignment = wanted.getAlignment(entry.first);
    return alignment == 1 || (!ShapedType::isDynamic(entry.second) &&
                              entry.second % alignment == 0);
  });
}

/// Compares a value of type `type`, whose dims are `dimsOfKind` as those of an
/// op of a kind, with a layout.
static RequiredLayout compare(LetterLayout wanted,
                              const OpJudgement::Dims &dimsOfKind,
                              RankedTensorType type, const UnitBytes &sizes,
                              bool mayHaveGroups) {
  const OpJudgement::Dims judged = joinUncutDims(dimsOfKind, wanted);
  StringRef dims = judged.letters;
  for (char letter : wanted.getLetters())
    if (!dims.contains(letter))
      wanted = wanted.without(letter);
  ArrayRef<int64_t> shape = judged.shape;
  RequiredLayout result;
  result.text = wanted.str();
  LetterLayout given = getPresentLayout(dims, shape);
  result.given = given.str();
  // Without a size in elements there is nothing to compare with.
  Type element = type.getElementType();
  if (wanted.hasUnits()) {
    llvm::Expected<LetterLayout> sized = wanted.inElements(
        sizes, element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0);
    if (!sized) {
      llvm::consumeError(sized.takeError());
      return result;
    }
    wanted = *sized;
  }
  bool isBlocked = given.getLetters().size() != dims.size();
  if (!isBlocked)
    if (auto map = wanted.getIndexMap(dims, type.getContext()))
      result.map = *map;
  for (char letter : dims)
    result.alignment.push_back(wanted.getAlignment(letter));
  result.isMet = (haveSameAxes(given, wanted, mayHaveGroups) ||
                  isThere(result.map, shape)) &&
                 isAligned(wanted, dims, shape);
  // The map and the alignment refer to the present dims.
  if (shape != type.getShape()) {
    result.map = IndexMap();
    result.alignment.clear();
  }
  return result;
}

/// What is stated of one kind of a convolution, matmul or pooling; nothing if
/// no alternative holds for the op.
static std::optional<Requirement>
getRequirementOfKind(const Port &port, linalg::LinalgOp op,
                     const OpJudgement &judged, OpKind kind,
                     const Preference &stated, const UnitBytes &unitBytes) {
  Requirement result{Requirement::Kind::Layout, Requirement::Source::Target};
  unsigned operand = port.getOperandNumber();
  std::optional<OpJudgement::Dims> dims =
      judged.getDims(operand, port.type.getShape(), kind);
  if (!dims)
    return std::nullopt;
  unsigned place = judged.getPlace(operand);
  for (const Alternative &alternative :
       getAlternatives(stated, op, judged.getRoles(), kind)) {
    const LetterLayout &wanted = place == 0   ? alternative.layouts.data
                                 : place == 1 ? alternative.layouts.kernel
                                              : alternative.layouts.result;
    result.layouts.push_back(compare(wanted, *dims, port.type, unitBytes,
                                     place == 1 && stated.groupBits != 0));
  }
  if (result.layouts.empty())
    return std::nullopt;
  return result;
}

namespace {
/// What is stated of an op as one of the kinds that it can be written as.
struct StatedKind {
  OpJudgement judged;
  OpKind kind;
  const Preference *stated;

  /// Whether the op has these layouts, as far as that can be read.
  bool isMetBy(linalg::LinalgOp op, const UnitBytes &unitBytes) const {
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type)
        return true;
      std::optional<Requirement> requirement =
          getRequirementOfKind({op, operand.getOperandNumber(), type}, op,
                               judged, kind, *stated, unitBytes);
      return !requirement || requirement->isMet().value_or(true);
    });
  }
};
} // namespace

/// The kinds as which an op can be written and of which `required` states
/// something that holds for it: the first one for each way to write it. What
/// `preferred` alone states of a kind, and an order without layouts, require
/// nothing.
static SmallVector<StatedKind, 2> getStatedKinds(linalg::LinalgOp op,
                                                 const CriticalOp &roles,
                                                 const Preferences &required,
                                                 const Preferences &preferred) {
  SmallVector<StatedKind, 2> kinds;
  for (const OpJudgement &judged : OpJudgement::getAll(op, roles)) {
    size_t before = kinds.size();
    bool isPreferred = false;
    for (OpKind kind : judged.getKinds()) {
      isPreferred |= !judged.isAsItIs() && preferred.count(kind) != 0;
      auto stated = required.find(kind);
      if (stated == required.end())
        continue;
      if (!getAlternatives(stated->second, op, judged.getRoles(), kind)
               .empty()) {
        kinds.push_back({judged, kind, &stated->second});
        break;
      }
      if (stated->second.order == OperandOrder::Given)
        continue;
      isPreferred |= !judged.isAsItIs();
      break;
    }
    if (isPreferred && kinds.size() == before)
      break;
  }
  return kinds;
}

/// What the target states of a convolution, matmul or pooling: of the first
/// kind as which the pipeline writes it, unless the op has what is stated of a
/// later one, as which a plan may have laid it out.
static std::optional<Requirement>
getRequirementInLetters(const Port &port, linalg::LinalgOp op,
                        const CriticalOp &roles, const Preferences &required,
                        const Preferences &preferred,
                        const UnitBytes &unitBytes) {
  SmallVector<StatedKind, 2> kinds =
      getStatedKinds(op, roles, required, preferred);
  if (kinds.empty())
    return std::nullopt;
  const auto *met = llvm::find_if(kinds, [&](const StatedKind &kind) {
    return kinds.size() == 1 || kind.isMetBy(op, unitBytes);
  });
  const StatedKind &counts = met == kinds.end() ? kinds.front() : *met;
  return getRequirementOfKind(port, op, counts.judged, counts.kind,
                              *counts.stated, unitBytes);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Returns the sizes of the dims that the program had, of a value that has been
/// put in the layout `map`; nothing if a dim holds parts of several of them.
static std::optional<SmallVector<int64_t>>
getLogicalShape(AffineMap map, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> logical(map.getNumDims(), 1);
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    std::optional<unsigned> dim;
    for (unsigned candidate : llvm::seq<unsigned>(0, map.getNumDims()))
      if (expr.isFunctionOfDim(candidate)) {
        if (dim)
          return std::nullopt;
        dim = candidate;
      }
    if (!dim)
      continue;
    logical[*dim] = multiplyExtents(logical[*dim], size);
  }
  return logical;
}

/// Compares the dims that an op has with a layout that is stated of them.
static RequiredLayout compareOwn(const PositionalLayout &wanted,
                                 const Port &port) {
  RequiredLayout result;
  result.text = wanted.str();
  MLIRContext *context = port.type.getContext();
  ArrayRef<int64_t> shape = port.type.getShape();
  result.map = IndexMap::getIdentity(shape.size(), context);
  result.given = toText(result.map.getAffineMap());
  result.isMet = true;
  if (!wanted.tag)
    return result;
  std::string reason;
  FailureOr<TagDigits> digits = getDigits(*wanted.tag, shape, reason);
  result.isMet = false;
  if (failed(digits))
    return result;
  result.map = IndexMap::get(digits->digits, digits->shape, context);
  result.isMet = ArrayRef(digits->shape) == shape && isThere(result.map, shape);
  return result;
}

/// Whether a value has the dims of which a layout is stated, rather than those
/// that it has in this layout: both numbers of dims differ.
static bool hasOwnDims(const PositionalLayout &wanted, const Port &port) {
  ArrayRef<int64_t> shape = port.type.getShape();
  if (!wanted.tag || wanted.tag->getRank() != shape.size())
    return false;
  std::string reason;
  FailureOr<TagDigits> digits = getDigits(*wanted.tag, shape, reason);
  return succeeded(digits) && digits->digits.size() != shape.size();
}

/// Compares the layout that an op has taken (`layout.chosen`) with a stated
/// one.
static RequiredLayout compare(const PositionalLayout &wanted,
                              const Port &port) {
  RequiredLayout result;
  result.text = wanted.str();
  auto chosen = port.op->getAttrOfType<OpLayoutAttr>(LayoutDialect::kChosen);
  if (!chosen)
    return hasOwnDims(wanted, port) ? compareOwn(wanted, port) : result;
  MLIRContext *context = port.type.getContext();
  EdgeLayoutAttr edge = getEdge(chosen, port);
  IndexMap given = edge.isAsItStands()
                       ? IndexMap::getIdentity(port.type.getRank(), context)
                       : edge.getIndexMap();
  result.given = toText(given.getAffineMap());
  auto shape = getLogicalShape(given.getAffineMap(), port.type.getShape());
  if (!shape)
    return result;
  IndexMap required = IndexMap::getIdentity(shape->size(), context);
  if (wanted.tag && wanted.tag->getRank() == shape->size()) {
    std::string reason;
    FailureOr<TagDigits> digits = getDigits(*wanted.tag, *shape, reason);
    if (failed(digits))
      return result;
    required = IndexMap::get(digits->digits, digits->shape, context);
  }
  result.isMet = isProved(required.isEqual(given, *shape));
  return result;
}

/// Whether an input of a reduction ends with an element that is reduced. Dims
/// of size 1 do not matter.
static bool reducesInnermost(linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    for (auto [index, size] :
         llvm::reverse(llvm::zip_equal(map.getResults(), op.getShape(input))))
      if (size != 1) {
        auto loop = dyn_cast<AffineDimExpr>(index);
        return loop &&
               iterators[loop.getPosition()] == utils::IteratorType::reduction;
      }
    return false;
  });
}

/// Compares a result of a reduction, or its destination, with a tensor that has
/// one element at the front of each stick. Nothing if the layouts of the op are
/// not decided.
static std::optional<Requirement> getSparse(const Port &port,
                                            const LayoutTarget &target) {
  auto op = dyn_cast<linalg::LinalgOp>(port.op);
  Type element = port.type.getElementType();
  if (!op || port.op->hasAttr(LayoutDialect::kAlongStick) ||
      op.getNumReductionLoops() == 0 || !element.isIntOrFloat())
    return std::nullopt;
  OpOperand &operand = op->getOpOperand(port.getOperandNumber());
  if (!op.isDpsInit(&operand) || !reducesInnermost(op))
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  int64_t bits = port.type.getRank() == 0 ? 0
                                          : port.type.getShape().back() *
                                                element.getIntOrFloatBitWidth();
  bool isSparse = port.type.getRank() != 0 &&
                  map.getResult(map.getNumResults() - 1) == 0 &&
                  bits == *target.unitBytes.stick * 8;
  RequiredLayout layout;
  layout.text = "sparse";
  layout.given = isSparse ? "sparse" : "dense";
  layout.isMet = isSparse;
  return Requirement{
      Requirement::Kind::Layout, Requirement::Source::Target, {layout}};
}

/// What the target or the op requires by the positions of its dims.
static std::optional<Requirement>
getRequirementByPosition(const Port &port,
                         const std::optional<PositionalRequest> &request,
                         const LayoutTarget *target) {
  if (!request)
    return std::nullopt;
  auto source = request->isOwn ? Requirement::Source::Stated
                               : Requirement::Source::Target;
  if (llvm::any_of(
          request->alternatives, [](const PositionalAlternative &alternative) {
            return alternative.allowsAny() && !alternative.isSparseAlongStick;
          }))
    return Requirement{Requirement::Kind::AsNeighbours, source};
  Requirement result{Requirement::Kind::Layout, source};
  for (const PositionalAlternative &alternative : request->alternatives) {
    std::string reason;
    auto ports = getPortLayouts(port.op, alternative, reason);
    if (failed(ports)) {
      // No op of this kind can have it.
      RequiredLayout none;
      none.text = alternative.str();
      none.given = "none: it " + reason;
      none.isMet = false;
      result.layouts.push_back(std::move(none));
      continue;
    }
    const PositionalLayout &stated = (*ports)[port.number];
    if (alternative.isSparseAlongStick && target)
      if (std::optional<Requirement> sparse = getSparse(port, *target))
        return sparse;
    if (stated.isOpen())
      return Requirement{stated.kind == PositionalLayout::Kind::Any
                             ? Requirement::Kind::Any
                             : Requirement::Kind::AsNeighbours,
                         source};
    result.layouts.push_back(request->isOwn ? compareOwn(stated, port)
                                            : compare(stated, port));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Ops themselves
//===----------------------------------------------------------------------===//

/// The layout that the value has.
static Requirement getPresent(const Port &port, std::string text) {
  MLIRContext *context = port.type.getContext();
  RequiredLayout layout;
  layout.map = IndexMap::getIdentity(port.type.getRank(), context);
  layout.text = layout.given = std::move(text);
  layout.alignment.assign(port.type.getRank(), 1);
  layout.isMet = true;
  return {Requirement::Kind::Layout, Requirement::Source::Op, {layout}};
}

static Requirement getOwn(const Port &port, const CriticalOp *critical) {
  Operation *op = port.op;
  if (critical) {
    auto structured = cast<linalg::LinalgOp>(op);
    std::optional<OpKind> kind = OpKind::get(*critical);
    std::optional<std::string> dims;
    if (kind)
      dims =
          DimLetters(structured, *critical, *kind).get(port.getOperandNumber());
    return getPresent(port,
                      dims ? getPresentLayout(*dims, port.type.getShape()).str()
                           : toText(AffineMap::getMultiDimIdentityMap(
                                 port.type.getRank(), port.type.getContext())));
  }
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  bool isView = (movement && movement.isView()) ||
                isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
  if (isView || op->hasTrait<OpTrait::ConstantLike>() ||
      isa<tensor::EmptyOp>(op))
    return {};
  if (getLayoutRule(op))
    return {Requirement::Kind::AsNeighbours};
  return getPresent(port, "default");
}

static Requirement getRequirement(const Port &port, const LayoutTarget *target,
                                  const CriticalOp *critical) {
  if (!port.type)
    return {};
  if (auto stated = getOverride(port))
    return std::move(*stated);
  std::optional<PositionalRequest> request = findRequest(port.op, target);
  if (request && request->isRequired)
    if (auto stated = getRequirementByPosition(port, request, target))
      return std::move(*stated);
  if (target) {
    auto structured = dyn_cast<linalg::LinalgOp>(port.op);
    std::optional<CriticalOp> pooling;
    if (structured && !critical)
      pooling = getPoolingRoles(structured);
    const CriticalOp *roles = pooling ? &*pooling : critical;
    if (roles)
      if (auto stated = getRequirementInLetters(
              port, structured, *roles, target->requirements, target->prefers,
              target->unitBytes))
        return std::move(*stated);
  }
  return getOwn(port, critical);
}

/// The requirement of an op that is offloaded.
static Requirement getOffloadedRequirement(const Port &port,
                                           const LayoutTarget &target,
                                           const CriticalOp *critical) {
  if (!port.type)
    return {};
  auto structured = dyn_cast<linalg::LinalgOp>(port.op);
  std::optional<CriticalOp> pooling;
  if (structured && !critical)
    pooling = getPoolingRoles(structured);
  if (const CriticalOp *roles = pooling ? &*pooling : critical)
    if (auto stated = getRequirementInLetters(
            port, structured, *roles, target.offloadRequires,
            target.offloadPrefers, target.unitBytes))
      return std::move(*stated);
  if (auto stated = getRequirementByPosition(
          port,
          findAlternatives(port.op, "offload",
                           target.offloadRequiresByPosition),
          &target))
    return std::move(*stated);
  return getOwn(port, critical);
}

Requirement layout::getRequirement(OpOperand &operand,
                                   const LayoutTarget *target,
                                   const CriticalOp *critical) {
  return ::getRequirement({operand.getOwner(), operand.getOperandNumber(),
                           dyn_cast<RankedTensorType>(operand.get().getType())},
                          target, critical);
}

Requirement layout::getRequirement(OpResult result, const LayoutTarget *target,
                                   const CriticalOp *critical) {
  Operation *op = result.getOwner();
  return ::getRequirement({op, op->getNumOperands() + result.getResultNumber(),
                           dyn_cast<RankedTensorType>(result.getType())},
                          target, critical);
}

Requirement layout::getOffloadedRequirement(OpOperand &operand,
                                            const LayoutTarget &target,
                                            const CriticalOp *critical) {
  return ::getOffloadedRequirement(
      {operand.getOwner(), operand.getOperandNumber(),
       dyn_cast<RankedTensorType>(operand.get().getType())},
      target, critical);
}

Requirement layout::getOffloadedRequirement(OpResult result,
                                            const LayoutTarget &target,
                                            const CriticalOp *critical) {
  Operation *op = result.getOwner();
  return ::getOffloadedRequirement(
      {op, op->getNumOperands() + result.getResultNumber(),
       dyn_cast<RankedTensorType>(result.getType())},
      target, critical);
}
