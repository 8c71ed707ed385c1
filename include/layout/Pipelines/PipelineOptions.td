//===- PipelineOptions.td - Options of pipelines -----------*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From these records, tools/options writes the members of the structs in
// layout/Pipelines/Passes.h, the table in tools/docs/options.md and the arguments
// of Python's `optimize`. An option that a pass has as well is the record of that
// pass, so that it is passed on to each pass that lists the record.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PIPELINES_PIPELINEOPTIONS
#define LAYOUT_PIPELINES_PIPELINEOPTIONS

include "layout/BufferLayouts/Passes.td"
include "layout/Bufferization/Passes.td"
include "layout/Export/Passes.td"
include "layout/Import/Passes.td"
include "layout/Kernels/Passes.td"
include "layout/Pipelines/Passes.td"
include "layout/Placement/Passes.td"
include "layout/Planning/Passes.td"
include "layout/Report/Passes.td"

/// An option of a pipeline, under another name than in the pass if `varName` and
/// `arg` are given. Pages write its value like `example`, and say `more` about it
/// than --help, in Markdown.
class PipelineOption<Option base, string example = "", string more = "",
                     string varName = base.cppName,
                     string arg = base.argument> {
  Option option = base;
  string cppName = varName;
  string argument = arg;
  // Pages and Python have this text; --help does as well, unless the option states
  // another one there.
  string description = base.description;
  string placeholder = example;
  string details = more;
  // The names that are known of an option that takes a text; the first one is the
  // default.
  list<string> names = [];
  // Whether the value is the path of a file or folder.
  bit isPath = false;
}

/// An option whose value is the path of a file or folder.
class PathOption<Option base, string example, string more = "",
                 string varName = base.cppName, string arg = base.argument>
    : PipelineOption<base, example, more, varName, arg> {
  let isPath = true;
}

/// The options of a pipeline; the record is named like the struct in C++.
class PipelineOptions<list<PipelineOption> members> {
  list<PipelineOption> options = members;
}

def StrategyOfPipeline
    : PipelineOption<StrategyOption, "",
                     "A program that embeds the library can register others (`extending.md`)"> {
  // Python cannot register any.
  let description = "Solver of the planning problem: optimal finds a cheapest plan and a lower bound of every plan, backward and forward sweep over the program in one direction";
  let names = ["optimal", "backward", "forward"];
}

def LayoutPipelineOptions : PipelineOptions<[
  PathOption<TargetOption, "NAME", "The targets are listed below">,
  PipelineOption<PreferOption, "\"conv2d=[NCHW16c,default],...\"",
                 "A preference is `[data, kernel]` or `[data, kernel, result]`; `default` is derived from the layout of the data; `[...]|[...]` offers a choice, the first one preferred">,
  StrategyOfPipeline,
  PipelineOption<IndivisibleOption, "",
                 "Ops between padded ones run over the padding, too (`choices.md`)">,
  PipelineOption<AbsorbOption, "",
                 "Ops with a choice of layouts and blocked ones may not">,
  PipelineOption<
      Option<"foldBatchNorm", "fold-batch-norm", "bool", "false",
             "Fold batch normalisation into filters, which changes the order of rounding">,
      "", "`passes.md` states by how much results differ">,
  PipelineOption<PlacementOption, "",
                 "The moves of the plan are then the copies that it leaves (`placement.md`)">,
  PipelineOption<PitchedOption, "\"conv2d=false,matmul=0.25,...\"",
                 "See `placement.md`">,
  PathOption<CalibrationOption, "FILE.json", "See `choices.md`">,
  PathOption<RecordsOption, "FILE.json", "See `tune.md`">,
  PipelineOption<RecordsCpuOption, "NAME", "See `tune.md`">,
  PathOption<ChoicesFolderOption, "FOLDER", "", "choices", "choices">,
  PipelineOption<ConstantArgsOption, "1,3-5",
                 "`2-` stands for all tensors from argument 2 on (`constants.md`)">,
  PipelineOption<ConstantLimitOption, "BYTES">,
  PipelineOption<EvaluateLimitOption, "BYTES", "See `constants.md`">,
  PipelineOption<PaddingPriceOption, "N", "The report lists it under `prices`">,
  PipelineOption<VisitLimitOption, "N">,
  PipelineOption<TimeLimitOption, "SECONDS">,
  PipelineOption<StrictOption, "",
                 "Nothing is planned of a program of another dialect, on buffers, or without anything that layouts matter to">,
  PipelineOption<RelayoutsOption, "",
                 "The error names the rewrite that would reconcile them (`values.md`)">,
  PathOption<WeightsFileOption, "PATH", "See `constants.md`", "hostWeights",
             "host-weights">,
  PathOption<HostJsonOption, "PATH", "See `values.md`", "hostJson", "host-json">,
  PathOption<HostHeaderOption, "PATH", "See `values.md`", "hostHeader",
             "host-header">,
  PipelineOption<Option<"materialize", "materialize", "bool", "true",
                        "Lower what is left to upstream ops">>,
  PathOption<ProblemOption, "X.problem.json">,
  PathOption<PlanOption, "X.plan.json">,
  PathOption<ReportPathOption, "PATH", "Another ending is an error", "report",
             "report">
]>;

def LayoutToLLVMOptions : PipelineOptions<[
  PipelineOption<BufferFormOption>,
  PipelineOption<Option<"flatten", "flatten", "bool", "false",
                        "Flatten buffers to one dim">>,
  PipelineOption<
      Option<"schedule", "schedule", "bool", "true",
             "Compile kernels to loops on vectors; otherwise they stay loop nests">>,
  PipelineOption<CpuOption>,
  PipelineOption<CacheBytesOption>,
  PipelineOption<MachineTargetOption>,
  PipelineOption<ContractOption>,
  PipelineOption<ThreadsOption>
]>;

def KernelsToLLVMOptions : PipelineOptions<[
  PipelineOption<
      Option<"threads", "threads", "unsigned", "1",
             "With more than one, scf.parallel runs in as many threads, by OpenMP; otherwise one iteration after the other">>
]>;

#endif // LAYOUT_PIPELINES_PIPELINEOPTIONS
