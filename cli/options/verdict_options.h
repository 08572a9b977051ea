// SPDX-License-Identifier: Apache-2.0
// How a message is judged, as the command line is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "tally/inside/decide.h"

namespace tally::cli {

/// The place of the class of this name. Throws Error (kUsage) if there is none; `why` says what the
/// name was given for.
std::size_t class_named(const std::string& name, const std::vector<Label>& classes,
                        const std::string& why);

/// --spam, --spam-cutoff, --ham-cutoff.
class VerdictOptions {
 public:
  void attach(Command& command);
  void attach_class(Command& command);  ///< --spam alone
  /// Throws Error (kUsage) for cut-offs that are no probabilities or the wrong way round.
  CutOffs cut_offs() const;
  /// The place of the class that --spam names. Throws Error (kUsage) if there is none.
  std::size_t spam_among(const std::vector<Label>& classes) const;
  /// The same, or nothing where --spam was not given and there is no class `spam`.
  std::optional<std::size_t> find_spam(const std::vector<Label>& classes) const;
  /// What `filter` judges by, or nothing where find_spam finds nothing among several classes.
  std::optional<VerdictRule> rule(const std::vector<Label>& classes) const;
  bool any() const { return spam_ || spam_cut_off_ || other_cut_off_; }

 private:
  std::optional<std::string> spam_;
  std::optional<double> spam_cut_off_, other_cut_off_;
};

}  // namespace tally::cli
