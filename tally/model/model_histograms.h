// SPDX-License-Identifier: Apache-2.0
// The table `histograms`: how many terms of a text have which count (see TermHistograms).
//
// It follows from the counts, and is stored so that a question about the whole dictionary does not
// have to read the dictionary. A text has it as long as every count is a whole number; with a
// column of weights it never has.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "tally/count/counts.h"
#include "tally/count/text/term_histogram_sums.h"
#include "tally/model/sqlite/sqlite_db.h"

namespace tally {

// The kinds of histograms as the file names them.
inline constexpr const char* kAllTerms = "all";  ///< of all classes: the class is empty
inline constexpr const char* kDocuments = "documents";
inline constexpr const char* kRest = "rest";
inline constexpr const char* kTokens = "tokens";

struct HistogramRow {
  std::string tally;
  std::string kind;
  std::string klass;
  std::int64_t count = 0;
  std::int64_t terms = 0;
  friend bool operator==(const HistogramRow&, const HistogramRow&) = default;
};

/// The rows that belong to these counts, in the order of their key. A class without a term of the
/// tally has none (its `rest` would be `all`), and where terms count once, `documents` has none (it
/// would be `tokens`). Of a tally in `known`, the histograms are those, or none.
using KnownHistograms = std::map<std::string, std::optional<TermHistograms>>;
void for_each_histogram_row(const Counts& counts, const std::function<void(const HistogramRow&)>& f,
                            const KnownHistograms& known = {});

/// Throws Error (kData) unless the table has exactly these rows. REQUIRES: counts.check() passed.
void check_histograms(Database& db, const Counts& counts);

/// Whether the file has the histograms of a text, even if there is no term at all.
bool has_histograms(Database& db, const Counts& outline, const TallySpec& spec);

/// What the histograms say of a text. Throws Error (kData) for impossible rows.
/// REQUIRES: `outline` comes from read_outline; has_histograms.
KeyedTally::Totals read_totals(Database& db, const Counts& outline, const TallySpec& spec);

}  // namespace tally
