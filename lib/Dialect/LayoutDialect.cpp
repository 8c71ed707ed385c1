//===- LayoutDialect.cpp - The layout dialect -----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAnnotations.h"
#include "HostFunction.h"
#include "StoredLayout.h"
#include "ValueAnnotations.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Support/Version.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

#include "layout/Dialect/LayoutDialect.cpp.inc"

//===----------------------------------------------------------------------===//
// The version in bytecode
//===----------------------------------------------------------------------===//

namespace {

/// Patches do not change formats.
using FormatVersion = std::pair<uint64_t, uint64_t>;

constexpr FormatVersion kVersion{LAYOUT_MLIR_VERSION_MAJOR,
                                 LAYOUT_MLIR_VERSION_MINOR};

/// Bytecode states the version of the dialect that wrote it, so that a later
/// one can tell what to upgrade, and an earlier one says that it is too old
/// instead of failing at the first attribute that it does not know. Attributes
/// are written as text, which is what upstream does for dialects that encode
/// none.
struct VersionInBytecode : BytecodeDialectInterface {
  VersionInBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(kVersion.first);
    writer.writeVarInt(kVersion.second);
  }

  /// Nothing is upgraded yet: no earlier version is told from this one.
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    FormatVersion version;
    if (failed(reader.readVarInt(version.first)) ||
        failed(reader.readVarInt(version.second)))
      return nullptr;
    if (version > kVersion) {
      reader.emitError() << "requires version " << kVersion.first << "."
                         << kVersion.second
                         << " of the layout dialect or an earlier one, found "
                         << version.first << "." << version.second;
      return nullptr;
    }
    return std::make_unique<DialectVersion>();
  }
};

} // namespace

void LayoutDialect::initialize() {
  registerAttributes();
  addInterfaces<VersionInBytecode>();
  addOperations<
#define GET_OP_LIST
#include "layout/Dialect/LayoutOps.cpp.inc"
      >();
}

Operation *LayoutDialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

bool layout::isMark(StringRef name) {
  return name == LayoutDialect::kFrozen || name == LayoutDialect::kSkip;
}

/// The attributes that hold marks. Passes ask each op for marks, nearly all ops
/// have no attribute but properties, and Operation::hasAttr compares names with
/// those of properties first.
static DictionaryAttr getMarks(Operation *op) {
  return op->getRawDictionaryAttrs();
}

static bool hasSkipMark(DictionaryAttr marks) {
  return !marks.empty() && marks.contains(LayoutDialect::kSkip);
}

bool layout::hasSkipMark(Operation *op) { return ::hasSkipMark(getMarks(op)); }

bool layout::isMarked(Operation *op) {
  DictionaryAttr marks = getMarks(op);
  return !marks.empty() &&
         (marks.contains(LayoutDialect::kFrozen) || ::hasSkipMark(marks));
}

bool layout::isSkipped(Operation *op) {
  for (; op; op = op->getParentOp())
    if (hasSkipMark(op))
      return true;
  return false;
}

bool layout::isFrozen(Operation *op) {
  for (; op; op = op->getParentOp())
    if (isMarked(op))
      return true;
  return false;
}

bool layout::isHostFunction(Operation *op) {
  return isa<FunctionOpInterface>(op) && op->hasAttr(kPacks);
}

bool layout::hasLayoutAttribute(Operation *op) {
  return llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return isa_and_nonnull<LayoutDialect>(attribute.getNameDialect()) &&
           attribute.getName() != LayoutDialect::kDevice;
  });
}

