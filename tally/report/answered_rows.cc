// SPDX-License-Identifier: Apache-2.0
#include "tally/report/answered_rows.h"

#include <algorithm>

#include "tally/inside/assess.h"
#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

namespace {

// The rows of the sample, each as often as it was counted.
RowStore sampled_rows(const Model& model) {
  if (model.counts.schema().has_text()) {
    throw Error(ErrorKind::kUsage,
                "of a model with a text figures need rows: name some that have a class");
  }
  if (model.sample.size() == 0) {
    throw Error(ErrorKind::kUsage,
                "the model keeps no sample of its rows: name some that have a class");
  }
  const Batch batch = batch_of(model.sample, model.counts.schema());
  const std::vector<std::int64_t> times = times_of(model.sample);
  RowStore once(model.counts.schema());
  once.append(batch);
  std::vector<std::int64_t> places;
  for (std::int64_t row = 0; row < once.size(); ++row) {
    const auto number = static_cast<std::size_t>(once.numbers()[static_cast<std::size_t>(row)]);
    places.insert(places.end(), static_cast<std::size_t>(times[number]), row);
  }
  return once.gather(places);
}

void put(const Posteriors& from, Posteriors& to, std::int64_t row) {
  const auto at = static_cast<std::size_t>(row);
  const auto copy = [&](const std::vector<double>& one, std::vector<double>& all) {
    std::copy(one.begin(), one.end(), all.begin() + static_cast<std::ptrdiff_t>(at * to.classes));
  };
  copy(from.log_joint, to.log_joint);
  copy(from.posterior, to.posterior);
  copy(from.log_posterior, to.log_posterior);
  to.log_evidence[at] = from.log_evidence[0];
}

Posteriors left_out(const ReportOn& on, const RowStore& rows) {
  Posteriors out;
  out.rows = rows.size();
  out.classes = on.loss.classes().size();
  const auto n = static_cast<std::size_t>(rows.size());
  for (std::vector<double>* all : {&out.log_joint, &out.posterior, &out.log_posterior}) {
    all->resize(n * out.classes);
  }
  out.log_evidence.resize(n);
  std::vector<char> defined(static_cast<std::size_t>(on.threads), 1);
  leave_each_out(rows, on.model.counts, on.model.rule, {on.question}, on.loss.classes(), on.threads,
                 [&](const LeftOutRow& at, const Posteriors& answer) {
                   put(answer, out, at.row);
                   if (!answer.joint_is_defined) defined[static_cast<std::size_t>(at.worker)] = 0;
                 });
  out.joint_is_defined =
      std::all_of(defined.begin(), defined.end(), [](char one) { return one != 0; });
  return out;
}

}  // namespace

AnsweredRows answered_rows(const ReportOn& on) {
  const bool of_sample = on.rows == nullptr;
  const std::optional<RowStore> sampled =
      of_sample ? std::optional(sampled_rows(on.model)) : std::nullopt;
  const RowStore& rows = of_sample ? *sampled : *on.rows;
  AnsweredRows out(on.loss);
  if (of_sample || on.rows_are_counted) {
    out.of = of_sample ? "sample" : "left out";
    out.answers = left_out(on, rows);
  } else {
    out.of = "data";
    const Scorer scorer(estimate(on.model.counts, on.question, on.model.rule));
    out.answers = Inference(scorer).infer(rows.batch());
  }
  std::vector<double> risk(on.loss.decisions().size());
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    out.truths.push_back(rows.target(row));
    out.weights.push_back(rows.weight(row));
    out.decisions.push_back(decide(on.loss, out.answers, row, risk));
    out.score.add(out.answers, row, out.truths.back(), out.weights.back());
  }
  if (has_weights(on.model.rule)) {
    out.score.answered_by(rule_of(on.question, on.model.rule), rows.size());
  }
  out.summary = out.score.summary(on.loss.classes().size() > 2 ? 2 : 0);
  return out;
}

}  // namespace tally
