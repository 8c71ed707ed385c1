//===- OutlineKernels.cpp - A function per distinct kernel ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is a group of structured ops that pass tiles of their results to one
// another: a contraction or another reduction, what fills the buffer in which
// it adds up (with zeros, or with a bias that is repeated for each row or
// pixel), and the elementwise ops behind it. Each kernel becomes a function
// on the buffers it accesses; equal kernels share one.
//
//   linalg.fill ins(%zero) outs(%t)
//   linalg.generic {matmul} ins(%a, %b) outs(%t)
//   linalg.generic {relu} ins(%t) outs(%c)
//
// becomes
//
//   func.call @kernel(%a, %b, %c)
//
//   func.func private @kernel(%a, %b, %c) attributes {layout.kernel} {
//     %t = memref.alloc()
//     ... the three ops
//   }
//
// Where it is not known whether a buffer that a kernel writes, an argument of
// the program's function, overlaps another one, the program compares their
// addresses, and calls one of two kernels (KernelOverlap.h).
//
//===----------------------------------------------------------------------===//

#include "Analysis/AdjacentElements.h"
#include "GroupedProducts.h"
#include "KernelOverlap.h"
#include "Placement/BufferAccesses.h"
#include "StridedCopies.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "layout/Kernels/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTOUTLINEKERNELS
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
struct KernelAccess {
  Value buffer;
  bool writes;
};
} // namespace

static bool conflicts(const KernelAccess &a, const KernelAccess &b) {
  return (a.writes || b.writes) && mayOverlap(a.buffer, b.buffer);
}

/// The accesses of an op; nothing if they are not known.
static std::optional<SmallVector<KernelAccess>> getAccesses(Operation *op) {
  SmallVector<KernelAccess> accesses;
  if (isMemoryEffectFree(op) || isView(op))
    return accesses;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || (op->getNumRegions() != 0 && !isa<linalg::LinalgOp>(op)))
    return std::nullopt;
  // A body may load elements of buffers that it captures.
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      auto others = getAccesses(&inner);
      if (!others)
        return std::nullopt;
      accesses.append(*others);
    }
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      continue;
    Value buffer = effect.getValue();
    if (!buffer || !isa<BaseMemRefType>(buffer.getType()))
      return std::nullopt;
    accesses.push_back({buffer, !isa<MemoryEffects::Read>(effect.getEffect())});
  }
  return accesses;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// Structured ops that follow each other directly but for ops that compute
/// addresses.
struct Kernel {
  SmallVector<linalg::GenericOp> ops;
  SmallVector<KernelAccess> accesses;
  bool hasReduction;

  Kernel(linalg::GenericOp op, ArrayRef<KernelAccess> accesses)
      : ops{op}, accesses(accesses),
        hasReduction(op.getNumReductionLoops() != 0) {}

  bool contains(Operation *op) const { return llvm::is_contained(ops, op); }
};
} // namespace

/// Whether nothing outside of the two kernels uses `buffer`, except to free it.
static bool isTemporary(Value buffer, const Kernel &a, const Kernel &b) {
  return buffer.getDefiningOp<memref::AllocOp>() &&
         llvm::all_of(buffer.getUsers(), [&](Operation *user) {
           return a.contains(user) || b.contains(user) ||
                  isa<memref::DeallocOp>(user);
         });
}

/// Whether `op` accesses each element of `operand` in one iteration only, and
/// in every one: with the map `(i, j) -> (j, 0)` if loop i has one iteration.
static bool accessesOnce(linalg::GenericOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  llvm::SmallBitVector found(ranges.size());
  for (AffineExpr result : map.getResults()) {
    if (isa<AffineConstantExpr>(result))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim || found.test(dim.getPosition()))
      return false;
    found.set(dim.getPosition());
  }
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (range != 1 && !found.test(loop))
      return false;
  return true;
}

/// Whether vectors of an op come from vectors of its operands, and go through a
/// computation or into several places: a transposition or a copy is a kernel of
/// its own.
static bool computesVectors(linalg::GenericOp op) {
  return (!onlyMovesElements(op) || broadcastsElements(op)) &&
         (getVectorLoop(op) || getGroupedProducts(op));
}