void layout::eraseMarks(Operation *op) {
  if (getMarks(op).empty())
    return;
  for (StringRef name :
       {LayoutDialect::kFrozen, LayoutDialect::kSkip, LayoutDialect::kChosen})
    op->removeDiscardableAttr(name);
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

/// Emits an error for a name that has no meaning, or none at this place.
static LogicalResult rejectName(Operation *op, StringAttr name,
                                StringRef place) {
  return op->emitOpError() << "requires a known layout attribute " << place
                           << ", found '" << name.getValue() << "'";
}

/// Checks that the values for which a layout option has maps are ranked tensors
/// of the ranks that the maps take.
static LogicalResult verifyEdges(Operation *op, StringRef kind,
                                 ArrayRef<EdgeLayoutAttr> edges,
                                 TypeRange types) {
  if (edges.size() != types.size())
    return op->emitOpError()
           << "requires 'layout.op_layout' to list " << types.size() << " "
           << kind << " layouts, found " << edges.size();
  for (auto [index, edge, type] : llvm::enumerate(edges, types)) {
    if (edge.isAsItStands())
      continue;
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return op->emitOpError()
             << "requires " << kind << " " << index
             << " to be a ranked tensor for its layout, found " << type;
    if (edge.getMap().getNumDims() != tensor.getRank())
      return op->emitOpError() << "requires the layout of " << kind << " "
                               << index << " to take " << tensor.getRank()
                               << " dims, found " << edge.getMap().getNumDims();
  }
  return success();
}

/// Checks that a destination operand and its result have the same layout.
static LogicalResult verifyDestinations(Operation *op, OpLayoutAttr layout) {
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  if (!destinations || !destinations.hasPureTensorSemantics())
    return success();
  for (OpResult result : op->getResults()) {
    unsigned operand =
        destinations.getTiedOpOperand(result)->getOperandNumber();
    EdgeLayoutAttr before = layout.getOperands()[operand];
    EdgeLayoutAttr after = layout.getResults()[result.getResultNumber()];
    if (before != after)
      return op->emitOpError()
             << "requires one layout for destination operand " << operand
             << " and result " << result.getResultNumber() << ", found "
             << before << " and " << after;
  }
  return success();
}

static LogicalResult verifyOpLayout(Operation *op, Attribute value) {
  if (op->getNumResults() == 0)
    return op->emitOpError()
           << "requires results for 'layout.op_layout', found none";
  auto entries = dyn_cast<ArrayAttr>(value);
  if (!entries || entries.empty())
    return op->emitOpError() << "requires 'layout.op_layout' to be a non-empty "
                                "array of #layout.op_layout, found "
                             << value;
  for (Attribute entry : entries) {
    auto layout = dyn_cast<OpLayoutAttr>(entry);
    if (!layout)
      return op->emitOpError()
             << "requires 'layout.op_layout' to hold #layout.op_layout, found "
             << entry;
    if (failed(verifyEdges(op, "operand", layout.getOperands(),
                           op->getOperandTypes())) ||
        failed(verifyEdges(op, "result", layout.getResults(),
                           op->getResultTypes())) ||
        failed(verifyDestinations(op, layout)))
      return failure();
    if (layout.allowsOtherOrders() && entries.size() > 1)
      return op->emitOpError()
             << "requires one layout option if it has an order, "
                "found "
             << entries.size();
    if (layout.allowsOtherOrders() && op->hasAttr(LayoutDialect::kPrefer))
      return op->emitOpError()
             << "requires an order or 'layout.prefer', found both";
  }
  // Patterns for ops that only move data change the number of their operands.
  bool moves = isa<LayoutDialect, tensor::TensorDialect>(op->getDialect()) ||
               (isa<DataMovementOpInterface>(op) && !isa<linalg::LinalgOp>(op));
  if (moves || !isa<linalg::LinalgOp, LayoutRuleOpInterface>(op))
    return op->emitOpError() << "requires an op with a layout rule that "
                                "computes for 'layout.op_layout', found "
                             << (moves ? "one that moves data" : "none");
  return success();
}

/// Verifies an op itself, which MLIR does after its attributes: these may ask
/// the op for what a valid one has, such as the loops of a structured op.
static LogicalResult verifyOp(Operation *op) {
  OperationName name = op->getName();
  return success(succeeded(name.verifyInvariants(op)) &&
                 (!isa<linalg::LinalgOp>(op) ||
                  succeeded(name.verifyRegionInvariants(op))));
}

static LogicalResult requireUnit(Operation *op, NamedAttribute attribute) {
  if (isa<UnitAttr>(attribute.getValue()))
    return success();
  return op->emitOpError() << "requires '" << attribute.getName().getValue()
                           << "' to be a unit attribute, found "
                           << attribute.getValue();
}

/// Whether an op computes on tensors or buffers, and does not only hand them on
/// or move them.
static bool computesOnMemory(Operation *op) {
  bool isOther =
      isa<LayoutDialect, tensor::TensorDialect>(op->getDialect()) ||
      isa<DataMovementOpInterface, ViewLikeOpInterface, CallOpInterface,
          RegionBranchOpInterface, FunctionOpInterface>(op) ||
      op->hasTrait<OpTrait::IsTerminator>();
  return !isOther && (llvm::any_of(op->getOperandTypes(),
                                   llvm::IsaPred<TensorType, MemRefType>) ||
                      llvm::any_of(op->getResultTypes(),
                                   llvm::IsaPred<TensorType, MemRefType>));
}

static LogicalResult verifyPitched(Operation *op, Attribute value) {
  if (!computesOnMemory(op))
    return op->emitOpError("requires an op that computes on tensors or buffers "
                           "for 'layout.pitched'");
  auto price = dyn_cast<FloatAttr>(value);
  bool isPrice = price && price.getType().isF64() &&
                 price.getValueAsDouble() >= 0 && price.getValue().isFinite();
  if (isPrice || isa<BoolAttr>(value))
    return success();
  return op->emitOpError() << "requires 'layout.pitched' to be true, false or "
                              "an f64 price of at least 0, found "
                           << value;
}

/// Checks the size of sticks in which a reduction leaves its results.
static LogicalResult verifyAlongStick(Operation *op, Attribute value) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumReductionLoops() == 0)
    return op->emitOpError() << "requires a structured op that reduces for "
                                "'layout.along_stick', found another";
  auto size = dyn_cast<IntegerAttr>(value);
  if (size && size.getType().isInteger(64) && size.getInt() > 0)
    return success();
  return op->emitOpError() << "requires 'layout.along_stick' to be an i64 of "
                              "at least 1, found "
                           << value;
}

