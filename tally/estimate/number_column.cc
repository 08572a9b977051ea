// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/number_column.h"

#include <cmath>

namespace tally {

bool has_moments(const Tally& tally) {
  const NumberFamily* const numbers = numbers_of(tally.family());
  return numbers != nullptr && numbers->sums(Part::kSquare);
}

Moments class_moments(const Tally& tally, std::int32_t class_code, int lost_degrees) {
  const ExactSum& weight = tally.at(class_code, Part::kWeight);
  if (weight.sign() <= 0) return {};
  return moments(weight, tally.at(class_code, Part::kSum), tally.at(class_code, Part::kSquare),
                 lost_degrees);
}

ColumnMoments column_moments(const Tally& tally, const std::vector<std::int32_t>& class_codes,
                             int lost_degrees) {
  ColumnMoments out;
  if (!has_moments(tally)) return out;
  ExactSum n, s, q;
  for (const std::int32_t code : class_codes) {
    n += tally.at(code, Part::kWeight);
    s += tally.at(code, Part::kSum);
    q += tally.at(code, Part::kSquare);
    out.by_class.push_back(class_moments(tally, code, lost_degrees));
  }
  if (n.sign() > 0) out.overall = moments(n, s, q, 0);
  return out;
}

int lost_degrees(const Question& question) {
  return has_prior(question.method) ? 0 : question.lost_degrees;
}

double added_deviation(double widest, const Question& question) {
  return question.var_smoothing ? std::sqrt(*question.var_smoothing) * widest : 0;
}

NumberQuestion number_question(const Question& question, double added_deviation) {
  return {question.method, question.variance_floor, added_deviation, question.normal,
          question.gamma};
}

}  // namespace tally
