// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "tally/assess.h"
#include "tally/batch/code_map.h"
#include "tally/batch/column.h"
#include "tally/batch/term_map.h"

namespace tally {

// The terms of a column of texts, as Terms has them.
struct RowStore::KeptTerms {
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

struct RowStore::Kept {
  std::string name;
  ValueType type = ValueType::kNumber;
  bool labels = false;
  std::vector<double> numbers;      // NaN: missing
  std::vector<std::int32_t> codes;  // −1: missing
  std::shared_ptr<Dictionary> dictionary;
  CodeMap map;                     // from the batches' dictionaries
  std::optional<KeptTerms> terms;  // of a text, in place of all of these
};

RowStore::RowStore() = default;
RowStore::RowStore(RowStore&&) noexcept = default;
RowStore& RowStore::operator=(RowStore&&) noexcept = default;
RowStore::~RowStore() = default;

RowStore::RowStore(const Schema& schema)
    : target_(schema.target().name),
      weight_(schema.weight() == nullptr ? "" : schema.weight()->name) {
  for (const ColumnSchema& column : schema.cut_columns()) {
    columns_.emplace_back();
    columns_.back().name = column.name;
    columns_.back().type = column.type;
  }
}

void RowStore::bind(const Batch& batch) {
  bound_ = true;
  const auto absent = [&](const Kept& kept) { return batch.find(kept.name) == nullptr; };
  columns_.erase(std::remove_if(columns_.begin(), columns_.end(), absent), columns_.end());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Kept& kept = columns_[c];
    if (kept.name == target_) target_place_ = c;
    if (kept.name == weight_) weight_place_ = c;
    kept.labels = kept.name == target_ || !std::holds_alternative<Numbers>(*batch.find(kept.name));
    kept.dictionary = std::make_shared<Dictionary>();
    if (std::holds_alternative<Terms>(*batch.find(kept.name))) kept.terms.emplace();
  }
}

template <class CodeOf>
void RowStore::KeptTerms::append(const Terms& from, std::int64_t row, CodeOf&& code_of) {
  const std::size_t place = starts.size() - 1;
  validity.resize(place / 8 + 1);
  if (from.validity.at(row)) {
    validity[place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
    from.for_each(row, [&](std::int32_t code, std::int32_t count) {
      codes.push_back(code_of(code));
      times.push_back(count);
    });
  }
  starts.push_back(static_cast<std::int64_t>(codes.size()));
}

Terms RowStore::KeptTerms::column() const {
  return {starts.data(), codes.data(), times.data(), dictionary, {validity.data(), 0}};
}

void RowStore::append(const Batch& batch) {
  if (!bound_) bind(batch);
  const Column* const weights = weight_.empty() ? nullptr : batch.find(weight_);
  std::vector<bool> counts(static_cast<std::size_t>(batch.rows));
  CodeMap().for_each(
      *batch.find(target_), batch.rows, [](const Label&) { return 0; },
      [&](std::int64_t row, std::int32_t code) {
        if (code == CodeMap::kMissing) return;
        if (weights != nullptr && std::get<Numbers>(*weights).at(row) == 0) return;
        counts[static_cast<std::size_t>(row)] = true;
        numbers_.push_back(appended_ + row);
      });
  for (Kept& kept : columns_) {
    const Column& column = *batch.find(kept.name);
    require_meaning(batch, column, kept.name, kept.type);
    if (kept.terms) {
      KeptTerms& terms = *kept.terms;
      const auto& told = std::get<Terms>(column);
      // All that are new at once, so that one by one nothing is left to look up.
      terms.map.offset_of_all(
          told, std::numeric_limits<std::int64_t>::max(),
          [&](std::span<const std::string_view> some, std::span<std::int32_t> codes) {
            terms.dictionary->codes(some, codes);
          });
      const std::vector<std::int32_t>& numbers = terms.map.numbers(
          told, [&](std::string_view term) { return terms.dictionary->code(term); });
      for (std::int64_t row = 0; row < batch.rows; ++row) {
        if (!counts[static_cast<std::size_t>(row)]) continue;
        terms.append(told, row,
                     [&](std::int32_t code) { return numbers[static_cast<std::size_t>(code)]; });
      }
    } else if (kept.labels) {
      kept.map.for_each(
          column, batch.rows, [&](const Label& label) { return kept.dictionary->code(label); },
          [&](std::int64_t row, std::int32_t code) {
            if (counts[static_cast<std::size_t>(row)]) kept.codes.push_back(code);
          });
    } else {
      for_each_number(std::get<Numbers>(column), batch.rows, [&](std::int64_t row, double value) {
        if (counts[static_cast<std::size_t>(row)]) kept.numbers.push_back(value);
      });
    }
  }
  appended_ += batch.rows;
}

const RowStore::Kept& RowStore::find(const std::string& column) const {
  return *std::find_if(columns_.begin(), columns_.end(),
                       [&](const Kept& kept) { return kept.name == column; });
}

double RowStore::weight(std::int64_t row) const {
  return weight_.empty() ? 1 : columns_[weight_place_].numbers[static_cast<std::size_t>(row)];
}

const Label& RowStore::target(std::int64_t row) const {
  const Kept& targets = columns_[target_place_];
  return targets.dictionary->label(targets.codes[static_cast<std::size_t>(row)]);
}

const std::vector<std::int32_t>& RowStore::codes(const std::string& column) const {
  return find(column).codes;
}

const Label& RowStore::label(const std::string& column, std::int32_t code) const {
  return find(column).dictionary->label(code);
}

RowStore RowStore::gather(const std::vector<std::int64_t>& rows) const {
  RowStore out;
  out.target_ = target_;
  out.weight_ = weight_;
  out.target_place_ = target_place_;
  out.weight_place_ = weight_place_;
  out.bound_ = bound_;
  out.columns_.resize(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Kept& from = columns_[c];
    Kept& to = out.columns_[c];
    to.name = from.name;
    to.type = from.type;
    to.labels = from.labels;
    to.dictionary = std::make_shared<Dictionary>();
    if (from.terms) {
      KeptTerms& terms = to.terms.emplace();
      const Terms all = from.terms->column();
      // Term by term: a few rows must not cost the whole dictionary.
      for (const std::int64_t row : rows) {
        terms.append(all, row, [&](std::int32_t code) {
          return terms.dictionary->code(all.dictionary->term(code));
        });
      }
      continue;
    }
    for (const std::int64_t row : rows) {
      const auto r = static_cast<std::size_t>(row);
      if (!from.labels) {
        to.numbers.push_back(from.numbers[r]);
      } else if (from.codes[r] < 0) {
        to.codes.push_back(-1);
      } else {
        to.codes.push_back(to.dictionary->code(from.dictionary->label(from.codes[r])));
      }
    }
  }
  for (const std::int64_t row : rows) {
    out.numbers_.push_back(numbers_[static_cast<std::size_t>(row)]);
  }
  return out;
}

Batch RowStore::batch() const {
  Batch out;
  out.rows = size();
  for (const Kept& kept : columns_) {
    if (kept.terms) {
      out.columns.push_back({kept.name, kept.terms->column()});
      continue;
    }
    if (kept.labels) {
      out.columns.push_back({kept.name, Codes::of(kept.codes, kept.dictionary)});
      continue;
    }
    const Numbers numbers = Numbers::of(kept.numbers);
    out.columns.push_back({kept.name, is_numeric(kept.type) ? numbers.as(kept.type) : numbers});
  }
  return out;
}

}  // namespace tally
