#include "tally/text/term_column.h"

namespace tally {

namespace {

// A dictionary of so many terms no longer fits the nearer caches, and most of them do not come
// again.
constexpr std::int32_t kManyTerms = 1 << 14;

}  // namespace

TermColumn::TermColumn(bool once) : once_(once) { start(); }

void TermColumn::start() {
  if (dictionary_->size() > kManyTerms) {
    dictionary_ = std::make_shared<TermDictionary>();
    place_of_.clear();
  }
  before_ += static_cast<std::int64_t>(codes_.size());
  starts_.assign(1, 0);
  codes_.clear();
  times_.clear();
  validity_.clear();
  any_missing_ = false;
}

void TermColumn::add(std::string_view term) { add_code(dictionary_->code(term)); }

void TermColumn::add(std::span<const std::string_view> terms) {
  constexpr std::size_t kAhead = 8;
  dictionary_->codes(terms, added_);
  for (std::size_t i = 0; i < added_.size(); ++i) {
    if (i + kAhead < added_.size()) {
      const auto later = static_cast<std::size_t>(added_[i + kAhead]);
      if (later < place_of_.size()) __builtin_prefetch(&place_of_[later], 1);
    }
    add_code(added_[i]);
  }
}

void TermColumn::add_code(std::int32_t code) {
  const auto at = static_cast<std::size_t>(code);
  if (at >= place_of_.size()) place_of_.resize(2 * at + 64, -1);
  const std::int64_t place = place_of_[at] - before_;
  if (place >= starts_.back()) {
    if (!once_) ++times_[static_cast<std::size_t>(place)];
    return;
  }
  place_of_[at] = before_ + static_cast<std::int64_t>(codes_.size());
  codes_.push_back(code);
  if (!once_) times_.push_back(1);
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
