//===- FoldConstants.cpp - Rewrites of constants --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain of rewrites that starts at a constant becomes a constant where
// something else reads it. Equal layouts of equal data share one copy, and the
// data of resources that nothing refers to any more is freed.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/Utils/ConstantData.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// Padding a splat with another value makes data of it. Beyond this size the
/// pass over memory at run time is the lesser evil.
static constexpr int64_t kSplatExpansionLimit = 16 << 20;

namespace {
/// What a rewritten constant is known to be before any data is moved.
struct Folded {
  Operation *constant;
  const ConstantData *data;
  bool isSplat;
};

class ConstantFolder {
public:
  ConstantFolder(ModuleOp module, uint64_t limit)
      : module(module), limit(limit) {}

  void plan(func::FuncOp function);
  Tally apply();

private:
  const ConstantData *getData(ElementsAttr constant, std::string &whyNot);
  std::optional<Folded> planSource(Operation *rewrite, std::string &whyNot);
  std::optional<Folded> planRewrite(Operation *rewrite, std::string &whyNot);

  SmallVector<Operation *> getChain(Operation *rewrite);
  ElementsAttr getCopy(const Folded &folded, ArrayRef<Operation *> chain);
  Value getConstant(Operation *original, ElementsAttr value);
  void replace(Operation *rewrite, const Folded &folded);
  void eraseUnused();
  Tally countCopies();
  void freeUnused();

  ModuleOp module;
  /// The most bytes of a constant whose data is moved.
  uint64_t limit;
  /// Constants met; without data where that cannot be moved.
  DenseMap<Attribute, std::unique_ptr<ConstantData>> data;
  /// Rewrites that can be folded, sources before users.
  llvm::MapVector<Operation *, Folded> planned;
  /// Folded data by what it was made of.
  DenseMap<Attribute, ElementsAttr> copies;
  /// New constants by the original and the value.
  llvm::MapVector<std::pair<Operation *, Attribute>, Operation *> constants;
  /// Where the next constant made of an original goes after.
  DenseMap<Operation *, Operation *> lastConstant;
  llvm::SmallPtrSet<Operation *, 16> erasedOriginals;
  /// Resources of erased constants.
  llvm::SetVector<DialectResourceBlobManager::BlobEntry *> resources;
};
} // namespace

static ElementsAttr getElements(Operation *op) {
  ElementsAttr value;
  if (op && matchPattern(op, m_Constant(&value)) &&
      value.getShapedType() == op->getResult(0).getType())
    return value;
  return {};
}

//===----------------------------------------------------------------------===//
// What can be folded
//===----------------------------------------------------------------------===//

const ConstantData *ConstantFolder::getData(ElementsAttr constant,
                                            std::string &whyNot) {
  std::unique_ptr<ConstantData> &found = data[constant];
  if (!found)
    if (std::optional<ConstantData> read = ConstantData::get(constant, whyNot))
      found = std::make_unique<ConstantData>(*read);
  return found.get();
}

/// What `rewrite` reads, if that is a constant or will be one.
std::optional<Folded> ConstantFolder::planSource(Operation *rewrite,
                                                 std::string &whyNot) {
  Operation *source = rewrite->getOperand(0).getDefiningOp();
  auto it = planned.find(source);
  if (it != planned.end())
    return it->second;
  ElementsAttr constant = getElements(source);
  if (!constant)
    return std::nullopt;
  ShapedType type = constant.getShapedType();
  if (!isWithinLimit(type, constant, limit)) {
    whyNot = llvm::formatv("it has {0} bytes, the limit is {1}",
                           getByteCount(type).bytes, limit);
    return std::nullopt;
  }
  const ConstantData *found = getData(constant, whyNot);
  if (!found)
    return std::nullopt;
  return Folded{source, found, found->isSplat()};
}

