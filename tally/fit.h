// SPDX-License-Identifier: Apache-2.0
// fit: rows in, a model out; and what a model learns and forgets afterwards.
//
//   std::vector<PieceCounter> counters(threads, PieceCounter(schema));
//   …                                                       // batches, by any worker
//   Model model = model_of(together(std::move(counters), threads));
//   learn(model, piece, "");
//   forget(model, piece);
//   Asker(model).answer({{"age", "31.5"}, {"colour", "red"}});
//
// It knows models and how they are assessed. It reads no data files and cuts no text: texts come as
// terms, or with a function that cuts them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tally/assess.h"
#include "tally/decide.h"
#include "tally/model.h"

namespace tally {

// -------------------------------------------------------------------------------------------------
// What rows add to a model: counted in pieces, one for each worker, which are then merged.
//
//   std::vector<PieceCounter> counters(threads, PieceCounter(schema, kept));
//   counters[worker].add(batch);                      // any batch by any worker
//   const Piece piece = together(std::move(counters), threads);
//
// The piece is the same to the bit for any number of workers, whichever worker counted which batch.

/// What of the rows is kept beside their counts.
struct Kept {
  RowSample sample = RowSample(0);  ///< an empty sample; if off, no rows are kept
  bool digests = false;             ///< always kept of rows that are known by them (mail)
};

/// How many rows a new model samples unless told otherwise: RowSample::kUsualMost where a rule is
/// learned from them (mail, texts with pairs, and tables that are counted for the weighted rule),
/// else none.
std::int64_t usual_sample(const Schema& schema, bool weighted = false);

/// What is counted by default.
inline constexpr Counting kUsualCounting = Counting::kWeighted;
/// What a given schema implies is to be counted, unless the caller says otherwise: by what it
/// holds, and kUsualCounting where no column could have a histogram.
Counting counting_of(const Schema& schema);

/// A model of some rows, and how many rows they were. It does not name what cut its texts, and has
/// no rule.
struct Piece : Model {
  Counted rows;
};

/// Not to be shared between threads.
class PieceCounter {
 public:
  explicit PieceCounter(const Schema& schema, const Kept& kept = {});
  PieceCounter(const PieceCounter& other);
  PieceCounter(PieceCounter&& other) noexcept;
  PieceCounter& operator=(const PieceCounter& other);
  PieceCounter& operator=(PieceCounter&& other) noexcept;
  ~PieceCounter();

  /// Throws Error (kData) as Counts::add does.
  void add(const Batch& batch);
  Piece finish() &&;

 private:
  struct Rows;

