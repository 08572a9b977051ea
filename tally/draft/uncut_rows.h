// SPDX-License-Identifier: Apache-2.0
// A sample of rows whose texts are as they were written: to find out how to cut them.
//
//   std::vector<UncutRows> rows(threads, UncutRows(schema, {"review"}));
//   rows[worker].add(batch);                        // Texts, not yet cut
//   rows[0].merge(rows[1]);
//
// Those of the smallest digests, as in a model's sample (model/row_sample.h), so that the sample does
// not depend on the order of the rows or on which worker has seen which. A row that comes again is
// there once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/inside/model.h"
#include "tally/inside/text.h"

namespace tally {

/// Const functions may be called by several threads at once, the others not.
class UncutRows {
 public:
  static constexpr std::int64_t kUsualMost = 2048;
  /// So many bytes of a text are enough to tell how to cut it.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 14;

  /// For the texts `columns` of a schema.
  UncutRows(const Schema& schema, const std::vector<std::string>& columns,
            std::int64_t most = kUsualMost);

  /// The rows that have a class and weigh something.
  void add(const Batch& batch);
  /// REQUIRES: of the same schema, columns and number.
  void merge(const UncutRows& other) { sample_.merge(other.sample_); }

  /// The class, the weight if rows have one, and the texts, each without pairs.
  const Schema& schema() const { return schema_; }
  /// The text of a row is the only term of its column.
  const RowSample& sample() const { return sample_; }

 private:
  Schema schema_;
  RowDigester digester_;
  RowSample sample_;
};

}  // namespace tally
