// How many terms of a text have which count.
#include <algorithm>
#include <numeric>

#include "tally/count/cell_tile.h"

namespace tally {

namespace {

class Sums {
 public:
  explicit Sums(std::size_t classes) : documents_(classes), tokens_(classes), rest_(classes) {}

  // A term by its rows and its tokens in each class, and its tokens in all of them.
  template <class Rows, class Tokens, class Rest>
  void add(double all, Rows&& rows, Tokens&& tokens, Rest&& rest) {
    all_.add(all);
    for (std::size_t k = 0; k < rest_.size(); ++k) {
      rest_[k].add(rest(k));
      const double of_class = rows(k);
      if (of_class == 0) continue;
      documents_[k].add(of_class);
      tokens_[k].add(tokens(k));
    }
  }

  TermHistograms histograms() const {
    TermHistograms out;
    out.all = all_.histogram();
    for (std::size_t k = 0; k < rest_.size(); ++k) {
      out.documents.push_back(documents_[k].histogram());
      out.tokens.push_back(tokens_[k].histogram());
      out.rest.push_back(rest_[k].histogram());
    }
    return out;
  }

 private:
  std::vector<HistogramSums> documents_, tokens_, rest_;
  HistogramSums all_;
};

// Whether sums of them are exact as doubles.
bool are_small(std::span<const std::int64_t> amounts) {
  constexpr std::int64_t kMost = std::int64_t{1} << 32;
  return std::all_of(amounts.begin(), amounts.end(),
                     [](std::int64_t amount) { return amount >= 0 && amount <= kMost; });
}

}  // namespace

TermHistograms Tally::histograms(std::size_t classes) const {
  if (totals_) {
    TermHistograms out = totals_->histograms;
    out.documents.resize(classes);
    out.tokens.resize(classes);
    // Of a class without a term, all terms belong to the others.
    out.rest.resize(classes, out.all);
    return out;
  }
  std::vector<std::int32_t> codes(std::max(classes, cells_.size()));
  std::iota(codes.begin(), codes.end(), 0);
  std::vector<std::int32_t> term_slots(static_cast<std::size_t>(terms_.size()));
  std::iota(term_slots.begin(), term_slots.end(), slots() - terms_.size());
  Sums sums(classes);
  CellTile tile(*this, codes);
  for_each_slot(tile, term_slots, [&](std::size_t i, std::int32_t slot) {
    const std::span<const std::int64_t> rows = tile.rows(i), repeats = tile.repeats(i);
    // As they nearly always are.
    if (tile.is_whole(i) && are_small(rows) && are_small(repeats)) {
      const std::int64_t all = std::accumulate(rows.begin(), rows.end(), std::int64_t{0}) +
                               std::accumulate(repeats.begin(), repeats.end(), std::int64_t{0});
      if (all == 0) return;
      const auto number = [](std::int64_t amount) { return static_cast<double>(amount); };
      return sums.add(
          number(all), [&](std::size_t k) { return number(rows[k]); },
          [&](std::size_t k) { return number(rows[k] + repeats[k]); },
          [&](std::size_t k) { return number(all - rows[k] - repeats[k]); });
    }
    if (!is_seen(slot)) return;
    ExactSum all;
    for (const std::int32_t code : codes) all += tokens(code, slot);
    sums.add(
        all.to_double(), [&](std::size_t k) { return at(codes[k], slot).to_double(); },
        [&](std::size_t k) { return tokens(codes[k], slot).to_double(); },
        [&](std::size_t k) {
          ExactSum elsewhere = all;
          elsewhere -= tokens(codes[k], slot);
          return elsewhere.to_double();
        });
  });
  return sums.histograms();
}

}  // namespace tally
