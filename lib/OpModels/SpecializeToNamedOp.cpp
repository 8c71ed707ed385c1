//===- SpecializeToNamedOp.cpp - From generic to named ops ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's specialization requires the loop order of the op definitions.
// Here, loops are renumbered by their first occurrence as an index of their own
// before ops are compared, so that their order does not matter.
//
//===----------------------------------------------------------------------===//

#include "SpecializeToNamedOp.h"
#include "layout/Analysis/CriticalOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Passes a type to a generic lambda.
template <typename T>
struct Tag {
  using type = T;
};

/// The accesses of an op with renumbered loops.
struct CanonicalAccesses {
  SmallVector<AffineMap> maps;
  SmallVector<utils::IteratorType> iterators;
  bool operator==(const CanonicalAccesses &other) const {
    return maps == other.maps && iterators == other.iterators;
  }
};
} // namespace

/// Renumbers the loops by their first occurrence, destinations before inputs.
/// Returns nothing if some loop is no index of its own.
static std::optional<CanonicalAccesses>
getCanonicalAccesses(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<unsigned> order;
  auto visit = [&](AffineMap map) {
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (!llvm::is_contained(order, dim.getPosition()))
          order.push_back(dim.getPosition());
  };
  unsigned numInputs = op.getNumDpsInputs();
  llvm::for_each(ArrayRef(maps).drop_front(numInputs), visit);
  llvm::for_each(ArrayRef(maps).take_front(numInputs), visit);
  if (order.size() != op.getNumLoops())
    return std::nullopt;

  SmallVector<AffineExpr> names(order.size());
  CanonicalAccesses accesses;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (auto [name, loop] : llvm::enumerate(order)) {
    names[loop] = getAffineDimExpr(name, op.getContext());
    accesses.iterators.push_back(iterators[loop]);
  }
  for (AffineMap map : maps)
    accesses.maps.push_back(
        map.replaceDimsAndSymbols(names, {}, order.size(), 0));
  return accesses;
}

static bool isSame(linalg::LinalgOp candidate, linalg::GenericOp generic) {
  std::optional<CanonicalAccesses> wanted =
      getCanonicalAccesses(cast<linalg::LinalgOp>(generic.getOperation()));
  std::optional<CanonicalAccesses> found = getCanonicalAccesses(candidate);
  return wanted && found && *wanted == *found &&
         OperationEquivalence::isRegionEquivalentTo(
             &candidate->getRegion(0), &generic.getRegion(),
             OperationEquivalence::IgnoreLocations);
}

/// Replaces `generic` by the candidate if they compute the same, else erases
/// the candidate and returns null.
static linalg::LinalgOp keepIfSame(RewriterBase &rewriter,
                                   linalg::LinalgOp candidate,
                                   linalg::GenericOp generic) {
  if (!isSame(candidate, generic)) {
    rewriter.eraseOp(candidate);
    return nullptr;
  }
  for (NamedAttribute attribute : generic->getDiscardableAttrs())
    candidate->setDiscardableAttr(attribute.getName(), attribute.getValue());
  rewriter.replaceOp(generic, candidate->getResults());
  return candidate;
}

/// Tries windowed ops in turn, with the strides and dilations that
/// upstream infers.
template <typename... OpTys>
static linalg::LinalgOp tryWindowed(RewriterBase &rewriter,
                                    linalg::GenericOp generic,
                                    const linalg::ConvolutionDimensions &dims) {
  auto strides = rewriter.getI64TensorAttr(dims.strides);
  auto dilations = rewriter.getI64TensorAttr(dims.dilations);
  linalg::LinalgOp named;
  auto attempt = [&](auto tag) {
    using OpTy = typename decltype(tag)::type;
    if (named)
      return;
    Operation *candidate = OpTy::create(
        rewriter, generic.getLoc(), generic.getResultTypes(),
        generic.getInputs(), generic.getOutputs(), strides, dilations);
    named = keepIfSame(rewriter, cast<linalg::LinalgOp>(candidate), generic);
  };
  (attempt(Tag<OpTys>{}), ...);
  return named;
}

