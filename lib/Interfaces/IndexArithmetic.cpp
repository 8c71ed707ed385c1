//===- IndexArithmetic.cpp - Which index arithmetic is defined ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/IndexArithmetic.h"
#include "Support/Checked.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether each constant that an expression divides by is at least 1.
static bool dividesByPositive(AffineExpr expr) {
  return !expr.walk([](AffineExpr part) {
                auto binary = dyn_cast<AffineBinaryOpExpr>(part);
                bool divides = binary &&
                               part.getKind() != AffineExprKind::Add &&
                               part.getKind() != AffineExprKind::Mul;
                auto divisor =
                    divides ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                            : AffineConstantExpr();
                return divisor && divisor.getValue() < 1
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

namespace {
/// Where a tensor lies along one dim of the tensor that it is a part of, or
/// that pads have put elements around, as far as it is known.
struct Extent {
  int64_t begin = 0, end = 0;

  /// Moves the ends; fails if 64 bits do not hold them, or the size. The least
  /// number stands for what is not known.
  LogicalResult move(int64_t low, int64_t high) {
    std::optional<int64_t> first = llvm::checkedAdd(begin, low);
    std::optional<int64_t> last = llvm::checkedAdd(end, high);
    if (!first || !last || ShapedType::isDynamic(*first) ||
        ShapedType::isDynamic(*last) || !llvm::checkedSub(*last, *first))
      return failure();
    begin = *first;
    end = *last;
    return success();
  }
};

/// Verifies op after op. A program has few maps, each of them many times.
class Verifier {
public:
  LogicalResult verify(Operation *op);

private:
  bool isDefined(AffineMap map);
  LogicalResult verifyAttribute(Operation *op, Attribute attribute);
  LogicalResult verifyWindow(Operation *op);
  void passOn(Operation *op);

  llvm::DenseSet<AffineMap> defined;
  /// The extents of each dim of the results of pads, crops and slices, and of
  /// what elementwise ops and transposes compute of them.
  llvm::DenseMap<Value, SmallVector<Extent, 4>> extents;
};
} // namespace

bool Verifier::isDefined(AffineMap map) {
  if (!map || defined.contains(map))
    return true;
  if (!llvm::all_of(map.getResults(), dividesByPositive))
    return false;
  defined.insert(map);
  return true;
}

/// Emits an error for a map or set that divides by a constant below 1.
template <typename MapT>
static LogicalResult refuse(Operation *op, MapT map) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  map.print(stream);
  return op->emitOpError()
         << "requires index arithmetic that divides by at least 1, found "
         << text;
}

LogicalResult Verifier::verifyAttribute(Operation *op, Attribute attribute) {
  if (auto list = dyn_cast_if_present<ArrayAttr>(attribute))
    return success(llvm::all_of(list, [&](Attribute element) {
      auto map = dyn_cast<AffineMapAttr>(element);
      return !map || succeeded(verifyAttribute(op, map));
    }));
  if (auto map = dyn_cast_if_present<AffineMapAttr>(attribute);
      map && !isDefined(map.getValue()))
    return refuse(op, map.getValue());
  if (auto set = dyn_cast_if_present<IntegerSetAttr>(attribute);
      set && !llvm::all_of(set.getValue().getConstraints(), dividesByPositive))
    return refuse(op, set.getValue());
  return success();
}

/// Whether `first + (size - 1) * step` and all between are below 2^63 in
/// absolute value, as far as these are known.
static bool isInReach(std::optional<int64_t> first, std::optional<int64_t> size,
                      std::optional<int64_t> step) {
  std::optional<int64_t> last = 0;
  if (size && step && *size > 0)
    last = multiplyChecked(*size - 1, *step);
  return last && (!first || llvm::checkedAdd(*first, *last));
}

static std::string toText(std::optional<int64_t> number) {
  return number ? std::to_string(*number) : "?";
}

/// Verifies that `size` elements along `dim`, from `offset` on in steps of
/// `stride`, are less than 2^63 apart. Neighbours in this dim are `inner`
/// elements apart.
static LogicalResult verifyReach(Operation *op, size_t dim, OpFoldResult offset,
                                 OpFoldResult size, OpFoldResult stride,
                                 std::optional<int64_t> inner) {
  std::optional<int64_t> first = getConstantIntValue(offset);
  std::optional<int64_t> count = getConstantIntValue(size);
  std::optional<int64_t> step = getConstantIntValue(stride);
  if (isInReach(first, count, step) &&
      (!inner || !step || multiplyChecked(*inner, *step)))
    return success();
  return op->emitOpError()
         << "requires elements that lie less than 2^63 apart, found offset "
         << toText(first) << ", size " << toText(count) << " and stride "
         << toText(step) << " in dim " << dim;
}

/// Verifies that the elements of a slice of `whole` are less than 2^63
/// apart in row-major order.
static LogicalResult verifyReach(OffsetSizeAndStrideOpInterface slice,
                                 ArrayRef<int64_t> whole) {
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  SmallVector<OpFoldResult> strides = slice.getMixedStrides();
  std::optional<int64_t> inner = 1;
  for (size_t dim = whole.size(); dim-- > 0;) {
    if (failed(verifyReach(slice, dim, offsets[dim], sizes[dim], strides[dim],
                           inner)))
      return failure();
    if (inner)
      inner = ShapedType::isDynamic(whole[dim])
                  ? std::nullopt
                  : multiplyChecked(*inner, whole[dim]);
  }
  return success();
}

/// Verifies a view with one offset for all dims, such as
/// memref.reinterpret_cast. Its offset and strides count elements of the
/// buffer; it may have no dims at all.
static LogicalResult verifyView(OffsetSizeAndStrideOpInterface view,
                                OpFoldResult offset) {
  SmallVector<OpFoldResult> sizes = view.getMixedSizes();
  SmallVector<OpFoldResult> strides = view.getMixedStrides();
  for (size_t dim : llvm::seq(sizes.size()))
    if (failed(verifyReach(view, dim, offset, sizes[dim], strides[dim],
                           /*inner=*/1)))
      return failure();
  return success();
}

/// Verifies a slice for each tensor or buffer that has a dim for each of its
/// offsets: the larger one is among them.
static LogicalResult verifySlice(OffsetSizeAndStrideOpInterface slice) {
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  size_t rank = offsets.size();
  if (rank == 1 && slice.getMixedSizes().size() != 1)
    return verifyView(slice, offsets.front());
  for (Type type : llvm::concat<const Type>(slice->getOperandTypes(),
                                            slice->getResultTypes())) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && shaped.hasRank() &&
        static_cast<size_t>(shaped.getRank()) == rank &&
        failed(verifyReach(slice, shaped.getShape())))
      return failure();
  }
  return success();
}

