//===- Passes.td - The whole pipeline ----------------------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pass works on a module, because constants, resources and the report
// are the module's. A pass whose precondition does not hold says so at the op
// and fails.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PIPELINES_PASSES
#define LAYOUT_PIPELINES_PASSES

include "layout/Support/PassOptions.td"

def LayoutPipeline : Pass<"layout-pipeline", "::mlir::ModuleOp"> {
  let summary = "Plans the layouts of a whole program";
  let description = [{
    survey, clean up, raise, freeze, fold, flow, fold, clean up, verify,
    materialize, clean up, report; on functions that hold a critical op and
    tensors. Cleaning up is what upstream's canonicalizer and CSE do, but for
    ops that are marked `layout.frozen` or `layout.leave`.

    Precondition: linalg on tensors.

    Postcondition: the program computes the same results; every other function
    is unchanged; a second run changes nothing; with `materialize` (the default)
    no op or attribute of the layout dialect is left.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Target whose preferences apply">,
    Option<"prefer", "prefer", "std::string", /*default=*/"\"\"",
           "Preferences per kind of op">,
    StrategyOption<"Optimal">,
    Option<"problem", "problem", "std::string", /*default=*/"\"\"",
           "Where to write the planning problem, as of layout-flow">,
    Option<"planFile", "plan", "std::string", /*default=*/"\"\"",
           "Where to write the plan, as of layout-flow">,
    IndivisibleOption,
    AbsorbOption,
    CalibrationOption,
    ConstantLimitOption,
    VisitLimitOption,
    TimeLimitOption,
    Option<"materialize", "materialize", "bool", /*default=*/"true",
           "Lower what is left to upstream ops">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Where to write the report (.json, .html, .dot, else text; - is stderr)">,
    Option<"testPlantWrongMap", "test-plant-wrong-map", "bool", /*default=*/"false",
           "For tests: makes one rewrite wrong">
  ];
  let dependentDialects = [
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
    "::mlir::affine::AffineDialect", "::mlir::complex::ComplexDialect",
    "::mlir::ub::UBDialect"];
}

#endif // LAYOUT_PIPELINES_PASSES
