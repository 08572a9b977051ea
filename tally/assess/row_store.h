// SPDX-License-Identifier: Apache-2.0
// All rows of a table in memory, as columns: what is asked again and again without reading again.
//
//   RowStore rows(schema);
//   rows.append(batch);                    // batch after batch, in the order of the rows
//   rows.gather({0, 2, 4}).batch();        // some of them, as a batch of their own
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/batch.h"
#include "tally/batch/code_map.h"
#include "tally/batch/term_map.h"

namespace tally {

/// Eight bytes for each number, four for each label and its code, eight for each term of a text.
/// Const functions may be called by several threads at once.
class RowStore {
 public:
  /// Keeps the columns that the schema names; one that the first batch does not have is not kept.
  explicit RowStore(const Schema& schema);
  RowStore(RowStore&&) = default;
  RowStore& operator=(RowStore&&) = default;

  /// Copies the rows that have a target and a weight above 0. The others are counted by `numbers`
  /// and leave nothing else. REQUIRES: the columns are of the kinds that the first batch had.
  void append(const Batch& batch);

  std::int64_t size() const { return static_cast<std::int64_t>(numbers_.size()); }
  /// The number of each kept row among all that were appended, from 0.
  const std::vector<std::int64_t>& numbers() const { return numbers_; }
  double weight(std::int64_t row) const;  ///< 1 without a column of weights
  const Label& target(std::int64_t row) const;

  /// The codes of a column of labels, row by row; −1 where it is missing.
  /// REQUIRES: the column is kept, as labels.
  const std::vector<std::int32_t>& codes(const std::string& column) const;
  const Label& label(const std::string& column, std::int32_t code) const;
  const std::string& target_name() const { return target_; }

  /// These rows, in this order, with dictionaries of their own.
  RowStore gather(const std::vector<std::int64_t>& rows) const;
  /// A view, valid as long as the store lives and nothing is appended.
  Batch batch() const;

 private:
  // The terms of a column of texts, as Terms has them.
  struct KeptTerms {
    KeptTerms();  // not of the compiler's making, which std::optional below would not see yet
    std::vector<std::int64_t> starts{0};
    std::vector<std::int32_t> codes, times;
    std::vector<std::uint8_t> validity;  // bits
    std::shared_ptr<TermDictionary> dictionary = std::make_shared<TermDictionary>();
    TermMap map;

    /// `code_of` gives the code here of a code there.
    template <class CodeOf>
    void append(const Terms& from, std::int64_t row, CodeOf&& code_of);
    Terms column() const;
  };

  struct Kept {
    std::string name;
    ValueType type = ValueType::kNumber;
    bool labels = false;
    std::vector<double> numbers;      // NaN: missing
    std::vector<std::int32_t> codes;  // −1: missing
    std::shared_ptr<Dictionary> dictionary;
    CodeMap map;                     // from the batches' dictionaries
    std::optional<KeptTerms> terms;  // of a text, in place of all of these
  };

  RowStore() = default;
  void bind(const Batch& batch);
  const Kept& find(const std::string& column) const;

  std::string target_, weight_;  // names
  std::size_t target_place_ = 0, weight_place_ = 0;
  std::vector<Kept> columns_;
  bool bound_ = false;  // whether the columns' kinds are known
  std::int64_t appended_ = 0;
  std::vector<std::int64_t> numbers_;
};

}  // namespace tally
