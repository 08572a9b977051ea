// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/row_digest.h"

#include <algorithm>

#include "tally/base/prefetch.h"
#include "tally/base/sha256.h"
#include "tally/count/first_bytes.h"

namespace tally {

namespace {

constexpr std::size_t kDigestBytes = 16;

// Every text has its length before it, and every cell a letter for its kind, so that no two rows
// look alike. A number is seven bits a byte, the least first; all bytes but its last have the top
// bit.
void add_number(std::string& to, std::uint64_t number) {
  for (; number >= 128; number >>= 7) to += static_cast<char>(number | 128);
  to += static_cast<char>(number);
}

void add_text(std::string& to, std::string_view text) {
  add_number(to, text.size());
  to += text;
}

std::vector<ColumnToRead> columns_of(const Schema& schema) {
  std::vector<ColumnToRead> columns;
  for (const ColumnSchema& column : schema.cut_columns()) {
    if (column.role != Role::kTarget) columns.push_back({column.name, column.type});
  }
  return columns;
}

}  // namespace

void merge(Digests& digests, const Digests& other) {
  for (const auto& [key, times] : other) digests[key] += times;
}

RowDigester::RowDigester(const Schema& schema)
    : target_(schema.target().name),
      weight_(schema.weight() == nullptr ? "" : schema.weight()->name),
      binding_(columns_of(schema)) {
  const bool have_rule = schema.row_traits().have_rule;
  for (const ColumnSchema& column : schema.cut_columns()) {
    if (column.role == Role::kTarget) continue;
    // Pairs of words, and what a rule of its own hears, are heard once however often they occur.
    const bool is_text = column.is_a(Family::kText);
    const bool keeps_times = is_text && !have_rule && hears_occurrences(column.text) &&
                             schema.find(column.name) != nullptr;
    columns_.push_back({column.name, column.text.once, keeps_times, nullptr, {}, {}});
  }
}

void RowDigester::read(const Batch& batch, std::int64_t row) {
  const std::vector<const Column*>& columns = binding_.bind(batch);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Evidence& evidence = columns_[i];
    const Column* const column = columns[i];
    const auto* terms = column == nullptr ? nullptr : std::get_if<Terms>(column);
    evidence.dictionary = nullptr;
    evidence.label.reset();
    if (terms != nullptr && terms->validity.at(row)) {
      read_terms(*terms, row, evidence);
    } else if (column != nullptr && terms == nullptr) {
      if (const std::optional<Label> label = cell_label(*column, row)) {
        evidence.label = label->to_string();
      }
    }
  }
}

// A dictionary is larger than the cache: where its terms lie, and then their bytes, is asked for before
// they are looked at.
void RowDigester::read_terms(const Terms& terms, std::int64_t row, Evidence& evidence) {
  const std::span<const std::string_view> all = terms.dictionary->terms();
  const std::int64_t begin = terms.starts[row], end = terms.starts[row + 1];
  const auto term_at = [&](std::int64_t entry) {
    return all[static_cast<std::size_t>(terms.codes[entry])];
  };
  for (std::int64_t entry = begin; entry < end; ++entry) {
    const std::int32_t code = terms.codes[entry], size = terms.dictionary->size();
    if (code < 0 || code >= size) internal::refuse_code(row, size);
    prefetch_line(&all[static_cast<std::size_t>(code)]);
  }
  for (std::int64_t entry = begin; entry < end; ++entry) prefetch_line(term_at(entry).data());
  keyed_.clear();
  for (std::int64_t entry = begin; entry < end; ++entry) {
    keyed_.push_back({first_bytes(term_at(entry)), entry});
  }
  std::sort(keyed_.begin(), keyed_.end(), [&](const Keyed& one, const Keyed& other) {
    return one.start != other.start ? one.start < other.start
                                    : term_at(one.entry) < term_at(other.entry);
  });
  evidence.dictionary = terms.dictionary.get();
  evidence.terms.clear();
  const bool have_times = terms.times != nullptr && !evidence.once;
  for (const Keyed& keyed : keyed_) {
    evidence.terms.push_back({terms.codes[keyed.entry], have_times ? terms.times[keyed.entry] : 1});
  }
}

std::string RowDigester::digest(const Batch& batch, std::int64_t row) {
  read(batch, row);
  hashed_.clear();
  for (const Evidence& column : columns_) {
    add_text(hashed_, column.name);
    if (column.dictionary != nullptr) {
      hashed_ += 't';
      add_number(hashed_, column.terms.size());
      for (const auto& [code, times] : column.terms) {
        add_text(hashed_, column.dictionary->term(code));
        add_number(hashed_, static_cast<std::uint64_t>(times));
      }
    } else {
      hashed_ += column.label ? 'v' : 'm';
      if (column.label) add_text(hashed_, *column.label);
    }
  }
  Sha256 hash;
  hash.add(hashed_);
  return hexadecimal(hash.digest(), kDigestBytes);
}

std::vector<SampledColumn> RowDigester::evidence() const {
  std::vector<SampledColumn> out;
  for (const Evidence& column : columns_) {
    if (column.dictionary == nullptr && !column.label) continue;
    std::vector<SampledColumn::Occurring> terms;
    if (column.dictionary != nullptr) {
      for (const auto& [code, times] : column.terms) {
        terms.emplace_back(column.dictionary->term(code), column.keeps_times ? times : 1);
      }
    }
    if (column.label) terms.emplace_back(*column.label, 1);
    out.push_back(SampledColumn::with_times(column.name, std::move(terms)));
  }
  return out;
}

bool hears_occurrences(const TextOptions& text) {
  return text.model == TextModel::kMultinomial && !text.once;
}

bool RowDigester::weighs_nothing(const Batch& batch, std::int64_t row) const {
  const Column* const weights = weight_.empty() ? nullptr : batch.find(weight_);
  const auto* numbers = weights == nullptr ? nullptr : std::get_if<Numbers>(weights);
  return numbers != nullptr && numbers->at(row) == 0;
}

void RowDigester::add(const Batch& batch, Digests& digests) {
  RowSample none(0);
  add(batch, &digests, none);
}

void RowDigester::add(const Batch& batch, Digests* digests, RowSample& sample) {
  const Column* const target = batch.find(target_);
  if (target == nullptr) return;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    const std::optional<Label> klass = cell_label(*target, row);
    if (!klass || weighs_nothing(batch, row)) continue;
    SampledRow sampled{digest(batch, row), klass->to_string(), 1, {}};
    if (digests != nullptr) ++(*digests)[{sampled.digest, sampled.klass}];
    if (sample.wants(sampled.digest)) sampled.columns = evidence();
    sample.add(std::move(sampled));
  }
}

}  // namespace tally
