//===- TunedOp.cpp - What the time of an op depends on --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/TunedOp.h"
#include "layout/Notation/LetterLayout.h"
#include "layout/Notation/MapText.h"
#include "layout/Targets/DimLetters.h"
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

/// "1x64x58x58xf32"; a scalar is its type.
static std::string getTypeText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    for (int64_t size : tensor.getShape())
      os << size << "x";
  os << getElementTypeOrSelf(type);
  return text;
}

namespace {
/// Numbers the loops of each role in the order in which operands access them,
/// which is the same however the op orders its loops.
class LoopNumbers {
public:
  LoopNumbers(linalg::LinalgOp op, const CriticalOp &roles) : roles(roles) {
    for (OpOperand *operand : getTunedOperands(op))
      for (AffineExpr index : op.getMatchingIndexingMap(operand).getResults())
        if (auto loop = dyn_cast<AffineDimExpr>(index))
          add(loop.getPosition());
  }

  /// "B0B1MK" of "BBMK".
  std::string number(StringRef letters, AffineMap map) const {
    std::string text;
    for (auto [letter, index] : llvm::zip_equal(letters, map.getResults())) {
      text += letter;
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (letters.count(letter) > 1 && loop)
        text += std::to_string(numbers.lookup(loop.getPosition()));
    }
    return text;
  }

private:
  void add(unsigned loop) {
    unsigned &next = counts[roles.roles[loop]];
    if (numbers.try_emplace(loop, next).second)
      ++next;
  }

  const CriticalOp &roles;
  DenseMap<unsigned, unsigned> numbers;
  std::map<LoopRole, unsigned> counts;
};
} // namespace

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
  DimLetters letters(op, roles, kinds.front());
  LoopNumbers numbers(op, roles);
  for (OpOperand *operand : getTunedOperands(op)) {
    if (failed(checkOperand(*operand, reason)))
      return failure();
    std::optional<std::string> dims = letters.get(operand->getOperandNumber());
    if (!dims) {
      reason = "requires dims of known roles, found others";
      return failure();
    }
    std::string text =
        numbers.number(*dims, op.getMatchingIndexingMap(operand));
    tuned.operands.push_back(text + (text.empty() ? "" : " ") +
                             getTypeText(operand->get().getType()));
  }
  if (auto dims = inferConvolution(op);
      roles.isConvolution() && succeeded(dims)) {
    llvm::append_range(tuned.strides, dims->strides);
    llvm::append_range(tuned.dilations, dims->dilations);
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

/// The letter of a physical dim that is what is left of a dim outside its
/// blocks, or the size and the letter of one that is a block; empty for others.
static std::string getAxisText(AffineExpr index, StringRef dims) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  bool isBlock = binary && binary.getKind() == AffineExprKind::Mod;
  AffineExpr inner = index;
  while (auto outer = dyn_cast<AffineBinaryOpExpr>(inner))
    inner = outer.getLHS();
  auto dim = dyn_cast<AffineDimExpr>(inner);
  if (!dim)
    return "";
  char letter = dims[dim.getPosition()];
  if (!isBlock)
    return std::string(1, letter);
  auto size = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return size ? std::to_string(size.getValue()) + llvm::toLower(letter) : "";
}

/// The map in letters, if a text of letters means just this map. Blocks of one
/// element or of all elements are kept: kernels differ by them.
static std::optional<std::string> getLetterText(AffineMap map, StringRef dims) {
  std::string text;
  for (AffineExpr index : map.getResults())
    text += getAxisText(index, dims);
  llvm::Expected<LetterLayout> layout = LetterLayout::parse(text);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return std::nullopt;
  }
  std::optional<IndexMap> meant = layout->getIndexMap(dims, map.getContext());
  if (!meant || getNormalForm(meant->getAffineMap()) != map)
    return std::nullopt;
  return text;
}

static std::string getLayoutText(EdgeLayoutAttr edge, StringRef dims) {
  if (edge.isAsItStands())
    return dims.str();
  std::string text =
      getLetterText(edge.getMap(), dims).value_or(getText(edge.getIndexMap()));
  if (edge.hasPadding())
    llvm::raw_string_ostream(text)
        << " pad [" << llvm::interleaved(edge.getPad()) << "]";
  return text;
}

std::vector<std::string> layout::getLayoutTexts(linalg::LinalgOp op,
                                                const CriticalOp &roles,
                                                OpLayoutAttr option) {
  DimLetters letters(op, roles, OpKind::getAllOf(op, roles).front());
  std::vector<std::string> texts;
  for (OpOperand *operand : getTunedOperands(op)) {
    unsigned number = operand->getOperandNumber();
    texts.push_back(
        getLayoutText(option.getOperands()[number], *letters.get(number)));
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