std::optional<Folded> ConstantFolder::planRewrite(Operation *rewrite,
                                                  std::string &whyNot) {
  std::optional<Folded> folded = planSource(rewrite, whyNot);
  if (!folded)
    return std::nullopt;
  auto type = cast<RankedTensorType>(rewrite->getResult(0).getType());
  auto crop = dyn_cast<CropOp>(rewrite);
  if (!type.hasStaticShape() || (crop && !crop.isStatic())) {
    whyNot = "its widths are not known before run time";
    return std::nullopt;
  }
  auto pad = dyn_cast<PadOp>(rewrite);
  if (!pad)
    return folded;
  if (!folded->data->canPad(pad)) {
    whyNot = llvm::formatv("the bytes of {0} are not known", pad.getValue());
    return std::nullopt;
  }
  if (folded->isSplat && !folded->data->staysSplat(pad)) {
    int64_t bytes = getRewriteBytes(type, type) / 2;
    if (bytes > kSplatExpansionLimit) {
      whyNot = llvm::formatv("a splat would become {0} bytes of data", bytes);
      return std::nullopt;
    }
    folded->isSplat = false;
  }
  return folded;
}

void ConstantFolder::plan(func::FuncOp function) {
  DominanceInfo dominance(function);
  for (Operation *rewrite : collectRewrites(function, dominance)) {
    std::string whyNot;
    if (std::optional<Folded> folded = planRewrite(rewrite, whyNot))
      planned.insert({rewrite, *folded});
    else if (!whyNot.empty())
      remark::missed(rewrite->getLoc(), getFoldRemark("constant", rewrite))
          << remark::add("{0} of a constant stays: {1}",
                         rewrite->getName().stripDialect(), whyNot);
  }
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// The planned rewrites from the constant down to `rewrite`.
SmallVector<Operation *> ConstantFolder::getChain(Operation *rewrite) {
  SmallVector<Operation *> chain;
  for (Operation *op = rewrite; planned.contains(op);
       op = op->getOperand(0).getDefiningOp())
    chain.push_back(op);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// Whether `rewrite` leaves every element in its place.
static bool isView(Operation *rewrite) {
  auto transform = dyn_cast<LayoutTransformOp>(rewrite);
  return transform && transform.isFree();
}

/// The bytes that a chain would touch at run time as a single rewrite.
static int64_t getBytes(ArrayRef<Operation *> chain) {
  if (llvm::all_of(chain, isView))
    return 0;
  return getRewriteBytes(chain.front()->getOperand(0).getType(),
                         chain.back()->getResult(0).getType());
}

/// What a rewrite does, as far as its result depends on it.
static Attribute getKey(Operation *rewrite) {
  auto list = [&](ArrayRef<Attribute> attributes) {
    return ArrayAttr::get(rewrite->getContext(), attributes);
  };
  return llvm::TypeSwitch<Operation *, Attribute>(rewrite)
      .Case([&](LayoutTransformOp op) {
        return IndexMapAttr::get(
            op.getIndexMap().canonicalize(op.getSource().getType().getShape()));
      })
      .Case([&](PadOp op) {
        return list(
            {op.getStaticLowAttr(), op.getStaticHighAttr(), op.getValue()});
      })
      .Case([&](CropOp op) {
        return list({op.getStaticOffsetsAttr(), op.getStaticSizesAttr()});
      });
}

/// What a rewrite does to data that nothing indexes afterwards: of a map, all
/// physical dims joined.
static Attribute getOrderKey(Operation *rewrite) {
  auto transform = dyn_cast<LayoutTransformOp>(rewrite);
  if (!transform)
    return getKey(rewrite);
  ArrayRef<int64_t> shape = transform.getSource().getType().getShape();
  std::optional<MixedRadixMap> digits =
      transform.getIndexMap().getDigits(shape);
  if (!digits || llvm::is_contained(shape, 0))
    return getKey(rewrite);
  return IndexMapAttr::get(
      IndexMap::get({concat(*digits)}, shape, transform.getContext()));
}

ElementsAttr ConstantFolder::getCopy(const Folded &folded,
                                     ArrayRef<Operation *> chain) {
  ElementsAttr constant = getElements(folded.constant);
  SmallVector<Attribute> key{constant};
  ArrayRef<Operation *> moves = chain;
  while (!moves.empty() && isView(moves.back()))
    moves = moves.drop_back();
  for (Operation *rewrite : moves)
    key.push_back(rewrite == moves.back() ? getOrderKey(rewrite)
                                          : getKey(rewrite));
  ElementsAttr &copy = copies[ArrayAttr::get(module.getContext(), key)];
  if (!copy)
    copy = folded.data->apply(chain);
  auto type = cast<RankedTensorType>(chain.back()->getResult(0).getType());
  return copy.getShapedType() == type ? copy : reshapeConstant(copy, type);
}

/// A constant of the given value beside the original and made like it.
Value ConstantFolder::getConstant(Operation *original, ElementsAttr value) {
  Operation *&constant = constants[{original, value}];
  if (constant)
    return constant->getResult(0);
  Operation *&previous =
      lastConstant.try_emplace(original, original).first->second;
  OpBuilder builder(module.getContext());
  builder.setInsertionPointAfter(previous);
  Type type = value.getShapedType();
  constant = original->getDialect()->materializeConstant(builder, value, type,
                                                         original->getLoc());
  if (!constant)
    constant = arith::ConstantOp::create(builder, original->getLoc(),
                                         cast<TypedAttr>(value));
  constant->setDiscardableAttrs(original->getDiscardableAttrDictionary());
  previous = constant;
  return constant->getResult(0);
}

void ConstantFolder::replace(Operation *rewrite, const Folded &folded) {
  SmallVector<Operation *> chain = getChain(rewrite);
  Value constant = getConstant(folded.constant, getCopy(folded, chain));
  remark::passed(rewrite->getLoc(), getFoldRemark("constant", rewrite))
      << remark::add("{0} of a constant folded: {1} bytes saved",
                     rewrite->getName().stripDialect(), getBytes(chain));
  rewrite->getResult(0).replaceUsesWithIf(constant, [&](OpOperand &use) {
    return !planned.contains(use.getOwner());
  });
}

Tally ConstantFolder::apply() {
  for (auto &[rewrite, folded] : planned)
    if (!llvm::all_of(rewrite->getUsers(),
                      [&](Operation *user) { return planned.contains(user); }))
      replace(rewrite, folded);
  eraseUnused();
  Tally copies = countCopies();
  freeUnused();
  return copies;
}

//===----------------------------------------------------------------------===//
// What is left over
//===----------------------------------------------------------------------===//

void ConstantFolder::eraseUnused() {
  llvm::SetVector<Operation *> originals;
  llvm::SmallPtrSet<Operation *, 32> erased;
  for (auto &[rewrite, folded] : planned)
    originals.insert(folded.constant);
  for (auto &[rewrite, folded] : llvm::reverse(planned))
    if (!erased.contains(rewrite))
      eraseIfUnused(rewrite, erased);
  for (Operation *original : originals) {
    if (!isOpTriviallyDead(original) || isFrozen(original))
      continue;
    if (auto resource =
            dyn_cast<DenseResourceElementsAttr>(getElements(original)))
      resources.insert(resource.getRawHandle().getResource());
    erasedOriginals.insert(original);
    original->erase();
  }
}

/// Counts the constants that are now stored in one more layout, and their
/// bytes. Splats do not count: all layouts of a splat are the same constant.
Tally ConstantFolder::countCopies() {
  llvm::SmallPtrSet<Operation *, 16> stored;
  int64_t number = 0, bytes = 0;
  for (auto &[key, constant] : constants) {
    bool isFirst =
        stored.insert(key.first).second && erasedOriginals.contains(key.first);
    if (isFirst || getElements(constant).isSplat())
      continue;
    ++number;
    bytes = addSaturating(
        bytes, getByteCount(getElements(constant).getShapedType()).bytes);
  }
  return {number, bytes};
}

/// Frees the data of resources that no attribute in the module refers to.
void ConstantFolder::freeUnused() {
  // A module inside another one does not see who else refers to them.
  if (resources.empty() || module->getParentOp())
    return;
  AttrTypeWalker walker;
  walker.addWalk([&](DenseResourceElementsAttr attribute) {
    resources.remove(attribute.getRawHandle().getResource());
  });
  module.walk([&](Operation *op) {
    walker.walk<Attribute>(op->getAttrDictionary());
    walker.walk<Attribute>(op->getLoc());
    for (Type type : op->getResultTypes())
      walker.walk(type);
  });
  for (DialectResourceBlobManager::BlobEntry *resource : resources)
    resource->setBlob(UnmanagedAsmResourceBlob::allocateWithAlign({}, 1));
}

Tally layout::foldIntoConstants(ModuleOp module,
                                ArrayRef<func::FuncOp> functions,
                                uint64_t limit) {
  ConstantFolder folder(module, limit);
  for (func::FuncOp function : functions)
    folder.plan(function);
  return folder.apply();
}
