// SPDX-License-Identifier: Apache-2.0
// Values of categorical columns that the model has never seen: a misspelled word, a new city.
//
// Such a value has the probability λ / (n + S λ) in every class and so says next to nothing; with
// λ = 0 it makes the row impossible. That is correct, and worth a note to the user.
//
//   UnseenValues unseen(counts);
//   unseen.add(batch);                  // a piece per thread, merged
//   for (const UnseenValues::Column& column : unseen.columns()) …
//
// Not to be shared between threads: count pieces, merge.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

class UnseenValues {
 public:
  /// Keeps a reference to the counts. Counts that were read in part must contain the values of the
  /// batches.
  explicit UnseenValues(const Counts& counts) : counts_(&counts) {}

  void add(const Batch& batch);
  /// REQUIRES: made with the same counts.
  void merge(const UnseenValues& other);

  struct Column {
    std::string name;
    std::int64_t cells = 0;
    Label example;                     ///< the least of the unseen values, in label order
    std::optional<std::string> close;  ///< a value of the column that is spelled almost like it
  };
  /// Those that have such cells, in the order of names.
  std::vector<Column> columns() const;

 private:
  struct Found {
    std::int64_t cells = 0;
    std::optional<Label> example;
  };
  const Counts* counts_;
  std::map<std::string, Found> found_;  // by column
};

}  // namespace tally
