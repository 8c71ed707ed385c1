//===- FoldConstants.cpp - Rewrites of constants --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain of rewrites of a constant becomes a new constant for every op outside
// of the chain that uses it. Constants with equal data in equal layouts share
// one copy. The data of resources that become unreferenced is freed.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ConstantArguments.h"
#include "Analysis/ConstantGlobals.h"
#include "Analysis/HostDescriptor.h"
#include "Analysis/SymbolUsers.h"
#include "Dialect/StoredLayout.h"
#include "Fold.h"
#include "Relayout/ConstantData.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Support/Debug.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "layout-fold"
ALWAYS_ENABLED_STATISTIC(numFolded, "Rewrites of constants folded");
ALWAYS_ENABLED_STATISTIC(numUnfolded, "Rewrites of constants left");

using namespace mlir;
using namespace mlir::layout;

/// The largest constant, in bytes, that replaces a splat which is padded with
/// another value. A larger one costs more than padding at run time.
static constexpr int64_t kSplatExpansionLimit = 16 << 20;

namespace {
/// A constant after rewrites, before any data is moved.
struct Folded {
  Operation *constant;      ///< the original constant
  const ConstantData *data; ///< the original data
  bool isSplat;             ///< whether the rewritten data is still a splat
};

/// Folds rewrites into constants in two steps: `plan` finds for every function
/// what can be folded, `apply` creates the new constants.
class ConstantFolder {
public:
  ConstantFolder(ModuleOp module, uint64_t limit, bool record)
      : module(module), limit(limit), record(record) {}

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
  void eraseUnusedGlobals(ArrayRef<std::pair<Operation *, Operation *>> loads);
  void addResource(ElementsAttr value);
  Tally countCopies();
  void freeUnused();

  ModuleOp module;
  /// The size in bytes of the largest constant that is folded.
  uint64_t limit;
  /// Whether new constants say in which layout they are.
  bool record;
  /// The data of constants; null if it cannot be moved.
  DenseMap<Attribute, std::unique_ptr<ConstantData>> data;
  /// The rewrites that can be folded, sources before users.
  llvm::MapVector<Operation *, Folded> planned;
  /// Rewritten data by the original data and the rewrites.
  DenseMap<Attribute, ElementsAttr> copies;
  /// New constants by original constant and value.
  llvm::MapVector<std::pair<Operation *, Attribute>, Operation *> constants;
  /// The op after which the next constant made of an original is created.
  DenseMap<Operation *, Operation *> lastConstant;
  llvm::SmallPtrSet<Operation *, 16> erasedOriginals;
  /// The resources of erased constants.
  llvm::SetVector<DialectResourceBlobManager::BlobEntry *> resources;
};
} // namespace

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// Returns the data of `constant`, or null if it cannot be moved; `whyNot` is
/// set the first time.
const ConstantData *ConstantFolder::getData(ElementsAttr constant,
                                            std::string &whyNot) {
  std::unique_ptr<ConstantData> &found = data[constant];
  if (!found)
    if (std::optional<ConstantData> read = ConstantData::get(constant, whyNot))
      found = std::make_unique<ConstantData>(*read);
  return found.get();
}

/// Returns the source of `rewrite` if it is a constant or will become one.
/// Otherwise returns nothing and, if it is a constant or a global that cannot
/// be folded, sets `whyNot`.
std::optional<Folded> ConstantFolder::planSource(Operation *rewrite,
                                                 std::string &whyNot) {
  Operation *source = rewrite->getOperand(0).getDefiningOp();
  auto it = planned.find(source);
  if (it != planned.end())
    return it->second;
  ElementsAttr constant = getConstantElements(source);
  if (!constant) {
    Operation *global = getLoadedGlobal(source);
    if (!global || loadsPreparedGlobal(source))
      return std::nullopt;
    if (loadsMarkedGlobal(source))
      whyNot =
          llvm::formatv("callers of a private function do not prepare @{0}",
                        SymbolTable::getSymbolName(global));
    else
      getConstantValue(global, whyNot);
    return std::nullopt;
  }
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

/// Returns the result of `rewrite` if it can be folded. Otherwise returns
/// nothing and sets `whyNot` if the source is a constant or a global.
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
  bool staysSplat = folded->isSplat && folded->data->staysSplat(pad);
  if (!staysSplat && !isWithinLimit(type, ElementsAttr(), limit)) {
    whyNot = llvm::formatv("it would have {0} bytes, the limit is {1}",
                           getByteCount(type).bytes, limit);
    return std::nullopt;
  }
  if (folded->isSplat && !staysSplat) {
    int64_t bytes = getRewriteBytes(type, type) / 2;
    if (bytes > kSplatExpansionLimit) {
      whyNot = llvm::formatv("a splat would become {0} bytes of data", bytes);
      return std::nullopt;
    }
    folded->isSplat = false;
  }
  return folded;
}

