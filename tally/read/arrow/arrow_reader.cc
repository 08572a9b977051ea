// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_reader.h"

#include <algorithm>
#include <utility>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/read/category_limit.h"
#include "tally/read/column_guess.h"
#include "tally/read/csv/read_plan.h"
#include "tally/read/csv/sampler.h"

namespace tally {

namespace {

constexpr std::int64_t kSampledRows = 1 << 14;
// A batch may hold millions of rows; workers share it.
constexpr std::int64_t kRowsOfAPiece = 1 << 16;

// JSON has no times, and spells them as CSV does; elsewhere a column of texts is one of texts.
ColumnSample sample_column(const ArrowColumn& column, const std::string& name, std::int64_t rows,
                           const csv::MissingMarks& marks, FileFormat format) {
  csv::ColumnObserver observer(name);
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

ArrowReader::ArrowReader(std::shared_ptr<csv::InputFiles> files, FileFormat format,
                         ReadOptions options)
    : files_(std::move(files)), format_(format), options_(std::move(options)) {
  for (std::size_t i = 0; i < files_->size(); ++i) {
    Opened opened{std::make_shared<ArrowStream>(*files_, i, format_, nullptr), nullptr};
    const std::vector<std::string>& columns = opened.stream->columns();
    if (i == 0) names_ = columns;
    csv::places_of(names_, columns, opened.stream->name(), csv::display_name(files_->file(0)));
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
  const csv::MissingMarks marks(options_.missing);
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
  const csv::ReadPlan plan = csv::plan_read(schema, names_, options_, optional,
                                            csv::display_name(files_->file(0)), guessed_);
  std::vector<std::string> columns;
  for (const csv::ReadPlan::PlannedColumn& planned : plan.columns) {
    columns.push_back(planned.schema.name);
  }
  if (plan.keep_cells) columns = names_;
  if (files_->is_reopenable(0)) inputs_.front() = {};
  threads = std::max(1, threads);
  std::vector<ArrowBatcher> batchers;
  for (int worker = 0; worker < threads; ++worker) batchers.emplace_back(plan);
  csv::CategoryLimit limit(options_.max_categories, threads, plan.columns.size());

  struct Converted {
    int worker;
    const Batch* batch;
    Table::Finish finish;
  };
  in_order(
      threads, [&] { return next_piece(columns); },
      [&](const ArrowPiece& piece, int worker) {
        const Batch& batch = batchers[static_cast<std::size_t>(worker)].convert(piece);
        return Converted{worker, &batch, batch.rows > 0 ? work(batch, worker) : nullptr};
      },
      [&](const Converted& converted) {
        const ArrowBatcher& batcher = batchers[static_cast<std::size_t>(converted.worker)];
        for (std::size_t i = 0; i < plan.columns.size(); ++i) {
          if (const Dictionary* dictionary = batcher.dictionary(i)) {
            limit.update(converted.worker, i, *dictionary, converted.batch->file,
                         plan.columns[i].schema.name);
          }
        }
        rows_.fetch_add(converted.batch->rows, std::memory_order_relaxed);
        if (converted.finish) converted.finish();
      });
  csv::check_selection(options_, rows_before_);
  std::vector<std::vector<StrayCells>> strays;
  for (const ArrowBatcher& batcher : batchers) strays.push_back(batcher.strays());
  strays_ = csv::united_strays(plan, strays);
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
