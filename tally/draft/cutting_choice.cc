// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/cutting_choice.h"

#include <array>
#include <cstdio>
#include <deque>
#include <optional>

#include "tally/assess/text_rule/left_out_texts_score.h"
#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/explain.h"
#include "tally/read.h"

namespace tally {

namespace {

// The rows of a sample with their texts.
class WrittenRows {
 public:
  explicit WrittenRows(const UncutRows& rows) {
    const RowSample& sample = rows.sample();
    batch_ = batch_of(sample, rows.schema());
    for (const ColumnSchema& column : rows.schema().columns) {
      if (column.role != Role::kFeature) continue;
      std::vector<std::string_view>& cells = cells_.emplace_back();
      for (const SampledRow& row : sample.rows()) cells.push_back(text_of(row, column.name));
      batch_.columns.push_back({column.name, Texts{cells.data()}});
    }
  }
  const Batch& batch() const { return batch_; }

 private:
  std::string_view text_of(const SampledRow& row, const std::string& name) {
    for (const SampledColumn& column : row.columns) {
      if (column.column != name) continue;
      std::string& text = texts_.emplace_back();
      column.for_each([&](std::string_view term) { text = term; });
      return text;
    }
    return {};
  }

  Batch batch_;
  std::deque<std::string> texts_;
  std::deque<std::vector<std::string_view>> cells_;
};

// How the rule does, learned from these rows in this cutting; nothing if there is nothing to learn.
std::optional<LeftOutScore> score_of(Cutting cutting, const UncutRows& rows,
                                     const WrittenRows& written) {
  Schema schema = rows.schema();
  for (ColumnSchema& column : schema.columns) {
    if (column.role == Role::kFeature) column.text = cut_into(cutting, column.text);
  }
  schema = validated(counted_as(Counting::kWeighted, std::move(schema)));
  Batch batch = written.batch();
  TermCutter cutter(schema);
  cutter.cut(batch);
  Counts counts(schema);
  counts.add(batch);
  if (counts.classes().size() < 2) return std::nullopt;
  // Every cutting has the rows in one order and in the same folds: both go by the digests.
  RowSample sample(rows.sample().most());
  RowDigester digester(schema);
  std::int64_t place = 0;
  for (const SampledRow& row : rows.sample().rows()) {
    digester.digest(batch, place++);
    sample.add({row.digest, row.klass, 1, digester.evidence()});
  }
  const LeftOutScore score = score_of_texts(learn_texts(counts, sample), counts, sample);
  if (!score.are_enough()) return std::nullopt;
  return score;
}

std::string four_digits(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4f", x);
  return text.data();
}

}  // namespace

CuttingChoice choose_cutting(const UncutRows& rows, int threads) {
  CuttingChoice out;
  if (rows.sample().rows().empty()) return out;
  const WrittenRows written(rows);
  out.rows = written.batch().rows;
  std::vector<LeftOutScore> scores;
  std::size_t next = 0;
  in_order(
      threads,
      [&]() -> std::optional<Cutting> {
        if (next == kCuttings.size()) return std::nullopt;
        return kCuttings[next++];
      },
      [&](Cutting cutting, int) { return score_of(cutting, rows, written); },
      [&](std::optional<LeftOutScore> score) {
        if (score) scores.push_back(*std::move(score));
      });
  if (scores.size() < kCuttings.size()) return out;
  const LeftOutScore* best = &scores[0];
  for (std::size_t i = 0; i < kCuttings.size(); ++i) {
    out.tried.push_back({kCuttings[i], scores[i].accuracy(), scores[i].log_loss()});
    const bool is_surely_better = scores[0].is_beaten_by(scores[i], 0);
    if (!is_surely_better || scores[i].log_loss() >= best->log_loss()) continue;
    best = &scores[i];
    out.cutting = kCuttings[i];
  }
  return out;
}

std::string told(const CuttingChoice& choice, const std::vector<std::string>& columns) {
  std::string sentence = listed(columns) + (columns.size() == 1 ? " is" : " are") + " cut into " +
                         std::string(to_string(choice.cutting));
  std::string others;
  for (const CuttingChoice::Tried& tried : choice.tried) {
    const std::string loss = four_digits(tried.log_loss);
    if (tried.cutting == choice.cutting) {
      sentence += ": log loss " + loss + " on " +
                  counted(static_cast<std::size_t>(choice.rows), "row", "rows") + " left out";
    } else {
      others += (others.empty() ? "; " : ", ") + std::string(to_string(tried.cutting)) + " " + loss;
    }
  }
  if (choice.tried.empty()) others = ": too few rows tell whether characters would do better";
  return sentence + others;
}

}  // namespace tally
