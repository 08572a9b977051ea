// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/evidence.h"

#include <bit>

namespace tally::mail {

namespace {

constexpr std::int64_t kEighths[] = {4, 1, 8, 1, 1, 8};  // of the terms, by zone

}  // namespace

std::int64_t Evidence::most_of(Zone zone) const {
  return (limits_.terms * kEighths[static_cast<std::size_t>(zone)] + 7) / 8;
}

bool Evidence::is_full(Zone zone) const {
  // Terms that differ are no more than the terms added, so that the columns are rarely asked.
  if (added_ < most_of(zone)) return false;
  if (column(zone).terms_of_row() >= most_of(zone)) return true;
  if (added_ < limits_.terms) return false;
  std::int64_t terms = 0;
  for (std::size_t i = 0; i < zones_.size(); ++i) {
    if (static_cast<Zone>(i) != Zone::kPair) terms += zones_[i].terms_of_row();
  }
  return terms >= limits_.terms;
}

void Evidence::add(Zone zone, std::string_view term) {
  if (term.empty()) return;
  if (is_full(zone)) return note_limit("terms");
  ++added_;
  column(zone).add(term);
}

void Evidence::add(Zone zone, std::span<const std::string_view> terms) {
  const auto count = static_cast<std::int64_t>(terms.size());
  if (added_ + count > most_of(zone)) {
    for (const std::string_view term : terms) add(zone, term);
    return;
  }
  added_ += count;
  column(zone).add(terms);
}

void Evidence::add_pairs(std::span<const std::string_view> pairs) {
  TermColumn& to = column(Zone::kPair);
  if (to.terms_of_row() + static_cast<std::int64_t>(pairs.size()) <= limits_.terms) {
    return to.add(pairs);
  }
  for (const std::string_view pair : pairs) {
    if (to.terms_of_row() >= limits_.terms) return note_limit("pairs");
    to.add(pair);
  }
}

void Evidence::add(Zone zone, std::string_view prefix, std::string_view term) {
  if (term.empty()) return;
  joined_.assign(prefix).append(term);
  add(zone, joined_);
}

void Evidence::note_limit(std::string_view what) {
  column(Zone::kStructure).add("limit:" + std::string(what));
}

std::string bucket(std::uint64_t size) { return std::to_string(std::bit_width(size)); }

}  // namespace tally::mail
