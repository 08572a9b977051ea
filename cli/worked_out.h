// SPDX-License-Identifier: Apache-2.0
// One decision, worked out: what `tally explain` says, as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/options/verdict_options.h"
#include "cli/session.h"
#include "tally/inside/explain.h"

namespace tally::cli {

struct WorkedOut {
  Explanation why;
  std::optional<Verdict> verdict;  ///< of mail: what a filter would make of it
  CutOffs cut_offs;                ///< of the verdict
  std::string besides;             ///< see Asked

  std::string text(Bars bars) const;
  /// Without a line feed at its end.
  std::string json() const;
};

/// Works the row out. Throws Error as `explain` does, and kUsage as VerdictOptions.
WorkedOut work_out_row(const Asked& asked, const Batch& batch, std::int64_t row,
                       const VerdictOptions& verdict);

}  // namespace tally::cli