/// Tries contractions in turn.
template <typename... OpTys>
static linalg::LinalgOp tryContraction(RewriterBase &rewriter,
                                       linalg::GenericOp generic) {
  linalg::LinalgOp named;
  auto attempt = [&](auto tag) {
    using OpTy = typename decltype(tag)::type;
    if (named)
      return;
    Operation *candidate =
        OpTy::create(rewriter, generic.getLoc(), generic.getResultTypes(),
                     generic.getInputs(), generic.getOutputs());
    named = keepIfSame(rewriter, cast<linalg::LinalgOp>(candidate), generic);
  };
  (attempt(Tag<OpTys>{}), ...);
  return named;
}

/// Whether upstream can build the body of a named op on operands like those of
/// `generic`. It aborts on scalars that are no numbers (index, vectors) and on
/// casts to or from complex numbers.
static bool hasBuildableScalars(linalg::GenericOp generic) {
  auto types = generic.getBody()->getArgumentTypes();
  if (isa<ComplexType>(types.front()))
    return llvm::all_equal(types);
  return llvm::all_of(types, llvm::IsaPred<IntegerType, FloatType>);
}

/// Whether there are windows, and at most one loop that is reduced besides one
/// for each of them. What upstream infers takes far longer to find.
static bool hasWindows(linalg::LinalgOp op) {
  AffineMap image = op.getIndexingMapsArray().front();
  unsigned numWindows = llvm::count_if(image.getResults(), [](AffineExpr expr) {
    return expr.getKind() == AffineExprKind::Add;
  });
  return numWindows > 0 && op.getNumReductionLoops() <= numWindows + 1;
}

/// Whether a windowed op upstream can have these loops: at most one loop per
/// role, except for poolings, whose channels are a second batch. This is tested
/// first, because blocked ops are common and a candidate must be built to be
/// compared. Upstream takes a dim that two parallel loops spell for a window
/// without a filter loop, which is excluded too.
static bool hasPlainRoles(const linalg::ConvolutionDimensions &dims) {
  return dims.filterLoop.size() == dims.outputImage.size() &&
         dims.batch.size() <= 2 && dims.outputChannel.size() <= 1 &&
         dims.inputChannel.size() <= 1 && dims.depth.size() <= 1;
}

/// Replaces a generic op by a pooling. Upstream aborts on the maximum of
/// complex numbers.
static linalg::LinalgOp tryPooling(RewriterBase &rewriter,
                                   linalg::GenericOp generic,
                                   const linalg::ConvolutionDimensions &dims) {
  if (isa<ComplexType>(generic.getBody()->getArguments().back().getType()))
    return nullptr;
  using namespace linalg;
  switch (dims.outputImage.size()) {
  case 1:
    return tryWindowed<PoolingNwcSumOp, PoolingNwcMaxOp, PoolingNwcMinOp,
                       PoolingNcwSumOp, PoolingNcwMaxOp>(rewriter, generic,
                                                         dims);
  case 2:
    return tryWindowed<PoolingNhwcSumOp, PoolingNhwcMaxOp, PoolingNhwcMinOp,
                       PoolingNchwSumOp, PoolingNchwMaxOp>(rewriter, generic,
                                                           dims);
  case 3:
    return tryWindowed<PoolingNdhwcSumOp, PoolingNdhwcMaxOp, PoolingNdhwcMinOp>(
        rewriter, generic, dims);
  default:
    return nullptr;
  }
}

static linalg::LinalgOp
tryConvolution(RewriterBase &rewriter, linalg::GenericOp generic,
               const linalg::ConvolutionDimensions &dims) {
  using namespace linalg;
  switch (dims.outputImage.size()) {
  case 1:
    return tryWindowed<Conv1DNwcWcfOp, Conv1DNcwFcwOp, DepthwiseConv1DNwcWcOp,
                       DepthwiseConv1DNcwCwOp>(rewriter, generic, dims);
  case 2:
    return tryWindowed<Conv2DNhwcHwcfOp, Conv2DNhwcFhwcOp, Conv2DNchwFchwOp,
                       Conv2DNgchwGfchwOp, Conv2DNhwgcGfhwcOp,
                       Conv2DNgchwFgchwOp, DepthwiseConv2DNhwcHwcOp,
                       DepthwiseConv2DNchwChwOp, DepthwiseConv2DNhwcHwcmOp>(
        rewriter, generic, dims);
  case 3:
    return tryWindowed<Conv3DNdhwcDhwcfOp, Conv3DNcdhwFcdhwOp,
                       DepthwiseConv3DNdhwcDhwcOp, DepthwiseConv3DNcdhwCdhwOp>(
        rewriter, generic, dims);
  default:
    return nullptr;
  }
}

