// Planning from C: a program in, a planned program and reports out.
//
// RUN: layout-c-planning | FileCheck %s

#include "layout-c/Planning.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Pass.h"

#include "common.h"

static const char program[] =
    "func.func @main(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>)\n"
    "    -> tensor<1x4x8x8xf32> {\n"
    "  %e = tensor.empty() : tensor<1x4x8x8xf32>\n"
    "  %0 = linalg.conv_2d_nchw_fchw\n"
    "    ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>)\n"
    "    outs(%e : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>\n"
    "  return %0 : tensor<1x4x8x8xf32>\n"
    "}\n";

/// Plans the program with one option, whose value is no text of options.
static void planWith(MlirContext context, const char *name, const char *value) {
  printf("--- %s, %s\n", name, value);
  MlirModule module =
      layoutModuleParse(context, text(program), text("net.mlir"));
  LayoutOption option = {text(name), text(value)};
  LayoutReport report = layoutPlanWithOptions(module, 1, &option);
  printf("failed: %d\n", layoutReportIsNull(report));
  if (!layoutReportIsNull(report))
    layoutReportDestroy(report);
  mlirModuleDestroy(module);
}

/// Plans the program and prints it, and a report in each format.
static void plan(MlirContext context, const char *options) {
  printf("--- %s\n", options);
  MlirModule module =
      layoutModuleParse(context, text(program), text("net.mlir"));
  LayoutReport report = layoutPlan(module, text(options));
  printf("failed: %d\n", layoutReportIsNull(report));
  if (!layoutReportIsNull(report)) {
    mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
    MlirLocation location = mlirLocationUnknownGet(context);
    for (LayoutReportFormat format = LayoutReportText;
         format <= LayoutReportSvg; ++format)
      layoutReportPrint(report, format, location, print, NULL);
    layoutReportDestroy(report);
  }
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext context = createContext();
  layoutRegisterAllPasses();
  layoutRegisterAllPasses();

  plan(context, "target=nhwc");
  // CHECK-LABEL: --- target=nhwc
  // CHECK: failed: 0
  // CHECK: linalg.conv_2d_nhwc_hwcf
  // CHECK: Layouts for target nhwc, strategy optimal: 3 rewrites
  // CHECK: "target": "nhwc"
  // CHECK: {{<html|lacking error at loc\(unknown\)}}
  // CHECK: digraph
  // CHECK: <svg

  plan(context, "taget=nhwc");
  // CHECK-LABEL: --- taget=nhwc
  // CHECK: option error at loc("net.mlir":0:0): no option 'taget', {{.*}} did you mean 'target'?
  // CHECK: failed: 1

  plan(context, "target=nhwcc");
  // CHECK: option error at loc("net.mlir":0:0): requires a target out of {{.*}}, found 'nhwcc'

  plan(context, "target=nhwc relayouts=refuse");
  // CHECK: plan error at loc("net.mlir":{{[0-9:]+}})
  // CHECK: failed: 1

  planWith(context, "target", "nhwc");
  // CHECK-LABEL: --- target, nhwc
  // CHECK: failed: 0
  planWith(context, "target", "a 'b\" }c.mlir");
  // CHECK: option error at loc("net.mlir":0:0): cannot read target 'a 'b" }c.mlir'
  planWith(context, "taget", "nhwc");
  // CHECK: option error at loc("net.mlir":0:0): no option 'taget', {{.*}} did you mean 'target'?
  planWith(context, "time-limit", "soon");
  // CHECK: option error at loc("net.mlir":0:0): cannot read the options 'time-limit=soon'
  // CHECK: failed: 1

  // Errors of MLIR outside of this API have no code.
  mlirAttributeParseGet(context, text("#none.such"));
  // CHECK: other error at

  MlirModule module =
      layoutModuleParse(context, text("func.func @f("), text("bad.mlir"));
  printf("null: %d\n", mlirModuleIsNull(module));
  // CHECK: program error at loc("bad.mlir":1:{{[0-9]+}}): expected
  // CHECK: null: 1

  // The passes are there for textual pipelines as well.
  MlirPassManager manager = mlirPassManagerCreate(context);
  printf(
      "parsed: %d\n",
      mlirLogicalResultIsSuccess(mlirParsePassPipeline(
          mlirPassManagerGetAsOpPassManager(manager),
          text("builtin.module(layout-pipeline{target=nhwc})"), print, NULL)));
  mlirPassManagerDestroy(manager);
  // CHECK: parsed: 1

  mlirContextDestroy(context);
  return 0;
}
