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
#include <string>
#include <utility>
#include <vector>

#include "tally/batch.h"

namespace tally {

/// How often each row was counted: (digest, the class label's text) → times, 1 or more.
using Digests = std::map<std::pair<std::string, std::string>, std::int64_t>;

/// Adds the times of `other`.
void merge(Digests& digests, const Digests& other);

/// Not to be shared between threads.
class RowDigester {
 public:
  /// For the columns that a model of this schema reads.
  explicit RowDigester(const Schema& schema);

  /// 32 hexadecimal digits. A column that the batch does not have is missing.
  std::string digest(const Batch& batch, std::int64_t row);

  /// Whether the row has the weight 0, and so does not count.
  bool weighs_nothing(const Batch& batch, std::int64_t row) const;

  /// Once more for every row that `Counts::add` would count: those with a target, and a weight
  /// above zero where rows have one.
  void add(const Batch& batch, Digests& digests);

 private:
  struct Evidence {
    std::string name;
    bool once = false;  // terms count once, however often they occur
  };

  std::string target_;
  std::string weight_;  // or empty
  std::vector<Evidence> columns_;
  Binding binding_;
  std::vector<std::pair<std::string_view, std::int32_t>> terms_;  // of the row at hand
};

}  // namespace tally