/// Whether `consumer` may take elements of `buffer` from `producer` tile by
/// tile: it updates what the producer wrote, or it is the only reader.
static bool takesTiles(linalg::GenericOp consumer, const Kernel &producer,
                       const Kernel &current, Value buffer) {
  linalg::GenericOp last = producer.ops.back();
  if (!llvm::is_contained(last.getDpsInits(), buffer) ||
      last.getNumDpsInits() != 1 || consumer.getNumDpsInits() != 1 ||
      !computesVectors(last) || !computesVectors(consumer))
    return false;
  bool updates = consumer.getDpsInits().front() == buffer;
  if (!updates && !isTemporary(buffer, producer, current))
    return false;
  return llvm::all_of(consumer->getOpOperands(), [&](OpOperand &operand) {
    if (operand.get() != buffer)
      return true;
    return consumer.isDpsInit(&operand) ? consumer.getNumReductionLoops() == 0
                                              ? accessesOnce(consumer, operand)
                                              : !producer.hasReduction
                                        : accessesOnce(consumer, operand);
  });
}

/// Whether the ops of `kernel` may move in front of `target`.
static bool canMove(const Kernel &kernel, Operation *target) {
  for (Operation *op = kernel.ops.back()->getNextNode(); op != target;
       op = op->getNextNode()) {
    auto others = getAccesses(op);
    if (!others || llvm::any_of(*others, [&](const KernelAccess &other) {
          return llvm::any_of(kernel.accesses, [&](const KernelAccess &access) {
            return conflicts(access, other);
          });
        }))
      return false;
  }
  return true;
}

/// Whether tiles of the ops of both kernels may run in turn: what one writes,
/// the other accesses as the same buffer or not at all.
static bool canInterleave(const Kernel &a, const Kernel &b) {
  return llvm::none_of(a.accesses, [&](const KernelAccess &access) {
    return llvm::any_of(b.accesses, [&](const KernelAccess &other) {
      return access.buffer != other.buffer && conflicts(access, other);
    });
  });
}

namespace {
/// The kernels of a block.
class KernelFinder {
public:
  KernelFinder(Block &block, bool merge) : merge(merge) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (auto generic = dyn_cast<linalg::GenericOp>(op);
          generic && generic.hasPureBufferSemantics())
        add(generic);
  }

  /// All kernels, in the order of the program.
  SmallVector<Kernel *> getKernels() {
    SmallVector<Kernel *> all;
    for (auto &kernel : kernels)
      if (kernel)
        all.push_back(kernel.get());
    return all;
  }

private:
  void add(linalg::GenericOp op) {
    auto accesses = getAccesses(op);
    if (!accesses)
      return;
    auto kernel = std::make_unique<Kernel>(op, *accesses);
    for (Value buffer : op->getOperands())
      if (auto it = lastWriter.find(buffer); it != lastWriter.end())
        tryMerge(*kernel, op, buffer, kernels[it->second]);
    for (const KernelAccess &access : kernel->accesses)
      if (access.writes)
        lastWriter[access.buffer] = kernels.size();
    kernels.push_back(std::move(kernel));
  }

  /// Moves the ops of `producer` into `kernel` if tiles of their result can be
  /// passed on to `op`.
  void tryMerge(Kernel &kernel, linalg::GenericOp op, Value buffer,
                std::unique_ptr<Kernel> &producer) {
    if (!merge || !producer ||
        (producer->hasReduction && kernel.hasReduction) ||
        !takesTiles(op, *producer, kernel, buffer) ||
        !canMove(*producer, kernel.ops.front()) ||
        !canInterleave(*producer, kernel))
      return;
    for (linalg::GenericOp moved : producer->ops)
      moved->moveBefore(kernel.ops.front());
    kernel.ops.insert(kernel.ops.begin(), producer->ops.begin(),
                      producer->ops.end());
    kernel.accesses.append(producer->accesses);
    kernel.hasReduction |= producer->hasReduction;
    producer.reset();
  }

