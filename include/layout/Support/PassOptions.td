//===- PassOptions.td - Passes and the options they share --*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SUPPORT_PASSOPTIONS
#define LAYOUT_SUPPORT_PASSOPTIONS

include "mlir/Pass/PassBase.td"

/// A pass that lists its options if one is wrong.
class LayoutPass<string argument, string operation>
    : PassBase<argument, "::mlir::layout::LayoutPass<" # operation # ">">;

/// A value of an option: the enumerator, the text and what it means. Options that
/// are no enums have texts alone.
class Choice<string cppEnumerator, string name, string meaning> {
  string enumerator = cppEnumerator;
  string text = name;
  string description = meaning;
}

/// An option whose values are those of an enum. The first of them is the default.
class ChoiceOption<string varName, string arg, string enum, string desc,
                   list<Choice> values>
    : Option<varName, arg, enum, enum # "::" # !head(values).enumerator, desc,
             "::llvm::cl::values(" # !interleave(
               !foreach(it, values,
                        "clEnumValN(" # enum # "::" # it.enumerator # ", \"" #
                        it.text # "\", \"" # it.description # "\")"),
               ", ") # ")"> {
  list<Choice> choices = values;
}

// Options that several passes or a pipeline have (layout/Pipelines/PipelineOptions.td).
// Each is defined once, so that names, defaults and descriptions agree.

// The help lists the solvers that are registered (layout/Solver/Solvers.h).
def StrategyOption
    : Option<"strategy", "strategy", "std::string",
             "::mlir::layout::kDefaultStrategy",
             "Solver of the planning problem: backward, forward, optimal or another that is registered",
             [{::llvm::cl::desc(::mlir::layout::getStrategyDescription())}]>;

def IndivisibleOption
    : ChoiceOption<"indivisible", "indivisible", "::mlir::layout::Indivisible",
                   "What to do where a blocked extent does not divide",
                   [Choice<"Plain", "plain",
                           "read or write that side without the block">,
                    Choice<"Pad", "pad",
                           "pad that side to a multiple of the block">,
                    Choice<"Priced", "priced",
                           "whichever of these costs less in the plan">]>;

def AbsorbOption
    : ChoiceOption<"absorb", "absorb", "::mlir::layout::Absorb",
                   "Whether critical ops may read operands in other orders than standard ones",
                   [Choice<"Never", "never", "a rewrite stays an op of its own">,
                    Choice<"Priced", "priced",
                           "for the bytes of the operand, where that is cheapest">]>;

def RelayoutsOption
    : ChoiceOption<"relayouts", "relayouts", "::mlir::layout::Relayouts",
                   "What to do where layouts differ",
                   [Choice<"Insert", "insert", "a rewrite between them">,
                    Choice<"Refuse", "refuse",
                           "an error that says which ones clash">]>;

def PreferOption
    : Option<"prefer", "prefer", "std::string", "\"\"",
             "Preferences per kind of op, e.g. conv2d=[NCHW16c,default],matmul=[…]|[…]">;

def PitchedOption
    : Option<"pitched", "pitched", "std::string", "\"\"",
             "Whether kinds of ops accept parts of larger buffers whose elements are not contiguous, or at which price per byte, e.g. conv2d=false,matmul=0.25">;

// The help lists the targets that are registered (layout/Targets/TargetOption.h).
def TargetOption
    : Option<"target", "target", "std::string", "\"\"",
             "Target whose preferences and requirements apply: a name as in "
             "targets.md, or a file *.mlir; without it, that of the module",
             [{::llvm::cl::desc(::mlir::layout::describeTargetOption(
               "Target whose preferences and requirements apply, if not that of "
               "the module"))}]>;

def ConstantArgsOption
    : Option<"constantArgs", "constant-args", "std::string", "\"\"",
             "Arguments of public functions that are the same in each call: numbers and ranges, such as 1,3-5 or 2-">;

def ProblemOption
    : Option<"problem", "problem", "std::string", "\"\"",
             "Where to write planning problems: X.problem.json stands for one file X-NAME.problem.json per group of functions">;

