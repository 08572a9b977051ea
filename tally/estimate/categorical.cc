// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/categorical.h"

namespace tally {

std::optional<ProbabilityTable> categorical_table(const ValueTally& tally,
                                                  const std::vector<ValueTally::Value>& values,
                                                  const ValueTotals& totals,
                                                  const std::vector<std::int32_t>& class_codes,
                                                  const Question& question) {
  const std::size_t classes = class_codes.size();
  CategoricalTable table;
  table.possible_values = totals.possible_values;
  if (table.possible_values == 0) return std::nullopt;
  table.binarize = tally.spec().binarize;
  table.cuts = tally.spec().cuts;
  for (const ValueTally::Value& value : values) table.values.push_back(value.label);
  table.log_p.resize(values.size() * classes);
  for (std::size_t k = 0; k < classes; ++k) {
    const Shares shares(totals.by_class[k], static_cast<double>(table.possible_values),
                        effective_lambda(question));
    for (std::size_t v = 0; v < values.size(); ++v) {
      table.log_p[v * classes + k] = shares.log_share(tally.at(class_codes[k], values[v].slot));
    }
    table.log_p_unseen.push_back(shares.log_unseen());
  }
  return table;
}

}  // namespace tally