/// Replaces a generic op by a convolution or pooling, for example
///
///   linalg.generic {indexing_maps = [(n, h, w, f, kh, kw, c) ->
///                                      (n, h + kh, w + kw, c),
///                                    (n, h, w, f, kh, kw, c) -> (kh, kw, c,
///                                    f), (n, h, w, f, kh, kw, c) -> (n, h, w,
///                                    f)]}
///
/// by linalg.conv_2d_nhwc_hwcf.
static linalg::LinalgOp tryWindowed(RewriterBase &rewriter,
                                    linalg::GenericOp generic) {
  auto op = cast<linalg::LinalgOp>(generic.getOperation());
  if (!hasWindows(op))
    return nullptr;
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(op);
  if (failed(dims) || !hasPlainRoles(*dims))
    return nullptr;
  if (linalg::LinalgOp named = tryConvolution(rewriter, generic, *dims))
    return named;
  return tryPooling(rewriter, generic, *dims);
}

/// Replaces a generic op by a contraction; only those with its number of loops
/// are tried.
static linalg::LinalgOp tryContraction(RewriterBase &rewriter,
                                       linalg::GenericOp generic) {
  constexpr unsigned mostLoops = 7; // of batch_mmt4d
  if (generic.getNumLoops() > mostLoops ||
      failed(linalg::inferContractionDims(
          cast<linalg::LinalgOp>(generic.getOperation()))))
    return nullptr;
  using namespace linalg;
  switch (generic.getNumLoops()) {
  case 1:
    return tryContraction<DotOp>(rewriter, generic);
  case 2:
    return tryContraction<MatvecOp, VecmatOp>(rewriter, generic);
  case 3:
    return tryContraction<MatmulOp>(rewriter, generic);
  case 4:
    return tryContraction<BatchMatmulOp>(rewriter, generic);
  case 6:
    return tryContraction<Mmt4DOp>(rewriter, generic);
  case 7:
    return tryContraction<BatchMmt4DOp>(rewriter, generic);
  default:
    return nullptr;
  }
}

/// As above, for ops that subtract zero points from the factors. Upstream
/// aborts on the difference of bits.
static linalg::LinalgOp tryQuantized(RewriterBase &rewriter,
                                     linalg::GenericOp generic) {
  if (generic.getBody()->getArguments().back().getType().isInteger(1))
    return nullptr;
  using namespace linalg;
  auto op = cast<LinalgOp>(generic.getOperation());
  FailureOr<ConvolutionDimensions> dims = inferConvolution(op);
  if (failed(dims) || !hasPlainRoles(*dims))
    return tryContraction<QuantizedMatmulOp, QuantizedBatchMatmulOp>(rewriter,
                                                                     generic);
  if (dims->outputImage.size() == 3)
    return tryWindowed<Conv3DNdhwcDhwcfQOp>(rewriter, generic, *dims);
  if (dims->outputImage.size() != 2)
    return nullptr;
  return tryWindowed<Conv2DNhwcHwcfQOp, Conv2DNhwcFhwcQOp, Conv2DNchwFchwQOp,
                     Conv2DNgchwGfchwQOp, Conv2DNhwgcGfhwcQOp,
                     DepthwiseConv2DNhwcHwcQOp, DepthwiseConv2DNhwcHwcmQOp>(
      rewriter, generic, *dims);
}

