// SPDX-License-Identifier: Apache-2.0
// Rows of a model file become sums, each checked as a stranger's: labels in their one form, parts
// that there are, exponents that a sum can have.
//
//   SumAdder sums(db, kCountsTable, counts);
//   sums.add({"body", "money", "value", "spam", 0, 17});
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "tally/count/counts.h"
#include "tally/model/model_tables.h"

namespace tally {

/// A label that a table holds. Throws Error (kData) if it is not in canonical form: any other would
/// make two keys of one value.
Label label_in(const Database& db, const FileTable& table, std::string_view text, ValueType type);

/// Gives what f gives. What the counts and their schema refuse, they refuse without knowing the
/// file: an Error becomes one that names it. Its remedies are for who declares a schema.
template <class F>
auto soundly(const Database& db, F&& f) {
  try {
    return f();
  } catch (const Error& error) {
    throw_unsound(db, error.located());
  }
}

/// Not to be shared between threads. REQUIRES: the Database and the Counts stay.
class SumAdder {
 public:
  /// A row as the table has it; `classes` has the last three columns.
  struct Row {
    std::string_view tally, key, part, klass;
    std::int64_t exponent, amount;
  };

  SumAdder(const Database& db, const FileTable& table, Counts& counts)
      : db_(db), table_(table), counts_(counts) {}

  /// Adds a row of `counts`. Throws Error (kData) if no model has it.
  void add(const Row& row);
  /// Adds a row of `classes`. Throws as `add` does.
  void add_to_class(const Row& row);

 private:
  [[noreturn]] void wrong(const std::string& what) const { throw_wrong(db_, table_, what); }
  void add_sum(const Row& row);
  std::int32_t class_code(std::string_view klass);

  const Database& db_;
  const FileTable& table_;
  Counts& counts_;
  CountRow sum_;            // of the row before: most of it comes again
  Tally* tally_ = nullptr;  // its tally
  // The classes that the counts have, by their texts: a row of theirs needs no further look.
  std::map<std::string, std::int32_t, std::less<>> class_codes_;
  bool knows_classes_ = false;
  std::set<std::string, std::less<>> labels_;  // texts that have been found to be classes
};

}  // namespace tally
