// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/row_sampler.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tally/model/sample/sample_rows.h"

namespace tally {

namespace {

using row_word::kMissing;

constexpr std::uint64_t kUnknown = kMissing + 1;  // a NaN, too: no word

std::vector<ColumnToRead> columns_of(const Schema& schema) {
  std::vector<ColumnToRead> columns{{schema.target().name, schema.target().type}};
  for (const ColumnSchema& column : schema.columns) {
    if (column.role != Role::kTarget) columns.push_back({column.name, column.type});
  }
  return columns;
}

// So many rows and some more, so that the smallest need not be looked for with each; less of rows
// that are wide.
std::size_t with_room(std::size_t rows, std::size_t columns) {
  constexpr std::size_t kMostRows = std::size_t{1} << 62;
  constexpr std::size_t kCells = std::size_t{1} << 20;
  if (rows >= kMostRows) return rows;
  return rows + std::max({std::min(rows, kCells / std::max<std::size_t>(columns, 1)), rows / 4,
                          std::size_t{64}});
}

std::uint64_t bits_of(double number) {
  return std::isfinite(number) ? std::bit_cast<std::uint64_t>(number) : kMissing;
}

}  // namespace

RowSampler::Cells::Cells(const ColumnSchema& column)
    : column_(column), has_labels_(holds_labels(column)) {}

void RowSampler::Cells::bind(const Column* column) {
  bound_ = column;
  const Codes* const codes = column == nullptr ? nullptr : std::get_if<Codes>(column);
  if (codes == nullptr) return;
  if (codes->dictionary != dictionary_) {
    dictionary_ = codes->dictionary;
    of_code_.clear();
  }
  of_code_.resize(static_cast<std::size_t>(dictionary_->size()), kUnknown);
}

std::uint64_t RowSampler::Cells::word_of(const Label& label) {
  if (has_labels_) return static_cast<std::uint64_t>(labels_.code(label));
  if (label.type() == ValueType::kBoolean) {
    return bits_of(number_of_truth(column_, label == Label::of(true)));
  }
  return bits_of(parse_number(label.to_string()).value_or(std::nan("")));
}

std::uint64_t RowSampler::Cells::word(std::int64_t row) {
  if (bound_ == nullptr) return kMissing;
  if (const auto* const codes = std::get_if<Codes>(bound_)) {
    const double code = codes->indices.at(row);
    if (!(code >= 0)) return kMissing;
    const std::int32_t size = dictionary_->size();
    if (code >= size) internal::refuse_code(row, size);
    std::uint64_t& word = of_code_[static_cast<std::size_t>(code)];
    if (word == kUnknown) word = word_of(dictionary_->label(static_cast<std::int32_t>(code)));
    return word;
  }
  if (const auto* const numbers = std::get_if<Numbers>(bound_); numbers && !has_labels_) {
    return bits_of(numbers->at(row));
  }
  const std::optional<Label> label = cell_label(*bound_, row);
  return label ? word_of(*label) : kMissing;
}

std::string RowSampler::Cells::text(std::uint64_t word) const {
  if (has_labels_) return labels_.label(static_cast<std::int32_t>(word)).to_string();
  const auto number = std::bit_cast<double>(word);
  if (column_.type == ValueType::kBoolean) return number == 0 ? "false" : "true";
  return Numbers{}.as(column_.type).label(number).to_string();
}

RowSampler::RowSampler(const Schema& schema, const RowSample& empty)
    : most_(static_cast<std::size_t>(empty.most())),
      below_(empty.below()),
      hasher_(schema),
      binding_(columns_of(schema)),
      target_(schema.target()),
      many_(with_room(most_, schema.columns.size())) {
  if (!below_.empty()) bound_ = hash_in(below_);
  for (const ColumnSchema& column : schema.columns) {
    if (column.role == Role::kWeight) weight_ = columns_.size();
    if (column.role != Role::kTarget) columns_.emplace_back(column);
  }
}

void RowSampler::add(const Batch& batch, std::span<const std::int64_t> times) {
  if (most_ == 0) return;
  const std::vector<const Column*>& bound = binding_.bind(batch);
  target_.bind(bound.front());
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].bind(bound[i + 1]);
  hasher_.for_each_block(batch, [&](std::int64_t first, std::span<const std::uint64_t> states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::uint64_t hash = hash_of(states[i]);
      if (hash >= bound_ && !below_.empty()) continue;
      const std::int64_t row = first + static_cast<std::int64_t>(i);
      add_row(row, states[i], hash, times.empty() ? 1 : times[static_cast<std::size_t>(row)]);
    }
  });
}

