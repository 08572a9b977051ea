// SPDX-License-Identifier: Apache-2.0
// The terms of a text on their way into a model file: their rows as cells, and their histograms.
//
//   ModelTerms terms(tally, class_texts);
//   terms.put(threads, [&](std::string_view cells) { image.add_cells(table, cells); });
//   terms.take_histograms()
//
// Both are made of the same walk over the sums (TermEntries).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/count/text/text_tally.h"

namespace tally {

class ModelTerms {
 public:
  /// The classes by their codes. REQUIRES: the tally is whole (not is_partial()); it stays as
  /// it is as long as this is used.
  ModelTerms(const TextTally& tally, std::vector<std::string> class_texts)
      : tally_(tally), class_texts_(std::move(class_texts)) {}

  /// Calls `sink` with the cells of all rows of terms in the order of their keys, many at a time,
  /// never twice at once. Throws Error (kData) for a term that is not UTF-8 or longer than a model
  /// holds.
  void put(int threads, const std::function<void(std::string_view)>& sink);

  /// What TextTally::histograms gives; none if a count is not a whole number up to kMostInHistogram,
  /// the counts of a term taken together. REQUIRES: `put` has come to its end, and they
  /// were not taken before.
  std::optional<TermHistograms> take_histograms() { return std::move(histograms_); }

 private:
  struct Worker;

  void keep_histograms(std::optional<TermHistograms> found,
                       const std::vector<std::int32_t>& classes);

  const TextTally& tally_;
  std::vector<std::string> class_texts_;
  std::optional<TermHistograms> histograms_;
};

}  // namespace tally
