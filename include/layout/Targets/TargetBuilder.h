//===- TargetBuilder.h - Describes a device in C++ --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that knows its devices only when it runs describes them in C++
// instead of a file:
//
//     TargetBuilder npu("NPU");
//     npu.setName("my-npu").setStickBytes(128);
//     npu.require({{"conv"}, "NC[stick]*"}).when("C", {">= 16"});
//     npu.prefer({{"matmul"}, "MK", "NK8n"});
//     npu.require(TargetEntry::byPosition("softmax", {"ba"}, {"ba"}));
//     registerLayoutTarget("my-npu", npu.getText());
//
// The page "targets" describes what the keys mean. Nothing is checked here: the
// reader of the description says what is wrong with it, as it does for a file.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_TARGETBUILDER_H
#define LAYOUT_TARGETS_TARGETBUILDER_H

#include "layout/Targets/LayoutTarget.h"
#include "mlir/IR/Attributes.h"
#include "mlir/Support/LLVM.h"
#include <deque>
#include <string>
#include <vector>

namespace mlir::layout {

/// An entry of `prefers` or `requires`. What is empty, 0 or false is left out.
struct TargetEntry {
  /// Kinds of ops, e.g. `conv2d`.
  std::vector<std::string> kinds = {};
  /// Layouts in letters.
  std::string data = {}, kernel = {}, result = {};
  /// Layouts by the positions of dims, of ops whose dims have no letters.
  std::vector<std::string> operands = {}, results = {};
  /// A share of the bytes of the result.
  double price = 0;
  /// The same, besides, if the data or the result has not its block.
  double plainDataPrice = 0, plainResultPrice = 0;
  /// `head_major` or `absorbed`, instead of layouts.
  std::string order = {};
  /// `sparse` or `dense`: how a reduction leaves results along sticks.
  std::string alongStick = {};
  int64_t groupBits = 0;
  bool splits = false;
  /// Only for ops for which the conditions of no other entry hold.
  bool isFallback = false;
  /// Comparisons or types by their keys, e.g. `C` and `< 16`.
  std::vector<std::pair<std::string, std::vector<std::string>>> conditions = {};

  /// An entry for a kind of ops whose dims have no letters, or the name of an
  /// op, with a layout for each operand and result.
  static TargetEntry byPosition(StringRef kind,
                                std::vector<std::string> operands,
                                std::vector<std::string> results);
  /// Adds conditions to those of the key.
  TargetEntry &when(StringRef key, std::vector<std::string> values);
};

/// An entry of `offload`. What is empty is left out.
struct OffloadEntry {
  /// Kinds of ops, or names of callees.
  std::vector<std::string> kinds = {}, callees = {};
  /// Kinds of ops that are taken along.
  std::vector<std::string> precededBy = {}, followedBy = {};
  /// Comparisons or types by their keys, e.g. `C` and `< 16`.
  std::vector<std::pair<std::string, std::vector<std::string>>> conditions = {};
};

class TargetBuilder {
public:
  /// `device` is the name that `layout.device` gives ops of this device.
  explicit TargetBuilder(StringRef device) : device(device) {}

  TargetBuilder &setName(StringRef value);
  TargetBuilder &setMaxRank(int64_t value);
  TargetBuilder &setStickBytes(int64_t value);
  TargetBuilder &setLineBytes(int64_t value);
  TargetBuilder &setCores(int64_t value);
  /// Values of this rank lie in a layout in letters where nothing else decides.
  TargetBuilder &setDefault(int64_t rank, StringRef letters);
  /// All values do so in sticks along their last dim; in place of setDefault.
  TargetBuilder &setDefaultToSticks();
  /// What a rewrite costs that changes the innermost dim, in costs of another
  /// one of as many bytes.
  TargetBuilder &setRestickify(double value);
  /// Whether the pipeline verifies that ops have what is required of them.
  TargetBuilder &setVerify(bool value = true);
  /// How constants are stored that ops want in several layouts.
  TargetBuilder &setConstants(ConstantSharing value);
  /// Which layouts convolutions and matmuls have that no entry is for.
  TargetBuilder &setOthers(OtherOps value);
  /// The bytes of the data caches of a core, at least 1.
  TargetBuilder &setL1CacheBytes(int64_t value);
  TargetBuilder &setL2CacheBytes(int64_t value);
  /// What rewrites and ops cost, in the format of a calibration file (JSON).
  /// Returns an error if it is not JSON of maps, arrays, strings and numbers.
  llvm::Error setCalibration(StringRef json);

  /// Adds ops that a backend computes.
  TargetBuilder &offload(OffloadEntry entry);
  /// Adds an entry, which stays valid while the builder does.
  TargetEntry &prefer(TargetEntry entry);
  TargetEntry &require(TargetEntry entry);

  /// The value of the device's key "layout": `#dlti.map<...>`. The context must
  /// have loaded the dialect dlti.
  Attribute getDescription(MLIRContext *context) const;
  /// The specification of a system with this device alone, which a module has
  /// as its attribute `dlti.target_system_spec`.
  Attribute getSystemSpec(MLIRContext *context) const;
  /// The text of a module with this specification, as registerLayoutTarget
  /// takes it and a file holds it.
  std::string getText() const;

private:
  std::string device, name;
  std::vector<std::pair<int64_t, std::string>> defaults;
  bool defaultsToSticks = false;
  std::optional<double> restickify;
  std::optional<int64_t> maxRank, stickBytes, lineBytes, cores, l1Bytes,
      l2Bytes;
  std::optional<bool> verifies;
  std::optional<ConstantSharing> constants;
  std::optional<OtherOps> others;
  /// JSON; empty if there is none.
  std::string calibration;
  /// Addresses of entries must not change.
  std::deque<TargetEntry> prefers, requirements;
  std::vector<OffloadEntry> offloaded;
};

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_TARGETBUILDER_H
