// SPDX-License-Identifier: Apache-2.0
#include "tally/read/free_text.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "tally/base/error.h"
#include "tally/read/cells/column_observer.h"

namespace tally {

bool is_free_text(const ColumnSample& sample) {
  constexpr double kSentence = 8;
  constexpr std::int64_t kMany = 60;
  const bool most_differ = 2 * sample.distinct > sample.cells;
  if (sample.mean_words >= kSentence) return sample.distinct > kMany || most_differ;
  constexpr double kTitle = 2.5, kLongerThanNames = 5, kSmallWords = 0.1;
  constexpr std::int64_t kVocabulary = 100;
  return most_differ && sample.mean_words >= kTitle && sample.vocabulary >= kVocabulary &&
         (sample.small_words >= kSmallWords || sample.mean_words >= kLongerThanNames);
}

bool is_much_unspaced(const ColumnSample& sample) {
  constexpr double kMuch = 0.1;
  return sample.unspaced >= kMuch;
}

bool are_free_text(const std::vector<std::string>& cells) {
  ColumnObserver observer("");
  for (const std::string& cell : cells) observer.see(cell);
  return is_free_text(std::move(observer).finish());
}

Remark free_text_note(const ColumnSample& sample) {
  return {"column " + in_quotes(sample.name) + " holds free text (" +
              std::to_string(std::lround(sample.mean_words)) +
              " words on average) and is taken as text",
          {Remedy::family(sample.name, "categorical", "if they are names")}};
}

}  // namespace tally
