// SPDX-License-Identifier: Apache-2.0
// The rows of frames, some at a time, as the engine counts and scores them: texts cut into terms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frame.h"
#include "tally/inside/assess.h"
#include "tally/inside/fit.h"
#include "tally/inside/text.h"

namespace tally::bind {

using Frames = std::vector<std::shared_ptr<Frame>>;

/// One per thread.
class Pieces {
 public:
  /// Throws Error (kUsage) for a model of mail, whose messages only the mail reader can cut.
  explicit Pieces(const Schema& schema);

  /// Calls f(piece, first) for rows [begin, end) of a batch, where `first` is the number of the
  /// piece's first row in it. Throws Error (kData) for a column without texts that the schema reads
  /// as text, and what f throws.
  template <class F>
  void for_each(const Batch& batch, std::int64_t begin, std::int64_t end, F&& f,
                std::int64_t at_a_time = kFewRows) {
    for (std::int64_t first = begin; first < end; first += at_a_time) {
      f(cut(batch, first, std::min(end, first + at_a_time)), first);
    }
  }
  /// Calls f(piece) for the rows of a batch, whose texts are whole. Throws likewise.
  template <class F>
  void for_each_uncut(const Batch& batch, F&& f) {
    for (std::int64_t first = 0; first < batch.rows; first += kFewRows) {
      f(uncut(batch, first, std::min(batch.rows, first + kFewRows)));
    }
  }
  /// How many rows are best counted at a time: many, unless texts have to be cut.
  std::int64_t rows_to_count() const { return text_features_.empty() ? kManyRows : kFewRows; }

 private:
  static constexpr std::int64_t kFewRows = 4096, kManyRows = 65536;

  const Batch& cut(const Batch& batch, std::int64_t begin, std::int64_t end);
  Batch& uncut(const Batch& batch, std::int64_t begin, std::int64_t end);
  Texts texts_of(const NamedColumn& column, std::int64_t rows, std::size_t feature);

  std::vector<std::string> text_features_;
  TermCutter cutter_;
  // Of each text feature, the cells of the piece at hand.
  std::vector<std::vector<std::string>> spelled_;
  std::vector<std::vector<std::string_view>> cells_;
  Batch piece_;
};

/// The names of the columns that hold sentences rather than names, by their first megabyte.
std::vector<std::string> free_texts(const Frames& frames);

/// What the first megabyte of a column of texts says.
ColumnSample first_text_sample(const std::string& name, const Frames& frames);

/// What the rows of frames add to a model of this schema, counted on several threads. A sample that
/// is not off takes up rows too. Throws Error (kData) for a row that is refused.
Piece counted(const Schema& schema, const RowSample& sample, const Frames& frames, int threads);

/// All rows that have a class, in memory.
RowStore stored(const Schema& schema, const Frames& frames);

}  // namespace tally::bind
