// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/false_alarms.h"

#include <algorithm>
#include <cmath>

#include "tally/assess/left_out/left_out_answers.h"
#include "tally/assess/text_rule/rows_with_texts.h"
#include "tally/base/suggest.h"
#include "tally/inside/explain.h"

namespace tally {

namespace {

void require_share(double share, const std::string& what) {
  if (share > 0 && share < 1) return;
  throw Error(ErrorKind::kUsage, what + " is a share above 0 and below 1, not " + shortest(share));
}

std::size_t class_of(const std::string& name, const std::vector<Label>& classes) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    names.push_back(classes[k].to_string());
    if (names.back() == name) return k;
  }
  throw Error(ErrorKind::kUsage, "the bound on false alarms names " + in_quotes(name) +
                                     ", which is no class of the model" +
                                     did_you_mean(name, names));
}

// The log-odds of the alarm of every row of the quiet class, each as often as it was counted.
std::vector<double> quiet_scores(std::size_t alarm, std::size_t quiet, const Counts& counts,
                                 const RowSample& sample, const Question& question,
                                 const std::vector<RuleWeight>& rule) {
  const Label label = counts.class_labels()[quiet];
  RowStore rows(counts.schema());
  rows.append(rows_with_texts(sample, counts.schema()));
  const std::vector<std::int64_t> times = times_of(sample);
  LeftOutAnswers left_out(counts, question, rule);
  std::vector<double> scores;
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    if (rows.target(row) != label) continue;
    const Posteriors& answer = left_out.without(rows.gather({row}));
    const auto number = static_cast<std::size_t>(rows.numbers()[static_cast<std::size_t>(row)]);
    scores.insert(scores.end(), static_cast<std::size_t>(times[number]),
                  alarm_log_odds(answer.joint_of(0), alarm));
  }
  return scores;
}

}  // namespace

std::int64_t rows_needed(double most, double doubt) {
  return static_cast<std::int64_t>(std::ceil(std::log(doubt) / std::log1p(-most)));
}

double alarm_threshold(std::vector<double> scores, double most, double doubt) {
  const std::int64_t needed = rows_needed(most, doubt);
  const auto n = static_cast<std::int64_t>(scores.size());
  if (n < needed) {
    throw Error(
        ErrorKind::kUsage,
        Remark{"to promise at most " + shortest(100 * most) +
                   " % of false alarms with a confidence of " + shortest(100 * (1 - doubt)) +
                   " %, the sample of the model needs " +
                   counted(static_cast<std::size_t>(needed), "row", "rows") +
                   " of the protected class, and has " + std::to_string(n),
               {Remedy::in_words("allow more false alarms"),
                Remedy::in_words("make the model anew with more rows, or with a larger sample")}});
  }
  // From the greatest score down: log of C(n, j) (1 − α)^j α^(n − j), for j = n, n − 1 …
  double log_term = static_cast<double>(n) * std::log1p(-most), tail = 0;
  std::int64_t k = n + 1;
  for (std::int64_t j = n; j >= 1; --j) {
    tail += std::exp(log_term);
    if (tail > doubt) break;
    k = j;
    log_term += std::log(static_cast<double>(j) / static_cast<double>(n - j + 1)) + std::log(most) -
                std::log1p(-most);
  }
  const auto place = scores.begin() + (std::min(k, n) - 1);
  std::nth_element(scores.begin(), place, scores.end());
  return *place;
}

Loss with_bound(const Loss& loss, const FalseAlarms& bound, const Counts& counts,
                const RowSample& sample, const Question& question,
                const std::vector<RuleWeight>& rule) {
  require_share(bound.most, "the most of false alarms");
  require_share(bound.doubt, "the doubt about it");
  const std::vector<Label> classes = counts.class_labels();
  const std::size_t alarm = class_of(bound.alarm, classes), quiet = class_of(bound.quiet, classes);
  if (alarm == quiet) {
    throw Error(ErrorKind::kUsage, "the bound on false alarms is about two classes, and names " +
                                       in_quotes(bound.alarm) + " twice");
  }
  if (counts.schema().row_traits().have_rule) {
    throw Error(ErrorKind::kUsage,
                "a bound on false alarms is for tables: mail is decided by cut-offs of its own");
  }
  if (rule_of(question, rule) == Rule::kNaive) {
    require_all_heard(counts.schema(), question, "to bound false alarms");
  }
  return loss.with_alarm_above(
      alarm, alarm_threshold(quiet_scores(alarm, quiet, counts, sample, question, rule), bound.most,
                             bound.doubt));
}

}  // namespace tally
