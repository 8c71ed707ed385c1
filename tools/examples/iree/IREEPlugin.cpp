//===- IREEPlugin.cpp - Convolutions as IREE compiles them best -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass plugin for what follows the planner; it needs no library of this
// project, so that layout-opt and mlir-opt both load it:
//
//   layout-opt --load-pass-plugin=IREEPlugin.so
//   --pass-pipeline='builtin.module(
//     layout-pipeline{target=nhwc},iree-convolution-forms,canonicalize,cse)'
//
// Which of several equivalent ops is fast depends on the compiler that follows.
// The forms were found by measuring; tools/docs/iree.md has the figures.
//
//===----------------------------------------------------------------------===//

#include "ConvolutionForms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/MathExtras.h"

using namespace iree_forms;

constexpr StringLiteral kPass = "iree-convolution-forms";

/// The output channels that IREE computes in a workgroup.
constexpr int64_t kChannelBlock = 64;
/// The longest piece of a row that IREE computes at once.
constexpr int64_t kLongestPiece = 8;
/// More ops than this in the place of one take longer to compile than they
/// save.
constexpr int64_t kMostOps = 128;

/// Returns the length of the pieces in which IREE computes rows of `width`: the
/// longest one that divides it. Odd rows that are short are halved first, which
/// leaves single elements.
static int64_t getPiece(int64_t width) {
  if (width <= kLongestPiece && width % 2)
    return 1;
  int64_t piece = kLongestPiece;
  while (width % piece)
    --piece;
  return piece;
}

/// Returns how long rows of `width` take: a piece of n elements loads n
/// elements of the image and one vector of the filter.
static double getRowCost(int64_t width) {
  return static_cast<double>(width) * (1 + 1.0 / getPiece(width));
}

/// Returns the width of at least `width` that takes the least time.
static int64_t chooseWidth(int64_t width) {
  // It must pay for the copy of the image.
  constexpr double margin = 0.9;
  if (width > std::numeric_limits<int64_t>::max() - kLongestPiece)
    return width;
  int64_t best = width;
  double bound = margin * getRowCost(width);
  for (int64_t wider : llvm::seq(width + 1, width + kLongestPiece + 1))
    if (double cost = getRowCost(wider); cost < bound) {
      best = wider;
      bound = cost;
    }
  return best;
}

/// Whether the filter matters: a pooling reads only its shape.
static bool isConvolution(const WindowOp &window) {
  return !linalg::LinalgOp(window.op)
              .getMatchingBlockArgument(window.filter)
              .use_empty();
}

/// Whether the result and the filter end in the output channels, along which
/// vectors lie then.
static bool isChannelsLast(const WindowOp &window) {
  ArrayRef<unsigned> channels = window.loops.outputChannel;
  auto endsInChannels = [&](OpOperand *operand) {
    std::optional<unsigned> dim = window.getDim(operand, channels.front());
    return dim && *dim + 1 == window.getMap(operand).getNumResults();
  };
  return channels.size() == 1 && endsInChannels(window.init) &&
         endsInChannels(window.filter);
}

/// Returns the position in `outputImage` of the loop along rows.
static unsigned getRow(const WindowOp &window) {
  ArrayRef<unsigned> loops = window.loops.outputImage;
  auto last = llvm::max_element(loops, [&](unsigned a, unsigned b) {
    return *window.getDim(window.init, a) < *window.getDim(window.init, b);
  });
  return std::distance(loops.begin(), last);
}

/// Whether rows and the part of the image that they read have static sizes.
static bool hasStaticRows(const WindowOp &window, unsigned row) {
  AffineMap map = window.getMap(window.image);
  auto type = cast<RankedTensorType>(window.image->get().getType());
  unsigned loop = window.loops.outputImage[row];
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if (index.isFunctionOfDim(loop) && type.isDynamicDim(dim))
      return false;
  return !ShapedType::isDynamic(window.getExtent(loop)) &&
         !ShapedType::isDynamic(window.getExtent(window.loops.filterLoop[row]));
}

/// Whether the op, or one around it, is marked `layout.skip`. The dialect need
/// not be loaded.
static bool isSkipped(Operation *op) {
  for (; op; op = op->getParentOp())
    if (op->hasAttr("layout.skip"))
      return true;
  return false;
}

static remark::RemarkOpts getFormRemark(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name("form").category(kPass).function(
      function ? function.getName() : StringRef());
}

/// Returns the op with wider rows if that takes less time, else the same op.
static linalg::LinalgOp widen(RewriterBase &rewriter, const WindowOp &window) {
  unsigned row = getRow(window);
  if (!hasStaticRows(window, row))
    return window.op;
  int64_t width = window.getExtent(window.loops.outputImage[row]),
          wider = chooseWidth(width);
  if (wider == width)
    return window.op;
  if (StringRef why = getWhyNotWider(window, row, wider); !why.empty()) {
    remark::missed(window.op->getLoc(), getFormRemark(window.op))
        << remark::add("rows of {0} elements are not computed wider: {1}",
                       width, why);
    return window.op;
  }
  remark::passed(window.op->getLoc(), getFormRemark(window.op)) << remark::add(
      "computes rows of {0} elements, of which {1} are used", wider, width);
  return widenRows(rewriter, window, row, wider);
}

