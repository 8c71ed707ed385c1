//===- LayoutNames.cpp - Names of layouts for people ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutNames.h"
#include "Analysis/LayoutRules.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

static Value findReference(const PlanningModel &model, unsigned net) {
  Value root = model.getNet(net).root;
  Operation *op = root.getDefiningOp();
  if (op && isFrozen(op))
    for (Operation *user : root.getUsers())
      if (auto rewrite = dyn_cast<LayoutTransformOp>(user);
          rewrite && model.getNetOf(rewrite.getResult()) == net)
        return rewrite.getResult();
  return root;
}

LayoutNames::LayoutNames(const PlanningModel &model) : model(model) {
  unsigned numAxes = 0;
  for (auto [number, net] : llvm::enumerate(model.getNets())) {
    references.push_back(findReference(model, number));
    firstAxes.push_back(numAxes);
    numAxes += getRootType(net).getRank();
  }
  axes.grow(numAxes);
  letters.assign(numAxes, 0);
  blockAxes.resize(numAxes);
  for (const ModelVariable &variable : model.getVariables()) {
    if (variable.regionFlow)
      joinRegionFlow(variable);
    else if (!variable.critical)
      joinAxes(variable);
    else if (variable.critical->isConvolution())
      setConvolutionLetters(variable);
  }
  axes.compress();
  std::string classLetters(axes.getNumClasses(), 0);
  llvm::BitVector blockClasses(axes.getNumClasses());
  for (unsigned axis = 0; axis < numAxes; ++axis) {
    if (classLetters[axes[axis]] == 0)
      classLetters[axes[axis]] = letters[axis];
    if (blockAxes[axis])
      blockClasses.set(axes[axis]);
  }
  letters = std::move(classLetters);
  blockAxes = std::move(blockClasses);
  findBlocks();
  findOrders();
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// The axis that a dim consists of; nothing if it is only a part of one. A dim
/// of the reference may consist of several whole dims of a physical root (the
/// channels of a blocked op): the outermost of them counts.
std::optional<unsigned> LayoutNames::getAxis(Value value, unsigned dim) const {
  const Derivation &from = model.getDerivation(value);
  unsigned first = firstAxes[from.net];
  if (from.isRoot)
    return first + dim;
  ArrayRef<int64_t> shape = getRootType(model.getNet(from.net)).getShape();
  ArrayRef<Digit> digits = from.map[dim];
  bool areWhole = llvm::all_of(digits, [&](const Digit &digit) {
    return digit.stride == 1 && digit.extent == shape[digit.dim];
  });
  if (digits.empty() || !areWhole ||
      (digits.size() > 1 && value != references[from.net]))
    return std::nullopt;
  return first + digits.front().dim;
}

void LayoutNames::joinRegionFlow(const ModelVariable &variable) {
  Value value = variable.ports.front().value;
  for (unsigned dim : llvm::seq<unsigned>(0, getShape(value).size())) {
    std::optional<unsigned> first = getAxis(value, dim);
    for (const ModelPort &port : variable.ports)
      if (std::optional<unsigned> axis = getAxis(port.value, dim);
          first && axis)
        axes.join(*first, *axis);
  }
}

void LayoutNames::joinAxes(const ModelVariable &variable) {
  // Frozen ops and barriers have no rule in the model, but propagate letters.
  std::optional<LayoutRule> own;
  const LayoutRule *rule = variable.rule;
  if (!rule && variable.op && (own = getLayoutRule(variable.op)))
    rule = &*own;
  if (!rule)
    return;
  DenseMap<unsigned, unsigned> factorAxes;
  for (const ModelPort &port : variable.ports)
    for (auto [dim, access] : llvm::enumerate(rule->ports[port.number].dims)) {
      std::optional<unsigned> factor = access.getFactor();
      std::optional<unsigned> axis = getAxis(port.value, dim);
      if (!factor || !axis)
        continue;
      auto [entry, isNew] = factorAxes.insert({*factor, *axis});
      if (!isNew)
        axes.join(entry->second, *axis);
    }
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

/// Sets the letter of a dim's axis. A dim that is part of a root's dim sets the
/// letter of that.
void LayoutNames::setLetter(Value value, unsigned dim, char letter,
                            bool isBlock) {
  const Derivation &from = model.getDerivation(value);
  unsigned axis = firstAxes[from.net];
  if (from.isRoot)
    axis += dim;
  else if (from.map[dim].size() == 1)
    axis += from.map[dim].front().dim;
  else
    return;
  if (letters[axis] == 0)
    letters[axis] = letter;
  if (isBlock)
    blockAxes.set(axis);
}

static char getLetter(unsigned loop, const CriticalOp &roles) {
  switch (roles.roles[loop]) {
  case LoopRole::Batch:
    return 'N';
  case LoopRole::InputChannel:
  case LoopRole::OutputChannel:
    return 'C';
  case LoopRole::Depth:
    return roles.has(LoopRole::OutputChannel) ? 'G' : 'C';
  case LoopRole::OutputImage: {
    SmallVector<unsigned> image = roles.getLoops(LoopRole::OutputImage);
    StringRef names = "DHW";
    size_t fromEnd = image.end() - llvm::find(image, loop);
    return fromEnd <= names.size() ? names[names.size() - fromEnd] : 0;
  }
  default:
    return 0;
  }
}

/// Sets the letters of the image and the result of a convolution. A dim of the
/// image that a window slides along has the letter of the output image loop,
/// which is the first loop in its access.
void LayoutNames::setConvolutionLetters(const ModelVariable &variable) {
  auto op = cast<linalg::LinalgOp>(variable.op);
  for (const ModelPort &port : variable.ports) {
    OpOperand &operand =
        op->getOpOperand(getTiedOperandNumber(op, port.number));
    if (&operand == op.getDpsInputOperand(1))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::string seen;
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      char letter = 0;
      expr.walk([&](AffineExpr part) {
        if (auto loop = dyn_cast<AffineDimExpr>(part); loop && letter == 0)
          letter = getLetter(loop.getPosition(), *variable.critical);
      });
      if (letter != 0)
        setLetter(port.value, dim, letter, StringRef(seen).contains(letter));
      seen.push_back(letter);
    }
  }
}

/// One letter per dim of the root. Returns an empty string if some are unknown,
/// or if the rank is too low for an image. Letters do not propagate through
/// unit dims, which broadcasts add and drop: a unit dim may have any letter
/// that completes a usual order.
std::string LayoutNames::getLetters(unsigned net) const {
  ArrayRef<int64_t> shape = getRootType(model.getNet(net)).getShape();
  std::string found;
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size()))
    found.push_back(letters[axes[firstAxes[net] + dim]]);
  auto isKnown = [](char letter) { return letter != 0; };
  if (shape.size() < 3 || llvm::none_of(found, isKnown))
    return "";
  for (StringRef usual : {"NCHW", "NHWC", "NCW", "NWC"}) {
    if (usual.size() != found.size())
      continue;
    bool fits = llvm::all_of(llvm::seq<size_t>(0, found.size()), [&](size_t i) {
      return found[i] == 0 ? shape[i] == 1 : found[i] == usual[i];
    });
    if (fits)
      return usual.str();
  }
  return llvm::all_of(found, isKnown) ? found : "";
}

