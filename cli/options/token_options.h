// SPDX-License-Identifier: Apache-2.0
// How texts are cut: the options that fit, schema and tokens share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.h"
#include "tally/inside/batch.h"

namespace tally::cli {

class TokenOptions {
 public:
  void attach(Command& command);

  /// True if any of the options was given.
  bool any() const { return any_but_most_terms() || max_terms_; }
  bool any_but_most_terms() const;
  /// True if it is said what a term is.
  bool name_cutting() const { return !tokens_.empty() || ngrams_ || han_pairs_; }
  /// The cap on terms; 0: none.
  std::int64_t most_terms() const { return max_terms_.value_or(0); }
  /// Throws Error (kUsage) for options that are not understood or make no sense.
  TextOptions options() const;

 private:
  std::string tokens_;
  std::optional<std::string> ngrams_;
  bool no_fold_ = false, han_pairs_ = false, digits_alike_ = false, pairs_ = false, once_ = false;
  bool html_ = false;
  std::optional<std::int64_t> longest_token_, max_terms_;
};

}  // namespace tally::cli
