// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_rule/text_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tally {

namespace {

constexpr std::array kNames{"sum 0.1",     "root 0.1",    "mean 0.1", "sum 1",    "root 1",
                            "mean 1",      "sum 10",      "root 10",  "mean 10",  "sum length",
                            "root length", "mean length", "strong 1", "strong 2", "strong 3"};
static_assert(kNames.size() == TextShape::kOfZone);
constexpr std::array kClassNames{"text bias", "text length", "text unseen"};
static_assert(kClassNames.size() == TextShape::kOfClass);

// Three norms of one sum.
void put_norms(double sum, double n, double* out) {
  out[0] = sum / 10;
  out[1] = sum / std::sqrt(n + 1);
  out[2] = 10 * sum / (n + 1);
}

}  // namespace

std::string TextShape::name(std::size_t part) const {
  return std::string(kNames[part % kOfZone]) + ":" + zones[part / kOfZone].column;
}

std::string TextShape::class_part(std::size_t part) { return kClassNames[part]; }

TextShape text_shape(const std::vector<TallySpec>& tallies, std::size_t classes) {
  TextShape shape;
  shape.classes = classes;
  for (const TallySpec& spec : tallies) {
    if (spec.family == Family::kText && spec.beside == Beside::kNothing) {
      shape.zones.push_back({spec.columns.front(), spec.is_pairs});
    }
  }
  return shape;
}

TextShape text_shape(const Counts& counts) {
  return text_shape(counts.schema().tallies(), counts.classes().size());
}

void TermLeanings::Side::know(std::size_t most) {
  known.reserve(most * added.size());
  for (std::size_t c = 0; c < most; ++c) {
    for (const double one : added) known.push_back(std::log(static_cast<double>(c) + one));
  }
}

const double* TermLeanings::Side::line(double count, std::size_t most) const {
  if (!(count < static_cast<double>(most))) return nullptr;
  const auto place = static_cast<std::size_t>(count);
  return static_cast<double>(place) == count ? known.data() + place * added.size() : nullptr;
}

TermLeanings::TermLeanings(std::span<const double> mass, std::size_t most_known)
    : classes_(mass.size()), told_(classes_ == 2 ? 1 : classes_), known_(most_known) {
  const auto K = static_cast<double>(classes_);
  const double all = std::accumulate(mass.begin(), mass.end(), 0.0);
  for (const double m : TextShape::kPseudoRows) {
    for (std::size_t i = 0; i < told_; ++i) {
      const double share = (mass[classes_ == 2 ? 1 : i] + 1) / (all + K);
      own_.added.push_back(m * share);
      rest_.added.push_back(m * (1 - share));
    }
  }
  own_.know(most_known);
  rest_.know(most_known);
}

void TermLeanings::stand_on(std::span<const double> mass, std::span<const double> rows) {
  const double all_mass = std::accumulate(mass.begin(), mass.end(), 0.0);
  const double all_rows = std::accumulate(rows.begin(), rows.end(), 0.0);
  shifts_.resize(TextShape::kLeanings * told_);
  lengths_.resize(told_);
  for (std::size_t i = 0; i < told_; ++i) {
    const std::size_t k = classes_ == 2 ? 1 : i;
    shifts_[i] = std::log((mass[k] + 1) / (all_mass - mass[k] + 1));
    lengths_[i] = shifts_[i] - std::log((rows[k] + 1) / (all_rows - rows[k] + 1));
    for (std::size_t m = 1; m < TextShape::kLeanings; ++m) shifts_[m * told_ + i] = shifts_[i];
  }
}

void TermLeanings::of(std::span<const double> with_term, std::span<double> out) const {
  const double all = std::accumulate(with_term.begin(), with_term.end(), 0.0);
  const double* const nowhere = own_.line(0, known_);
  const double* const everywhere = rest_.line(all, known_);
  if (nowhere == nullptr || everywhere == nullptr) return of_any(with_term, all, out);
  // As of a class that does not have the term, and then those that have it.
  lean_nowhere(nowhere, everywhere, shifts_.data(), TextShape::kLeanings * told_, out.data());
  for (std::size_t i = 0; i < told_; ++i) {
    const double own = with_term[classes_ == 2 ? 1 : i];
    if (own == 0) continue;
    if (!lean(i, own, all - own, out)) return of_any(with_term, all, out);
  }
}

