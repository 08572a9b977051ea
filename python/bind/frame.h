// SPDX-License-Identifier: Apache-2.0
// A table from Python: named columns of equal length, each where it lies.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tally/inside/read.h"

namespace tally::bind {

/// Made with the GIL held; its batch may be read without it.
class Frame {
 public:
  /// An empty table of so many rows.
  explicit Frame(std::int64_t rows) { batch_.rows = rows; }
  explicit Frame(Batch batch) : batch_(std::move(batch)) {}

  const Batch& batch() const { return batch_; }
  std::int64_t rows() const { return batch_.rows; }

  /// Each throws std::invalid_argument if the arrays do not fit.
  void add_numbers(const std::string& name, const nanobind::object& array);
  /// Times or durations ("time", "duration") in whole units, `per_second` of them a second (a power
  /// of ten); the least integer is missing.
  void add_seconds(const std::string& name, const nanobind::object& amounts,
                   std::int64_t per_second, const std::string& type);
  void add_bits(const std::string& name, const nanobind::object& bits,
                const nanobind::object& valid);
  void add_codes(const std::string& name, const nanobind::object& codes,
                 const nanobind::list& labels);
  void add_texts(const std::string& name, const nanobind::sequence& texts);
  /// The same of texts as numpy keeps them: a row of code points each (uint32), filled up with
  /// zeros.
  void add_code_points(const std::string& name, const nanobind::object& points);
  /// One column: an Arrow stream of arrays that are no structures.
  void add_stream(const std::string& name, const nanobind::object& capsule);
  /// A column in which every cell is missing.
  void add_missing(const std::string& name);

  /// Gives columns other names, old to new; those that are not told keep theirs.
  void rename(const std::map<std::string, std::string>& names);

  /// Whether the cells of a column were given as categories, which are categories whatever they
  /// are.
  bool is_category(const std::string& name) const { return categories_.count(name) != 0; }
  /// Puts codes in the place of a column.
  void replace(const std::string& name,
               const std::shared_ptr<const std::vector<std::int8_t>>& codes,
               const std::shared_ptr<const Dictionary>& labels);

  /// Whether a column has whole numbers that no double tells apart: beyond ±2⁵³.
  bool has_great_numbers(const std::string& name) const;
  /// Makes the numbers of a column labels, each as exact as it is.
  void name_numbers(const std::string& name);

  /// The different labels of a column as texts, in the order of their coming, and of each row which it
  /// has: −1 where its cell is missing, infinite or a text. Throws std::invalid_argument if there is no such column,
  /// or not one code for each row.
  nanobind::list labels(const std::string& name, const nanobind::object& codes) const;

  /// What the cells of each column are: "number", "boolean", "text", or "category" for numbers that
  /// are names; "nothing" if all are missing.
  std::vector<std::pair<std::string, std::string>> types() const;

 private:
  void add(const std::string& name, Column column, std::shared_ptr<const void> owner);

  Batch batch_;
  std::vector<std::shared_ptr<const void>> owners_;
  std::set<std::string> categories_;
};

/// Makes labels of the columns in which numbers are names and some are great. A column is either
/// numbers or labels in all frames.
void keep_great_numbers_apart(const std::vector<std::shared_ptr<Frame>>& frames,
                              const std::vector<std::string>& names);

/// The batches of an Arrow stream of structures, without the columns that `leave_out` names. Errors name
/// their rows by `source` (empty: by nothing) and counted from `first_row`.
std::vector<std::shared_ptr<Frame>> frames_of_stream(const nanobind::object& capsule,
                                                     const std::vector<std::string>& leave_out,
                                                     const std::string& source = "",
                                                     std::int64_t first_row = 0);

}  // namespace tally::bind