/// Whether an op may compute indices: it has regions, or reads or returns
/// indices, tensors or buffers. Most ops stand in bodies and read scalars.
static bool mayComputeIndices(Operation *op) {
  auto isIndexed = llvm::IsaPred<IndexType, TensorType, BaseMemRefType>;
  if (op->getNumRegions() != 0 ||
      llvm::any_of(op->getOperandTypes(), isIndexed))
    return true;
  return op->getNumOperands() == 0 &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<IndexType>);
}

/// Verifies that the dims of a reassociation count up from 0. Upstream's
/// verifier reads them as 32-bit numbers, so that 2^32 is 0 to it.
static LogicalResult verifyReassociation(Operation *op, ArrayAttr groups) {
  int64_t next = 0;
  for (auto group : groups.getAsRange<ArrayAttr>())
    for (auto dim : group.getAsRange<IntegerAttr>()) {
      if (dim.getInt() != next)
        return op->emitOpError() << "requires dims of the reassociation that "
                                    "count up from 0, found "
                                 << dim.getInt() << " instead of " << next;
      ++next;
    }
  return success();
}

/// Verifies that an op asks for the size of no dim below 0. Upstream's folds
/// read in front of the shape of a buffer for one.
static LogicalResult verifyDim(ShapedDimOpInterface op) {
  std::optional<int64_t> dim = getConstantIntValue(op.getDimension());
  if (!dim || *dim >= 0)
    return success();
  return op->emitOpError() << "requires a dim of at least 0, found " << *dim;
}