  bool merge;
  SmallVector<std::unique_ptr<Kernel>> kernels;
  DenseMap<Value, size_t> lastWriter;
};
} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The type of a parameter for a buffer of type `type`. Offsets do not differ
/// between functions, nor do strides of dims of extent 1: the same code serves
/// several places in a buffer.
///
///   memref<1x8xf32, strided<[64, 1], offset: 16>>
///
/// becomes
///
///   memref<1x8xf32, strided<[?, 1], offset: ?>>
static Type getParameterType(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || buffer.getLayout().isIdentity() || !buffer.isStrided())
    return type;
  auto [strides, offset] = buffer.getStridesAndOffset();
  for (auto [stride, size] : llvm::zip_equal(strides, buffer.getShape()))
    if (size == 1)
      stride = ShapedType::kDynamic;
  auto layout =
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides);
  return MemRefType::Builder(buffer).setLayout(layout);
}

namespace {
/// What the ops of a kernel use.
struct UsedValues {
  SetVector<Value> arguments, constants, temporaries;

  explicit UsedValues(const Kernel &kernel) {
    SetVector<Value> used;
    for (linalg::GenericOp op : kernel.ops) {
      used.insert_range(op->getOperands());
      getUsedValuesDefinedAbove(op->getRegions(), used);
    }
    for (Value value : used) {
      if (matchPattern(value, m_Constant()))
        constants.insert(value);
      else if (isTemporary(value, kernel, kernel))
        temporaries.insert(value);
      else
        arguments.insert(value);
    }
    for (Value value : temporaries)
      arguments.insert_range(
          value.getDefiningOp<memref::AllocOp>().getDynamicSizes());
  }
};
} // namespace

/// Whether a buffer is a constant, to which no program writes.
static bool isConstantGlobal(Value root) {
  auto load = root.getDefiningOp<memref::GetGlobalOp>();
  auto global = load ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                           load, load.getNameAttr())
                     : memref::GlobalOp();
  return global && global.getConstant();
}

/// The arguments of a kernel that it writes, each with the others that may
/// share memory with it.
static SmallVector<WrittenBuffer> getWritten(const Kernel &kernel,
                                             const UsedValues &used) {
  SmallVector<WrittenBuffer> written;
  for (Value buffer : used.arguments) {
    if (llvm::none_of(kernel.accesses, [&](const KernelAccess &access) {
          return access.writes && access.buffer == buffer;
        }))
      continue;
    WrittenBuffer &entry = written.emplace_back(WrittenBuffer{buffer, {}});
    for (Value other : used.arguments)
      if (other != buffer && isa<BaseMemRefType>(other.getType()) &&
          !isConstantGlobal(getRootBuffer(other)) && mayOverlap(other, buffer))
        entry.others.push_back(other);
  }
  return written;
}

/// Whether the program frees a buffer.
static bool isFreed(Value buffer) {
  return llvm::any_of(buffer.getUsers(), llvm::IsaPred<memref::DeallocOp>);
}

/// Builds the function of a kernel, which is not inserted into the module yet.
/// With `assumesDisjoint`, no buffer that it writes overlaps another one.
static func::FuncOp buildFunction(const Kernel &kernel, const UsedValues &used,
                                  ArrayRef<WrittenBuffer> written,
                                  bool assumesDisjoint, OpBuilder &builder) {
  Location loc = builder.getUnknownLoc();
  SmallVector<Type> parameters;
  for (Value argument : used.arguments)
    parameters.push_back(getParameterType(argument.getType()));
  auto function = func::FuncOp::create(loc, "kernel",
                                       builder.getFunctionType(parameters, {}));
  function.setPrivate();
  function->setAttr(LayoutDialect::kKernel, builder.getUnitAttr());
  // A network has many kernels, and a call takes far less time than one.
  function->setAttr("passthrough",
                    builder.getStrArrayAttr({"noinline", "nounwind"}));
  for (const WrittenBuffer &entry : written)
    if (assumesDisjoint || entry.others.empty())
      function.setArgAttr(
          llvm::find(used.arguments, entry.buffer) - used.arguments.begin(),
          LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());

  OpBuilder::InsertionGuard guard(builder);
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(used.arguments.getArrayRef(), body->getArguments());
  for (Value value : used.constants)
    builder.clone(*value.getDefiningOp(), mapping)->setLoc(loc);
  for (Value value : used.temporaries)
    builder.clone(*value.getDefiningOp(), mapping)->setLoc(loc);
  for (linalg::GenericOp op : kernel.ops)
    builder.clone(*op, mapping);
  for (Value value : used.temporaries)
    if (isFreed(value))
      memref::DeallocOp::create(builder, loc, mapping.lookup(value));
  func::ReturnOp::create(builder, loc);
  return function;
}

