// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/multinomial.h"

#include <algorithm>
#include <limits>

namespace tally {

namespace {

double plus(const ExactSum& sum, double presumed) {
  return std::min(sum.to_double() + presumed, std::numeric_limits<double>::max());
}

}  // namespace

ProbabilityTable multinomial_table(const ValueTally& tally,
                                   const std::vector<ValueTally::Value>& terms,
                                   const ValueTotals& totals,
                                   const std::vector<std::int32_t>& class_codes,
                                   const Question& question) {
  const std::size_t classes = class_codes.size();
  const double lambda = lambda_of(question, tally.name());
  const auto V = static_cast<double>(totals.possible_values);
  std::vector<double> cells(terms.size() * classes);
  if (question.method == Method::kBayes) {
    PolyaTable table{std::move(cells), {}};
    for (std::size_t k = 0; k < classes; ++k) {
      for (std::size_t t = 0; t < terms.size(); ++t) {
        table.a[t * classes + k] = plus(tally.at(class_codes[k], terms[t].slot), lambda);
      }
      table.a_sum.push_back(plus(totals.by_class[k], V * lambda));
    }
    return table;
  }
  for (std::size_t k = 0; k < classes; ++k) {
    const Shares shares(totals.by_class[k], V, lambda);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      cells[t * classes + k] = shares.log_share(tally.at(class_codes[k], terms[t].slot));
    }
  }
  return MultinomialTable{std::move(cells)};
}

}  // namespace tally