/// The letters from A on for the dims of an operand of a critical op; dims that
/// loops of one role index, such as both parts of m, have one letter. Empty if
/// all letters are different.
static std::string getRoleLetters(linalg::LinalgOp op, const CriticalOp &roles,
                                  OpOperand &operand) {
  SmallVector<LoopRole> groups;
  std::string text;
  bool hasBlocks = false;
  for (AffineExpr index : op.getMatchingIndexingMap(&operand).getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    LoopRole role = loop ? roles.roles[loop.getPosition()] : LoopRole::Other;
    // Each image, filter or batch loop is a dim of its own.
    bool mayBeBlock =
        !llvm::is_contained({LoopRole::Other, LoopRole::Batch,
                             LoopRole::OutputImage, LoopRole::FilterLoop},
                            role);
    auto *known = mayBeBlock ? llvm::find(groups, role) : groups.end();
    hasBlocks |= known != groups.end();
    text.push_back('A' + (known - groups.begin()));
    if (known == groups.end())
      groups.push_back(role);
  }
  return hasBlocks ? text : "";
}

/// One letter per dim of the root, of which blocks repeat that of their dim, if
/// a blocked op computes or reads the root and no value has the logical dims;
/// empty otherwise.
std::string LayoutNames::getBlockLetters(unsigned net) const {
  if (references[net] != model.getNet(net).root)
    return "";
  const Problem::Net &problemNet = model.getProblem().nets[net];
  SmallVector<Problem::PortRef> ports(1, problemNet.producer);
  llvm::append_range(ports, problemNet.uses);
  for (Problem::PortRef ref : ports) {
    const ModelVariable &variable = model.getVariable(ref.variable);
    if (!variable.critical || variable.ports[ref.port].value != references[net])
      continue;
    auto op = cast<linalg::LinalgOp>(variable.op);
    OpOperand &operand = op->getOpOperand(
        getTiedOperandNumber(op, variable.ports[ref.port].number));
    std::string text = getRoleLetters(op, *variable.critical, operand);
    if (!text.empty())
      return text;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Inserts digits for unit dims, which normal form leaves out: leading unit
/// dims in front, every other one after the dim that precedes it.
static SmallVector<Digit> insertUnitDigits(ArrayRef<Digit> digits,
                                           ArrayRef<int64_t> shape) {
  SmallVector<Digit> all(digits);
  unsigned leading = 0;
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size())) {
    auto isOfDim = [](unsigned dim) {
      return [dim](const Digit &digit) { return digit.dim == dim; };
    };
    if (llvm::any_of(all, isOfDim(dim)))
      continue;
    Digit unit = {dim, 1, 1};
    if (dim == leading) {
      all.insert(all.begin() + leading++, unit);
      continue;
    }
    auto before = llvm::find_if(llvm::reverse(all), isOfDim(dim - 1));
    all.insert(before.base(), unit);
  }
  return all;
}