/// Names the kind of a source that cannot be folded.
static StringRef getKind(Value source) {
  Operation *op = source.getDefiningOp();
  return getLoadedGlobal(op) && !getConstantElements(op) ? "global"
                                                         : "constant";
}

void ConstantFolder::plan(func::FuncOp function) {
  DominanceInfo dominance(function);
  for (Operation *rewrite : collectRewrites(function, dominance)) {
    std::string whyNot;
    if (std::optional<Folded> folded = planRewrite(rewrite, whyNot))
      planned.insert({rewrite, *folded});
    else if (!whyNot.empty()) {
      ++numUnfolded;
      remark::missed(rewrite->getLoc(), getFoldRemark("constant", rewrite))
          << remark::add("{0} of a {1} stays: {2}",
                         rewrite->getName().stripDialect(),
                         getKind(rewrite->getOperand(0)), whyNot);
    }
  }
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

/// Returns the planned rewrites from the constant to `rewrite`, in order.
SmallVector<Operation *> ConstantFolder::getChain(Operation *rewrite) {
  SmallVector<Operation *> chain;
  for (Operation *op = rewrite; planned.contains(op);
       op = op->getOperand(0).getDefiningOp())
    chain.push_back(op);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// Returns whether `rewrite` is a row-major reshape, which moves no data.
static bool isView(Operation *rewrite) {
  auto transform = dyn_cast<LayoutTransformOp>(rewrite);
  return transform && transform.isFree();
}

/// Returns the bytes that a chain would read and write at run time as a single
/// rewrite.
static int64_t getBytes(ArrayRef<Operation *> chain) {
  if (llvm::all_of(chain, isView))
    return 0;
  return getRewriteBytes(chain.front()->getOperand(0).getType(),
                         chain.back()->getResult(0).getType());
}

/// Returns a key of everything that the result of a rewrite depends on besides
/// its source.
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

/// Returns a key of everything that the row-major order of the elements of the
/// result depends on besides the source: maps that differ by a reshape of the
/// result have equal keys.
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

/// Returns the data after `chain`, computed once per distinct layout.
ElementsAttr ConstantFolder::getCopy(const Folded &folded,
                                     ArrayRef<Operation *> chain) {
  ElementsAttr constant = getConstantElements(folded.constant);
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

/// Returns a constant op with the given value, of the same kind as `original`
/// and next to it.
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

/// Returns the layout that `chain` gives the constant `original`, which may
/// have been rewritten before; null if the constant is cropped.
static DictionaryAttr getStoredLayout(Operation *original,
                                      ArrayRef<Operation *> chain) {
  auto before = original->getAttrOfType<DictionaryAttr>(kStoredLayout);
  llvm::Expected<ValueLayout> layout =
      before ? readHostDescriptor(before)
             : ValueLayout::getRowMajor(
                   cast<RankedTensorType>(original->getResult(0).getType()));
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return {};
  }
  DictionaryAttr descriptor = getHostDescriptor(*layout, chain);
  if (!descriptor)
    return {};
  return DictionaryAttr::get(
      original->getContext(),
      {*descriptor.getNamed("layout"), *descriptor.getNamed("logical")});
}

/// Replaces uses of `rewrite` outside of planned chains by a new constant:
///
///   %c = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
///       : tensor<2x3xf32>
///   %0 = layout.layout_transform %c by <(d0, d1) -> (d1, d0)>
///       : tensor<2x3xf32> to tensor<3x2xf32>
///
/// becomes
///
///   %0 = arith.constant dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]>
///       : tensor<3x2xf32>
///
/// as well if %c reads a constant global with that value.
void ConstantFolder::replace(Operation *rewrite, const Folded &folded) {
  SmallVector<Operation *> chain = getChain(rewrite);
  Value constant = getConstant(folded.constant, getCopy(folded, chain));
  if (record) {
    Operation *created = constant.getDefiningOp();
    created->removeDiscardableAttr(kStoredLayout);
    if (DictionaryAttr stored = getStoredLayout(folded.constant, chain))
      created->setDiscardableAttr(kStoredLayout, stored);
  }
  ++numFolded;
  LAYOUT_DEBUG(llvm::dbgs() << "folded a chain of " << chain.size()
                            << " rewrites of a constant into "
                            << constant.getType() << "\n");
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
// Clean-up
//===----------------------------------------------------------------------===//

/// Erases planned rewrites and original constants that are unused, with
/// the globals of erased loads.
void ConstantFolder::eraseUnused() {
  llvm::SetVector<Operation *> originals;
  llvm::SmallPtrSet<Operation *, 32> erased;
  for (auto &[rewrite, folded] : planned)
    originals.insert(folded.constant);
  for (auto &[rewrite, folded] : llvm::reverse(planned))
    if (!erased.contains(rewrite))
      eraseIfUnused(rewrite, erased);
  SmallVector<std::pair<Operation *, Operation *>> loads;
  for (Operation *original : originals) {
    Operation *global = getLoadedGlobal(original);
    ElementsAttr value = getConstantElements(original);
    if (!eraseUnusedConstant(original))
      continue;
    if (global) {
      loads.push_back({original, global});
    } else {
      addResource(value);
      erasedOriginals.insert(original);
    }
  }
  eraseUnusedGlobals(loads);
}

void ConstantFolder::addResource(ElementsAttr value) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    resources.insert(resource.getRawHandle().getResource());
}

/// Erases private globals that no op refers to any more, and counts their
/// erased loads as erased originals. `loads` holds pairs of both.
void ConstantFolder::eraseUnusedGlobals(
    ArrayRef<std::pair<Operation *, Operation *>> loads) {
  if (loads.empty())
    return;
  SymbolTableCollection tables;
  SymbolUsers users(tables, module);
  llvm::SetVector<Operation *> unused;
  for (auto [load, global] : loads) {
    if (!users.getUsers(global).empty() ||
        !cast<SymbolOpInterface>(global).isPrivate())
      continue;
    unused.insert(global);
    erasedOriginals.insert(load);
  }
  for (Operation *global : unused) {
    std::string whyNot;
    addResource(getConstantValue(global, whyNot));
    global->erase();
  }
}

/// Returns the number and the bytes of constants that are stored in an
/// additional layout. Splats do not count: all layouts of a splat are the same
/// constant.
Tally ConstantFolder::countCopies() {
  llvm::SmallPtrSet<Operation *, 16> stored;
  int64_t number = 0, bytes = 0;
  for (auto &[key, constant] : constants) {
    bool isFirst =
        stored.insert(key.first).second && erasedOriginals.contains(key.first);
    if (isFirst || getConstantElements(constant).isSplat())
      continue;
    ++number;
    bytes = addSaturating(
        bytes,
        getByteCount(getConstantElements(constant).getShapedType()).bytes);
  }
  return {number, bytes};
}

/// Frees the data of resources that no attribute in the module refers to.
void ConstantFolder::freeUnused() {
  // An enclosing module may refer to the same resources.
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
                                uint64_t limit, bool record) {
  ConstantFolder folder(module, limit, record);
  for (func::FuncOp function : functions)
    folder.plan(function);
  return folder.apply();
}
