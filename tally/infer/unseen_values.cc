// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/unseen_values.h"

#include <algorithm>

#include "tally/base/suggest.h"

namespace tally {

namespace {

// The column that a categorical tally reads, if the batch has it as labels.
const Codes* labels_of(const Tally& tally, const Batch& batch) {
  if (facts_of(tally.family()).cells != CellKind::kLabel) return nullptr;
  const ::tally::Column* const column = batch.find(tally.spec().columns.front());
  return column == nullptr ? nullptr : std::get_if<Codes>(column);
}

}  // namespace

void UnseenValues::add(const Batch& batch) {
  for (const Tally& tally : counts_->tallies()) {
    const Codes* const codes = labels_of(tally, batch);
    if (codes == nullptr) continue;
    const Dictionary& dictionary = *codes->dictionary;
    std::vector<bool> is_unseen(static_cast<std::size_t>(dictionary.size()));
    bool any = false;
    for (std::size_t code = 0; code < is_unseen.size(); ++code) {
      is_unseen[code] =
          values_of(tally).find_slot(dictionary.label(static_cast<std::int32_t>(code))) < 0;
      any = any || is_unseen[code];
    }
    if (!any) continue;
    for_each_code(*codes, batch.rows, [&](std::int64_t, std::int32_t code) {
      if (code < 0 || !is_unseen[static_cast<std::size_t>(code)]) return;
      Found& found = found_[tally.name()];
      ++found.cells;
      const Label& label = dictionary.label(code);
      if (!found.example || label < *found.example) found.example = label;
    });
  }
}

void UnseenValues::merge(const UnseenValues& other) {
  for (const auto& [name, theirs] : other.found_) {
    Found& ours = found_[name];
    ours.cells += theirs.cells;
    if (!ours.example || *theirs.example < *ours.example) ours.example = theirs.example;
  }
}

std::vector<UnseenValues::Column> UnseenValues::columns() const {
  std::vector<Column> out;
  for (const auto& [name, found] : found_) {
    std::vector<std::string> values;
    for (const ValueTally::Value& value : values_of(*counts_->find(name)).values()) {
      values.push_back(value.label.to_string());
    }
    out.push_back(
        {name, found.cells, *found.example, nearest_name(found.example->to_string(), values)});
  }
  return out;
}

}  // namespace tally