/// One letter per dim of the root, of which blocks repeat that of their dim;
/// empty if the dims are not known or another value has the logical dims.
std::string LayoutNames::getDimLetters(unsigned net) const {
  if (references[net] != model.getNet(net).root)
    return "";
  std::string text = getLetters(net);
  for (auto [dim, letter] : llvm::enumerate(text))
    if (StringRef(text).take_front(dim).contains(letter) &&
        !blockAxes[axes[firstAxes[net] + dim]])
      return "";
  return text.empty() ? getBlockLetters(net) : text;
}

/// Whether layouts that were asked for have decided on the dims of a value, so
/// that it need not have those of the input program.
static bool isInAskedLayout(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isFrozen(op) || op->hasTrait<OpTrait::ConstantLike>());
}

static std::string getSorted(std::string letters) {
  llvm::sort(letters);
  return letters;
}

void LayoutNames::findOrders() {
  for (auto [number, net] : llvm::enumerate(model.getNets()))
    if (std::string text = getLetters(number);
        !text.empty() && !isInAskedLayout(net.root))
      orders.try_emplace(getSorted(text), text);
}

/// Joins the dims that have one letter, in the order of their first ones, which
/// `order` gets.
static SmallVector<int64_t> joinBlocks(ArrayRef<int64_t> shape,
                                       StringRef letters, std::string &order) {
  SmallVector<int64_t> joined;
  for (auto [extent, letter] : llvm::zip_equal(shape, letters)) {
    size_t known = order.find(letter);
    if (known == std::string::npos) {
      order.push_back(letter);
      joined.push_back(extent);
      continue;
    }
    bool isDynamic =
        ShapedType::isDynamic(extent) || ShapedType::isDynamic(joined[known]);
    joined[known] = isDynamic ? ShapedType::kDynamic : joined[known] * extent;
  }
  return joined;
}

