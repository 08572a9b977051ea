// SPDX-License-Identifier: Apache-2.0
#include "tally/text/term_column.h"

#include <stdexcept>

#include "tally/base/prefetch.h"

namespace tally {

namespace {

constexpr std::int64_t kMostEntries = std::int64_t{1} << 30;  // of a column; twice that are counted

}  // namespace

TermColumn::TermColumn(bool once) : once_(once) { start(); }

// A large dictionary no longer fits the nearer caches, which is a waste where most of its terms do
// not come again: then many of those of the last column were new, though there was a dictionary.
// A pair that is found by its words is worth more room.
bool TermColumn::grows_in_vain() const {
  constexpr std::int32_t kMany = 1 << 14, kManyPairs = 1 << 22;
  const std::int64_t new_terms = dictionary_->size() - known_;
  return known_ > (pairs_ ? kManyPairs : kMany) &&
         4 * new_terms > static_cast<std::int64_t>(codes_.size());
}

void TermColumn::begin_dictionary() {
  dictionary_ = std::make_shared<TermDictionary>();
  place_of_.clear();
  if (pairs_) pairs_->clear();
}

void TermColumn::start() {
  if (grows_in_vain()) begin_dictionary();
  known_ = dictionary_->size();
  before_ += static_cast<std::int64_t>(codes_.size());
  if (before_ >= kMostEntries) {
    before_ = 0;
    place_of_.clear();
  }
  starts_.assign(1, 0);
  codes_.clear();
  times_.clear();
  validity_.clear();
  any_missing_ = false;
}

void TermColumn::add(std::string_view term) {
  const std::int32_t code = dictionary_->code(term);
  add_codes({&code, 1});
}

void TermColumn::add(std::span<const std::string_view> terms, std::string_view buffer) {
  added_.resize(terms.size());
  dictionary_->codes(terms, added_, buffer);
  add_codes(added_);
}

void TermColumn::add_pairs_of(const TermColumn& words, std::string_view between) {
  if (!pairs_) pairs_.emplace(between);
  if (words_ != words.dictionary_) {
    // It has begun with a column, of which nothing is here yet.
    words_ = words.dictionary_;
    begin_dictionary();
    known_ = 0;
  }
  if (words.added_.empty()) return;
  added_.resize(words.added_.size() - 1);
  pairs_->of(words.added_, *words_, *dictionary_, added_);
  add_codes(added_);
}

void TermColumn::add_codes(std::span<const std::int32_t> codes) {
  constexpr std::size_t kAhead = 48;
  const auto terms = static_cast<std::size_t>(dictionary_->size());
  if (place_of_.size() < terms) place_of_.resize(2 * terms + 64, -1);
  std::size_t end = codes_.size();
  if (static_cast<std::int64_t>(end + codes.size()) > kMostEntries) {
    throw std::length_error("too many terms for one column");
  }
  const auto before = static_cast<std::int32_t>(before_);
  const auto row = static_cast<std::int32_t>(before_ + starts_.back());
  codes_.resize(end + codes.size());
  if (!once_) times_.resize(end + codes.size(), 1);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (i + kAhead < codes.size()) {
      prefetch_line(&place_of_[static_cast<std::size_t>(codes[i + kAhead])]);
    }
    // Whether a term came before is as good as chance: a branch would be guessed wrong too often.
    std::int32_t& place = place_of_[static_cast<std::size_t>(codes[i])];
    const bool is_new = place < row;
    place = is_new ? before + static_cast<std::int32_t>(end) : place;
    codes_[end] = codes[i];
    end += is_new ? 1 : 0;
    if (!once_) times_[static_cast<std::size_t>(place - before)] += is_new ? 0 : 1;
  }
  codes_.resize(end);
  if (!once_) times_.resize(end);
}

void TermColumn::end_row() { end_row(true); }

void TermColumn::end_missing_row() {
  any_missing_ = true;
  end_row(false);
}

void TermColumn::end_row(bool is_valid) {
  const std::size_t bit = (starts_.size() - 1) % 8;
  if (bit == 0) validity_.push_back(0);
  validity_.back() = static_cast<std::uint8_t>(validity_.back() | (is_valid ? 1U << bit : 0U));
  starts_.push_back(static_cast<std::int64_t>(codes_.size()));
}

std::int64_t TermColumn::terms_of_row() const {
  return static_cast<std::int64_t>(codes_.size()) - starts_.back();
}

Terms TermColumn::finish() const {
  return {starts_.data(), codes_.data(), once_ ? nullptr : times_.data(), dictionary_,
          Validity{any_missing_ ? validity_.data() : nullptr, 0}};
}

}  // namespace tally
