// Counts as rows, one for each limb of a sum, and back.
#include <algorithm>
#include <map>

#include "tally/count/cell_prefetch.h"
#include "tally/count/counts.h"

namespace tally {

namespace {

// The key of a value slot as the rows have it.
std::string key_of(const Tally& tally, std::int32_t slot) {
  return tally.is_text() ? std::string(tally.term_of(slot)) : tally.label_of(slot).to_string();
}

// All slots by key and then by the name of the part, texts by their bytes.
std::vector<std::int32_t> in_order_of_keys(const Tally& tally) {
  if (tally.is_text()) {
    std::vector<std::int32_t> slots = tally.term_slots();
    slots.insert(slots.begin(), tally.slot_of(Part::kMissing));
    return slots;
  }
  std::map<std::pair<std::string, std::string_view>, std::int32_t> slots;
  for (std::int32_t slot = 0; slot < tally.slots(); ++slot) {
    const Part part = tally.part_of(slot);
    slots.emplace(std::pair(part == Part::kValue ? key_of(tally, slot) : "", to_string(part)),
                  slot);
  }
  std::vector<std::int32_t> out;
  for (const auto& [key, slot] : slots) out.push_back(slot);
  return out;
}

}  // namespace

void Counts::for_each_row(const std::function<void(const CountRow&)>& f) const {
  using ClassText = std::pair<std::string, std::int32_t>;
  std::vector<ClassText> classes;  // in the order of their texts
  for (std::size_t k = 0; k < class_weights_.size(); ++k) {
    const auto code = static_cast<std::int32_t>(k);
    classes.emplace_back(class_codes_.label(code).to_string(), code);
  }
  std::sort(classes.begin(), classes.end());
  CountRow row;
  const auto emit = [&](const ClassText& klass, const ExactSum& sum) {
    sum.for_each_limb([&](const ExactSum::Limb& limb) {
      row.klass = klass.first;
      row.exponent = limb.exponent;
      row.amount = limb.amount;
      f(row);
    });
  };
  row.part = Part::kWeight;
  for (const ClassText& klass : classes) {
    emit(klass, class_weights_[static_cast<std::size_t>(klass.second)]);
  }
  for (const Tally& tally : tallies_) {
    row.tally = tally.name();
    const std::vector<std::int32_t> slots = in_order_of_keys(tally);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const std::int32_t slot = slots[i];
      if (i + kAhead < slots.size()) prefetch(tally, slots[i + kAhead], classes.size());
      row.part = tally.part_of(slot);
      row.key = row.part == Part::kValue ? key_of(tally, slot) : "";
      if (tally.is_text() && row.part == Part::kValue) {
        row.part = Part::kRepeat;
        for (const ClassText& klass : classes) emit(klass, tally.repeats(klass.second, slot));
        row.part = Part::kValue;
      }
      for (const ClassText& klass : classes) emit(klass, tally.at(klass.second, slot));
    }
  }
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
    throw Error(ErrorKind::kData, "a count of the tally " + quoted(row.tally) + " " + sentence);
  };
  if (row.exponent % 32 != 0 || row.exponent < ExactSum::kLeastExponent ||
      row.exponent > ExactSum::kMostExponent) {
    refuse("has the exponent " + std::to_string(row.exponent));
  }
  const std::int32_t code = class_of_text(row.klass);
  if (code < 0) refuse("has the class " + quoted(row.klass) + ", which the target cannot have");
  const ExactSum::Limb limb{row.exponent, row.amount};
  if (row.tally.empty()) return class_weights_[static_cast<std::size_t>(code)].add_limb(limb);

  const Tally* found = find(row.tally);
  if (found == nullptr) refuse("belongs to no feature");
  Tally* const tally = &tallies_[static_cast<std::size_t>(found - tallies_.data())];
  std::int32_t slot = -1;
  const bool repeat = row.part == Part::kRepeat;
  if (tally->is_text() && (row.part == Part::kValue || repeat)) {
    if (!repeat || !tally->spec().text.once) slot = tally->slot_of_term(row.key);
  } else if (row.part == Part::kValue) {
    const std::optional<Label> value = Label::parse(row.key, tally->value_type());
    if (value) slot = tally->slot_of(*value);
  } else if (row.key.empty()) {
    slot = tally->slot_of(row.part);
  }
  if (slot < 0) {
    refuse("has the part " + quoted(to_string(row.part)) + " and the key " + quoted(row.key) +
           ", which the tally cannot have");
  }
  (repeat ? tally->repeat_cell(code, slot) : tally->cell(code, slot)).add_limb(limb);
}

}  // namespace tally
