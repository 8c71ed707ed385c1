//===- DialectVersionTest.cpp - The version in bytecode -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Support/Version.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Writes the bytes in `version` where the layout dialect writes its version.
struct OtherVersion : BytecodeDialectInterface {
  OtherVersion(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    for (uint64_t number : version)
      writer.writeVarInt(number);
  }

  static SmallVector<uint64_t> version;
};
SmallVector<uint64_t> OtherVersion::version;

/// A dialect of the same name from another version of this project.
class OtherLayout : public Dialect {
public:
  explicit OtherLayout(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<OtherLayout>()) {
    allowUnknownOperations();
    addInterfaces<OtherVersion>();
  }
  static StringRef getDialectNamespace() { return "layout"; }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OtherLayout)
};

/// An op without properties, which no version has to know.
constexpr const char *kProgram = R"("layout.other"() : () -> ())";

/// `text` as bytecode; empty, with a failure, if it does not parse.
template <typename DialectT>
std::string write(StringRef text) {
  MLIRContext context;
  context.allowUnregisteredDialects();
  context.loadDialect<DialectT>();
  std::string bytecode;
  llvm::raw_string_ostream stream(bytecode);
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module || failed(writeBytecodeToFile(*module, stream)))
    ADD_FAILURE() << "cannot be written: " << text.str();
  return bytecode;
}

/// What reading a file with the layout dialect says; empty if that works.
/// Whether the ops are valid is not asked.
std::string read(StringRef bytecode) {
  MLIRContext context;
  context.allowUnregisteredDialects();
  context.loadDialect<LayoutDialect>();
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages += diagnostic.str() + "\n";
    return success();
  });
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  auto module = parseSourceString<ModuleOp>(bytecode, config);
  EXPECT_EQ(!module, !messages.empty());
  return messages;
}

TEST(DialectVersion, ReadsWhatItWrites) {
  EXPECT_EQ(read(write<LayoutDialect>(R"(
    %0 = "test.source"() : () -> tensor<4x8xf32>
    %1 = layout.crop %0 offsets [0, 0] sizes [4, 7]
      : tensor<4x8xf32> to tensor<4x7xf32>)")),
            "");
}

TEST(DialectVersion, ReadsTheSameAndEarlierVersions) {
  OtherVersion::version = {LAYOUT_MLIR_VERSION_MAJOR,
                           LAYOUT_MLIR_VERSION_MINOR};
  EXPECT_EQ(read(write<OtherLayout>(kProgram)), "");
  OtherVersion::version = {0, 0};
  EXPECT_EQ(read(write<OtherLayout>(kProgram)), "");
}

void expectRefused(uint64_t major, uint64_t minor, const std::string &found) {
  OtherVersion::version = {major, minor};
  std::string message = read(write<OtherLayout>(kProgram));
  EXPECT_NE(message.find("of the layout dialect or an earlier one, found " +
                         found + "\n"),
            std::string::npos)
      << message;
}

TEST(DialectVersion, RefusesLaterVersions) {
  expectRefused(LAYOUT_MLIR_VERSION_MAJOR, 99,
                std::to_string(LAYOUT_MLIR_VERSION_MAJOR) + ".99");
  expectRefused(99, 0, "99.0");
}

TEST(DialectVersion, RefusesHalfAVersion) {
  OtherVersion::version = {0};
  EXPECT_NE(read(write<OtherLayout>(kProgram)), "");
}

} // namespace
