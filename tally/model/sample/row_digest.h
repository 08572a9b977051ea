// SPDX-License-Identifier: Apache-2.0
// The name of a row's evidence, so that a row that comes again is known.
//
// A digest is the first 16 bytes of SHA-256 over all that a model would count of the row: for each
// column that is read but the target, sorted by name, the terms with their times, or the cell. It
// does not depend on codes, on the order of columns or terms, or on the bytes that the terms were
// cut from: a message that came back through another server is the same message, and taking away
// what has the same digest takes away exactly what was added.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tally/inside/batch.h"
#include "tally/sample.h"

namespace tally {

/// Whether naive Bayes hears a term of such a text as often as it occurs: then the sample of a table keeps
/// how often that is.
bool hears_occurrences(const TextOptions& text);

/// Not to be shared between threads.
class RowDigester {
 public:
  /// For the columns that a model of this schema reads.
  explicit RowDigester(const Schema& schema);

  /// 32 hexadecimal digits. A column that the batch does not have is missing.
  std::string digest(const Batch& batch, std::int64_t row);

  /// The evidence of the row that `digest` was called for last, for a sample. REQUIRES: its batch
  /// is still there.
  std::vector<SampledColumn> evidence() const;

  /// Whether the row has the weight 0, and so does not count.
  bool weighs_nothing(const Batch& batch, std::int64_t row) const;

  /// Once more for every row that `Counts::add` would count: those with a target, and a weight
  /// above zero where rows have one.
  void add(const Batch& batch, Digests& digests);
  /// The same, and the rows themselves into the sample. Without `digests`, the sample alone.
  void add(const Batch& batch, Digests* digests, RowSample& sample);

 private:
  struct Evidence {
    std::string name;
    bool once = false;         // terms count once, however often they occur
    bool keeps_times = false;  // a sample has them
    // Of the row at hand: terms, or the label of a cell.
    bool has_terms = false;
    std::vector<std::pair<std::string_view, std::int32_t>> terms;
    std::optional<std::string> label;
  };

  // A term with its first bytes as a number, by which most comparisons are decided.
  struct Keyed {
    std::uint64_t start;
    std::string_view term;
    std::int32_t times;
  };

  void read(const Batch& batch, std::int64_t row);

  std::string target_;
  std::string weight_;  // or empty
  std::vector<Evidence> columns_;
  Binding binding_;
  std::vector<Keyed> unsorted_;  // the terms of the column at hand
  std::string hashed_;           // what the digest of the row at hand is made of
};

}  // namespace tally
