// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/text_tally.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "tally/count/first_bytes.h"

namespace tally {

namespace {

constexpr std::size_t kMany = 1 << 16;  // slots, from which on to part them first pays

// Terms are compared by their first sixteen bytes as two numbers, which settles most.
struct KeyedSlot {
  std::uint64_t start, next;
  std::int32_t slot;
};

KeyedSlot keyed(std::string_view term, std::int32_t slot) {
  return {first_bytes(term), first_bytes(term.substr(std::min<std::size_t>(term.size(), 8))), slot};
}

// By their first two bytes, so that what is left to compare lies together.
std::vector<std::span<KeyedSlot>> in_buckets(std::vector<KeyedSlot>& slots) {
  constexpr std::size_t kBuckets = 1 << 16;
  const auto bucket_of = [](const KeyedSlot& slot) { return slot.start >> 48; };
  std::vector<std::size_t> ends(kBuckets);
  for (const KeyedSlot& slot : slots) ++ends[bucket_of(slot)];
  std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), std::size_t{0});
  std::vector<KeyedSlot> sorted(slots.size());
  for (const KeyedSlot& slot : slots) sorted[ends[bucket_of(slot)]++] = slot;
  slots = std::move(sorted);
  std::vector<std::span<KeyedSlot>> buckets;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    buckets.push_back(std::span(slots).subspan(begin, end - begin));
    begin = end;
  }
  return buckets;
}

// Whether a slot has a sum that is not zero. A difference of counts may have repeats where the rows cancel
// out. The sums are read as they lie, class by class.
std::vector<std::uint8_t> seen_slots(std::span<const SumRow> rows,
                                     std::span<const SparseSums> repeats, std::size_t slots) {
  std::vector<std::uint8_t> seen(slots);
  for (const SumRow& row : rows) {
    const std::span<const std::uint32_t> small = row.small();
    for (std::size_t i = 0; i < small.size(); ++i) seen[i] |= small[i] != 0 ? 1 : 0;
    const std::span<const ExactSum> wide = row.wide();
    for (std::size_t i = 0; i < wide.size(); ++i) seen[i] |= wide[i].is_zero() ? 0 : 1;
  }
  for (const SparseSums& row : repeats) {
    row.for_each([&](std::size_t slot, const ExactSum&) { seen[slot] = 1; });
  }
  return seen;
}

}  // namespace

const SparseSums TextTally::kNoRepeats;

bool TextTally::is_seen(std::int32_t slot) const {
  return KeyedTally::is_seen(slot) ||
         std::any_of(repeats_.begin(), repeats_.end(), [&](const SparseSums& row) {
           return !row.at(static_cast<std::size_t>(slot)).is_zero();
         });
}

std::int64_t TextTally::values_at_hand() const {
  const auto seen = seen_slots(cells_, repeats_, static_cast<std::size_t>(slots()));
  return std::count(seen.begin() + kFirstSlot, seen.end(), 1);
}

std::string TextTally::key_of(std::int32_t slot) const {
  return slot < kFirstSlot ? "" : std::string(term_of(slot));
}

ExactSum* TextTally::find_cell(std::int32_t class_code, Part part, std::string_view key) {
  if (part == Part::kMissing) return key.empty() ? &cell(class_code, kMissingSlot) : nullptr;
  const bool repeat = part == Part::kRepeat;
  if ((part != Part::kValue && !repeat) || (repeat && spec_.text.once)) return nullptr;
  const std::int32_t slot = slot_of_term(key);
  if (slot < 0) return nullptr;
  return repeat ? &repeat_cell(class_code, slot) : &cell(class_code, slot);
}

void TextTally::make_classes(std::int64_t classes) {
  KeyedTally::make_classes(classes);
  const auto size = static_cast<std::size_t>(classes);
  if (repeats_.size() < size) repeats_.resize(size);
}

std::vector<std::int32_t> TextTally::same_slots(const Tally& other) {
  std::vector<std::int32_t> slots(static_cast<std::size_t>(other.slots()));
  slots_of_terms(text_of(other).terms().terms(), std::span(slots).subspan(kFirstSlot));
  return slots;
}

void TextTally::combine_class(std::int32_t class_code, const Tally& other, std::int32_t class_there,
                              const std::vector<std::int32_t>& slots, Operation operation) {
  KeyedTally::combine_class(class_code, other, class_there, slots, operation);
  text_of(other).repeats_of(class_there).for_each([&](std::size_t slot, const ExactSum& sum) {
    (repeat_cell(class_code, slots[slot]).*operation)(sum);
  });
}

std::vector<std::int32_t> TextTally::term_slots() const {
  const auto is_there = seen_slots(cells_, repeats_, static_cast<std::size_t>(slots()));
  std::vector<KeyedSlot> seen;
  seen.reserve(is_there.size());
  for (std::int32_t slot = kFirstSlot; slot < slots(); ++slot) {
    if (is_there[static_cast<std::size_t>(slot)] != 0) seen.push_back(keyed(term_of(slot), slot));
  }
  const auto is_before = [&](const KeyedSlot& one, const KeyedSlot& other) {
    if (one.start != other.start) return one.start < other.start;
    if (one.next != other.next) return one.next < other.next;
    return term_of(one.slot) < term_of(other.slot);
  };
  // Those of a file are.
  if (!std::is_sorted(seen.begin(), seen.end(), is_before)) {
    if (seen.size() < kMany) {
      std::sort(seen.begin(), seen.end(), is_before);
    } else {
      for (const std::span<KeyedSlot> bucket : in_buckets(seen)) {
        std::sort(bucket.begin(), bucket.end(), is_before);
      }
    }
  }
  std::vector<std::int32_t> sorted;
  sorted.reserve(seen.size());
  for (const KeyedSlot& entry : seen) sorted.push_back(entry.slot);
  return sorted;
}