  Piece piece_;
  std::vector<Rows>
      rows_;  // what is kept of them; always one; a vector because the type is incomplete here
};

/// Adds the rows of another piece. Throws Error (kData) if the schemas differ.
void merge(Piece& piece, const Piece& other, int threads = 1);

/// Merges the counters' pieces, on several threads: the result is as if one counter had counted all
/// rows. REQUIRES: there is a counter, and all are of one schema and keep the same.
Piece together(std::vector<PieceCounter> counters, int threads);

/// A model of these rows alone, with what was kept of them. The caller sets its rule, and the names
/// of what cut its texts.
Model model_of(Piece piece);

// -------------------------------------------------------------------------------------------------
// learn and forget: rows into a model, and out of it again.
//
//   learn(model, count_with(kept_to_learn(model)));
//   forget(model, count_with(kept_to_forget(model)));
//
// A model that learns rows and forgets them again is the same as before.

/// What the model would keep of new rows.
Kept kept_to_learn(const Model& model);
/// What has to be known of rows, so that they can be removed from everything that the model keeps.
Kept kept_to_forget(const Model& model);

/// The piece becomes a part of the model. `cut_by` names what cut its texts ("ICU 72.1"; empty where
/// there are none). A rule that is outgrown (see below) is learned again. Throws Error (kData) and
/// changes nothing if the schemas differ. Expected counts stay, here and below, and are stale.
void learn(Model& model, const Piece& piece, const std::string& cut_by);

/// The model becomes what it would be without these rows. Throws Error (kData) and changes nothing
/// if what would be left cannot come from any rows, if the model keeps digests and a row is not
/// among them, or if fewer rows of a table would be left than its sample has.
void forget(Model& model, const Piece& piece);

// -------------------------------------------------------------------------------------------------
// When a model's learned rule is learned again: for texts how they are combined, for other columns
// how they are weighted.

/// Whether the model has a learned rule at all: its rows have one, or it keeps a sample of rows.
bool has_rule(const Model& model);

/// Learns the rule from counts and sample if the model has one. Where the sample was removed from
/// the model, the rule that was learned with it stays until the rows have doubled.
void tune_model(Model& model);

/// The same for a model in its file, in one transaction. Throws as `change_model`.
void tune_file(const std::string& path);

/// The number of term occurrences up to which tuning takes less than a tenth of a second. It is a
/// number and not a time, so that the model does not depend on the speed of the machine.
inline constexpr double kQuicklyTuned = 50'000;

enum class Tuned { kNow, kNotNeeded, kPutOff };

/// The same if the number of rows has doubled since the rule was learned, or if there is none yet.
/// A message must not wait: where there are more than `quickly` occurrences of terms, and fewer
/// than half of the rows are the `new_rows` that were just learned, tuning is put off until it is
/// called for (tune, compact). Throws as `tune_file`.
Tuned tune_file_if_outgrown(const std::string& path, std::int64_t new_rows,
                            double quickly = kQuicklyTuned);
/// The same for a caller that has the file open: the model is looked at there, and closed.
Tuned tune_file_if_outgrown(ModelInPlace model, const std::string& path, std::int64_t new_rows,
                            double quickly = kQuicklyTuned);

// -------------------------------------------------------------------------------------------------
// ask: a model and a question in, and answers about any rows out.
//
//   const Asker asker(load_model(path));                     // one for all threads
//   asker.answer({{"age", "31.5"}, {"colour", "red"}});      // one row, as texts
//   asker.answer(batch);                                     // rows
//
// To ask many times, keep one Inference per thread: it remembers where the columns are.
//
//   Inference inference(asker.scorer());
//   const int decision = decide(asker.loss(), inference.infer(batch), row, risk);

/// The answers about some rows, in their order.
struct Answers {
  Posteriors posteriors;
  std::vector<double> risks;  ///< [row · D + decision]
  std::vector<int> decisions;  ///< [row]: its place among the loss's; −1: impossible in every class

  std::span<const double> risks_of(std::int64_t row) const;
};

/// Cuts the texts of a batch into terms, as TermCutter::cut does.
using CutTexts = std::function<void(Batch&)>;

/// Immutable; may be shared between threads. Holds everything that it needs of the model.
class Asker {
 public:
  /// Every error costs 1 (zero-one loss). `rule` is the model's (see `estimate`). All throw as
  /// `estimate`: Error (kData) for a model without a class, kUsage for a question without an answer.
  Asker(const Counts& counts, const Question& question, std::span<const RuleWeight> rule = {});
  /// Naive Bayes answers from the sum of the counts and the expected counts of rows without a
  /// class, every other rule from the counts alone. A question that asks for calibration is
  /// calibrated from the model's sample: see `calibrated`.
  Asker(const Model& model, const Question& question);
  /// Asks the model's default question.
  explicit Asker(const Model& model);

  /// The same asker where errors cost this. REQUIRES: a loss for these classes.
  Asker with_loss(Loss loss) &&;

  const Schema& schema() const { return schema_; }
  const Scorer& scorer() const { return scorer_; }
  const Loss& loss() const { return loss_; }
  const std::vector<Label>& classes() const;

  /// Throws as `Inference::infer`.
  Answers answer(const Batch& rows) const;
  /// The answers about one row. Throws as `one_row` as well. REQUIRES: `cut`, if the model has texts.
  Answers answer(const CellTexts& row, const CutTexts& cut = {}) const;

 private:
  Schema schema_;
  Scorer scorer_;
  Loss loss_;
};

/// The question that the model is asked by default: the one that was stored with it, or else the
/// standard question to the rule that it has chosen. Throws Error (kData) if what is stored is not
/// a valid question.
Question default_question(const Model& model);

/// If naive Bayes answers the question from expected counts, and the question does not say how
/// probabilities are estimated: the question with the λ under which texts were divided among the
/// classes, and with the slope of the expected counts. Otherwise the question as it is.
Question as_expected(Question question, const Model& model);

/// The model with the counts that answer this question: where naive Bayes answers and there are
/// expected counts, the sum of both, without the layer of expected counts.
Model as_asked(Model model, const Question& question);

/// The part of a model in its file that decides about these rows under this question: answers are
/// those of the whole model. With a second model, answers are those of both models merged
/// (`ModelInPlace::counts_with`). Throws Error as they do.
Model part_for(ModelInPlace& model, const Question& question, const Batch& rows,
               ModelInPlace* with = nullptr);

}  // namespace tally
