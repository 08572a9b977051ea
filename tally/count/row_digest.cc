#include "tally/count/row_digest.h"

#include <algorithm>

#include "tally/base/sha256.h"

namespace tally {

namespace {

constexpr std::size_t kDigestBytes = 16;

// Every text has its length before it, and every cell a letter for its kind, so that no two rows
// look alike.
void add_number(Sha256& hash, std::uint64_t number) {
  char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i));
  hash.add({bytes, 8});
}

void add_text(Sha256& hash, std::string_view text) {
  add_number(hash, text.size());
  hash.add(text);
}

std::vector<std::string> names_of(const Schema& schema) {
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.columns) {
    if (column.role != Role::kTarget) names.push_back(column.name);
  }
  return names;
}

}  // namespace

void merge(Digests& digests, const Digests& other) {
  for (const auto& [key, times] : other) digests[key] += times;
}

RowDigester::RowDigester(const Schema& schema)
    : target_(schema.target().name),
      weight_(schema.weight() == nullptr ? "" : schema.weight()->name),
      binding_(names_of(schema)) {
  for (const ColumnSchema& column : schema.columns) {
    if (column.role != Role::kTarget) columns_.push_back({column.name, column.text.once});
  }
}

std::string RowDigester::digest(const Batch& batch, std::int64_t row) {
  const std::vector<const Column*>& columns = binding_.bind(batch);
  Sha256 hash;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    add_text(hash, columns_[i].name);
    const Column* const column = columns[i];
    const auto* terms = column == nullptr ? nullptr : std::get_if<Terms>(column);
    if (terms != nullptr && terms->validity.at(row)) {
      terms_.clear();
      terms->for_each(row, [&](std::int32_t code, std::int32_t times) {
        const std::int32_t size = terms->dictionary->size();
        if (code < 0 || code >= size) internal::refuse_code(row, size);
        terms_.emplace_back(terms->dictionary->term(code), columns_[i].once ? 1 : times);
      });
      std::sort(terms_.begin(), terms_.end());
      hash.add("t");
      add_number(hash, terms_.size());
      for (const auto& [term, times] : terms_) {
        add_text(hash, term);
        add_number(hash, static_cast<std::uint64_t>(times));
      }
      continue;
    }
    const std::optional<Label> label =
        column == nullptr || terms != nullptr ? std::nullopt : cell_label(*column, row);
    hash.add(label ? "v" : "m");
    if (label) add_text(hash, label->to_string());
  }
  return hexadecimal(hash.digest(), kDigestBytes);
}

bool RowDigester::weighs_nothing(const Batch& batch, std::int64_t row) const {
  const Column* const weights = weight_.empty() ? nullptr : batch.find(weight_);
  const auto* numbers = weights == nullptr ? nullptr : std::get_if<Numbers>(weights);
  return numbers != nullptr && numbers->at(row) == 0;
}

void RowDigester::add(const Batch& batch, Digests& digests) {
  const Column* const target = batch.find(target_);
  if (target == nullptr) return;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    const std::optional<Label> klass = cell_label(*target, row);
    if (!klass || weighs_nothing(batch, row)) continue;
    ++digests[{digest(batch, row), klass->to_string()}];
  }
}

}  // namespace tally
