// SPDX-License-Identifier: Apache-2.0
#include "tally/count/tally.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tally {

namespace {

constexpr std::array kPartNames{"missing", "value",  "repeat",  "weight",
                                "sum",     "square", "exposure"};

// Slot 0 is always `missing`. The slots after it are the values, or the parts of a family of
// moments.
constexpr std::int32_t kFirstSlot = 1;

std::vector<Part> moment_parts(Family family) {
  switch (family) {
    case Family::kGaussian:
      return {Part::kWeight, Part::kSum, Part::kSquare};
    case Family::kPoisson:
      return {Part::kWeight, Part::kSum, Part::kExposure};
    default:
      return {};
  }
}

}  // namespace

std::string_view to_string(Part part) { return kPartNames[static_cast<std::size_t>(part)]; }

std::optional<Part> parse_part(std::string_view text) {
  const auto at = std::find(kPartNames.begin(), kPartNames.end(), text);
  if (at == kPartNames.end()) return std::nullopt;
  return static_cast<Part>(at - kPartNames.begin());
}

Tally::Tally(TallySpec spec) : spec_(std::move(spec)), moment_parts_(moment_parts(spec_.family)) {
  if (spec_.family == Family::kBernoulli) spec_.values = {Label::of(false), Label::of(true)};
  values_ = Dictionary(spec_.values);
}

bool Tally::is_seen(std::int32_t slot) const {
  const auto at = static_cast<std::size_t>(slot);
  // A difference of counts may have repeats where the rows cancel out.
  return std::any_of(cells_.begin(), cells_.end(),
                     [&](const SumRow& row) { return !row.at(at).is_zero(); }) ||
         std::any_of(repeats_.begin(), repeats_.end(),
                     [&](const SparseSums& row) { return !row.at(at).is_zero(); });
}

std::vector<Tally::Value> Tally::values() const {
  std::vector<Value> out;
  if (is_text()) {
    for (const std::int32_t slot : term_slots()) out.push_back({label_of(slot), slot});
    return out;
  }
  for (std::int32_t code = 0; code < values_.size(); ++code) {
    const std::int32_t slot = kFirstSlot + code;
    const bool declared = !spec_.values.empty();
    if (declared || is_seen(slot)) out.push_back({values_.label(code), slot});
  }
  std::sort(out.begin(), out.end(),
            [](const Value& a, const Value& b) { return a.label < b.label; });
  return out;
}

const SumRow Tally::kNoSums;
const SparseSums Tally::kNoRepeats;

void Tally::make_classes(std::int64_t classes) {
  const auto size = static_cast<std::size_t>(classes);
  if (cells_.size() < size) cells_.resize(size);
  if (is_text() && repeats_.size() < size) repeats_.resize(size);
}

std::vector<ExactSum*> Tally::cells_by_class(std::int64_t classes) {
  make_classes(classes);
  std::vector<ExactSum*> out;
  for (SumRow& row : cells_) {
    row.resize(static_cast<std::size_t>(slots()));
    out.push_back(row.widened());
  }
  return out;
}

std::vector<std::uint32_t*> Tally::small_by_class(std::span<const std::uint64_t> additions) {
  make_classes(static_cast<std::int64_t>(additions.size()));
  std::vector<std::uint32_t*> out;
  for (std::size_t k = 0; k < additions.size(); ++k) {
    cells_[k].resize(static_cast<std::size_t>(slots()));
    out.push_back(cells_[k].small_for(additions[k]));
    if (out.back() == nullptr) return {};
  }
  return out;
}

std::int64_t Tally::possible_values() const {
  if (totals_) return totals_->possible_values;
  return static_cast<std::int64_t>(is_text() ? term_slots().size() : values().size());
}

ExactSum Tally::kept(const std::vector<ExactSum>& by_class, std::int32_t class_code) {
  const auto k = static_cast<std::size_t>(class_code);
  return class_code < 0 || k >= by_class.size() ? ExactSum() : by_class[k];
}

ExactSum Tally::total(std::int32_t class_code) const {
  if (totals_) return kept(totals_->by_class, class_code);
  return has_values() ? sum_of_values(class_code) : ExactSum();
}

ExactSum Tally::sum_of_values(std::int32_t class_code) const {
  const SumRow& sums = row_of(class_code);
  if (sums.size() <= std::size_t{kFirstSlot}) return {};
  if (sums.is_small()) {
    // Fewer than 2^31 slots of 32 bits each: there is room for all of them.
    return ExactSum(
        std::accumulate(sums.small().begin() + kFirstSlot, sums.small().end(), std::int64_t{0}));
  }
  ExactSum sum;
  for (const ExactSum& one : sums.wide().subspan(kFirstSlot)) sum += one;
  return sum;
}

std::int32_t Tally::slot_of(Part part) const {
  if (part == Part::kMissing) return 0;
  const auto at = std::find(moment_parts_.begin(), moment_parts_.end(), part);
  return at == moment_parts_.end()
             ? -1
             : kFirstSlot + static_cast<std::int32_t>(at - moment_parts_.begin());
}

std::int32_t Tally::slot_of(const Label& value) {
  if (value.type() != value_type() || !has_values()) return -1;
  if (is_text()) return slot_of_term(value.to_string());
  if (!spec_.values.empty()) return find_slot(value);
  return kFirstSlot + values_.code(value);
}

std::int32_t Tally::find_slot(const Label& value) const {
  if (is_text()) return find_term(value.to_string());
  const std::int32_t code = values_.find(value);
  return code < 0 ? -1 : kFirstSlot + code;
}

Part Tally::part_of(std::int32_t slot) const {
  if (slot < kFirstSlot) return Part::kMissing;
  return has_values() ? Part::kValue : moment_parts_[static_cast<std::size_t>(slot - kFirstSlot)];
}

Label Tally::label_of(std::int32_t slot) const {
  return is_text() ? Label::of(term_of(slot)) : values_.label(slot - kFirstSlot);
}

std::int32_t Tally::slots() const {
  if (is_text()) return kFirstSlot + terms_.size();
  return kFirstSlot +
         (has_values() ? values_.size() : static_cast<std::int32_t>(moment_parts_.size()));
}

ValueType Tally::value_type() const {
  return spec_.family == Family::kBernoulli ? ValueType::kBoolean : spec_.type;
}

}  // namespace tally
