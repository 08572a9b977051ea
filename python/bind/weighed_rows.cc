// SPDX-License-Identifier: Apache-2.0
#include "weighed_rows.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "tally/inside/base.h"
#include "tally/inside/text.h"

namespace tally::bind {

namespace {

// The same sums under a schema of the same tallies.
Counts under(const Schema& schema, const Counts& counts) {
  Counts out(schema);
  counts.for_each_row([&](const CountRow& row) { out.add_row(row); });
  out.add_dropped(counts.dropped());
  return out;
}

// Whether the weights are those of the schema.
bool knows_weight(const Schema& schema, const std::string& weight) {
  return weight.empty() || (schema.weight() != nullptr && schema.weight()->name == weight);
}

// How often each row counts; nothing if a weight is no whole number of a size that adds up.
std::optional<std::vector<std::int64_t>> times_in(const Frame& frame, const std::string& weight) {
  constexpr double kMost = 1 << 30;
  const Column* const column = frame.batch().find(weight);
  const auto* const numbers = column == nullptr ? nullptr : std::get_if<Numbers>(column);
  if (numbers == nullptr) return std::nullopt;
  std::vector<std::int64_t> times(static_cast<std::size_t>(frame.rows()));
  bool are_whole = true;
  for_each_number(*numbers, frame.rows(), [&](std::int64_t row, double x) {
    const bool is_whole = x >= 0 && x <= kMost && x == std::floor(x);
    are_whole = are_whole && is_whole;
    if (is_whole) times[static_cast<std::size_t>(row)] = static_cast<std::int64_t>(x);
  });
  if (!are_whole) return std::nullopt;
  return times;
}

// The sample of rows whose weights are whole numbers.
RowSample sample_of(const Schema& schema, const std::string& weight, const RowSample& empty,
                    const Frames& frames, int threads) {
  RowSample whole = empty;
  for (const auto& frame : frames) {
    const Batch& batch = frame->batch();
    const std::vector<std::int64_t> times = times_in(*frame, weight).value();
    in_pieces(
        batch.rows, static_cast<std::int64_t>(batch.columns.size()), threads,
        [&](std::int64_t begin, std::int64_t end) {
          RowSampler part(schema, empty);
          Pieces(schema).for_each(batch, begin, end, [&](const Batch& piece, std::int64_t first) {
            part.add(piece, std::span(times).subspan(static_cast<std::size_t>(first),
                                                     static_cast<std::size_t>(piece.rows)));
          });
          return part.sample();
        },
        [&](const RowSample& part) { whole.merge(part); });
  }
  return whole;
}

// What was counted of these rows, and under this schema also of columns together.
Counts with_together(const Counts& counts, const Schema& schema, const Frames& frames,
                     int threads) {
  Counts whole = counts.with_together(schema);
  for (const auto& frame : frames) {
    const Batch& batch = frame->batch();
    in_pieces(
        batch.rows, static_cast<std::int64_t>(batch.columns.size()), threads,
        [&](std::int64_t begin, std::int64_t end) {
          Counts part(schema);
          Pieces pieces(schema);
          pieces.for_each(
              batch, begin, end,
              [&](const Batch& piece, std::int64_t) { part.add_together(piece); },
              pieces.rows_to_count());
          return part;
        },
        [&](const Counts& part) { whole.merge(part); });
  }
  return whole;
}

}  // namespace

Schema weighed_by(const std::string& weight, Schema schema) {
  if (weight.empty()) return schema;
  std::erase_if(schema.columns, [](const ColumnSchema& c) { return c.role == Role::kWeight; });
  ColumnSchema& column = schema.columns.emplace_back();
  column.name = weight;
  column.role = Role::kWeight;
  return validated(std::move(schema));
}

bool can_be_sampled(const Schema& schema, const std::string& weight, const Frames& frames) {
  return knows_weight(schema, weight) ||
         std::all_of(frames.begin(), frames.end(),
                     [&](const auto& frame) { return times_in(*frame, weight).has_value(); });
}

Piece counted_frames(const Schema& schema, const std::string& weight, const RowSample& sample,
                     const Frames& frames, int threads) {
  const bool is_plain = schema.has_text() || knows_weight(schema, weight);
  Piece piece =
      counted(weighed_by(weight, schema), is_plain ? sample : RowSample(0), frames, threads);
  if (!weight.empty()) piece.counts = under(schema, piece.counts);
  if (!is_plain && !sample.is_off() && can_be_sampled(schema, weight, frames)) {
    piece.sample = sample_of(schema, weight, sample, frames, threads);
  }
  return piece;
}

Model weighted_model(const Schema& schema, const std::string& weight, const Frames& frames,
                     int threads) {
  const bool keeps_sample = can_be_sampled(schema, weight, frames);
  const Schema as_counted = keeps_sample ? schema : weighed_by(weight, schema);
  Model model = model_of(counted_frames(as_counted, weight, RowSample(), frames, threads));
  if (schema.has_text()) model.unicode.insert(unicode_version());
  tune_model(model);
  if (keeps_sample) return model;
  model.counts = under(schema, model.counts);
  model.sample = RowSample(0);
  return model;
}

Model full_model(const Schema& schema, const std::string& weight, Piece first, const Frames& frames,
                 int threads) {
  if (!knows_weight(schema, weight)) return weighted_model(schema, weight, frames, threads);
  Model model = model_of(std::move(first));
  model.counts = with_together(model.counts, schema, frames, threads);
  RowSample sample;
  sample.merge(model.sample);
  model.sample = std::move(sample);
  tune_model(model);
  return model;
}

}  // namespace tally::bind
