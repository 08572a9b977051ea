// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <algorithm>
#include <cmath>

#include "tally/assess/left_out/left_out_answers.h"
#include "tally/assess/text_rule/rows_with_texts.h"
#include "tally/assess/weights/log_linear.h"
#include "tally/base/log_math.h"
#include "tally/estimate/calibrated_said.h"

namespace tally {

namespace {

constexpr double kAsGoodAsNever = -700;  // the logarithm of a prior, where sums have to be finite

void require_rows(const Counts& counts, const RowSample& sample) {
  if (counts.schema().row_traits().have_rule) {
    throw Error(ErrorKind::kUsage,
                "to calibrate is for tables: the learned rule of mail is calibrated by itself");
  }
  if (!sample.rows().empty()) return;
  throw Error(
      ErrorKind::kUsage,
      Remark{"to calibrate, rows have to be left out of the counts, and the model keeps none",
             {Remedy::in_words("make it anew with a sample of its rows")}});
}

}  // namespace

Question calibrated(Question question, const Counts& counts, const RowSample& sample) {
  if (!question.calibrate || question.calibration) return question;
  require_rows(counts, sample);
  require_all_heard(counts.schema(), question, "to calibrate");
  Question plain = with_lambdas(question, counts);
  plain.rule = Rule::kNaive;
  plain.calibrate = false;
  plain.prior = PriorKind::kSmoothed;
  const std::vector<Label> classes = counts.class_labels();
  const std::size_t K = classes.size();
  LogLinearProblem problem;
  problem.classes = K;
  problem.guess = problem.ridge = {1};
  LeftOutAnswers left_out(counts, plain);
  RowStore rows(counts.schema());
  rows.append(rows_with_texts(sample, counts.schema()));
  const std::vector<std::int64_t> times = times_of(sample);
  std::vector<double> said(K);
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    const RowStore one = rows.gather({row});
    const Posteriors& answer = left_out.without(one);
    std::vector<double> offsets = left_out.log_prior();
    const auto truth = std::find(classes.begin(), classes.end(), one.target(0)) - classes.begin();
    // The only row of its class: nobody is left who could predict it.
    if (offsets[static_cast<std::size_t>(truth)] == kLogZero) continue;
    for (std::size_t k = 0; k < K; ++k) {
      said[k] = offsets[k] == kLogZero ? 0 : answer.joint_of(0)[k] - offsets[k];
      offsets[k] = std::max(offsets[k], kAsGoodAsNever);
    }
    bound_said(said);
    double mean = 0;
    for (const double one_says : said) mean += one_says / static_cast<double>(K);
    for (const double one_says : said) problem.said.push_back(static_cast<float>(one_says - mean));
    problem.offsets.insert(problem.offsets.end(), offsets.begin(), offsets.end());
    problem.truths.push_back(static_cast<std::int32_t>(truth));
    const auto number = static_cast<std::size_t>(rows.numbers()[static_cast<std::size_t>(row)]);
    problem.times.push_back(static_cast<double>(times[number]) * one.weight(0));
  }
  constexpr LogLinearEffort kToTheEnd{500, 1e-13};
  const LogLinearWeights found = fit_log_linear(problem, kToTheEnd);
  Recalibration& calibration = question.calibration.emplace();
  calibration.slope = found.weights[0];
  for (std::size_t k = 0; k < K; ++k) {
    calibration.biases.emplace_back(classes[k].to_string(), found.biases[k]);
  }
  return question;
}

}  // namespace tally
