// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_law.h"

#include <utility>
#include <variant>

namespace tally {

void LeftOutLaw::Sums::add(double w, double x, double e, bool with_squares) {
  weight.add(w);
  sum.add_product(w, x);
  if (with_squares) {
    square.add_product(w, x, x);
  } else {
    exposure.add_product(w, e);
  }
}

LeftOutLaw::LeftOutLaw(const Tally& tally, const std::vector<std::int32_t>& codes,
                       const Question& question)
    : family_(*numbers_of(tally.family())),
      question_(number_question(question)),
      lost_degrees_(tally::lost_degrees(question)),
      has_moments_(tally::has_moments(tally)),
      moments_(column_moments(tally, codes, lost_degrees_)) {
  for (const std::int32_t code : codes) {
    Sums& own = sums_.emplace_back();
    own.weight = tally.at(code, Part::kWeight);
    own.sum = tally.at(code, Part::kSum);
    own.square = tally.at(code, Part::kSquare);
    own.exposure = tally.at(code, Part::kExposure);
    all_.weight += own.weight;
    all_.sum += own.sum;
    all_.square += own.square;
  }
}

ExactSum LeftOutLaw::at(std::size_t k, Part part) const {
  switch (part) {
    case Part::kWeight:
      return sums_[k].weight;
    case Part::kSum:
      return sums_[k].sum;
    case Part::kSquare:
      return sums_[k].square;
    case Part::kExposure:
      return sums_[k].exposure;
    case Part::kMissing:
    case Part::kValue:
    case Part::kRepeat:
      break;
  }
  return {};
}

void LeftOutLaw::move(const Row& row, double w) {
  sums_[row.own].add(w, row.x, row.e, has_moments_);
  if (has_moments_) all_.add(w, row.x, row.e, true);
}

bool LeftOutLaw::say(const Row& row, std::span<double> said) {
  move(row, -row.w);
  bool has_law = false;
  if (!has_moments_) {
    has_law = say_as_left(row.x, row.e, said);
  } else if (!all_.weight.is_zero()) {  // else nobody else has a number there
    const Sums& left = sums_[row.own];
    const std::optional<Moments> overall =
        std::exchange(moments_.overall, moments(all_.weight, all_.sum, all_.square, 0));
    const Moments own = std::exchange(
        moments_.by_class[row.own],
        left.weight.sign() <= 0 ? Moments{}
                                : moments(left.weight, left.sum, left.square, lost_degrees_));
    has_law = say_as_left(row.x, row.e, said);
    moments_.overall = overall;
    moments_.by_class[row.own] = own;
  }
  move(row, row.w);
  return has_law;
}

bool LeftOutLaw::say_as_left(double x, double e, std::span<double> said) const {
  const std::optional<NumberLaw> law = family_.law(*this, moments_, question_);
  if (!law) return false;
  std::visit(
      [&](const auto& table) {
        for (std::size_t k = 0; k < said.size(); ++k) said[k] = table.in_class(k)(x, e);
      },
      *law);
  return true;
}

}  // namespace tally
