// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_reader.h"

#include <algorithm>
#include <utility>

#include "tally/base/error.h"
#include "tally/read/batch_loop.h"
#include "tally/read/cells/column_observer.h"
#include "tally/read/column_guess.h"
#include "tally/read/read_plan.h"

namespace tally {

namespace {

constexpr std::int64_t kSampledRows = 1 << 14;
// A batch may hold millions of rows; workers share it.
constexpr std::int64_t kRowsOfAPiece = 1 << 16;

// JSON has no times, and spells them as CSV does; elsewhere a column of texts is one of texts.
ColumnSample sample_column(const ArrowColumn& column, const std::string& name, std::int64_t rows,
                           const MissingMarks& marks, FileFormat format) {
  ColumnObserver observer(name);
  if (column.type().kind == ArrowType::Kind::kRefused) {
    ColumnSample sample = std::move(observer).finish();
    sample.refusal = column.type().refusal;
    return sample;
  }
  std::string text;
  for (std::int64_t row = 0; row < rows; ++row) {
    text.clear();
    column.append_text(row, text);
    if (!marks.contains(text)) observer.see(text);
  }
  ColumnSample sample = std::move(observer).finish();
  if (column.type().is_text() && sample.cells > 0) {
    sample.booleans = sample.numbers = sample.integers = false;
    if (format != FileFormat::kJsonLines) sample.times = sample.durations = false;
    if (guessed_type(sample) == ValueType::kText) sample.type = ValueType::kText;
  }
  return sample;
}

}  // namespace

ArrowReader::ArrowReader(std::shared_ptr<InputFiles> files, FileFormat format, ReadOptions options)
    : files_(std::move(files)), format_(format), options_(std::move(options)) {
  for (std::size_t i = 0; i < files_->size(); ++i) {
    Opened opened{std::make_shared<ArrowStream>(*files_, i, format_, nullptr), nullptr};
    const std::vector<std::string>& columns = opened.stream->columns();
    if (i == 0) names_ = columns;
    places_of(names_, columns, opened.stream->name(), display_name(files_->file(0)));
    const bool stays_open = i == 0 || !files_->is_reopenable(i);
    inputs_.push_back(stays_open ? std::move(opened) : Opened{});
  }
}

std::vector<ColumnSample> ArrowReader::sample() {
  Opened& first = inputs_.front();
  if (first.stream == nullptr) {
    throw Error(ErrorKind::kDefect, "a table is sampled after it was read");
  }
  if (first.waiting == nullptr) first.waiting = next_batch(first);
  const MissingMarks marks(options_.missing);
  std::vector<ColumnSample> samples;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const ArrowSchema& schema = *first.stream->schema().children[i];
    if (first.waiting == nullptr) {
      samples.emplace_back().name = names_[i];
      samples.back().refusal = arrow_type(schema).refusal;
      continue;
    }
    const ArrowColumn column(schema, *first.waiting->children[i], first.waiting->offset);
    const std::int64_t rows = std::min(kSampledRows, first.waiting->length);
    samples.push_back(sample_column(column, names_[i], rows, marks, format_));
  }
  return samples;
}

// The next batch that has rows, or null.
std::shared_ptr<const ArrowArray> ArrowReader::next_batch(Opened& opened) const {
  std::shared_ptr<const ArrowArray> batch = std::exchange(opened.waiting, nullptr);
  if (batch == nullptr) {
    do {
      batch = opened.stream->next();
    } while (batch != nullptr && batch->length == 0);
  }
  return batch;
}

void ArrowReader::read(const Schema& schema, int threads, const Table::Work& work,
                       const std::vector<Role>& optional) {
  if (std::exchange(was_read_, true)) {
    throw Error(ErrorKind::kDefect, "a table is read a second time");
  }
  const ReadPlan plan =
      plan_read(schema, names_, options_, optional, display_name(files_->file(0)), guessed_);
  const std::vector<std::string> columns = plan.keep_cells ? names_ : names_of(plan);
  if (files_->is_reopenable(0)) inputs_.front() = {};
  std::vector<ArrowBatcher> batchers = one_each<ArrowBatcher>(threads, plan);
  for_each_batch(
      batchers, [&] { return next_piece(columns); },
      [](const ArrowPiece& piece, ArrowBatcher& batcher, const auto& take) {
        take(batcher.convert(piece));
      },
      work, rows_, {options_.max_categories, names_of(plan)});
  check_selection(options_, rows_before_);
  strays_ = strays_of(plan, batchers);
}

std::optional<ArrowPiece> ArrowReader::next_piece(const std::vector<std::string>& columns) {
  for (; current_ < inputs_.size(); ++current_) {
    Opened& input = inputs_[current_];
    if (input.stream == nullptr) {
      input.stream = std::make_shared<ArrowStream>(*files_, current_, format_, &columns);
    }
    if (batch_ == nullptr) {
      batch_ = next_batch(input);
      batch_row_ = 0;
    }
    if (batch_ == nullptr) {
      input = {};
      continue;
    }
    ArrowPiece piece{input.stream, batch_, batch_row_,
                     std::min(batch_->length, batch_row_ + kRowsOfAPiece), rows_before_};
    rows_before_ += piece.end - piece.begin;
    batch_row_ = piece.end;
    if (batch_row_ == batch_->length) batch_ = nullptr;
    return piece;
  }
  return std::nullopt;
}

ReadProgress ArrowReader::progress() const {
  return {rows_.load(std::memory_order_relaxed), files_->bytes().load(std::memory_order_relaxed),
          files_->total_bytes()};
}

}  // namespace tally