/// Checks the mark of an op that only moves elements. Behind upstream's
/// bufferization, which keeps attributes, it is on an op without tensors and
/// says nothing any more.
static LogicalResult verifyRewriteMark(Operation *op, Attribute value) {
  auto map = dyn_cast<IndexMapAttr>(value);
  if (!map && !isa<UnitAttr>(value))
    return op->emitOpError() << "requires 'layout.rewrite' to be a unit "
                                "attribute or #layout.index_map, found "
                             << value;
  auto isTensor = llvm::IsaPred<RankedTensorType>;
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>) &&
      llvm::none_of(op->getOperandTypes(), isTensor) &&
      llvm::none_of(op->getResultTypes(), isTensor))
    return success();
  auto source = llvm::find_if(op->getOperandTypes(), isTensor);
  if (op->getNumResults() != 1 || !isTensor(op->getResult(0).getType()) ||
      source == op->operand_type_end())
    return op->emitOpError(
        "requires a ranked tensor as operand and as the only result for "
        "'layout.rewrite'");
  int64_t rank = cast<RankedTensorType>(*source).getRank();
  if (map && map.getMap().getNumDims() != rank)
    return op->emitOpError() << "requires the map of 'layout.rewrite' to take "
                             << rank << " dims, as the first tensor has, found "
                             << map.getMap().getNumDims();
  return success();
}

/// Checks where the arguments of a function that prepares those of another one
/// come from. On a lowered function, one of them may have become several.
static LogicalResult verifyPrepares(Operation *function, Attribute value) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(value);
  bool isIncreasing =
      numbers && std::adjacent_find(numbers.asArrayRef().begin(),
                                    numbers.asArrayRef().end(),
                                    std::greater_equal<int64_t>()) ==
                     numbers.asArrayRef().end();
  if (isIncreasing && (numbers.empty() || numbers[0] >= 0))
    return success();
  return function->emitOpError()
         << "requires 'layout.prepares' to list increasing argument numbers, "
            "found "
         << value;
}

/// Whether `op` defines a symbol that holds data.
static bool isGlobal(Operation *op) {
  return isa<SymbolOpInterface>(op) &&
         !isa<FunctionOpInterface, ModuleOp>(op) && op->getNumRegions() == 0;
}

