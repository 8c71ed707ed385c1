//===- LayoutDialect.td - The layout dialect ---------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUTDIALECT
#define LAYOUT_DIALECT_LAYOUTDIALECT

include "mlir/IR/DialectBase.td"

def Layout_Dialect : Dialect {
  let name = "layout";
  let cppNamespace = "::mlir::layout";
  let summary = "Tensor layouts: rewrites, requirements and planning";
  let description = [{
    Three operations change the layout of a tensor and nothing else:
    `layout_transform` permutes its elements by a bijective index map, `pad` adds
    elements around them, `crop` takes a box out of them. Every transpose, pack,
    unpack and reshape chain is composed of these three. `reindex` accesses a
    buffer by other indices without moving it.

    Requirements are discardable attributes of operations:

    | attribute            | on                | meaning                       |
    |----------------------|-------------------|-------------------------------|
    | `layout.op_layout`   | structured op on tensors, op with a layout rule that computes | array of `#layout.op_layout`: the layouts it may take |
    | `layout.frozen`      | op, function      | no pass changes its layouts   |
    | `layout.skip`        | op, function      | no pass touches it |
    | `layout.prefer`      | op with `layout.op_layout` | its layout option is a preference: do not freeze it |
    | `layout.decision`    | op with `layout.op_layout` | i64: the number of what `layout-freeze` decided about the op, by which the report finds what `layout-flow` chose |
    | `layout.chosen`      | op that was put in other layouts | a `#layout.op_layout`: the layouts, from the dims of the program; for `layout-verify` |
    | `layout.along_stick` | structured op that reduces | i64: elements of a stick. If what the op reduces is innermost in an operand, each result lies at the front of a stick of its own |
    | `layout.require`     | argument, result, op | layout in which the value, or each result of the op, lies |
    | `layout.prefer`      | argument, result, op | layout in which it should lie, or a dictionary of `layout` and `price`: a share of its bytes, 1.0 if absent |
    | `layout.given`       | argument, op      | names of the dims, in the order in which the data arrives |
    | `layout.tensor_layout` | argument, result | layout of the tensor that the caller passes or gets |
    | `layout.host`        | argument, result  | dictionary: what the caller needs in order to pack or unpack it |
    | `layout.stored`      | constant          | dictionary: the type that it had, and the layout that it has; `layout-host` writes such constants to a file |
    | `layout.rule`        | structured op, op with `LayoutRuleOpInterface` | a `#layout.rule` that overrides what is known about the op |
    | `layout.pitched`     | op that computes on tensors or buffers | whether it reads and writes parts of larger buffers, whose elements are not contiguous: `true`, `false`, or at which price, a share of the bytes of each such value |
    | `layout.rewrite`     | op that gives a tensor | unit, or the index map from its first tensor to its result: the op only moves elements. `layout-raise` checks it |
    | `layout.constant`    | argument of a public function, global | unit: the same tensor in each call |
    | `layout.prepares`    | function          | array of i64: `layout-prepare-constants` made it, for these arguments of the function `F` if its name is `F.prepare` |
    | `layout.packs`       | function          | unit: `layout-host` made it: it packs an argument of another function, or unpacks a result |
    | `layout.device`      | op, function      | string: the device of the target whose layouts count for the op and the ops inside |
    | `layout.partition`   | op, function      | dictionary of `id` (i64) and, if its layouts are required, `required`: the ops of one function with this number are offloaded together, so that no rewrite lies between them; set by `layout-freeze` for `layout-flow` |
    | `layout.view`        | layout_transform | it becomes a `reindex` of the buffer of its source, not a copy |
    | `layout.kernel`      | function          | `layout-outline-kernels`, or a backend, made it: structured ops on buffers that are computed tile by tile |
    | `layout.buffer_transforms` | allocation, global, memref argument | array of `#layout.index_map` or other attributes that are layouts, applied in order: the required layout of the buffer; a map without dims is the identity |
    | `layout.axis_separators` | next to `layout.buffer_transforms`  | array of i64: the physical dims that begin another group |
    | `layout.pad_value`   | allocation, memref argument | value (`[re, im]` if complex) of the elements of the physical box that are not in the buffer; arbitrary if absent. On an argument it is a promise of the callers |

    Layouts of values are strings in any notation, or attributes such as
    `#layout.tensor_layout` (`values.md`); an op with several results has an
    array of them, with `"_"` for a result that may lie in any layout.
  }];

  // Folders and canonicalizers create ops of the last three.
  let dependentDialects = [
    "::mlir::ub::UBDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasConstantMaterializer = 1;

  let extraClassDeclaration = [{
    /// Names of the discardable attributes.
    static constexpr llvm::StringLiteral kOpLayout = "layout.op_layout";
    static constexpr llvm::StringLiteral kFrozen = "layout.frozen";
    static constexpr llvm::StringLiteral kSkip = "layout.skip";
    /// The older spelling of `layout.skip`.
    static constexpr llvm::StringLiteral kPrefer = "layout.prefer";
    static constexpr llvm::StringLiteral kDecision = "layout.decision";
    static constexpr llvm::StringLiteral kChosen = "layout.chosen";
    static constexpr llvm::StringLiteral kAlongStick = "layout.along_stick";
    static constexpr llvm::StringLiteral kRequire = "layout.require";
    static constexpr llvm::StringLiteral kGiven = "layout.given";
    static constexpr llvm::StringLiteral kTensorLayout = "layout.tensor_layout";
    static constexpr llvm::StringLiteral kHost = "layout.host";
    static constexpr llvm::StringLiteral kRewrite = "layout.rewrite";
    static constexpr llvm::StringLiteral kConstant = "layout.constant";
    static constexpr llvm::StringLiteral kPrepares = "layout.prepares";
    static constexpr llvm::StringLiteral kRule = "layout.rule";
    static constexpr llvm::StringLiteral kPitched = "layout.pitched";
    static constexpr llvm::StringLiteral kDevice = "layout.device";
    static constexpr llvm::StringLiteral kPartition = "layout.partition";
    static constexpr llvm::StringLiteral kView = "layout.view";
    static constexpr llvm::StringLiteral kKernel = "layout.kernel";
    /// On a module while `layout-plan-again` plans it.
    static constexpr llvm::StringLiteral kPlannedAgain = "layout.planned_again";
    static constexpr llvm::StringLiteral kBufferTransforms =
        "layout.buffer_transforms";
    static constexpr llvm::StringLiteral kAxisSeparators =
        "layout.axis_separators";
    static constexpr llvm::StringLiteral kPadValue = "layout.pad_value";

    /// The proved properties of index maps, shared by all users of a context.
    VerdictCache &getVerdictCache() { return verdictCache; }
    /// Which of them are row-major reshapes. Passes ask this of each rewrite
    /// again and again.
    VerdictCache &getReshapeCache() { return reshapeCache; }

    /// The callbacks that state layout rules (registerLayoutRuleCallback).
    ::llvm::ArrayRef<LayoutRuleCallback> getRuleCallbacks() const {
      return ruleCallbacks;
    }
    void addRuleCallback(LayoutRuleCallback callback) {
      ruleCallbacks.push_back(::std::move(callback));
    }

    void registerAttributes();

  private:
    /// Checks `layout.rule` against the operands and results of `op`.
    ::llvm::LogicalResult verifyRule(::mlir::Operation *op,
                                     ::mlir::Attribute attribute);

    VerdictCache verdictCache, reshapeCache;
    ::llvm::SmallVector<LayoutRuleCallback> ruleCallbacks;
  }];
}

#endif // LAYOUT_DIALECT_LAYOUTDIALECT