/// Returns the entries under `name` of a pad or crop of any dialect, those that
/// are not known as 0; nothing for other ops. Values begin with operand `next`.
static std::optional<SmallVector<int64_t>>
getEntries(Operation *op, StringRef name, unsigned &next) {
  auto entries = dyn_cast_if_present<DenseI64ArrayAttr>(
      op->getInherentAttr(name).value_or(Attribute()));
  if (!entries)
    return std::nullopt;
  SmallVector<int64_t> known(entries.asArrayRef());
  for (int64_t &entry : known)
    if (ShapedType::isDynamic(entry))
      entry = getConstantIntValue(op->getOperand(next++)).value_or(0);
  return known;
}

/// Returns the tensor of the same rank that casts make `value` of.
static Value lookThroughCasts(Value value) {
  int64_t rank = cast<ShapedType>(value.getType()).getRank();
  while (auto cast = value.getDefiningOp<CastOpInterface>()) {
    auto type = cast->getNumOperands() == 1
                    ? dyn_cast<ShapedType>(cast->getOperand(0).getType())
                    : ShapedType();
    if (!type || !type.hasRank() || type.getRank() != rank)
      break;
    value = cast->getOperand(0);
  }
  return value;
}

/// Verifies a pad, crop or slice together with those in front of it, with which
/// it is merged: the sums of their entries.
LogicalResult Verifier::verifyWindow(Operation *op) {
  unsigned next = 1;
  auto lows = getEntries(op, "static_low", next),
       highs = getEntries(op, "static_high", next),
       offsets = getEntries(op, "static_offsets", next),
       sizes = getEntries(op, "static_sizes", next);
  bool isPad = lows && highs;
  if (!isPad && !(offsets && sizes))
    return success();
  Value source = lookThroughCasts(op->getOperand(0));
  SmallVector<Extent, 4> found = extents.lookup(source);
  if (found.empty())
    for (int64_t size : cast<ShapedType>(source.getType()).getShape())
      found.push_back({0, ShapedType::isDynamic(size) ? 0 : size});
  for (auto [dim, extent, first, second] : llvm::enumerate(
           found, isPad ? *lows : *offsets, isPad ? *highs : *sizes)) {
    Extent before = extent;
    if (!isPad)
      extent.end = extent.begin;
    if (succeeded(isPad ? extent.move(-first, second)
                        : extent.move(first, first)) &&
        (isPad || succeeded(extent.move(0, second))))
      continue;
    return op->emitOpError()
           << "requires indices and a size below 2^63 in dim " << dim
           << ", found " << (isPad ? "low " : "offset ") << first << " and "
           << (isPad ? "high " : "size ") << second << " at "
           << (isPad ? "the ends of " : "the front of ") << before.begin
           << " to " << before.end;
  }
  extents[op->getResult(0)] = std::move(found);
  return success();
}

/// Whether a slice keeps all dims of its source, a tensor, and takes neighbours
/// in each.
static bool isWindow(OffsetSizeAndStrideOpInterface slice) {
  // The offsets of a slice that is inserted stand behind two operands.
  if (slice.getOffsetSizeAndStrideStartOperandIndex() != 1 ||
      slice->getNumResults() != 1 || !slice.hasUnitStride())
    return false;
  auto source = dyn_cast<RankedTensorType>(slice->getOperand(0).getType());
  auto result = dyn_cast<RankedTensorType>(slice->getResult(0).getType());
  return source && result && source.getRank() == result.getRank();
}