LogicalResult
LayoutDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringAttr name = attribute.getName();
  if ((name == kRule || name == kOpLayout) && failed(verifyOp(op)))
    return failure();
  if (isMark(name) || name == kPlannedAgain)
    return requireUnit(op, attribute);
  if (name == kRule)
    return verifyRule(op, attribute.getValue());
  if (name == kChosen) {
    auto chosen = dyn_cast<OpLayoutAttr>(attribute.getValue());
    if (chosen && chosen.getOperands().size() == op->getNumOperands() &&
        chosen.getResults().size() == op->getNumResults())
      return success();
    return op->emitOpError()
           << "requires 'layout.chosen' to be a #layout.op_layout of its "
              "operands and results, found "
           << attribute.getValue();
  }
  if (name == kStoredLayout) {
    if (op->hasTrait<OpTrait::ConstantLike>() &&
        isa<DictionaryAttr>(attribute.getValue()))
      return success();
    return op->emitOpError() << "requires 'layout.stored' to be a dictionary "
                                "on a constant, found "
                             << attribute.getValue();
  }
  if (name == kPitched)
    return verifyPitched(op, attribute.getValue());
  if (name == kAlongStick)
    return verifyAlongStick(op, attribute.getValue());
  if (name == kDevice) {
    if (isa<StringAttr>(attribute.getValue()))
      return success();
    return op->emitOpError()
           << "requires 'layout.device' to be a string, found "
           << attribute.getValue();
  }
  if (name == kPartition) {
    auto partition = dyn_cast<DictionaryAttr>(attribute.getValue());
    if (partition && partition.getAs<IntegerAttr>("id"))
      return success();
    return op->emitOpError()
           << "requires 'layout.partition' to be a dictionary with an integer "
              "'id', found "
           << attribute.getValue();
  }
  if (name == kDecision) {
    auto number = dyn_cast<IntegerAttr>(attribute.getValue());
    if (number && number.getType().isSignlessInteger(64))
      return success();
    return op->emitOpError()
           << "requires 'layout.decision' to be an integer of type i64, found "
           << attribute.getValue();
  }
  if (name == kView && isa<LayoutTransformOp>(op))
    return requireUnit(op, attribute);
  if (name == kKernel && isa<FunctionOpInterface>(op))
    return requireUnit(op, attribute);
  if (name == kRewrite && !isa<FunctionOpInterface, ModuleOp>(op))
    return verifyRewriteMark(op, attribute.getValue());
  if (name == kPacks && isa<FunctionOpInterface>(op))
    return requireUnit(op, attribute);
  if (name == kPrepares && isa<FunctionOpInterface>(op))
    return verifyPrepares(op, attribute.getValue());
  if (name == kConstant && isGlobal(op))
    return requireUnit(op, attribute);
  if (name == kPrefer && isa<UnitAttr>(attribute.getValue())) {
    if (!op->hasAttr(kOpLayout))
      return op->emitOpError() << "requires 'layout.op_layout' beside "
                                  "'layout.prefer'";
    return success();
  }
  if (name == kOpLayout)
    return verifyOpLayout(op, attribute.getValue());
  if (isBufferAnnotation(name))
    return verifyBufferAnnotation(op, attribute);
  if (isValueAnnotation(name) && name != kTensorLayout &&
      !isa<FunctionOpInterface, ModuleOp>(op))
    return verifyValueAnnotation(op, attribute, op->getResultTypes());
  return rejectName(op, name, "on an operation");
}

static LogicalResult
verifyConstantArgument(Operation *op, NamedAttribute attribute, Type type) {
  if (failed(requireUnit(op, attribute)))
    return failure();
  if (isa<RankedTensorType, MemRefType>(type))
    return success();
  return op->emitOpError() << "requires a ranked tensor or a buffer for "
                              "'layout.constant', found "
                           << type;
}

/// Checks an attribute of an argument or result of a function.
static LogicalResult verifyAtBorder(Operation *op, NamedAttribute attribute,
                                    Type type, StringRef place,
                                    bool isArgument) {
  if (isValueAnnotation(attribute.getName()))
    return verifyValueAnnotation(op, attribute, type);
  if (attribute.getName() == LayoutDialect::kConstant && isArgument)
    return verifyConstantArgument(op, attribute, type);
  if (attribute.getName() != LayoutDialect::kHost)
    return rejectName(op, attribute.getName(), place);
  if (isa<DictionaryAttr>(attribute.getValue()))
    return success();
  return op->emitOpError()
         << "requires 'layout.host' to be a dictionary, found "
         << attribute.getValue();
}

LogicalResult
LayoutDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                        unsigned argIndex,
                                        NamedAttribute attribute) {
  Region &region = op->getRegion(regionIndex);
  auto function = cast<FunctionOpInterface>(op);
  Type type = region.empty() ? function.getArgumentTypes()[argIndex]
                             : region.getArgument(argIndex).getType();
  if (!isBufferAnnotation(attribute.getName()))
    return verifyAtBorder(op, attribute, type, "on an argument",
                          /*isArgument=*/true);
  return verifyBufferAnnotation(op, type, function.getArgAttrDict(argIndex));
}

LogicalResult
LayoutDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                           unsigned resultIndex,
                                           NamedAttribute attribute) {
  return verifyAtBorder(
      op, attribute,
      cast<FunctionOpInterface>(op).getResultTypes()[resultIndex],
      "on a result", /*isArgument=*/false);
}
