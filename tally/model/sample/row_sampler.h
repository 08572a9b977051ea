// SPDX-License-Identifier: Apache-2.0
// The sample of the rows of a table: what RowSample keeps of rows without texts, at the cost of a
// hash and a comparison for a row that it does not keep.
//
//   RowSampler sampler(schema, RowSample(4096));
//   sampler.add(batch);
//   RowSample sample = sampler.sample();
//
// Cells are kept as numbers and codes while rows come and go, and become texts once, at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tally/count/counts.h"
#include "tally/model/sample/row_hash.h"
#include "tally/sample.h"

namespace tally {

/// Not to be shared between threads.
class RowSampler {
 public:
  /// Keeps as many rows as `empty` would, and none that it has left out. REQUIRES: as RowHasher; the
  /// sample has no rows.
  RowSampler(const Schema& schema, const RowSample& empty);

  /// Adds every row that `Counts::add` would count: those with a target, and a weight above zero
  /// where rows have one. Row i is added `times[i]` times, 0 being never; empty: once each. Throws
  /// Error as RowHasher does. REQUIRES: times of every row or of none, none below 0.
  void add(const Batch& batch, std::span<const std::int64_t> times = {});

  /// What RowSample would hold if all these rows had been added to it.
  RowSample sample();

 private:
  // The cells of one column as words: of labels their codes here, else the bits of a number.
  class Cells {
   public:
    explicit Cells(const ColumnSchema& column);

    const std::string& name() const { return column_.name; }
    bool has_labels() const { return has_labels_; }
    /// The column of the next rows, or null.
    void bind(const Column* column);
    std::uint64_t word(std::int64_t row);  ///< row_word::kMissing: missing
    std::string text(std::uint64_t word) const;

   private:
    std::uint64_t word_of(const Label& label);

    ColumnSchema column_;
    bool has_labels_;
    Dictionary labels_;
    const Column* bound_ = nullptr;
    std::shared_ptr<const Dictionary> dictionary_;  // of the column at hand
    std::vector<std::uint64_t> of_code_;            // its words, as far as they were asked for
  };

  struct Row {
    std::uint64_t state;
    std::uint64_t klass;  // a word
    std::int64_t times;
  };
  struct Key {
    std::uint64_t hash;
    std::uint64_t klass;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashKey {
    std::size_t operator()(const Key& key) const { return key.hash + key.klass; }
  };

  void add_row(std::int64_t row, std::uint64_t state, std::uint64_t hash, std::int64_t times);
  void keep_smallest();
  void leave_out_from(std::uint64_t state);
  using LabelCells =
      std::vector<std::vector<SampledColumn>>;  // [column][word], as far as asked for
  SampledRow sampled(std::size_t row, LabelCells& of_label) const;

  std::size_t most_;
  // Rows from this hash on are left out; the digest, which is empty while there is no bound.
  std::uint64_t bound_ = 0;
  std::string below_;

  RowHasher hasher_;
  Binding binding_;  // the target, then the columns
  Cells target_;
  std::vector<Cells> columns_;         // of the evidence, sorted by name
  std::optional<std::size_t> weight_;  // which of them

  std::vector<Row> rows_;
  std::vector<std::uint64_t> words_;  // rows × columns
  std::unordered_map<Key, std::size_t, HashKey> row_of_;
  std::size_t many_;  // more rows than so many are looked through for the smallest
};

/// Whether the sample of its own rows, taken again, is the same: digests, texts and all. REQUIRES: as RowHasher, and that `batch_of` can read it.
bool is_sample_of(const RowSample& sample, const Schema& schema);

/// The sample of the same rows under the schema that `counts` can be recast to: some columns are
/// taken for something else, others left out. None if that depends on rows that are not in it: where
/// some had to be left out, and a column had values that it has no more.
std::optional<RowSample> resampled(const RowSample& sample, const Counts& counts,
                                   const Schema& schema);

}  // namespace tally
