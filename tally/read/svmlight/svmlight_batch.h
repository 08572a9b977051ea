// SPDX-License-Identifier: Apache-2.0
// Lines of an svmlight file become batches.
//
// A batch is dense: a matrix of rows × columns with zero where a line is silent. It holds few
// enough rows that it stays small however many columns there are.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/error.h"
#include "tally/inside/batch.h"
#include "tally/read.h"
#include "tally/read/block_splitter.h"
#include "tally/read/cells/column_builder.h"
#include "tally/read/cells/missing_marks.h"
#include "tally/read/svmlight/svmlight_line.h"

namespace tally {

inline constexpr const char* kSvmlightLabel = "label";

/// What is to be made of an svmlight file. Shared by all workers.
struct SvmlightPlan {
  std::optional<ColumnSchema> label;                          ///< none: it is not read
  std::vector<ColumnSchema> features;                         ///< named by their index
  absl::flat_hash_map<std::int64_t, std::size_t> feature_of;  ///< index → place in `features`
  MissingMarks marks;
  const RowSelection* rows = nullptr;        ///< only these, if not null
  std::size_t cells = std::size_t{1} << 20;  ///< of a batch at most, but at least one row
};

/// Calls f(line) with each line of the block, without its newline.
template <class F>
void for_each_line(const Block& block, F&& f) {
  const char* at = block.bytes.get() + block.begin;
  const char* const end = block.bytes.get() + block.end;
  while (at != end) {
    const auto* newline =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    const char* const stop = newline == nullptr ? end : newline;
    f(std::string_view(at, static_cast<std::size_t>(stop - at)));
    at = newline == nullptr ? end : newline + 1;
  }
}

/// Rows in a block: lines that are neither blank nor all comment.
std::int64_t count_svmlight_rows(const Block& block);

/// One worker's parser. The plan must outlive it. One thread at a time.
class SvmlightBatcher {
 public:
  explicit SvmlightBatcher(const SvmlightPlan& plan);

  /// Gives the rows of the block to `take`, some at a time; each batch is valid until `take`
  /// returns. Throws Error (kData) with the line for the first line that is malformed or whose
  /// label is not of its column's type, after the rows before it were given.
  using Take = std::function<void(const Batch&)>;
  void parse(const Block& block, const std::string& file, const Take& take);

  /// The labels met so far, or null if there is no dictionary of them. No other column has any.
  const Dictionary* dictionary(std::size_t /*column*/ = 0) const;

 private:
  bool is_selected(std::int64_t row) const;
  void add(const SvmlightLine& line, std::int64_t number);
  void give(const Take& take);
  [[noreturn]] void fail(Remark remark, std::int64_t line, const std::string& column) const;

  const SvmlightPlan& plan_;
  std::size_t most_rows_;
  std::optional<ColumnBuilder> label_;
  std::vector<double> matrix_;        // column by column, most_rows_ cells each; zero but for …
  std::vector<std::size_t> touched_;  // … these
  Batch batch_;
};

}  // namespace tally
