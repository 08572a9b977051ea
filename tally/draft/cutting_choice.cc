// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/cutting_choice.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <optional>

#include "tally/assess/text_rule/left_out_texts_score.h"
#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/inside/explain.h"
#include "tally/inside/read.h"

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

// How the rule does, learned from these rows cut in this way; nothing if there is nothing to learn.
using Cut = std::function<TextOptions(TextOptions)>;
std::optional<LeftOutScore> score_of(const Cut& cut, const UncutRows& rows,
                                     const WrittenRows& written) {
  Schema schema = rows.schema();
  for (ColumnSchema& column : schema.columns) {
    if (column.role == Role::kFeature) column.text = cut(column.text);
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

// All of them, or none if there is nothing to learn.
std::vector<LeftOutScore> scores_of(const std::vector<Cut>& cuts, const UncutRows& rows,
                                    const WrittenRows& written, int threads) {
  std::vector<LeftOutScore> scores;
  std::size_t next = 0;
  in_order(
      threads,
      [&]() -> std::optional<std::size_t> {
        if (next == cuts.size()) return std::nullopt;
        return next++;
      },
      [&](std::size_t i, int) { return score_of(cuts[i], rows, written); },
      [&](std::optional<LeftOutScore> score) {
        if (score) scores.push_back(*std::move(score));
      });
  if (scores.size() < cuts.size()) scores.clear();
  return scores;
}

// From this part of the texts on it matters how digits are read.
constexpr double kManyWithDigits = 0.02;

bool have_digits(const RowSample& sample) {
  double with = 0, all = 0;
  for (const SampledRow& row : sample.rows()) {
    ++all;
    with += std::any_of(row.columns.begin(), row.columns.end(), [](const SampledColumn& column) {
      return column.terms.find_first_of("0123456789") != std::string::npos;
    });
  }
  return with > kManyWithDigits * all;
}

}  // namespace

DigitsChoice choose_digits(const UncutRows& rows, int threads) {
  DigitsChoice out;
  if (!have_digits(rows.sample())) return out;
  const WrittenRows written(rows);
  const Cut apart = [](TextOptions options) { return options; };
  const Cut alike = [](TextOptions options) {
    options.digits_alike = true;
    return options;
  };
  const std::vector<LeftOutScore> scores = scores_of({apart, alike}, rows, written, threads);
  if (scores.empty()) return out;
  const bool is_better = scores[1].log_loss() < scores[0].log_loss();
  return {is_better, written.batch().rows, scores[0].log_loss(), scores[1].log_loss()};
}

CuttingChoice choose_cutting(const UncutRows& rows, int threads) {
  CuttingChoice out;
  if (rows.sample().rows().empty()) return out;
  const WrittenRows written(rows);
  out.rows = written.batch().rows;
  std::vector<Cut> cuts;
  for (const Cutting cutting : kCuttings) {
    cuts.emplace_back(
        [cutting](TextOptions options) { return cut_into(cutting, std::move(options)); });
  }
  const std::vector<LeftOutScore> scores = scores_of(cuts, rows, written, threads);
  if (scores.empty()) return out;
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

std::string told(const DigitsChoice& choice, const std::vector<std::string>& columns) {
  return "digits are read alike in " + listed(columns) + ": log loss " +
         four_digits(choice.log_loss_alike) + " on " +
         counted(static_cast<std::size_t>(choice.rows), "row", "rows") + " left out, apart " +
         four_digits(choice.log_loss_apart);
}

}  // namespace tally
