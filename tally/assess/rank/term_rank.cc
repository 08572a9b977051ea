// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/term_rank.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tally/assess/rank/feature_information.h"
#include "tally/base/error.h"

namespace tally {

namespace {

constexpr double kNone = 1e-12;  // a term that every row has leans to none, whatever is rounded

struct Found {
  std::int32_t slot;
  double leaning, information;
};

double sum_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum;
}

// The rows of each class that have a text.
std::vector<double> rows_with_text(const TextTally& tally,
                                   const std::vector<Counts::Class>& classes) {
  std::vector<double> out;
  for (const Counts::Class& klass : classes) {
    ExactSum rows = klass.weight;
    rows -= tally.at(klass.code, Part::kMissing);
    out.push_back(rows.to_double());
  }
  return out;
}

// The terms of one text, each under the class it leans to.
class TermsByClass {
 public:
  TermsByClass(const TextTally& tally, const std::vector<Counts::Class>& classes)
      : tally_(tally),
        classes_(classes),
        N_(rows_with_text(tally, classes)),
        all_(sum_of(N_)),
        found_(classes.size()) {
    for (const std::int32_t slot : tally.term_slots()) find(slot);
  }

  std::int64_t count(std::size_t k) const { return static_cast<std::int64_t>(found_[k].size()); }

  /// The `most` of class k, those of most information first, equals in the order of their terms.
  std::vector<RankedTerm> best(std::size_t k, std::size_t most) {
    std::vector<Found>& found = found_[k];
    const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(most, found.size()));
    std::partial_sort(found.begin(), end, found.end(), [&](const Found& a, const Found& b) {
      return std::tuple(-a.information, tally_.term_of(a.slot)) <
             std::tuple(-b.information, tally_.term_of(b.slot));
    });
    std::vector<RankedTerm> out;
    for (auto at = found.begin(); at != end; ++at) {
      out.push_back({tally_.name(), std::string(tally_.term_of(at->slot)), rows_of(at->slot),
                     at->leaning, at->information});
    }
    return out;
  }

 private:
  std::vector<double> rows_of(std::int32_t slot) const {
    std::vector<double> rows;
    for (const Counts::Class& klass : classes_) {
      rows.push_back(tally_.at(klass.code, slot).to_double());
    }
    return rows;
  }

  void find(std::int32_t slot) {
    const std::vector<double> d = rows_of(slot);
    const double with_term = sum_of(d);
    std::size_t best = 0;
    double leaning = kNone;
    for (std::size_t k = 0; k < d.size(); ++k) {
      const double rest = all_ - N_[k];
      if (d[k] == 0 || !(rest > 0)) continue;
      const double share = N_[k] / all_;
      const double leans =
          std::log((d[k] + share) / (with_term - d[k] + 1 - share)) - std::log(N_[k] / rest);
      if (leans <= leaning) continue;
      leaning = leans;
      best = k;
    }
    if (leaning == kNone) return;
    std::vector<double> table = d;  // with the term, and without it
    for (std::size_t k = 0; k < d.size(); ++k) table.push_back(std::max(0.0, N_[k] - d[k]));
    found_[best].push_back({slot, leaning, mutual_information(table, d.size())});
  }

  const TextTally& tally_;
  const std::vector<Counts::Class>& classes_;
  std::vector<double> N_;
  double all_;
  std::vector<std::vector<Found>> found_;  // [class]
};

}  // namespace

TermRanking rank_terms(const Counts& counts, std::size_t most) {
  if (!counts.schema().has_text()) {
    throw Error(ErrorKind::kUsage, "the model has no text, and so no terms");
  }
  const std::vector<Counts::Class> classes = counts.classes();
  TermRanking out;
  out.target = counts.schema().target().name;
  for (const Counts::Class& klass : classes) {
    out.classes.push_back(klass.label);
    out.class_rows.push_back(klass.weight.to_double());
  }
  out.leaning_terms.resize(classes.size());
  out.terms.resize(classes.size());
  for (const Tally& tally : counts.tallies()) {
    const TextTally* const text = as_text(tally);
    (text == nullptr ? out.others : out.features).push_back(tally.name());
    if (text == nullptr) continue;
    TermsByClass by_class(*text, classes);
    for (std::size_t k = 0; k < classes.size(); ++k) {
      out.leaning_terms[k] += by_class.count(k);
      for (RankedTerm& term : by_class.best(k, most)) out.terms[k].push_back(std::move(term));
    }
  }
  for (std::vector<RankedTerm>& terms : out.terms) {
    std::sort(terms.begin(), terms.end(), [](const RankedTerm& a, const RankedTerm& b) {
      return std::tuple(-a.information, std::string_view(a.term), std::string_view(a.feature)) <
             std::tuple(-b.information, std::string_view(b.term), std::string_view(b.feature));
    });
    if (terms.size() > most) terms.resize(most);
  }
  return out;
}

}  // namespace tally
