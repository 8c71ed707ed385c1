//===- LayoutDialect.td - The layout dialect ---------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT
#define LAYOUT_DIALECT

include "mlir/IR/DialectBase.td"

def Layout_Dialect : Dialect {
  let name = "layout";
  let cppNamespace = "::mlir::layout";
  let summary = "Tensor layouts: rewrites, requirements and planning";
  let description = [{
    Three operations change where the elements of a tensor lie and nothing
    else: `layout_transform` permutes them by a bijective index map, `pad` puts
    elements around them, `crop` takes a box out of them. Every transpose, pack,
    unpack and reshape chain is made of the three. A buffer is not moved but seen
    by other indices with `reindex`.

    Requirements stand on operations as discardable attributes:

    | attribute            | on                | meaning                       |
    |----------------------|-------------------|-------------------------------|
    | `layout.op_layout`   | critical op       | array of `#layout.op_layout`: the layouts it may take |
    | `layout.frozen`      | op, function      | no pass changes its layouts   |
    | `layout.leave`       | op, function      | no pass touches it            |
    | `layout.prefer`      | critical op       | do not freeze it: its entry is a preference |
    | `layout.view`        | layout_transform | it becomes a `reindex` of the buffer of its source, not a copy |
    | `layout.report`      | module            | figures that an earlier version left; no pass reads them |
    | `layout.buffer_transforms` | allocation, global, memref argument | array of `#layout.index_map`, applied in order: how the buffer is to lie; one of no dims is the identity |
    | `layout.axis_separators` | beside these  | array of i64: the physical dims that begin another group |
    | `layout.pad_value`   | allocation        | what is to stand where a physical box is larger than the buffer; without it that does not matter |

    The names `layout.require`, `layout.given`, `layout.tensor_layout` and
    `layout.rewrite` are reserved; using one is an error that says so.
  }];

  // Of the last three are the ops that folders and canonicalizers create.
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
    static constexpr llvm::StringLiteral kSkip = "layout.leave";
    static constexpr llvm::StringLiteral kPrefer = "layout.prefer";
    static constexpr llvm::StringLiteral kView = "layout.view";
    static constexpr llvm::StringLiteral kReport = "layout.report";
    static constexpr llvm::StringLiteral kBufferTransforms =
        "layout.buffer_transforms";
    static constexpr llvm::StringLiteral kAxisSeparators =
        "layout.axis_separators";
    static constexpr llvm::StringLiteral kPadValue = "layout.pad_value";

    /// Verdicts on index maps, shared by everything in one context.
    VerdictCache &getVerdictCache() { return verdictCache; }

    void registerAttributes();

  private:
    VerdictCache verdictCache;
  }];
}

#endif // LAYOUT_DIALECT
