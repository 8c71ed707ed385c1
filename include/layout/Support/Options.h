//===- Options.h - Errors of options ----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wrong option is an error that lists what there is, and says which of it was
// probably meant:
//
//   no option 'taget', only 'absorb', 'calibration', [...] and 'target'; did
//   you mean 'target'?
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SUPPORT_OPTIONS_H
#define LAYOUT_SUPPORT_OPTIONS_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::layout {

/// Returns "; did you mean 'target'?" for the choice that is spelled most like
/// `found`, or nothing if none is spelled like it.
std::string getSuggestion(StringRef found, ArrayRef<StringRef> choices);

/// Returns "requires plain or pad, found 'pd'; did you mean 'pad'?".
std::string describeChoices(StringRef found, ArrayRef<StringRef> choices);

/// Returns what is wrong with the options `text` of a pass or a pipeline.
/// `message` is what MLIR says of it, and `names` are the options there are.
/// MLIR says nothing where the value of an option is wrong: then the parser of
/// the option has written that to standard error.
std::string describeOptionError(StringRef message, StringRef text,
                                ArrayRef<StringRef> names);

/// Returns the options that are printed in `pipeline`, the text of one pass
/// such as "canonicalize{max-iterations=10 region-simplify=normal}".
SmallVector<StringRef> getPrintedOptions(StringRef pipeline);

/// The options of a pipeline, which says which there are if one is wrong.
template <typename DerivedT>
class LayoutPipelineOptionsBase : public PassPipelineOptions<DerivedT> {
public:
  /// Reads `text`. Otherwise returns what is wrong with it.
  llvm::Error parse(StringRef text) {
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (succeeded(this->parseFromString(text, stream)))
      return llvm::Error::success();
    SmallVector<StringRef> names(this->OptionsMap.keys());
    llvm::sort(names);
    return llvm::createStringError(describeOptionError(message, text, names));
  }

  /// Returns the options of a pass, those that this pipeline has as well with
  /// its values.
  template <typename PassOptionsT>
  PassOptionsT forPass() const {
    PassOptionsT options;
    static_cast<const DerivedT *>(this)->copyTo(options);
    return options;
  }

private:
  friend DerivedT;
  LayoutPipelineOptionsBase() = default;
};

/// Registers a pipeline whose errors say what is wrong with its options, which
/// PassPipelineRegistration does not tell its caller.
template <typename OptionsT>
void registerPipelineWithOptions(
    StringRef argument, StringRef description,
    const std::function<LogicalResult(
        OpPassManager &, const OptionsT &,
        function_ref<LogicalResult(const Twine &)> emitError)> &build) {
  registerPassPipeline(
      argument, description,
      [build](OpPassManager &manager, StringRef text,
              function_ref<LogicalResult(const Twine &)> emitError) {
        OptionsT options;
        if (llvm::Error error = options.parse(text))
          return emitError(llvm::toString(std::move(error)));
        return build(manager, options, emitError);
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handleOptions) {
        handleOptions(OptionsT());
      });
}

/// Parses the name of a value of an enum for an option. Unlike
/// llvm::cl::parser, it says which names there are.
template <typename EnumT>
class ChoiceParser : public llvm::cl::generic_parser_base {
public:
  using parser_data_type = EnumT;
  using llvm::cl::generic_parser_base::generic_parser_base;

  unsigned getNumOptions() const override { return Values.size(); }
  StringRef getOption(unsigned n) const override { return Values[n].Name; }
  StringRef getDescription(unsigned n) const override {
    return Values[n].description;
  }
  const llvm::cl::GenericOptionValue &
  getOptionValue(unsigned n) const override {
    return Values[n].V;
  }

  /// Returns whether there is an error.
  bool parse(llvm::cl::Option &option, StringRef, StringRef text,
             EnumT &result) {
    SmallVector<StringRef> names;
    for (const Choice &choice : Values) {
      if (choice.Name == text) {
        result = choice.V.getValue();
        return false;
      }
      names.push_back(choice.Name);
    }
    return option.error(describeChoices(text, names));
  }

  /// Called by llvm::cl::values.
  template <typename ValueT>
  void addLiteralOption(StringRef name, const ValueT &value,
                        StringRef description) {
    Values.push_back({name, static_cast<EnumT>(value), description});
    llvm::cl::AddLiteralOption(Owner, name);
  }

protected:
  /// Options of passes read the members by these names.
  // NOLINTBEGIN(readability-identifier-naming)
  struct Choice {
    StringRef Name;
    llvm::cl::OptionValue<EnumT> V;
    StringRef description;
  };
  SmallVector<Choice, 4> Values;
  // NOLINTEND(readability-identifier-naming)
};

} // namespace mlir::layout

/// Lets options whose values are those of an enum be read by a ChoiceParser.
/// Stands outside of namespaces, as specializations of llvm::cl::parser do.
#define LAYOUT_CHOICE_PARSER(EnumT)                                            \
  template <>                                                                  \
  class llvm::cl::parser<EnumT> : public mlir::layout::ChoiceParser<EnumT> {   \
  public:                                                                      \
    using mlir::layout::ChoiceParser<EnumT>::ChoiceParser;                     \
  };

#endif // LAYOUT_SUPPORT_OPTIONS_H