/// Replaces a kernel by a call of `function`, or, if there is another one for
/// buffers that do not overlap, by a choice between both.
static void replaceByCall(const Kernel &kernel, const UsedValues &used,
                          ArrayRef<WrittenBuffer> written,
                          func::FuncOp function, func::FuncOp disjoint,
                          OpBuilder &builder) {
  linalg::GenericOp last = kernel.ops.back();
  Location loc = last.getLoc();
  builder.setInsertionPoint(last);
  SmallVector<Value> arguments;
  for (auto [value, type] :
       llvm::zip_equal(used.arguments, function.getArgumentTypes()))
    arguments.push_back(
        value.getType() == type
            ? value
            : memref::CastOp::create(builder, loc, type, value));
  if (disjoint) {
    Value areDisjoint = createOverlapCheck(builder, loc, written);
    scf::IfOp::create(
        builder, loc, areDisjoint,
        [&](OpBuilder &inner, Location loc) {
          func::CallOp::create(inner, loc, disjoint, arguments);
          scf::YieldOp::create(inner, loc);
        },
        [&](OpBuilder &inner, Location loc) {
          func::CallOp::create(inner, loc, function, arguments);
          scf::YieldOp::create(inner, loc);
        });
  } else {
    func::CallOp::create(builder, loc, function, arguments);
  }
  for (linalg::GenericOp op : kernel.ops)
    op->erase();
  for (Value value : used.temporaries) {
    for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
      user->erase();
    value.getDefiningOp()->erase();
  }
}

/// Turns copies and named ops on buffers into linalg.generic.
static LogicalResult generalize(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](memref::CopyOp copy) { expandStridedCopy(rewriter, copy); });
  SmallVector<linalg::LinalgOp> named;
  module.walk([&](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics() && !isa<linalg::GenericOp>(op) &&
        !hasSkipMark(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      return op->emitOpError("requires an op that is a loop nest");
  }
  return success();
}

namespace {
struct LayoutOutlineKernels
    : mlir::layout::impl::LayoutOutlineKernelsBase<LayoutOutlineKernels> {
  using LayoutOutlineKernelsBase::LayoutOutlineKernelsBase;

  void runOnProgram() override {
    ModuleOp module = getOperation();
    if (failed(generalize(module)))
      return signalPassFailure();
    SmallVector<Block *> blocks;
    module.walk([&](func::FuncOp function) {
      if (!function->hasAttr(LayoutDialect::kKernel))
        function.walk([&](Block *block) { blocks.push_back(block); });
    });
    SymbolTable symbols(module);
    for (Block *block : blocks)
      outline(*block, symbols);
  }

private:
  void outline(Block &block, SymbolTable &symbols) {
    OpBuilder builder(&getContext());
    KernelFinder finder(block, merge);
    for (Kernel *kernel : finder.getKernels()) {
      UsedValues used(*kernel);
      SmallVector<WrittenBuffer> written = getWritten(*kernel, used);
      func::FuncOp disjoint;
      if (canCheckOverlap(written))
        disjoint = share(buildFunction(*kernel, used, written,
                                       /*assumesDisjoint=*/true, builder),
                         symbols);
      func::FuncOp function =
          share(buildFunction(*kernel, used, written,
                              /*assumesDisjoint=*/false, builder),
                symbols);
      replaceByCall(*kernel, used, written, function, disjoint, builder);
    }
  }

  /// Returns a function that is equal to `function`, which is inserted into the
  /// module if there is none, else erased.
  func::FuncOp share(func::FuncOp function, SymbolTable &symbols) {
    auto [known, isNew] = functions.try_emplace(print(function), function);
    if (isNew)
      symbols.insert(function);
    else
      function.erase();
    return known->second;
  }

  static std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os, OpPrintingFlags().useLocalScope());
    return text;
  }

  /// The functions of kernels by their text.
  llvm::StringMap<func::FuncOp> functions;
};
} // namespace
