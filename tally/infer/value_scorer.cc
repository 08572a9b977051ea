// SPDX-License-Identifier: Apache-2.0
// Categorical, bernoulli and binned columns: a look-up of log P(value | class).
#include <algorithm>
#include <cmath>

#include "tally/batch/iso_time.h"
#include "tally/family/bins.h"
#include "tally/family/wrong_cells.h"
#include "tally/infer/feature_scorer.h"

namespace tally {

namespace {

std::string text_at(const Column& column, std::int64_t row) {
  if (const auto* numbers = std::get_if<Numbers>(&column))
    return numeric_text(numbers->at(row), numbers->holds);
  if (const auto* bits = std::get_if<Bits>(&column)) return bits->at(row) ? "true" : "false";
  const Codes& codes = std::get<Codes>(column);
  const auto code = static_cast<std::int32_t>(codes.indices.at(row));
  return in_quotes(codes.dictionary->label(code).to_string());
}

class ValueScorer : public FeatureScorer {
 public:
  ValueScorer(const FeatureEstimate& feature, const CategoricalTable& table)
      : feature_(feature), table_(table), classes_(table.log_p_unseen.size()) {}

  void add(const Batch& batch, std::span<const Column* const> columns,
           std::span<double> log_joint) override {
    switch (facts_of(feature_.family).cells) {
      case CellKind::kLabel:
        return add_labelled(batch, *columns[0], log_joint);
      case CellKind::kTruth: {
        const auto* numbers = std::get_if<Numbers>(columns[0]);
        return numbers != nullptr ? add_binarized(batch, *numbers, log_joint)
                                  : add_labelled(batch, *columns[0], log_joint);
      }
      case CellKind::kBin:
        return add_binned(batch, as_numbers(batch, *columns[0], feature_.columns[0]), log_joint);
      case CellKind::kNumber:
      case CellKind::kGroup:
      case CellKind::kTerms:
        break;
    }
    refuse_cells(feature_.family, "is not scored by a table of values");
  }

 private:
  // The place of a label among the values; their number if it was never seen.
  std::int32_t value_of(const Label& label) const {
    const std::vector<Label>& values = table_.values;
    if (!values.empty() && label.type() != values.front().type()) return CodeMap::kRefused;
    const auto at = std::lower_bound(values.begin(), values.end(), label);
    const bool seen = at != values.end() && *at == label;
    return static_cast<std::int32_t>((seen ? at : values.end()) - values.begin());
  }

  void add_value(std::int64_t row, std::int32_t value, std::span<double> log_joint) const {
    const auto v = static_cast<std::size_t>(value);
    const double* const log_p =
        v < table_.values.size() ? &table_.log_p[v * classes_] : table_.log_p_unseen.data();
    double* const out = &log_joint[static_cast<std::size_t>(row) * classes_];
    for (std::size_t k = 0; k < classes_; ++k) out[k] += log_p[k];
  }

  void add_labelled(const Batch& batch, const Column& column, std::span<double> log_joint) {
    const auto number_of = [this](const Label& label) { return value_of(label); };
    codes_.for_each(column, batch.rows, number_of, [&](std::int64_t row, std::int32_t value) {
      if (value == CodeMap::kMissing) return;
      if (value == CodeMap::kRefused) {
        refuse_cell(batch, row, feature_.columns[0],
                    "a " + std::string(to_string(table_.values.front().type())),
                    text_at(column, row));
      }
      add_value(row, value, log_joint);
    });
  }

  void add_binarized(const Batch& batch, const Numbers& numbers, std::span<double> log_joint) {
    const std::optional<double>& threshold = table_.binarize;
    for_each_number(numbers, batch.rows, [&](std::int64_t row, double x) {
      if (std::isnan(x)) return;
      require_finite(batch, row, feature_.columns[0], x);
      if (!threshold && x != 0 && x != 1) {
        refuse_cell(batch, row, feature_.columns[0], "0 or 1", shortest(x));
      }
      add_value(row, x > threshold.value_or(0) ? 1 : 0, log_joint);
    });
  }

  // The table may have some of the bins only.
  void add_binned(const Batch& batch, const Numbers& numbers, std::span<double> log_joint) {
    const bool has_all = table_.values.size() == table_.cuts.size() + 1;
    for_each_number(numbers, batch.rows, [&](std::int64_t row, double x) {
      if (std::isnan(x)) return;
      require_finite(batch, row, feature_.columns[0], x);
      const std::size_t bin = bin_of(table_.cuts, x);
      add_value(row, has_all ? static_cast<std::int32_t>(bin) : value_of(label_of_bin(bin)),
                log_joint);
    });
  }

  const FeatureEstimate& feature_;
  const CategoricalTable& table_;
  std::size_t classes_;
  CodeMap codes_;
};

}  // namespace

std::unique_ptr<FeatureScorer> make_value_scorer(const FeatureEstimate& feature,
                                                 const CategoricalTable& table) {
  return std::make_unique<ValueScorer>(feature, table);
}

}  // namespace tally
