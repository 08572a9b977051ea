// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/rows_with_texts.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tally/base/error.h"

namespace tally {

Batch rows_with_texts(const RowSample& sample, const Schema& schema) {
  Batch batch = batch_of(sample, schema);
  if (!schema.has_text()) return batch;
  BatchBuilder texts;
  for (const ColumnSchema& column : schema.cut_columns()) {
    if (!column.is_a(Family::kText)) continue;
    std::vector<std::optional<BatchBuilder::Words>> rows;
    for (const SampledRow& row : sample.rows()) {
      std::optional<BatchBuilder::Words>& words = rows.emplace_back();
      for (const SampledColumn& sampled : row.columns) {
        if (sampled.column != column.name) continue;
        words.emplace();
        sampled.for_each([&](std::string_view term, std::int64_t times) {
          words->insert(words->end(), static_cast<std::size_t>(times), std::string(term));
        });
      }
    }
    texts.terms(column.name, rows);
  }
  const Batch of_texts = texts.batch();
  for (const NamedColumn& column : of_texts.columns) batch.columns.push_back(column);
  using Owners = std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>;
  batch.owner = std::make_shared<Owners>(batch.owner, of_texts.owner);
  return batch;
}

void require_all_heard(const Schema& schema, const Question& question, const std::string& what) {
  for (const ColumnSchema& column : schema.columns) {
    if (!column.is_a(Family::kText) || column.text.once || hears_occurrences(column.text)) continue;
    const TextModel model = text_model_of(question, column.text);
    if (model == TextModel::kBoolean || model == TextModel::kBernoulli) continue;
    throw Error(ErrorKind::kUsage,
                what + ", rows have to be left out of the counts: the model of texts " +
                    in_quotes(to_string(model)) + " hears how often a term occurs, and of " +
                    in_quotes(column.name) + " the sample has each term once");
  }
}

}  // namespace tally
