// SPDX-License-Identifier: Apache-2.0
// ask: a model and a question in, and answers about any rows out.
//
//   const Asker asker(load_model(path));                     // one for all threads
//   asker.answer({{"age", "31.5"}, {"colour", "red"}});      // a row in words
//   asker.answer(batch);                                     // rows
//
// Who asks again and again keeps what is found out about the columns, one Inference per thread:
//
//   Inference inference(asker.scorer());
//   const int decision = decide(asker.loss(), inference.infer(batch), row, risk);
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tally/decide.h"
#include "tally/model.h"

namespace tally {

/// What is said about some rows, in their order.
struct Answers {
  Posteriors posteriors;
  std::vector<double> risks;  ///< [row · D + decision]
  std::vector<int> decisions;  ///< [row]: its place among the loss's; −1: impossible in every class

  std::span<const double> risks_of(std::int64_t row) const;
};

/// Cuts the texts of a batch into terms, as TermCutter::cut does.
using CutTexts = std::function<void(Batch&)>;

/// Immutable; free to share between threads. Holds all that it needs of the model.
class Asker {
 public:
  /// Errors cost one, whatever they are. `rule` is the model's (see `estimate`). All throw as
  /// `estimate`: Error (kData) for a model without a class, kUsage for a question without an answer.
  Asker(const Counts& counts, const Question& question, std::span<const RuleWeight> rule = {});
  /// Naive Bayes answers from the counts and what is expected of rows without a class together, every
  /// other rule from the counts alone.
  /// A question that is to be calibrated is, from the model's sample: see `calibrated`.
  Asker(const Model& model, const Question& question);
  /// Asks what the model is asked by default.
  explicit Asker(const Model& model);

  /// The same asker where errors cost this. REQUIRES: a loss for these classes.
  Asker with_loss(Loss loss) &&;

  const Schema& schema() const { return schema_; }
  const Scorer& scorer() const { return scorer_; }
  const Loss& loss() const { return loss_; }
  const std::vector<Label>& classes() const { return scorer_.estimates().classes; }

  /// Throws as `Inference::infer`.
  Answers answer(const Batch& rows) const;
  /// The answers about one row. Throws as `one_row` as well. REQUIRES: `cut`, if the model has texts.
  Answers answer(const CellTexts& row, const CutTexts& cut = {}) const;

 private:
  Schema schema_;
  Scorer scorer_;
  Loss loss_;
};

/// What the model is asked by default: what was stored with it, else whatever rule it has chosen
/// answers. Throws Error (kData) if it is no question.
Question default_question(const Model& model);

/// The question as the model's expected counts are to be asked, with the λ that shared texts out and with their slope, where naive Bayes answers it
/// with them and it says nothing of how probabilities are worked out; else as it is.
Question as_expected(Question question, const Model& model);

/// The model with the counts that answer this question: where that is naive Bayes and there are expected
/// counts, both together, and no layer.
Model as_asked(Model model, const Question& question);

/// What decides about these rows under this question, of a model that lies in its file: answers are
/// those of the whole model. With a second model, answers are those of both together
/// (`ModelInPlace::counts_with`). Throws Error as they do.
Model part_for(ModelInPlace& model, const Question& question, const Batch& rows,
               ModelInPlace* with = nullptr);

}  // namespace tally
