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
// What rows add to a model: counted in pieces, one for each worker, and put together.
//
//   std::vector<PieceCounter> counters(threads, PieceCounter(schema, kept));
//   counters[worker].add(batch);                      // any batch by any worker
//   const Piece piece = together(std::move(counters), threads);
//
// The piece is the same to the bit for any number of workers, and whoever counted which batch.

/// What of the rows is kept beside their counts.
struct Kept {
  RowSample sample = RowSample(0);  ///< an empty sample; if off, no rows are kept
  bool digests = false;             ///< always of rows that are known by them
};

/// How many rows a new model samples unless told otherwise: RowSample::kUsualMost where a rule is
/// learned from them (mail, texts with pairs, and tables that are counted for the weighted rule),
/// else none.
std::int64_t usual_sample(const Schema& schema, bool weighted = false);

/// What is counted unless somebody says otherwise.
inline constexpr Counting kUsualCounting = Counting::kWeighted;
/// What a given schema implies is to be counted, unless the caller says otherwise: by what it
/// holds, and kUsualCounting where no column could have a histogram.
Counting counting_of(const Schema& schema);

/// A model of some rows, without what cut its texts and without a rule, and how many rows they were.
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

/// As if all rows had been counted by one. Counts are merged on several threads. REQUIRES: there is
/// a counter, and all are of one schema and keep the same.
Piece together(std::vector<PieceCounter> counters, int threads);

/// A model of these rows alone, with what was kept of them. What cut its texts, and its rule, are for
/// the caller.
Model model_of(Piece piece);

// -------------------------------------------------------------------------------------------------
// learn and forget: rows into a model, and out of it again.
//
//   learn(model, count_with(kept_to_learn(model)));
//   forget(model, count_with(kept_to_forget(model)));
//
// A model that learns rows and forgets them again is what it was.

/// What of new rows the model would keep.
Kept kept_to_learn(const Model& model);
/// What of rows has to be at hand, so that they can be taken out of all that the model keeps.
Kept kept_to_forget(const Model& model);

/// The piece becomes a part of the model. `cut_by` names what cut its texts ("ICU 72.1"; empty where
/// there are none). A rule that is outgrown is worked out again. Throws Error (kData) and changes
/// nothing if the schemas differ. Expected counts stay, here and below, and are stale.
void learn(Model& model, const Piece& piece, const std::string& cut_by);

/// As if the rows had never been there. Throws Error (kData) and changes nothing if what would be
/// left cannot come from any rows, if the model keeps digests and a row is not among them, or if
/// fewer rows of a table would be left than its sample has.
void forget(Model& model, const Piece& piece);

// -------------------------------------------------------------------------------------------------
// When a model's learned rule is worked out again: of texts how they are combined, of other columns
// how they are weighed.

/// Whether the model has a learned rule at all: its rows have one, or it keeps a sample of rows.
bool has_rule(const Model& model);

/// Works the rule out from counts and sample if the model has one. Where the sample was taken out
/// of the model, the rule that was learned with it stays until the rows have doubled.
void tune_model(Model& model);

/// The same for a model in its file, in one transaction: what `change_model` throws.
void tune_file(const std::string& path);

/// The number of term occurrences up to which tuning takes less than a tenth of a second. A number
/// and no clock: what a model becomes does not depend on the machine.
inline constexpr double kQuicklyTuned = 50'000;

enum class Tuned { kNow, kNotNeeded, kPutOff };

/// The same if the model has counted twice as many rows since the rule was worked out, or if it
/// never was. A message must not wait: where there are more than `quickly` occurrences of terms,
/// and fewer than half of the rows are the `new_rows` that were just learned, it is put off until
/// somebody asks for it (tune, compact). Throws as `tune_file`.
Tuned tune_file_if_outgrown(const std::string& path, std::int64_t new_rows,
                            double quickly = kQuicklyTuned);
/// The same for a caller that has the file open: the model is looked at there, and closed.
Tuned tune_file_if_outgrown(ModelInPlace model, const std::string& path, std::int64_t new_rows,
                            double quickly = kQuicklyTuned);

// -------------------------------------------------------------------------------------------------
// ask: a model and a question in, and answers about any rows out.
//
//   const Asker asker(load_model(path));                     // one for all threads
//   asker.answer({{"age", "31.5"}, {"colour", "red"}});      // a row in words
//   asker.answer(batch);                                     // rows
//
// To ask many times, keep one Inference per thread: it remembers where the columns are.
//
//   Inference inference(asker.scorer());
//   const int decision = decide(asker.loss(), inference.infer(batch), row, risk);

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