std::int32_t TextTally::find_term(std::string_view term) const {
  const std::int32_t code = terms_.find(term);
  return code < 0 ? -1 : kFirstSlot + code;
}

// A file has the sums of a term one after the other.
std::int32_t TextTally::slot_of_term(std::string_view term) {
  if (term.empty()) return -1;
  const std::int32_t last = terms_.size() - 1;
  return kFirstSlot + (last >= 0 && terms_.term(last) == term ? last : terms_.code(term));
}

void TextTally::slots_of_terms(std::span<const std::string_view> terms,
                               std::span<std::int32_t> slots) {
  terms_.codes(terms, slots);
  for (std::int32_t& slot : slots) slot += kFirstSlot;
}

void TextTally::slots_of_new_terms(std::span<const std::string_view> terms,
                                   std::span<std::int32_t> slots) {
  std::iota(slots.begin(), slots.end(), this->slots());
  terms_.append(terms);
}

std::string_view TextTally::term_of(std::int32_t slot) const {
  return terms_.term(slot - kFirstSlot);
}

ExactSum TextTally::tokens(std::int32_t class_code, std::int32_t slot) const {
  ExactSum sum = at(class_code, slot);
  sum += repeats(class_code, slot);
  return sum;
}

ExactSum TextTally::total_tokens(std::int32_t class_code) const {
  if (totals_) return kept(totals_->tokens_by_class, class_code);
  ExactSum sum = sum_at_hand(class_code);
  repeats_of(class_code).for_each([&](std::size_t, const ExactSum& again) { sum += again; });
  return sum;
}

std::int64_t TextTally::drop_rarest() {
  const std::int64_t most = spec_.text.most_terms;
  if (most == 0 || terms_.size() <= most) return 0;
  std::vector<std::int32_t> slots = term_slots();
  const std::int64_t seen = static_cast<std::int64_t>(slots.size());
  if (seen > most) {
    std::vector<double> rows(static_cast<std::size_t>(this->slots()));
    for (const std::int32_t slot : slots) {
      ExactSum sum;
      for (std::size_t k = 0; k < cells_.size(); ++k) sum += at(static_cast<std::int32_t>(k), slot);
      rows[static_cast<std::size_t>(slot)] = sum.to_double();
    }
    // The slots are in the order of their terms, and a stable sort keeps them so.
    std::stable_sort(slots.begin(), slots.end(), [&](std::int32_t a, std::int32_t b) {
      return rows[static_cast<std::size_t>(a)] > rows[static_cast<std::size_t>(b)];
    });
    slots.resize(static_cast<std::size_t>(std::max<std::int64_t>(most * 3 / 4, 1)));
  }
  keep_only(slots);
  return seen - static_cast<std::int64_t>(slots.size());
}

void TextTally::lift_dropped_terms(std::size_t classes) {
  for (std::int32_t slot = kFirstSlot; slot < slots(); ++slot) {
    for (std::size_t k = 0; k < classes; ++k) {
      const auto code = static_cast<std::int32_t>(k);
      const bool gone = at(code, slot).sign() <= 0;
      if (gone && !at(code, slot).is_zero()) cell(code, slot) = ExactSum();
      if (!repeats(code, slot).is_zero() && (gone || repeats(code, slot).sign() < 0)) {
        repeat_cell(code, slot) = ExactSum();
      }
    }
  }
}

void TextTally::keep_only(const std::vector<std::int32_t>& term_slots) {
  std::vector<std::string_view> kept_terms;
  for (const std::int32_t slot : term_slots) kept_terms.push_back(term_of(slot));
  TermDictionary terms;
  terms.append(kept_terms);
  for (SumRow& row : cells_) {
    SumRow kept_row;
    kept_row.resize(1 + term_slots.size());
    std::uint32_t* const small = row.is_small() ? kept_row.small_for(row.most()) : nullptr;
    for (std::size_t i = 0; i < 1 + term_slots.size(); ++i) {
      const std::size_t from = i == 0 ? 0 : static_cast<std::size_t>(term_slots[i - 1]);
      if (from >= row.size()) continue;
      if (small != nullptr) {
        small[i] = row.small()[from];
      } else {
        kept_row.made(i) = row.at(from);
      }
    }
    row = std::move(kept_row);
  }
  for (SparseSums& row : repeats_) {
    SparseSums kept_row;
    for (std::size_t i = 0; i < term_slots.size(); ++i) {
      const ExactSum& sum = row.at(static_cast<std::size_t>(term_slots[i]));
      if (!sum.is_zero()) kept_row.made(i + 1) = sum;
    }
    row = std::move(kept_row);
  }
  terms_ = std::move(terms);
}

const TextTally* as_text(const Tally& tally) {
  const bool is_text = facts_of(tally.family()).cells == CellKind::kTerms;
  return is_text ? static_cast<const TextTally*>(&tally) : nullptr;
}

TextTally* as_text(Tally& tally) { return const_cast<TextTally*>(as_text(std::as_const(tally))); }

const TextTally& text_of(const Tally& tally) {
  if (const TextTally* const found = as_text(tally)) return *found;
  throw Error(ErrorKind::kDefect, in_quotes(tally.name()) + " is no tally of a text");
}

TextTally& text_of(Tally& tally) { return const_cast<TextTally&>(text_of(std::as_const(tally))); }

}  // namespace tally
