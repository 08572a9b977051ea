// SPDX-License-Identifier: Apache-2.0
// Counts as rows, one for each limb of a sum, and back.
#include <algorithm>
#include <tuple>

#include "tally/count/cell_tile.h"
#include "tally/count/counts.h"
#include "tally/count/histogram_tally.h"
#include "tally/count/text/text_tally.h"

namespace tally {

namespace {

// All slots by key and then by the name of the part. REQUIRES: not of a text.
std::vector<std::int32_t> in_order_of_keys(const Tally& tally) {
  std::vector<std::tuple<std::string, std::string_view, std::int32_t>> slots;
  for (std::int32_t slot = 0; slot < tally.slots(); ++slot) {
    slots.emplace_back(tally.key_of(slot), to_string(tally.part_of(slot)), slot);
  }
  std::sort(slots.begin(), slots.end());
  std::vector<std::int32_t> out;
  for (const auto& [key, part, slot] : slots) out.push_back(slot);
  return out;
}

}  // namespace

void Counts::for_each_row(const std::function<void(const CountRow&)>& f) const {
  for_each_row(f, nullptr);
}

void Counts::for_each_row(const std::function<void(const CountRow&)>& f,
                          const TakeTerms& terms) const {
  using ClassText = std::pair<std::string, std::int32_t>;
  std::vector<std::string> class_texts;
  std::vector<ClassText> classes;  // in the order of their texts
  for (std::size_t k = 0; k < class_weights_.size(); ++k) {
    const auto code = static_cast<std::int32_t>(k);
    class_texts.push_back(class_codes_.label(code).to_string());
    classes.emplace_back(class_texts.back(), code);
  }
  std::sort(classes.begin(), classes.end());
  std::vector<std::int32_t> codes;
  for (const ClassText& klass : classes) codes.push_back(klass.second);

  CountRow row;
  const auto emit = [&](const ClassText& klass, const ExactSum& sum) {
    sum.for_each_limb([&](const ExactSum::Limb& limb) {
      row.klass = klass.first;
      row.exponent = limb.exponent;
      row.amount = limb.amount;
      f(row);
    });
  };
  const auto emit_slot = [&](const Tally& tally, std::int32_t slot) {
    row.part = tally.part_of(slot);
    row.key = tally.key_of(slot);
    for (const ClassText& klass : classes) emit(klass, tally.at(klass.second, slot));
  };
  const auto emit_whole = [&](Part part, std::span<const std::int64_t> amounts) {
    row.part = part;
    row.exponent = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
      if (amounts[k] == 0) continue;
      row.klass = classes[k].first;
      row.amount = amounts[k];
      f(row);
    }
  };
  const auto emit_terms = [&](const TextTally& tally) {
    CellTile tile(tally, codes);
    for_each_slot(tile, tally.term_slots(), [&](std::size_t i, std::int32_t slot) {
      row.key = tally.term_of(slot);
      if (tile.is_whole(i)) {
        emit_whole(Part::kRepeat, tile.repeats(i));
        return emit_whole(Part::kValue, tile.rows(i));
      }
      row.part = Part::kRepeat;
      for (const ClassText& klass : classes) emit(klass, tally.repeats(klass.second, slot));
      emit_slot(tally, slot);
    });
  };

  row.part = Part::kWeight;
  for (const ClassText& klass : classes) {
    emit(klass, class_weights_[static_cast<std::size_t>(klass.second)]);
  }
  const auto emit_tally = [&](const Tally& tally) {
    row.tally = tally.name();
    if (const HistogramTally* const histogram = as_histogram(tally)) {
      emit_slot(tally, tally.slot_of(Part::kMissing));
      for (const std::int32_t slot : histogram->slots_by_key()) emit_slot(tally, slot);
      return;
    }
    const TextTally* const text = as_text(tally);
    if (text == nullptr) {
      for (const std::int32_t slot : in_order_of_keys(tally)) emit_slot(tally, slot);
      return;
    }
    emit_slot(tally, tally.slot_of(Part::kMissing));
    terms ? terms(*text, class_texts) : emit_terms(*text);
  };
  // Both lists are sorted by name.
  auto next_beside = beside_.begin();
  for (const Tally& tally : tallies_) {
    while (next_beside != beside_.end() && next_beside->name() < tally.name())
      emit_tally(*next_beside++);
    emit_tally(tally);
  }
  while (next_beside != beside_.end()) emit_tally(*next_beside++);
}

std::int32_t Counts::class_of_text(const std::string& text) {
  const auto known = class_of_text_.find(text);
  if (known != class_of_text_.end()) return known->second;
  const ColumnSchema& target = schema_.target();
  const std::optional<Label> klass = Label::parse(text, target.type);
  if (!klass || (!target.values.empty() && class_codes_.find(*klass) < 0)) return -1;
  const std::int32_t code = class_codes_.code(*klass);
  class_weights_.resize(static_cast<std::size_t>(class_codes_.size()));
  class_of_text_.emplace(text, code);
  return code;
}

void Counts::add_row(const CountRow& row) {
  const auto refuse = [&](const std::string& sentence) {
    throw Error(ErrorKind::kData, "a count of the tally " + in_quotes(row.tally) + " " + sentence);
  };
  if (!ExactSum::is_exponent(row.exponent)) {
    refuse("has the exponent " + std::to_string(row.exponent));
  }
  const std::int32_t code = class_of_text(row.klass);
  if (code < 0) refuse("has the class " + in_quotes(row.klass) + ", which the target cannot have");
  const ExactSum::Limb limb{row.exponent, row.amount};
  if (row.tally.empty()) return class_weights_[static_cast<std::size_t>(code)].add_limb(limb);

  Tally* tally = tallies_.find(row.tally);
  if (tally == nullptr) tally = beside_.find(row.tally);
  if (tally == nullptr) refuse("belongs to no feature");
  ExactSum* const sum = tally->find_cell(code, row.part, row.key);
  if (sum == nullptr) {
    refuse("has the part " + in_quotes(to_string(row.part)) + " and the key " + in_quotes(row.key) +
           ", which the tally cannot have");
  }
  sum->add_limb(limb);
}

}  // namespace tally
