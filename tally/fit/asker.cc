// SPDX-License-Identifier: Apache-2.0
#include "tally/fit.h"

#include <utility>

#include "tally/assess.h"
#include "tally/fit/em.h"

namespace tally {

namespace {

// Of the counts that answer: the model's, or with what it expects of rows without a class.
Asker calibrated_asker(const Counts& counts, const Model& model, const Question& question) {
  return {counts, calibrated(question, counts, model.sample), model.rule};
}

}  // namespace

std::span<const double> Answers::risks_of(std::int64_t row) const {
  const std::size_t width = decisions.empty() ? 0 : risks.size() / decisions.size();
  return std::span(risks).subspan(static_cast<std::size_t>(row) * width, width);
}

Asker::Asker(const Counts& counts, const Question& question, std::span<const RuleWeight> rule)
    : schema_(counts.schema()),
      scorer_(estimate(counts, question, rule)),
      loss_(Loss::zero_one(classes())) {}

Asker::Asker(const Model& model, const Question& question)
    : Asker(model.expected ? calibrated_asker(as_asked(model, question).counts, model,
                                              as_expected(question, model))
                           : calibrated_asker(model.counts, model, question)) {}

Asker::Asker(const Model& model) : Asker(model, default_question(model)) {}

Asker Asker::with_loss(Loss loss) && {
  loss_ = std::move(loss);
  return std::move(*this);
}

const std::vector<Label>& Asker::classes() const { return scorer_.estimates().classes; }

Answers Asker::answer(const Batch& rows) const {
  Answers out;
  out.posteriors = Inference(scorer_).infer(rows);
  const std::size_t width = loss_.decisions().size();
  out.risks.resize(static_cast<std::size_t>(rows.rows) * width);
  for (std::int64_t row = 0; row < rows.rows; ++row) {
    const auto risks = std::span(out.risks).subspan(static_cast<std::size_t>(row) * width, width);
    out.decisions.push_back(decide(loss_, out.posteriors, row, risks));
  }
  return out;
}

Answers Asker::answer(const CellTexts& row, const CutTexts& cut) const {
  Batch batch = one_row(schema_, row);
  if (cut) cut(batch);
  return answer(batch);
}

Question default_question(const Model& model) {
  if (!model.default_question.empty()) return question_from_json(model.default_question);
  Question question;
  question.rule = Rule::kAuto;
  return question;
}

Question as_expected(Question question, const Model& model) {
  if (!model.expected || names_estimates(question)) return question;
  if (rule_of(question, model.rule) != Rule::kNaive) return question;
  if (model.counts.schema().has_text()) question.lambda = Em::kLambdaOfTexts;
  if (model.expected->slope != 1) {
    question.calibrate = true;
    question.calibration = Recalibration{model.expected->slope, {}};
  }
  return question;
}

Model as_asked(Model model, const Question& question) {
  if (!model.expected || rule_of(question, model.rule) != Rule::kNaive) return model;
  model.counts = together(model.counts, *model.expected);
  model.expected.reset();
  return model;
}

Model part_for(ModelInPlace& model, const Question& question, const Batch& rows,
               ModelInPlace* with) {
  const Model& outline = model.outline();
  const OtherTerms others = other_terms_needed(question, outline.counts.schema());
  Model part{
      with == nullptr ? model.counts_for(rows, others) : model.counts_with(*with, rows, others),
      outline.default_question};
  part.rule = outline.rule;
  return part;
}

}  // namespace tally
