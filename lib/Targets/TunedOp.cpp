//===- TunedOp.cpp - What the time of an op depends on --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TunedOp.h"
#include "DimLetters.h"
#include "Notation/MapText.h"
#include "layout/Notation/LetterLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace mlir::layout;
namespace json = llvm::json;

/// The inputs of an op, then its result.
static SmallVector<OpOperand *> getTunedOperands(linalg::LinalgOp op) {
  SmallVector<OpOperand *> operands = op.getDpsInputOperands();
  operands.push_back(op.getDpsInitOperand(0));
  return operands;
}

//===----------------------------------------------------------------------===//
// Names of dims
//===----------------------------------------------------------------------===//

namespace {
/// The names of the dims of operands: letters, numbered where an operand has
/// several dims of a letter, "B0", "B1", "M", "K". Loops of a role are numbered
/// in the order in which operands access them, however the op orders its loops.
class DimNames {
public:
  DimNames(linalg::LinalgOp op, const CriticalOp &roles)
      : roles(roles), kind(OpKind::getAllOf(op, roles).front()),
        letters(op, roles, kind) {
    for (OpOperand *operand : getTunedOperands(op))
      for (AffineExpr index : op.getMatchingIndexingMap(operand).getResults())
        if (auto loop = dyn_cast<AffineDimExpr>(index))
          add(loop.getPosition());
  }

  /// Returns the names of an operand that `map` accesses, or nothing if a dim
  /// has no role.
  std::optional<SmallVector<std::string>> get(unsigned operand,
                                              AffineMap map) const {
    std::optional<std::string> text = letters.get(operand);
    if (!text)
      return std::nullopt;
    SmallVector<std::string> names;
    for (auto [letter, index] : llvm::zip_equal(*text, map.getResults())) {
      names.push_back({letter});
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (llvm::count(*text, letter) > 1 && loop)
        names.back() += std::to_string(numbers.lookup(loop.getPosition()));
    }
    return names;
  }

  /// Returns the dims in an order that does not depend on that of the operand:
  /// NCHW, OIHW, BMK.
  SmallVector<unsigned> sort(ArrayRef<std::string> names) const {
    StringRef order = kind.isMatmul() ? "BMKN" : "NGOICMDHW";
    auto dims = llvm::to_vector(llvm::seq<unsigned>(0, names.size()));
    llvm::sort(dims, [&](unsigned a, unsigned b) {
      auto key = [&](unsigned dim) {
        return std::tuple(order.find(names[dim][0]), names[dim], dim);
      };
      return key(a) < key(b);
    });
    return dims;
  }

private:
  void add(unsigned loop) {
    unsigned &next = counts[roles.roles[loop]];
    if (numbers.try_emplace(loop, next).second)
      ++next;
  }

  const CriticalOp &roles;
  OpKind kind;
  DimLetters letters;
  DenseMap<unsigned, unsigned> numbers;
  std::map<LoopRole, unsigned> counts;
};
} // namespace

/// "NCHW 1x64x58x58xf32"; a scalar is its type.
static std::string getOperandText(Type type, ArrayRef<std::string> names,
                                  ArrayRef<unsigned> order) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned dim : order)
    os << names[dim];
  os << (order.empty() ? "" : " ");
  for (unsigned dim : order)
    os << cast<RankedTensorType>(type).getDimSize(dim) << "x";
  os << getElementTypeOrSelf(type);
  return text;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Fails with a reason if a program cannot have this operand as it stands.
static LogicalResult checkOperand(OpOperand &operand, std::string &reason) {
  auto tensor = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!tensor)
    return success();
  if (!tensor.hasStaticShape()) {
    reason = "requires static extents, found ?";
    return failure();
  }
  if (!tensor.getEncoding())
    return success();
  reason = "requires tensors without an encoding, found one";
  return failure();
}

