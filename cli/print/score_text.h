// SPDX-License-Identifier: Apache-2.0
// The figures of a score: which are wanted, and how people read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "tally/inside/assess.h"

namespace tally::cli {

/// --json and --top.
class FigureOptions {
 public:
  void attach(Command& command);

  bool json() const { return json_; }
  /// With top-k accuracy: the k of --top, else 2 if there are more than two classes. Throws Error
  /// (kUsage) for a k below 1.
  ScoreSummary summary(const Score& score, const Loss& loss) const;

 private:
  bool json_ = false;
  std::optional<std::int64_t> top_;
};

/// All figures: one to a line, then the confusion, the classes and the reliability. The confusion
/// is cut into groups of columns if it is wider than `width`, and long names lose their middle if
/// one column would be.
std::string score_text(const ScoreSummary& summary,
                       std::size_t width = std::numeric_limits<std::size_t>::max());

/// The main figures of several scores side by side, a row for each; `names` has one for each row,
/// and `heading` stands above them.
std::string scores_table(const std::string& heading, const std::vector<std::string>& names,
                         const std::vector<ScoreSummary>& summaries);

}  // namespace tally::cli