bool TermLeanings::lean(std::size_t told, double own, double rest, std::span<double> out) const {
  const double* const of_own = own_.line(own, known_);
  const double* const of_rest = rest_.line(rest, known_);
  if (of_own == nullptr || of_rest == nullptr) return false;
  for (std::size_t at = told; at < TextShape::kLeanings * told_; at += told_) {
    out[at] = rounded_leaning(of_own[at] - of_rest[at] - shifts_[told]);
  }
  return true;
}

void TermLeanings::of(std::span<const std::uint32_t> classes, std::span<const double> rows,
                      std::span<double> out) const {
  if (classes_ == 2) {
    std::array<double, 2> with_term{};
    for (std::size_t i = 0; i < classes.size(); ++i) with_term[classes[i]] = rows[i];
    return of(with_term, out);
  }
  const double all = std::accumulate(rows.begin(), rows.end(), 0.0);
  const double* const nowhere = own_.line(0, known_);
  const double* const everywhere = rest_.line(all, known_);
  bool are_known = nowhere != nullptr && everywhere != nullptr;
  if (are_known) {
    lean_nowhere(nowhere, everywhere, shifts_.data(), TextShape::kLeanings * told_, out.data());
  }
  for (std::size_t i = 0; i < classes.size() && are_known; ++i) {
    if (rows[i] != 0) are_known = lean(classes[i], rows[i], all - rows[i], out);
  }
  if (are_known) return;
  std::vector<double> with_term(classes_);
  for (std::size_t i = 0; i < classes.size(); ++i) with_term[classes[i]] = rows[i];
  of_any(with_term, all, out);
}

// The same of any numbers.
void TermLeanings::of_any(std::span<const double> with_term, double all,
                          std::span<double> out) const {
  const auto log_of = [](const Side& side, const double* line, double count, std::size_t at) {
    return line == nullptr ? std::log(count + side.added[at]) : line[at];
  };
  for (std::size_t i = 0; i < told_; ++i) {
    const double own = with_term[classes_ == 2 ? 1 : i], rest = all - own;
    const double* const of_own = own_.line(own, known_);
    const double* const of_rest = rest_.line(rest, known_);
    for (std::size_t at = i; at < TextShape::kLeanings * told_; at += told_) {
      const double d =
          log_of(own_, of_own, own, at) - log_of(rest_, of_rest, rest, at) - shifts_[i];
      out[at] = std::isfinite(d) ? rounded_leaning(d) : 0;
    }
  }
}

HeardTexts::HeardTexts(const TextShape& shape)
    : shape_(shape),
      told_(shape.told()),
      zones_(shape.zones.size()),
      sums_(shape.zones.size() * kSums * told_) {}

void HeardTexts::clear() {
  std::fill(zones_.begin(), zones_.end(), Zone{});
  std::fill(sums_.begin(), sums_.end(), 0.0);
}

void HeardTexts::fill(std::span<const std::span<const double>> lengths, std::span<double> parts,
                      std::span<double> of_all) const {
  double columns = 0, length = 0, unseen = 0;
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    const auto n = static_cast<double>(zones_[z].seen), u = static_cast<double>(zones_[z].unseen);
    const double* const sums = sums_.data() + z * kSums * told_;
    for (std::size_t i = 0; i < told_; ++i) {
      double* out = parts.data() + i * shape_.parts() + z * TextShape::kOfZone;
      for (std::size_t m = 0; m < TextShape::kLeanings; ++m, out += 3) {
        put_norms(sums[m * told_ + i], n, out);
      }
      put_norms(n * lengths[z][i], n, out);
      out += 3;
      for (std::size_t t = 0; t < TextShape::kStrong.size(); ++t) {
        const double strong = sums[(TextShape::kLeanings + t) * told_ + i];
        const double times = sums[(TextShape::kLeanings + 3 + t) * told_ + i];
        *out++ = strong / (times + 1);
      }
    }
    if (shape_.zones[z].is_pairs) continue;
    ++columns;
    length += std::log(n + 1) - 4;
    unseen += 10 * u / (n + u + 1) - 1;
  }
  of_all[0] = 1;
  of_all[1] = columns > 0 ? length / columns : 0;
  of_all[2] = columns > 0 ? unseen / columns : 0;
}

}  // namespace tally