static void split(RewriterBase &rewriter, const WindowOp &window) {
  int64_t channels = window.getExtent(window.loops.outputChannel.front());
  // Rows of a filter that are further apart use a part of the cache only.
  if (ShapedType::isDynamic(channels) || channels <= 2 * kChannelBlock)
    return;
  Location loc = window.op->getLoc();
  remark::RemarkOpts options = getFormRemark(window.op);
  if (channels > kMostOps * kChannelBlock) {
    remark::missed(loc, options) << remark::add(
        "all {0} output channels are computed by one op: more than {1} would "
        "be needed for blocks of {2}",
        channels, kMostOps, kChannelBlock);
    return;
  }
  if (!splitOutputChannels(rewriter, window, kChannelBlock)) {
    remark::missed(loc, options)
        << remark::add("all {0} output channels are computed by one op: the "
                       "filter is no constant whose data is available",
                       channels);
    return;
  }
  remark::passed(loc, options) << remark::add(
      "computes blocks of {0} of {1} output channels", kChannelBlock, channels);
}

/// Whether the static extents of a tensor have a product that no index holds.
static bool isTooLarge(Value tensor) {
  int64_t count = 1;
  for (int64_t extent : cast<ShapedType>(tensor.getType()).getShape())
    if (!ShapedType::isDynamic(extent) &&
        llvm::MulOverflow(count, extent, count))
      return true;
  return false;
}

/// Whether the window covers more elements along a dim than one op may become.
static bool isLong(const WindowOp &window) {
  return llvm::any_of(window.loops.filterLoop, [&](unsigned loop) {
    return window.getExtent(loop) > kMostOps;
  });
}

/// Returns why a convolution keeps its form, whatever IREE compiles best, or an
/// empty string.
static StringRef getWhyItStays(const WindowOp &window) {
  if (window.isEmpty())
    return "an operand has no elements";
  if (llvm::any_of(window.op->getOperands(), isTooLarge))
    return "no index counts the elements of an operand";
  if (isChannelsLast(window) && window.isLine() && isLong(window))
    return "there would be a contraction for each of too many elements of the "
           "window";
  return StringRef();
}

/// Gives a convolution the form that IREE compiles best.
static void formForIREE(RewriterBase &rewriter, const WindowOp &window) {
  if (StringRef why = getWhyItStays(window); !why.empty()) {
    remark::missed(window.op->getLoc(), getFormRemark(window.op))
        << remark::add("stays as it is: {0}", why);
  } else if (window.isUnit()) {
    remark::passed(window.op->getLoc(), getFormRemark(window.op))
        << remark::add("becomes a contraction: the window covers one element");
    contractWindow(rewriter, window);
  } else if (isChannelsLast(window) && window.isLine()) {
    remark::passed(window.op->getLoc(), getFormRemark(window.op))
        << remark::add("becomes contractions, one for each element of the "
                       "window: they are in a line");
    contractWindow(rewriter, window);
  } else if (isChannelsLast(window)) {
    split(rewriter, *WindowOp::get(widen(rewriter, window)));
  }
}

namespace {
/// Precondition: linalg ops on tensors, planned or not. Postcondition: upstream
/// ops that compute the same, on the same operands in the same layouts:
///
/// - A convolution whose window covers one element becomes a contraction, a
///   `linalg.matmul` where its operands permit, of a strided slice of the
///   image.
/// - One whose window is a line, such as 1x7, and whose result and filter end
///   in the output channels, becomes such a contraction for each element of the
///   window.
/// - In others whose result and filter end in the output channels, rows of a
///   width that only small numbers divide, such as 7, 13 or 17, are computed
///   wider than they are used. The slice of what is used moves behind the
///   elementwise ops that follow.
/// - Such a convolution with a constant filter and more than 128 channels in
///   the result becomes one op for each block of 64, and a `tensor.concat`.
///
/// Ops marked `layout.skip` stay, and those with an operand without elements,
/// or that would become more than 128 ops. Each sum has the same terms as
/// before. They are added up in the same order, unless channels come before a
/// window that is a line in the loops of an op; then sums of floating-point
/// numbers are rounded otherwise.
struct IREEConvolutionForms
    : PassWrapper<IREEConvolutionForms, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(IREEConvolutionForms)

  StringRef getArgument() const override { return kPass; }
  StringRef getDescription() const override {
    return "Writes convolutions as IREE 3.13 compiles them best for CPUs";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    linalg::LinalgDialect, tensor::TensorDialect>();
  }

  void runOnOperation() override {
    SmallVector<WindowOp> convolutions;
    getOperation().walk([&](linalg::LinalgOp op) {
      std::optional<WindowOp> window = WindowOp::get(op);
      if (window && isConvolution(*window) && !isSkipped(op))
        convolutions.push_back(*window);
    });
    IRRewriter rewriter(&getContext());
    for (const WindowOp &convolution : convolutions)
      formForIREE(rewriter, convolution);
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "IREEPlugin", LLVM_VERSION_STRING,
          [] { PassRegistration<IREEConvolutionForms>(); }};
}