void RowSampler::add_row(std::int64_t row, std::uint64_t state, std::uint64_t hash,
                         std::int64_t times) {
  const std::uint64_t klass = target_.word(row);
  if (klass == kMissing || times == 0) return;
  if (weight_ && columns_[*weight_].word(row) << 1 == 0) return;  // 0, or −0
  const auto [found, is_new] = row_of_.try_emplace(Key{hash, klass}, rows_.size());
  if (!is_new) {
    rows_[found->second].times += times;
    return;
  }
  rows_.push_back({state, klass, times});
  for (Cells& column : columns_) words_.push_back(column.word(row));
  if (rows_.size() > many_) keep_smallest();
}

void RowSampler::keep_smallest() {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> order;  // hashes with their states
  for (const Row& row : rows_) order.emplace_back(hash_of(row.state), row.state);
  std::sort(order.begin(), order.end());
  order.erase(std::unique(order.begin(), order.end()), order.end());
  if (order.size() > most_) leave_out_from(order[most_].second);
  many_ = with_room(std::max(most_, rows_.size()), columns_.size());
}

void RowSampler::leave_out_from(std::uint64_t state) {
  bound_ = hash_of(state);
  below_ = digest_of(state);
  row_of_.clear();
  const std::size_t width = columns_.size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::uint64_t hash = hash_of(rows_[i].state);
    if (hash >= bound_) continue;
    rows_[kept] = rows_[i];
    std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                words_.begin() + static_cast<std::ptrdiff_t>(kept * width));
    row_of_.emplace(Key{hash, rows_[kept].klass}, kept);
    ++kept;
  }
  rows_.resize(kept);
  words_.resize(kept * width);
}

SampledRow RowSampler::sampled(std::size_t row, LabelCells& of_label) const {
  const Row& found = rows_[row];
  SampledRow out{digest_of(found.state), target_.text(found.klass), found.times, {}};
  out.columns.reserve(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::uint64_t word = words_[row * columns_.size() + i];
    if (word == kMissing) continue;
    const auto cell = [&](std::uint64_t of) {
      return SampledColumn::of_one(columns_[i].name(), columns_[i].text(of));
    };
    if (!columns_[i].has_labels()) {
      out.columns.push_back(cell(word));
      continue;
    }
    while (of_label[i].size() <= word) of_label[i].push_back(cell(of_label[i].size()));
    out.columns.push_back(of_label[i][word]);
  }
  return out;
}

RowSample RowSampler::sample() {
  keep_smallest();
  RowSample out(static_cast<std::int64_t>(most_));
  out.set_below(below_);
  std::vector<std::pair<std::uint64_t, std::size_t>> order;  // in that of the sample
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    order.emplace_back(hash_of(rows_[row].state), row);
  }
  std::sort(order.begin(), order.end());
  LabelCells of_label(columns_.size());
  for (const auto& [hash, row] : order) out.add(sampled(row, of_label));
  return out;
}

namespace {

bool has_values(const Counts& counts, const std::string& column) {
  const Tally* const tally = counts.find(column);
  const KeyedTally* const values = tally == nullptr ? nullptr : as_keyed(*tally);
  return values == nullptr || values->possible_values() > 0;
}

// The sample of its own rows, none of which was left out before.
RowSample taken_again(const RowSample& sample, const Schema& schema) {
  RowSample empty(sample.most());
  empty.set_below(sample.below());
  RowSampler again(schema, empty);
  const std::vector<std::int64_t> times = times_of(sample);
  again.add(batch_of(sample, schema), times);
  return again.sample();
}

}  // namespace

std::optional<RowSample> resampled(const RowSample& sample, const Counts& counts,
                                   const Schema& schema) {
  RowSample again = taken_again(sample, schema);
  if (sample.below().empty()) return again;
  for (const ColumnSchema& column : counts.schema().columns) {
    if (schema.find(column.name) == nullptr && has_values(counts, column.name)) return std::nullopt;
  }
  // An integer beyond the doubles is another number where it is no label.
  return again == sample ? std::optional(sample) : std::nullopt;
}

bool is_sample_of(const RowSample& sample, const Schema& schema) {
  return taken_again(sample, schema) == sample;
}

}  // namespace tally
