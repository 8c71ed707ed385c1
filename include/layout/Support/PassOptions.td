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

// Options that several passes and the pipeline have. Each is defined once, so that
// names, defaults and descriptions agree.

def StrategyOption
    : Option<"strategy", "strategy", "std::string",
             "::mlir::layout::kDefaultStrategy",
             "Solver of the planning problem: backward, forward, optimal or another that is registered",
             [{::llvm::cl::desc(::mlir::layout::getStrategyDescription())}]>;

def IndivisibleOption
    : Option<"indivisible", "indivisible", "::mlir::layout::Indivisible",
             "::mlir::layout::Indivisible::Plain",
             "What to do where a blocked extent does not divide",
             [{::llvm::cl::values(
               clEnumValN(::mlir::layout::Indivisible::Plain, "plain",
                          "read or write that side without the block"),
               clEnumValN(::mlir::layout::Indivisible::Pad, "pad",
                          "pad that side to a multiple of the block"),
               clEnumValN(::mlir::layout::Indivisible::Priced, "priced",
                          "whichever of these costs less in the plan"))}]>;

def AbsorbOption
    : Option<"absorb", "absorb", "::mlir::layout::Absorb",
             "::mlir::layout::Absorb::Never",
             "Whether critical ops may read operands in other orders than standard ones",
             [{::llvm::cl::values(
               clEnumValN(::mlir::layout::Absorb::Never, "never",
                          "a rewrite stays one that can be seen"),
               clEnumValN(::mlir::layout::Absorb::Priced, "priced",
                          "for the bytes of the operand, where that is cheapest"))}]>;

def RelayoutsOption
    : Option<"relayouts", "relayouts", "::mlir::layout::Relayouts",
             "::mlir::layout::Relayouts::Insert",
             "What to do where layouts differ",
             [{::llvm::cl::values(
               clEnumValN(::mlir::layout::Relayouts::Insert, "insert",
                          "a rewrite between them"),
               clEnumValN(::mlir::layout::Relayouts::Refuse, "refuse",
                          "an error that says which ones clash"))}]>;

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

def CalibrationOption
    : Option<"calibration", "calibration", "std::string", "\"\"",
             "JSON file that says what rewrites, and ops in their layouts, take on a machine; costs are in its unit">;

def RecordsOption
    : Option<"records", "records", "std::string", "\"\"",
             "JSON file of layout-tune that says what ops take in their layouts">;

def RecordsCpuOption
    : Option<"cpu", "cpu", "std::string", "\"host\"",
             "Processor whose records count: host, this one, or the name of one">;

def VisitLimitOption
    : Option<"visitLimit", "visit-limit", "uint64_t", "131072",
             "Variables that the search of strategy=optimal visits, over all branches, before it stops">;

def TimeLimitOption
    : Option<"timeLimit", "time-limit", "double", "0",
             "Seconds after which strategy=optimal returns the best plan so far; 0 means no limit">;

def ConstantLimitOption
    : Option<"constantLimit", "constant-limit", "uint64_t", "4294967296",
             "Largest constant, in bytes, that is rewritten at compile time">;

def PaddingPriceOption
    : Option<"paddingPrice", "padding-price", "uint64_t", "1",
             "Cost of each byte of padding that an op computes on, in bytes moved by rewrites">;

#endif // LAYOUT_SUPPORT_PASSOPTIONS
