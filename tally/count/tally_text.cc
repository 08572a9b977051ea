// SPDX-License-Identifier: Apache-2.0
// The tally of a text: terms instead of values, and how often they came again.
#include <algorithm>
#include <numeric>

#include "tally/count/first_bytes.h"
#include "tally/count/tally.h"

namespace tally {

namespace {

constexpr std::int32_t kFirstTerm = 1;  // slot 0 is `missing`

// Terms are compared by their first sixteen bytes as two numbers, which settles most.
struct KeyedSlot {
  std::uint64_t start, next;
  std::int32_t slot;
};

KeyedSlot keyed(std::string_view term, std::int32_t slot) {
  return {first_bytes(term), first_bytes(term.substr(std::min<std::size_t>(term.size(), 8))), slot};
}

}  // namespace

std::vector<std::int32_t> Tally::term_slots() const {
  std::vector<KeyedSlot> seen;
  seen.reserve(static_cast<std::size_t>(slots()));
  for (std::int32_t slot = kFirstTerm; slot < slots(); ++slot) {
    if (is_seen(slot)) seen.push_back(keyed(term_of(slot), slot));
  }
  const auto is_before = [&](const KeyedSlot& one, const KeyedSlot& other) {
    if (one.start != other.start) return one.start < other.start;
    if (one.next != other.next) return one.next < other.next;
    return term_of(one.slot) < term_of(other.slot);
  };
  // Those of a file are.
  if (!std::is_sorted(seen.begin(), seen.end(), is_before)) {
    std::sort(seen.begin(), seen.end(), is_before);
  }
  std::vector<std::int32_t> sorted;
  sorted.reserve(seen.size());
  for (const KeyedSlot& entry : seen) sorted.push_back(entry.slot);
  return sorted;
}

std::int32_t Tally::find_term(std::string_view term) const {
  const std::int32_t code = terms_.find(term);
  return code < 0 ? -1 : kFirstTerm + code;
}

// A file has the sums of a term one after the other.
std::int32_t Tally::slot_of_term(std::string_view term) {
  if (term.empty()) return -1;
  const std::int32_t last = terms_.size() - 1;
  return kFirstTerm + (last >= 0 && terms_.term(last) == term ? last : terms_.code(term));
}

void Tally::slots_of_terms(std::span<const std::string_view> terms, std::span<std::int32_t> slots) {
  terms_.codes(terms, slots);
  for (std::int32_t& slot : slots) slot += kFirstTerm;
}

void Tally::slots_of_new_terms(std::span<const std::string_view> terms,
                               std::span<std::int32_t> slots) {
  std::iota(slots.begin(), slots.end(), this->slots());
  terms_.append(terms);
}

std::string_view Tally::term_of(std::int32_t slot) const { return terms_.term(slot - kFirstTerm); }

ExactSum Tally::tokens(std::int32_t class_code, std::int32_t slot) const {
  ExactSum sum = at(class_code, slot);
  sum += repeats(class_code, slot);
  return sum;
}

ExactSum Tally::total_tokens(std::int32_t class_code) const {
  if (totals_) return kept(totals_->tokens_by_class, class_code);
  ExactSum sum = sum_of_values(class_code);
  repeats_of(class_code).for_each([&](std::size_t, const ExactSum& again) { sum += again; });
  return sum;
}

std::int64_t Tally::drop_rarest() {
  const std::int64_t most = spec_.text.most_terms;
  if (!is_text() || most == 0 || terms_.size() <= most) return 0;
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

void Tally::keep_only(const std::vector<std::int32_t>& term_slots) {
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

}  // namespace tally
