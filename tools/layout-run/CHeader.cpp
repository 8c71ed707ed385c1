//===- CHeader.cpp - The C header of a program ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CHeader.h"
#include "Execution/HostTensor.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"

namespace mlir::layout::run {

bool hasMutableGlobals(ModuleOp module) {
  return module
      .walk([](memref::GlobalOp global) {
        return global.getConstant() ? WalkResult::advance()
                                    : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// A line on what a buffer holds:
///
///   arg1: 3 x arg1_dim1 elements of type f16, as bits, read
static void writeBuffer(const CBuffer &buffer, raw_ostream &os) {
  os << " *   " << buffer.name << ": ";
  auto shaped = dyn_cast<ShapedType>(buffer.type);
  if (!shaped || shaped.getRank() == 0) {
    os << "one element";
  } else {
    SmallVector<std::string> dynamic = buffer.getExtentNames();
    auto nextName = dynamic.begin();
    llvm::interleave(
        shaped.getShape(), os,
        [&](int64_t extent) {
          if (ShapedType::isDynamic(extent))
            os << *nextName++;
          else
            os << extent;
        },
        " x ");
    os << " elements";
  }
  Type elementType = execution::elementTypeOf(buffer.type);
  os << " of type " << elementType;
  if (isa<Float16Type, BFloat16Type>(elementType))
    os << ", as bits";
  if (elementType.isInteger(1))
    os << ", 0 or 1";
  os << (buffer.isResult ? ", written" : "")
     << (!buffer.isResult && buffer.isWritten ? ", read and written" : "")
     << (buffer.isWritten ? "" : ", read");
  if (buffer.layout)
    os << ", at " << buffer.layout;
  os << "\n";
}

static void writeComment(const CInterface &interface, const CallNotes &notes,
                         raw_ostream &os) {
  os << "/* Written by layout-run. Compiled for the processor "
     << llvm::sys::getHostCPUName() << ".\n *\n"
     << " * Each buffer holds its elements without gaps, in row-major order "
        "unless it\n * says where an element lies. Buffers that are written "
        "overlap no other:\n";
  for (const CBuffer &buffer : interface.buffers)
    writeBuffer(buffer, os);
  os << " *\n"
        " * A call frees all memory that it allocates. It aborts the program "
        "if there is\n"
        " * no memory, or if a result has other extents than its parameters "
        "say.\n";
  if (notes.hasState)
    os << " * Calls share memory that they write: only one may run at a "
          "time.\n";
  else
    os << " * Calls share nothing: they may run at the same time in several "
          "threads.\n";
  if (notes.threads > 1)
    os << " * Each call uses " << notes.threads
       << " threads of LLVM's OpenMP runtime, libomp.\n";
  os << " * Link with -lm" << (notes.threads > 1 ? " -lomp" : "") << ". */\n";
}

void writeHeader(const CInterface &interface, const CallNotes &notes,
                 raw_ostream &os) {
  std::string guard = StringRef(interface.name).upper() + "_H";
  os << "#ifndef " << guard << "\n#define " << guard
     << "\n\n#include <stdint.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  writeComment(interface, notes, os);
  os << interface.getDeclaration()
     << ";\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

} // namespace mlir::layout::run
