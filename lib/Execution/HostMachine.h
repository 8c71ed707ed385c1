//===- HostMachine.h - Machine code for this computer -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_HOSTMACHINE_H
#define LAYOUT_LIB_EXECUTION_HOSTMACHINE_H

#include "Optimization.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class Module;
class TargetMachine;
namespace orc {
class JITTargetMachineBuilder;
} // namespace orc
} // namespace llvm

namespace mlir::layout::execution {

/// This computer's processor, which is asked once: each time takes milliseconds
/// in a virtual machine, and a program may have hundreds of kernels.
const llvm::orc::JITTargetMachineBuilder &getHost();

/// Creates the target machine of this computer's processor, for code that may
/// be loaded anywhere.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine(Optimization optimization);

/// Whether programs that this process calls check the addresses that they read
/// and write: in a build with AddressSanitizer they do.
inline constexpr bool checksAddresses = LLVM_ADDRESS_SANITIZER_BUILD;

/// Adds these checks, for the AddressSanitizer of this process.
void addAddressChecks(llvm::Module &module, llvm::TargetMachine &machine);

/// Optimizes a module for `machine`.
void optimize(llvm::Module &module, llvm::TargetMachine &machine,
              Optimization optimization);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_HOSTMACHINE_H