def PlanOption
    : Option<"plan", "plan", "std::string", "\"\"",
             "Where to write plans: X.plan.json stands for one file X-NAME.plan.json per group of functions">;

def PlacementOption
    : Option<"placement", "placement", "bool", "false",
             "Plan in which buffers values lie as well, for buffers that layout-place-buffers places">;

def StrictOption
    : Option<"strict", "strict", "bool", "false",
             "Fail if nothing is planned, or if the program moves more than its plan">;

def CalibrationOption
    : Option<"calibration", "calibration", "std::string", "\"\"",
             "JSON file that says what rewrites, and ops in their layouts, take on a machine; costs are in its unit">;

def RecordsOption
    : Option<"records", "records", "std::string", "\"\"",
             "JSON file of layout-tune that says what ops take in their layouts">;

def RecordsCpuOption
    : Option<"cpu", "cpu", "std::string", "\"host\"",
             "Processor whose records count: host, this one, or the name of one">;

def ChoicesFolderOption
    : Option<"folder", "folder", "std::string", "\"\"",
             "Folder to write ops with a choice of layouts to, as programs that can be timed; it is made if it is missing">;

def VisitLimitOption
    : Option<"visitLimit", "visit-limit", "uint64_t", "131072",
             "Variables that the search of strategy=optimal visits, over all branches, before it stops">;

def TimeLimitOption
    : Option<"timeLimit", "time-limit", "double", "0",
             "Seconds after which strategy=optimal returns the best plan so far; 0 means no limit">;

def ConstantLimitOption
    : Option<"constantLimit", "constant-limit", "uint64_t", "4294967296",
             "Largest constant, in bytes, that is rewritten at compile time">;

def EvaluateLimitOption
    : Option<"evaluateLimit", "evaluate-limit", "uint64_t", "1048576",
             "Largest constant, in bytes, that is computed at compile time, if its elements differ">;

def PaddingPriceOption
    : Option<"paddingPrice", "padding-price", "uint64_t", "1",
             "Cost of each byte of padding that an op computes on, in bytes moved by rewrites">;

def WeightsFileOption
    : Option<"weights", "weights", "std::string", "\"\"",
             "Where to write constants whose layout was changed; the program takes them as arguments">;

def HostJsonOption
    : Option<"json", "json", "std::string", "\"\"",
             "Where to write, as JSON, how callers pass tensors that have a layout at the boundary of a function">;

def HostHeaderOption
    : Option<"header", "header", "std::string", "\"\"",
             "Where to write, as a C header, how callers pass tensors that have a layout at the boundary of a function">;

def ReportPathOption
    : Option<"path", "path", "std::string", "\"\"",
             "Where to write the report (.json, .html, .svg, .dot; .txt or no ending: text; - is stderr)">;

def BufferFormOption
    : ChoiceOption<"to", "to", "::mlir::layout::BufferForm",
                   "What a layout_transform becomes",
                   [Choice<"Physical", "physical",
                           "a buffer of the shape of its result">,
                    Choice<"Logical", "logical",
                           "the buffer of its source, accessed by other indices, where all users permit it">]>;

def CpuOption
    : Option<"cpu", "cpu", "std::string", "\"host\"",
             "The processor to compile for, as for llc -mcpu; host is this one">;

def CacheBytesOption
    : Option<"cacheBytes", "cache-bytes", "unsigned", "0",
             "The size of the second-level cache of a core; 0 stands for that of "
             "the target, else of this machine if it is the one compiled for, "
             "and otherwise for what LLVM assumes">;

def MachineTargetOption
    : Option<"target", "target", "std::string", "\"\"",
             "Target whose machine counts: a name as for layout-freeze, or a "
             "file *.mlir; without it, that of the module",
             [{::llvm::cl::desc(::mlir::layout::describeTargetOption(
               "Target whose machine counts, if not that of the module"))}]>;

def ContractOption
    : Option<"contract", "contract", "bool", "false",
             "Permit multiply-adds that round once">;

def ThreadsOption
    : Option<"threads", "threads", "unsigned", "1",
             "With more than one, loops over the tiles of kernels that take one "
             "thread some microseconds become scf.parallel">;

#endif // LAYOUT_SUPPORT_PASSOPTIONS
