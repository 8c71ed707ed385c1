//===- LayoutTarget.h - What a machine says about layouts -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target describes a device by attributes of upstream's dialect dlti, in a
// module of its own or in the module that is planned:
//
//     module attributes {dlti.target_system_spec = #dlti.target_system_spec<
//       "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
//         "name" = "my-cpu",
//         "prefers" = [#dlti.map<"kind" = "conv", "data" = "NC*16c",
//                                "kernel" = "default">]>>>} {}
//
// The page "targets" describes the keys. Targets that are part of this library,
// and those that a program registers, have a name instead of a file.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_LAYOUTTARGET_H
#define LAYOUT_TARGETS_LAYOUTTARGET_H

#include "layout/Analysis/Calibration.h"
#include "layout/Targets/Offload.h"
#include "layout/Targets/PositionalLayout.h"
#include "layout/Targets/Preferences.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Targets state default layouts for ranks from 1 to this one.
inline constexpr int64_t kMaxDefaultRank = 8;

/// How a constant is stored that ops want in several layouts.
enum class ConstantSharing {
  Copy, ///< once in each of them
  Agree ///< as it stands: it has another layout only if all its users agree
};

/// Which layouts convolutions and matmuls have for which a target states
/// nothing.
enum class OtherOps {
  Agree, ///< those of their neighbours, as any other op
  Keep   ///< those of the program
};

struct LayoutTarget {
  /// The name in reports; without a key `name`, that of the device.
  std::string name;
  /// The largest number of dims of a layout.
  std::optional<int64_t> maxRank;
  ConstantSharing constants = ConstantSharing::Copy;
  OtherOps others = OtherOps::Agree;
  /// The sizes of sticks and cache lines.
  UnitBytes unitBytes;
  /// How many cores share a buffer.
  std::optional<int64_t> cores;
  /// Layouts of values by their rank, where nothing else decides.
  std::map<int64_t, LetterLayout> defaults;
  /// Whether all other values lie in sticks along their last dim: the sticks of
  /// a row outermost, then the other dims in order, then a stick.
  bool defaultsToSticks = false;
  /// Layouts that ops of these kinds should have, and those that they must
  /// have.
  Preferences prefers, requirements;
  /// The same for ops whose dims have no letters.
  PositionalPreferences prefersByPosition, requiresByPosition;
  /// The ops that a backend computes, and the layouts that it should or must
  /// have them in. The maps by position have the key `offload` only.
  SmallVector<OffloadPattern, 1> offload;
  Preferences offloadPrefers, offloadRequires;
  PositionalPreferences offloadPrefersByPosition, offloadRequiresByPosition;
  /// Whether the backend moves elements itself, so that rewrites may lie
  /// between ops that it computes together.
  bool rewritesInsideOffloaded = false;
  std::optional<Calibration> calibration;
  /// What a rewrite costs that changes the innermost dim, which sticks belong
  /// to, in costs of another one of as many bytes; nothing if as much.
  std::optional<double> restickify;
  /// Whether the stages of `layout-pipeline` verify that what is required is
  /// had.
  bool verify = false;

  /// The layout, in letters, that a value of this rank has where nothing else
  /// decides: `defaults`, else sticks, else row-major order. Its letters, in
  /// the order of the dims, are in `dims`. An error if the rank is 0 or larger
  /// than the alphabet.
  llvm::Expected<LetterLayout> getDefaultLetters(int64_t rank,
                                                 std::string &dims) const;
  /// The same as a text in elements of so many bits, behind the names of the
  /// dims: `NCHW -> NCHW32c`.
  llvm::Expected<std::string> getDefaultText(int64_t rank,
                                             int64_t elementBits) const;
  /// The same for a value of this static shape, whose elements have so many
  /// bits; a scalar takes one place.
  llvm::Expected<PhysicalLayout> getDefaultLayout(ArrayRef<int64_t> shape,
                                                  int64_t elementBits,
                                                  MLIRContext *context) const;
};

/// Returns what counts for an op whose dims have no letters, out of what the
/// target, which may be null, and the op state: entries for the name of the op,
/// those that require something first; then what the op states itself; then
/// entries for its kind. A kind that requires something counts before an op
/// that prefers something.
std::optional<PositionalRequest> findRequest(Operation *op,
                                             const LayoutTarget *target);

/// The targets of a system, by the names of its devices.
struct LayoutTargets {
  /// In the order of the devices.
  SmallVector<std::pair<std::string, LayoutTarget>, 1> devices;

  /// The target of an op: that of the device which the nearest attribute
  /// `layout.device` of the op or of an op around it names, else that of the
  /// first device. Null if there is no device; fails, with an error at the op
  /// that has the attribute, if there is none of that name.
  FailureOr<const LayoutTarget *> lookup(Operation *op) const;

  /// Whether some device states layouts of an op that is not critical, such as
  /// a pooling, or the op does so itself.
  bool stateLayoutsOf(Operation *op) const;
  /// Whether some device states layouts of offloaded ops by position, and takes
  /// `op`, which is not critical.
  bool stateLayoutsOfOffloaded(Operation *op) const;
};

/// Makes a target known by `name`, instead of an earlier one of that name.
/// `text` is a module as above. Threads may register targets at the same time,
/// and what is wrong with a text is said where it is used.
void registerLayoutTarget(StringRef name, StringRef text);

/// Returns the names of all registered targets: those of this library in the
/// order of its documentation, then the others in the order of registration.
SmallVector<std::string> getLayoutTargetNames();

/// Returns the text of a registered target; an error lists the names.
llvm::Expected<std::string> getLayoutTargetText(StringRef name);

/// Reads the target `nameOrFile`: a registered name, or a file whose name ends
/// in `.mlir`. If it is empty, reads what `module` says, or else the next
/// module around it that has a target, which may be none. Errors about the
/// choice are at `module`, those about a description where it stands. The
/// context must have loaded the dialect dlti.
FailureOr<LayoutTargets> readLayoutTargets(ModuleOp module,
                                           StringRef nameOrFile);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_LAYOUTTARGET_H