/// Returns the dims of operand `number` in the order in which the result of an
/// elementwise op or a transpose has them; a null map for other ops.
static AffineMap getOrder(Operation *op, unsigned number) {
  AffineMap from, to;
  auto movement = dyn_cast<DataMovementOpInterface>(op);
  if (std::optional<RewriteMaps> maps =
          movement ? movement.getRewriteMaps() : std::nullopt) {
    std::tie(from, to) = std::tie(maps->from, maps->to);
  } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    from = linalgOp.getIndexingMapsArray()[number];
    to = linalgOp.getIndexingMapMatchingResult(op->getResult(0));
  } else if (OpTrait::hasElementwiseMappableTraits(op)) {
    int64_t rank = cast<ShapedType>(op->getOperand(number).getType()).getRank();
    from = to = AffineMap::getMultiDimIdentityMap(rank, op->getContext());
  }
  if (!from || !to || !from.isPermutation() || !to.isPermutation())
    return {};
  return to.compose(inversePermutation(from));
}

/// Returns the extent whose ends are farther from 0.
static Extent getFarther(Extent a, Extent b) {
  auto getReach = [](Extent extent) {
    return std::max(extent.end, -extent.begin);
  };
  return getReach(a) < getReach(b) ? b : a;
}

/// Notes the extents of the result of an elementwise op or a transpose: a pad,
/// crop or slice behind it is merged with those in front of it.
///
///   %1 = layout.crop %0 offsets [0, 4611686018427387904] ...
///   %2 = linalg.transpose ins(%1 : ...) outs(...) permutation = [1, 0]
///   %3 = layout.crop %2 offsets [4611686018427387904, 0] ...
void Verifier::passOn(Operation *op) {
  if (extents.empty() || op->getNumResults() != 1)
    return;
  SmallVector<Extent, 4> passed;
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    auto type = dyn_cast<ShapedType>(operand.getType());
    if (!type || !type.hasRank())
      continue;
    auto source = extents.find(lookThroughCasts(operand));
    AffineMap order =
        source != extents.end() ? getOrder(op, number) : AffineMap();
    if (!order)
      continue;
    passed.resize(order.getNumResults());
    for (auto [extent, dim] : llvm::zip_equal(passed, order.getResults()))
      extent = getFarther(
          extent, source->second[cast<AffineDimExpr>(dim).getPosition()]);
  }
  if (!passed.empty())
    extents[op->getResult(0)] = std::move(passed);
}

LogicalResult Verifier::verify(Operation *op) {
  if (!mayComputeIndices(op))
    return success();
  for (StringAttr name : op->getName().getAttributeNames()) {
    Attribute attribute = op->getInherentAttr(name).value_or(Attribute());
    if (failed(verifyAttribute(op, attribute)))
      return failure();
    auto groups = dyn_cast_if_present<ArrayAttr>(attribute);
    if (groups && name == getReassociationAttrName() &&
        failed(verifyReassociation(op, groups)))
      return failure();
  }
  if (auto movement = dyn_cast<DataMovementOpInterface>(op))
    if (std::optional<RewriteMaps> maps = movement.getRewriteMaps())
      for (AffineMap map : {maps->from, maps->to})
        if (!isDefined(map))
          return refuse(op, map);
  passOn(op);
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op))
    return verifyDim(dim);
  if (auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op))
    return failure(failed(verifySlice(slice)) ||
                   (isWindow(slice) && failed(verifyWindow(op))));
  return verifyWindow(op);
}

/// Whether a rewrite, a slice or a dim takes a number that is not a constant.
static bool readsIndices(Operation *op) {
  return isa<DataMovementOpInterface, OffsetSizeAndStrideOpInterface,
             ShapedDimOpInterface>(op) &&
         llvm::any_of(op->getOperands(), [](Value operand) {
           return operand.getType().isIndex() && !getConstantIntValue(operand);
         });
}

IndexArithmetic::IndexArithmetic(Operation *root) {
  Verifier verifier;
  root->walk([&](Operation *op) {
    isDefined &= succeeded(verifier.verify(op));
    readsValues |= readsIndices(op);
  });
}