FailureOr<TunedOp> TunedOp::get(linalg::LinalgOp op, const CriticalOp &roles,
                                std::string &reason) {
  SmallVector<OpKind, 2> kinds = OpKind::getAllOf(op, roles);
  if (kinds.empty()) {
    reason = "requires a kind that preferences can name, found none";
    return failure();
  }
  TunedOp tuned;
  tuned.kind = kinds.front().str();
  DimNames dims(op, roles);
  for (OpOperand *operand : getTunedOperands(op)) {
    if (failed(checkOperand(*operand, reason)))
      return failure();
    auto names = dims.get(operand->getOperandNumber(),
                          op.getMatchingIndexingMap(operand));
    if (!names) {
      reason = "requires dims of known roles, found others";
      return failure();
    }
    tuned.operands.push_back(
        getOperandText(operand->get().getType(), *names, dims.sort(*names)));
  }
  if (auto windows = inferConvolution(op);
      roles.isConvolution() && succeeded(windows)) {
    llvm::append_range(tuned.strides, windows->strides);
    llvm::append_range(tuned.dilations, windows->dilations);
  }
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : roles.getLoops(LoopRole::Depth))
    tuned.groups *= ranges[loop];
  tuned.body =
      llvm::join(llvm::map_range(op.getBlock()->without_terminator(),
                                 [](Operation &inner) {
                                   return inner.getName().getStringRef();
                                 }),
                 " ");
  return tuned;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The name of a physical dim that is what is left of a dim outside its blocks,
/// or the size and the name of one that is a block; empty for others.
static std::string getAxisText(AffineExpr index, ArrayRef<std::string> names) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  bool isBlock = binary && binary.getKind() == AffineExprKind::Mod;
  AffineExpr inner = index;
  while (auto outer = dyn_cast<AffineBinaryOpExpr>(inner))
    inner = outer.getLHS();
  auto dim = dyn_cast<AffineDimExpr>(inner);
  if (!dim)
    return "";
  StringRef name = names[dim.getPosition()];
  if (!isBlock)
    return name.str();
  auto size = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return size ? std::to_string(size.getValue()) + name.lower() : "";
}

static std::string getAxesText(AffineMap map, ArrayRef<std::string> names) {
  std::string text;
  for (AffineExpr index : map.getResults())
    text += getAxisText(index, names);
  return text;
}

/// Whether a text of letters means just this map: it is one of whole dims and
/// of blocks behind them, the rightmost the innermost.
static bool hasLetters(AffineMap map) {
  constexpr unsigned numLetters = 26;
  if (map.getNumDims() > numLetters)
    return false;
  std::string dims;
  SmallVector<std::string> names;
  for (unsigned dim : llvm::seq(map.getNumDims())) {
    dims += static_cast<char>('A' + dim);
    names.push_back({dims.back()});
  }
  llvm::Expected<LetterLayout> layout =
      LetterLayout::parse(getAxesText(map, names));
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return false;
  }
  std::optional<IndexMap> meant = layout->getIndexMap(dims, map.getContext());
  return meant && getNormalForm(meant->getAffineMap()) == map;
}

/// A text that does not depend on the order of the dims if it is in letters.
/// Blocks of one element or of all elements are kept: kernels differ by them.
static std::string getLayoutText(EdgeLayoutAttr edge,
                                 ArrayRef<std::string> names) {
  std::string whole = llvm::join(names, "");
  if (edge.isAsItStands())
    return whole;
  std::string text = hasLetters(edge.getMap())
                         ? getAxesText(edge.getMap(), names)
                         : whole + " by " + getText(edge.getIndexMap());
  for (auto [name, width] : llvm::zip(names, edge.getPad()))
    if (width != 0)
      text += " pad " + name + "=" + std::to_string(width);
  return text;
}

std::vector<std::string> layout::getLayoutTexts(linalg::LinalgOp op,
                                                const CriticalOp &roles,
                                                OpLayoutAttr option) {
  DimNames dims(op, roles);
  std::vector<std::string> texts;
  for (OpOperand *operand : getTunedOperands(op)) {
    unsigned number = operand->getOperandNumber();
    texts.push_back(
        getLayoutText(option.getOperands()[number],
                      *dims.get(number, op.getMatchingIndexingMap(operand))));
  }
  return texts;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

json::Value layout::toJSON(const TunedOp &op) {
  return json::Object{{"kind", op.kind},       {"operands", op.operands},
                      {"strides", op.strides}, {"dilations", op.dilations},
                      {"groups", op.groups},   {"body", op.body}};
}

bool layout::fromJSON(const json::Value &value, TunedOp &op, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("kind", op.kind) &&
         object.map("operands", op.operands) &&
         object.map("strides", op.strides) &&
         object.map("dilations", op.dilations) &&
         object.map("groups", op.groups) && object.map("body", op.body);
}