RankedTensorType LayoutNames::getLogicalType(unsigned net) const {
  auto type = cast<RankedTensorType>(references[net].getType());
  std::string letters = getDimLetters(net), order;
  if (letters.empty())
    return type;
  SmallVector<int64_t> joined = joinBlocks(type.getShape(), letters, order);
  auto known = orders.find(getSorted(order));
  if (known == orders.end() || !isInAskedLayout(references[net]))
    return RankedTensorType::get(joined, type.getElementType());
  SmallVector<int64_t> shape;
  for (char letter : known->second)
    shape.push_back(joined[order.find(letter)]);
  return RankedTensorType::get(shape, type.getElementType());
}

/// The extents of digits, of which those of one dim that stand side by side are
/// one: `letters` has one for each dim of `shape`, or is empty if each dim is
/// one of its own.
static SmallVector<int64_t>
getExtents(ArrayRef<Digit> digits, ArrayRef<int64_t> shape, StringRef letters) {
  SmallVector<int64_t> extents;
  std::optional<unsigned> previous;
  for (const Digit &digit : insertUnitDigits(digits, shape)) {
    int64_t extent = digit.isDynamic() ? ShapedType::kDynamic : digit.extent;
    bool continuesDim = previous && *previous != digit.dim &&
                        !letters.empty() &&
                        letters[*previous] == letters[digit.dim];
    previous = digit.dim;
    if (!continuesDim)
      extents.push_back(extent);
    else if (ShapedType::isDynamic(extent) ||
             ShapedType::isDynamic(extents.back()))
      extents.back() = ShapedType::kDynamic;
    else
      extents.back() *= extent;
  }
  return extents;
}

static bool isRowMajor(ArrayRef<Digit> digits, ArrayRef<int64_t> shape) {
  return digits == ArrayRef(normalize(concat(getIdentityDigits(shape))));
}

std::pair<RankedTensorType, MixedRadix>
LayoutNames::getTypeAndDigits(unsigned net, unsigned number) const {
  Value reference = references[net];
  if (std::optional<MixedRadix> digits =
          model.getValueLayout(reference, number))
    return {cast<RankedTensorType>(reference.getType()), std::move(*digits)};
  return {getRootType(model.getNet(net)),
          model.getNet(net).layouts[number].digits};
}