/// Tries the name of the original op, for ops that support any rank
/// (elementwise ops, fill).
static linalg::LinalgOp trySameName(RewriterBase &rewriter,
                                    linalg::GenericOp generic,
                                    linalg::LinalgOp original) {
  auto isRankPolymorphic = [](linalg::LinalgOp op) {
    return llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
      return map.isIdentity() || map.getNumResults() == 0;
    });
  };
  // Indexing maps that are an attribute are those of the present rank, and so
  // are the dims of a broadcast or a reduction, also of a tensor of rank 0.
  auto hasAttr = [&](StringRef name) { return original->hasAttr(name); };
  if (llvm::any_of(
          ArrayRef<StringRef>{"indexing_maps", "dimensions", "permutation"},
          hasAttr) ||
      !isRankPolymorphic(original) ||
      !isRankPolymorphic(cast<linalg::LinalgOp>(generic.getOperation())))
    return nullptr;
  Operation *candidate = clone(rewriter, original, generic.getResultTypes(),
                               generic->getOperands());
  // `generic` already has those attributes of the original that are to be kept.
  SmallVector<StringAttr> names;
  for (NamedAttribute attribute : candidate->getDiscardableAttrs())
    names.push_back(attribute.getName());
  for (StringAttr name : names)
    candidate->removeDiscardableAttr(name);
  return keepIfSame(rewriter, cast<linalg::LinalgOp>(candidate), generic);
}

/// The dims that `larger` indexes, but `smaller` does not.
static SmallVector<int64_t> getMissingDims(AffineMap larger,
                                           AffineMap smaller) {
  SmallVector<int64_t> dims;
  for (auto [dim, index] : llvm::enumerate(larger.getResults()))
    if (!llvm::is_contained(smaller.getResults(), index))
      dims.push_back(dim);
  return dims;
}

/// Tries the name of the original op if one of its attributes says how its
/// loops access operands: a list of indexing maps, or the dims that are reduced
/// or broadcast. With a transposed input,
///
///   %1 = linalg.reduce {arith.addf} ins(%0 : tensor<4x8xf32>)
///          outs(%e : tensor<4xf32>) dimensions = [1]
///
/// becomes
///
///   %1 = linalg.reduce {arith.addf} ins(%2 : tensor<8x4xf32>)
///          outs(%e : tensor<4xf32>) dimensions = [0]
static linalg::LinalgOp tryOtherAccesses(RewriterBase &rewriter,
                                         linalg::GenericOp generic,
                                         linalg::LinalgOp original) {
  if (!isa<linalg::ElementwiseOp, linalg::ContractOp, linalg::ReduceOp,
           linalg::BroadcastOp>(original))
    return nullptr;
  auto self = cast<linalg::LinalgOp>(generic.getOperation());
  std::optional<CanonicalAccesses> accesses = getCanonicalAccesses(self);
  if (!accesses || !llvm::all_of(accesses->maps, [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return nullptr;
  StringRef name;
  Attribute value;
  AffineMap first = accesses->maps.front(), last = accesses->maps.back();
  if (isa<linalg::ElementwiseOp, linalg::ContractOp>(original)) {
    name = "indexing_maps";
    value = rewriter.getAffineMapArrayAttr(accesses->maps);
  } else {
    bool isReduction = isa<linalg::ReduceOp>(original);
    name = "dimensions";
    value = rewriter.getDenseI64ArrayAttr(isReduction
                                              ? getMissingDims(first, last)
                                              : getMissingDims(last, first));
  }
  Operation *candidate = clone(rewriter, original, generic.getResultTypes(),
                               generic->getOperands());
  candidate->setDiscardableAttrs(ArrayRef<NamedAttribute>());
  candidate->setAttr(name, value);
  return keepIfSame(rewriter, cast<linalg::LinalgOp>(candidate), generic);
}

linalg::LinalgOp layout::specializeToNamedOp(RewriterBase &rewriter,
                                             linalg::GenericOp generic,
                                             linalg::LinalgOp original) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(generic);
  if (linalg::LinalgOp named = trySameName(rewriter, generic, original))
    return named;
  if (linalg::LinalgOp named = tryOtherAccesses(rewriter, generic, original))
    return named;
  // The other named ops reduce.
  auto self = cast<linalg::LinalgOp>(generic.getOperation());
  if (self.getNumReductionLoops() == 0 || !hasBuildableScalars(generic))
    return self;
  if (generic.getNumDpsInputs() == 2 && generic.getNumDpsInits() == 1) {
    if (linalg::LinalgOp named = tryWindowed(rewriter, generic))
      return named;
    if (linalg::LinalgOp named = tryContraction(rewriter, generic))
      return named;
  }
  if (generic.getNumDpsInputs() == 4 && generic.getNumDpsInits() == 1)
    if (linalg::LinalgOp named = tryQuantized(rewriter, generic))
      return named;
  return self;
}
