// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <map>

#include "tally/batch.h"
#include "tally/batch/term_dictionary.h"

namespace tally {

namespace {

using Bitmap = std::vector<std::uint8_t>;

template <class Values, class F>
Bitmap bits_of(const Values& values, F&& is_set) {
  Bitmap bits((values.size() + 7) / 8);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (is_set(values[row])) bits[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
  }
  return bits;
}

template <class Values>
Bitmap valid_bits(const Values& values) {
  return bits_of(values, [](const auto& value) { return value.has_value(); });
}

}  // namespace

// Deques, so that what a column points to stays where it is.
struct BatchBuilder::Cells {
  std::deque<std::vector<double>> numbers;
  std::deque<std::vector<std::int32_t>> codes;
  std::deque<std::vector<std::int64_t>> starts;
  std::deque<Bitmap> bits;
  std::deque<std::vector<std::optional<std::string>>> texts;
  std::deque<std::vector<std::string_view>> views;

  template <class T>
  static const T* keep(std::deque<std::vector<T>>& all, std::vector<T> cells) {
    all.push_back(std::move(cells));
    return all.back().data();
  }
};

BatchBuilder::BatchBuilder() : cells_(std::make_shared<Cells>()) { batch_.owner = cells_; }

BatchBuilder& BatchBuilder::add(const std::string& name, std::size_t rows, Column column) {
  const auto length = static_cast<std::int64_t>(rows);
  if (!batch_.columns.empty() && batch_.rows != length) {
    throw Error(ErrorKind::kUsage, "column " + in_quotes(name) + " has " + std::to_string(length) +
                                       " rows, and those before it " + std::to_string(batch_.rows));
  }
  batch_.rows = length;
  batch_.columns.push_back({name, std::move(column)});
  return *this;
}

BatchBuilder& BatchBuilder::numbers(const std::string& name, std::vector<double> values) {
  return seconds(name, std::move(values), ValueType::kNumber);
}

BatchBuilder& BatchBuilder::seconds(const std::string& name, std::vector<double> values,
                                    ValueType type) {
  cells_->numbers.push_back(std::move(values));
  const std::vector<double>& kept = cells_->numbers.back();
  return add(name, kept.size(), Numbers::of(kept).as(type));
}

BatchBuilder& BatchBuilder::texts(const std::string& name, const std::vector<std::string>& values) {
  std::vector<std::optional<Label>> labels;
  for (const std::string& value : values) {
    labels.push_back(value.empty() ? std::nullopt : std::optional(Label::of(value)));
  }
  return this->labels(name, labels);
}

BatchBuilder& BatchBuilder::labels(const std::string& name,
                                   const std::vector<std::optional<Label>>& values) {
  auto dictionary = std::make_shared<Dictionary>();
  std::vector<std::int32_t> codes;
  for (const auto& value : values) codes.push_back(value ? dictionary->code(*value) : -1);
  cells_->codes.push_back(std::move(codes));
  return add(name, values.size(), Codes::of(cells_->codes.back(), std::move(dictionary)));
}

BatchBuilder& BatchBuilder::booleans(const std::string& name,
                                     const std::vector<std::optional<bool>>& values) {
  const std::uint8_t* const bits = Cells::keep(
      cells_->bits, bits_of(values, [](const auto& value) { return value.value_or(false); }));
  const std::uint8_t* const valid = Cells::keep(cells_->bits, valid_bits(values));
  return add(name, values.size(), Bits{bits, 0, {valid, 0}});
}

BatchBuilder& BatchBuilder::sentences(const std::string& name,
                                      const std::vector<std::optional<std::string>>& values) {
  cells_->texts.push_back(values);
  std::vector<std::string_view> views;
  for (const auto& text : cells_->texts.back()) {
    views.push_back(text ? std::string_view(*text) : std::string_view{});
  }
  return add(name, values.size(), Texts{Cells::keep(cells_->views, std::move(views))});
}

BatchBuilder& BatchBuilder::terms(const std::string& name,
                                  const std::vector<std::optional<Words>>& values) {
  auto dictionary = std::make_shared<TermDictionary>();
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> codes, times;
  for (const auto& words : values) {
    std::map<std::int32_t, std::int32_t> of_row;
    for (const std::string& word : words.value_or(Words{})) ++of_row[dictionary->code(word)];
    for (const auto& [code, count] : of_row) {
      codes.push_back(code);
      times.push_back(count);
    }
    starts.push_back(static_cast<std::int64_t>(codes.size()));
  }
  Terms terms;
  terms.starts = Cells::keep(cells_->starts, std::move(starts));
  terms.codes = Cells::keep(cells_->codes, std::move(codes));
  terms.times = Cells::keep(cells_->codes, std::move(times));
  terms.dictionary = std::move(dictionary);
  terms.validity = {Cells::keep(cells_->bits, valid_bits(values)), 0};
  return add(name, values.size(), std::move(terms));
}

}  // namespace tally