RankedTensorType LayoutNames::getPhysicalType(unsigned net,
                                              unsigned number) const {
  const NetLayout &layout = model.getNet(net).layouts[number];
  RankedTensorType root = getRootType(model.getNet(net));
  // As it is, the root has its type, with all unit dims.
  if (isRowMajor(layout.digits, root.getShape()))
    return root;
  auto [type, digits] = getTypeAndDigits(net, number);
  return RankedTensorType::get(
      isRowMajor(digits, type.getShape())
          ? SmallVector<int64_t>(type.getShape())
          : getExtents(digits, type.getShape(), getDimLetters(net)),
      type.getElementType());
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Whether a digit is an inner part of the axis that its letter names: an inner
/// digit of its dim, or a dim that repeats the letter of an earlier dim.
static bool isBlock(const Digit &digit, ArrayRef<int64_t> shape,
                    StringRef letters) {
  int64_t size = shape[digit.dim];
  bool isInner = !digit.isDynamic() && (ShapedType::isDynamic(size) ||
                                        digit.stride * digit.extent < size);
  return isInner || letters.take_front(digit.dim).contains(letters[digit.dim]);
}

/// "16c", or "?c" if the extent is dynamic.
static std::string getBlockText(const Digit &digit, StringRef letters) {
  return (digit.isDynamic() ? "?" : std::to_string(digit.extent)) +
         llvm::toLower(letters[digit.dim]);
}

void LayoutNames::findBlocks() {
  for (auto [number, net] : llvm::enumerate(model.getNets())) {
    std::string names = getLetters(number);
    if (names.empty())
      continue;
    for (const NetLayout &layout : net.layouts)
      if (!layout.digits.empty() &&
          isBlock(layout.digits.back(), getRootType(net).getShape(), names))
        blocks[names[layout.digits.back().dim]] = layout.digits.back().extent;
  }
}

/// Spells digits by the letters of their dims. Returns nothing if an inner
/// digit of a dim precedes an outer one, which letters cannot express.
static std::optional<std::string>
spell(ArrayRef<Digit> digits, ArrayRef<int64_t> shape, StringRef letters) {
  std::string text;
  SmallVector<int64_t> strides(shape.size(), 0);
  const Digit *previous = nullptr;
  SmallVector<Digit> all = insertUnitDigits(digits, shape);
  for (const Digit &digit : all) {
    int64_t &stride = strides[digit.dim];
    if (stride != 0 && stride < digit.stride)
      return std::nullopt;
    stride = digit.stride;
    // A dim directly after another one with the same letter is the inner part
    // of that: together they are the whole axis, spelled once.
    bool continuesAxis = previous && previous->dim != digit.dim &&
                         letters[previous->dim] == letters[digit.dim];
    previous = &digit;
    if (continuesAxis)
      continue;
    bool isInner = digit.extent != 1 && isBlock(digit, shape, letters);
    text += isInner ? getBlockText(digit, letters)
                    : std::string(1, letters[digit.dim]);
  }
  return text;
}

/// Whether a digit is a whole dim with the extent of a block. If other values
/// are in NCHW16c, a value of 16 channels in NHWC has the same order of
/// elements as in NCHW16c, with an outer part of extent 1, and is named like
/// the others.
bool LayoutNames::isBlockOnly(const Digit &digit, ArrayRef<int64_t> shape,
                              StringRef letters) const {
  return digit.dim + 1 < shape.size() &&
         blocks.lookup(letters[digit.dim]) == digit.extent &&
         !isBlock(digit, shape, letters);
}

/// The layout in the letters of the root's axes; nothing if they are unknown.
std::optional<std::string>
LayoutNames::getImageText(unsigned net, ArrayRef<Digit> digits) const {
  std::string names = getLetters(net);
  if (names.empty())
    return std::nullopt;
  ArrayRef<int64_t> shape = getRootType(model.getNet(net)).getShape();
  if (digits.empty() || !isBlockOnly(digits.back(), shape, names))
    return spell(digits, shape, names);
  std::optional<std::string> text = spell(digits.drop_back(), shape, names);
  if (text)
    *text += getBlockText(digits.back(), names);
  return text;
}

std::string layout::getDigitsText(ArrayRef<Digit> digits,
                                  RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(digits, os, [&](const Digit &digit) {
    os << getAffineExpr(digit, type.getShape(), type.getContext());
  });
  return text;
}

/// The layout in letters from A on, or else its digits.
static std::string getOrderText(ArrayRef<Digit> digits, RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape();
  if (isRowMajor(digits, shape))
    return "row-major";
  StringRef alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (shape.size() <= alphabet.size())
    if (auto text = spell(digits, shape, alphabet.take_front(shape.size())))
      return *text;
  return getDigitsText(digits, type);
}

std::string LayoutNames::getText(unsigned net, unsigned number) const {
  const NetLayout &layout = model.getNet(net).layouts[number];
  std::string suffix = layout.content ? " padded" : "";
  if (!layout.cropped.empty())
    suffix += " and cropped";
  if (std::optional<std::string> text = getImageText(net, layout.digits))
    return *text + suffix;
  if (std::string letters = getBlockLetters(net); !letters.empty())
    if (auto text = spell(layout.digits,
                          getRootType(model.getNet(net)).getShape(), letters))
      return *text + suffix;
  auto [type, digits] = getTypeAndDigits(net, number);
  return getOrderText(digits, type) + suffix;
}
