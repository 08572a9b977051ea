// SPDX-License-Identifier: Apache-2.0
// model: counts in, a file out, and back. The file is the model; it is readable with sqlite3.
//
//   save_model({counts, ""}, path);
//   Model model = load_model(path);
//
// A model of text may be too large to load for one message. It can be asked (ModelInPlace) and
// changed (ModelLearner) in its file: only the rows of the terms at hand are read or written.
// Beside the counts a model may keep digests of its rows, and a sample of the rows themselves.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tally/count.h"
#include "tally/sample.h"

namespace tally {

class Database;
class ModelLearner;
struct OnceRequest;  // model/once_request.h

// -------------------------------------------------------------------------------------------------
// Rows without a class, as a second layer of a model: what each would add to each class, times the
// probability of that class for it.
//
// Unlike counts they are not facts: they follow from the counts of rows with a class, and have to
// be computed again when those change (fit/em.h). So they are stored beside the counts and never
// among them, with sums of their own that add up and are dropped as a whole.

struct ExpectedCounts {
  Counts counts;          ///< under `schema_of_expected`; what each row adds is weighted already
  std::int64_t rows = 0;  ///< without a class
  double weight = 1;      ///< what each of them counts beside a row with a class: above 0, up to 1
  /// By how much they reduced the log loss of naive Bayes on rows left out; 0: not measured.
  double gain = 0;
  bool stale = false;  ///< the counts have changed since they were computed
  /// For texts, above 0 and up to 1: the slope (Recalibration) for naive Bayes with these counts,
  /// unless the question gives one.
  float slope = 1;
};

/// What is counted of rows without a class: only what the families need.
Schema schema_of_expected(const Schema& schema);

/// Counts and expected counts added up, as naive Bayes uses them. A class whose rows have all been
/// forgotten is no longer a class, even if expected counts mention it. REQUIRES: of one model.
Counts together(const Counts& counts, const ExpectedCounts& expected);

/// Adds the expected counts of another model. The weight becomes the mean weight of a row; gain and
/// slope become the smaller of the two.
void merge(ExpectedCounts& expected, const ExpectedCounts& other);

// -------------------------------------------------------------------------------------------------
// The model file: the counts as an SQLite database that anyone can read.
//
// docs/model-format.md describes the tables. The same rows under the same schema give the same
// bytes: the *canonical image*. A model is replaced inside one transaction and never by renaming a
// file over it, so that a reader or a crash sees the old model or the new one.

/// A model is the counts and, optionally, the question it is asked by default (a JSON text that
/// `estimate` reads and `count` does not).
struct Model {
  Counts counts;
  std::string default_question;
  Digests digests = {};                ///< the rows of a text model that are known: see `learn`
  std::set<std::string> unicode = {};  ///< what cut its texts into terms: "ICU 72.1"
  RowSample sample = RowSample(0);     ///< some of the rows, with their evidence
  /// The rule that was learned from counts and sample, sorted by (klass, part); empty: none yet.
  std::vector<RuleWeight> rule = {};
  /// What a program that uses the model keeps with it: a text of its own, which nothing here reads.
  std::string parameters = {};
  /// What rows without a class are taken to have counted: a layer of its own, never among the counts.
  std::optional<ExpectedCounts> expected = {};
};

/// Adds what another model counted, its digests (of tables only if both know all their rows), its
/// sample and its versions. The default question and the parameters stay. A rule does not: it was
/// learned from other counts. Expected counts add up and become stale, unless the other model has
/// neither counts nor expected counts. Joint tallies are dropped if the two models count different
/// columns together. Throws Error (kData) and changes nothing if the schemas differ in anything
/// else.
void merge(Model& model, const Model& other, int threads = 1);
/// The model without joint tallies, and without a rule.
Model without_joint(Model model);

/// The canonical image in memory.
std::vector<std::byte> to_bytes(const Model& model);
/// Reads an image. Throws Error (kData) if it is not a sound model: see `load_model`.
Model from_bytes(std::span<const std::byte> image);

/// How long to wait for other processes that hold a model.
inline constexpr std::chrono::milliseconds kPatience{5000};

/// Writes the model to `path`. A new file appears whole or not at all; only its owner may read it
/// if it is a model of mail or has a sample of its rows. An existing model is replaced in one
/// transaction and keeps its owner and mode. Symbolic links are followed. Throws Error:
/// kCannotCreate, kNoPermission, kInputOutput (disk full), kTryAgain (locked by another process for
/// all of `patience`), kData (the file there is not a model, or is one of a newer version). The
/// number of threads does not change the file. REQUIRES: threads >= 1.
void save_model(const Model& model, const std::string& path,
                std::chrono::milliseconds patience = kPatience, int threads = 1);

/// Reads a whole model and checks it, as if it came from a stranger: the application id, the format
/// version, the exact text of its tables, no triggers or views, sums that add up. What a crash has
/// left half-done is rolled back first. Throws Error: kNoInput, kNoPermission, kTryAgain, kData.
Model load_model(const std::string& path, std::chrono::milliseconds patience = kPatience);

/// The same for a caller that only asks: without the digests and the rows of the sample, which may
/// take longer to read than all the counts.
Model load_to_ask(const std::string& path, std::chrono::milliseconds patience = kPatience);

/// Changes a model in one immediate transaction: `change` gets the model as it is on disk; if it
/// throws, nothing has happened. Two changes at once wait for each other, and both are in. Throws
/// Error as `load_model` does, kNoPermission and kInputOutput, and what `change` throws.
void change_model(const std::string& path, const std::function<void(Model&)>& change,
                  std::chrono::milliseconds patience = kPatience);

/// Rewrites a model in place as its canonical image, after `change` if there is one. Throws Error
/// as `change_model` does.
void compact_model(const std::string& path, std::chrono::milliseconds patience = kPatience,
                   const std::function<void(Model&)>& change = {});

/// What a copy has of single rows: the list of digests, and the sample. A copy for publication
/// should have neither: anyone who has a message can tell from its digest that it was counted, and
/// anyone can read the sample. A copy of a table's model without its sample does not sample later
/// rows either; the copy of a model of texts samples the rows that it learns.
enum class CopyRows : std::uint8_t { kAll, kNoSample, kNone };
/// Whether a copy has the expected counts of rows without a class.
enum class CopyExpected : std::uint8_t { kYes, kNo };

/// Copies a model, safely while others use it, as its canonical image. Throws Error as `load_model`
/// does, and kCannotCreate if there is something at `to`.
void copy_model(const std::string& from, const std::string& to,
                std::chrono::milliseconds patience = kPatience, CopyRows rows = CopyRows::kAll,
                CopyExpected expected = CopyExpected::kYes);

/// Makes a new model that has counted nothing, and will keep a sample of so many rows; false if
/// there is something at `path` already. Throws Error (kUsage) if the schema makes no sense, and as
/// `save_model` does.
bool create_empty_model(const Schema& schema, const std::string& path, std::int64_t sample = 0);

/// What `check_model` says of a sound model.
struct ModelCheck {
  std::int64_t format = 0;  ///< the version of the format
  std::int64_t bytes = 0;   ///< the size of the file
  bool canonical = false;   ///< the file is the canonical image, byte for byte
};
/// Does all that `load_model` does, and lets SQLite check every page. Throws Error (kData) with the
/// first fault, and otherwise as `load_model` does.
ModelCheck check_model(const std::string& path, std::chrono::milliseconds patience = kPatience);

// -------------------------------------------------------------------------------------------------
// A model that is asked in its file: only the counts that a row needs are read.
//
//   ModelInPlace model("mail.tally");
//   Batch row = …;                                // by model.outline().counts.schema()
//   Counts counts = model.counts_for(row);        // estimates the same answers as the whole model
//
// A row needs the counts of one value of each categorical column, and of the terms it has. The
// totals of a column are summed over its values; those of a text are stored in the file, so that a
// dictionary of millions costs no more than a small one. What is read is checked as `load_model`
// checks it.

/// What may follow the questions. A model that is to learn is opened with write permission, where
/// there is one.
enum class Afterwards : std::uint8_t { kNothing, kLearn };

/// Not to be shared between threads.
class ModelInPlace {
 public:
  /// Throws Error as `load_model` does. The file stays open, in one read transaction, so that all
  /// answers come from one state of the model. (In rollback mode a writer waits until the file is
  /// closed again.)
  explicit ModelInPlace(const std::string& path, std::chrono::milliseconds patience = kPatience,
                        Afterwards afterwards = Afterwards::kNothing);
  /// The model of a learner, as it is now, without opening the file again. REQUIRES: what it
  /// learned is committed.
  explicit ModelInPlace(ModelLearner&& learner);
  ~ModelInPlace();
  ModelInPlace(ModelInPlace&&) noexcept;

  /// For a model that is asked again and again: ends the read transaction, so that writers do not wait; the file
  /// stays open, and what was read is kept in memory, up to 32 MB. Until `resume` only that and destruction are
  /// allowed. A file in write-ahead mode cannot be put into another mode (`compact_model`, `save_model`) while
  /// anybody has it open: then this should not last.
  void rest();
  /// Goes on in another transaction. False if the file has changed since `rest`, or where that cannot be told: then
  /// the model has to be opened anew. Throws Error as opening it. A file that was renamed over this one is not
  /// seen. REQUIRES: `rest`.
  bool resume();
  /// Whether the file is in write-ahead mode. REQUIRES: no `rest` since the last question.
  bool is_in_log_mode();

  /// The model without the sums of its features: schema, default question, class counts.
  const Model& outline() const;

  /// The counts that decide about the rows of this batch: `estimate` gives the same
  /// log-probabilities for the values in these rows as it does from the whole model. For anything
  /// else (merge, save, other rows) load the model. A column that the batch does not have is taken
  /// as missing. Throws Error (kData) if what it reads is not sound.
  Counts counts_for(const Batch& batch, OtherTerms others = OtherTerms::kTotals);

  /// The counts of two models about the rows of this batch, as if they had been merged: a system's
  /// model beside the user's own. Exact for the classes, for the values in these rows and for the
  /// tokens of a class. Which of a text's other terms are in both models is not known unless each
  /// is read (OtherTerms::kEach): they are taken for different terms, so that the dictionary
  /// appears larger by the terms in common.
  /// Throws Error (kData) if the schemas differ.
  Counts counts_with(ModelInPlace& other, const Batch& batch,
                     OtherTerms others = OtherTerms::kTotals);

 private:
  friend class ModelLearner;
  void begin(Database db);
  Database release() &&;

  struct State;
  std::unique_ptr<State> state_;
};

// -------------------------------------------------------------------------------------------------
// A text model that learns in its file.
//
//   ModelLearner learner("mail.tally");
//   learner.learn(batch);                     // or forget, or move: any number of times
//   learner.commit();                         // all of it is on disk, or the destructor undoes it
//
// Only the file's rows of the terms at hand are read and written, so that the time does not grow
// with the dictionary. Every row that was learned is remembered by its digest (see RowDigester): it
// is not counted twice, and what was never learned cannot be forgotten. After `tally compact` the
// file has the same bytes as a fit of the remaining rows.

/// What became of the rows of a batch. Rows without a target where one is needed are in none of
/// these.
struct Learned {
  std::int64_t learned = 0;    ///< counted
  std::int64_t known = 0;      ///< not counted again: known in this class already
  std::int64_t moved = 0;      ///< taken out of another class and counted in this one
  std::int64_t forgotten = 0;  ///< taken away

  Learned& operator+=(const Learned& other);
};

/// Not to be shared between threads; two of them, in any processes, wait for each other.
///
/// Between the first change and `commit` or destruction the file is locked for other writers. The
/// first change puts the file into write-ahead mode, where readers do not wait for writers, unless
/// it lies on a network file system or another process is reading it in the old mode.
///
/// After an Error the object can only be destroyed, and the file is unchanged.
class ModelLearner {
 public:
  /// Throws Error as `load_model` does, and kUsage if the model has no text: for those there is
  /// `change_model`.
  explicit ModelLearner(const std::string& path, std::chrono::milliseconds patience = kPatience);
  /// Takes over a model that was asked, without opening the file again. Throws Error (kUsage)
  /// likewise; if the file may not be written, the first change throws. REQUIRES: the model was
  /// opened for Afterwards::kLearn.
  explicit ModelLearner(ModelInPlace&& asked, std::chrono::milliseconds patience = kPatience);
  ~ModelLearner();
  ModelLearner(ModelLearner&&) noexcept;

  /// The model without the sums of its features, as it was when the file was opened.
  const Model& outline() const;

  /// Whether the row was learned, in any class. Begins the change.
  bool knows(const Batch& batch, std::int64_t row);

  /// Counts the rows that have a target. A row that is known in its class is not counted again,
  /// except with `again`; one that is known in other classes only is moved from there.
  /// All three throw Error (kData) for what `Counts::add` refuses, kTryAgain (locked for all of the
  /// patience), kNoPermission, kInputOutput.
  Learned learn(const Batch& batch, bool again = false);

  /// Takes rows away once. The target may be missing, or the batch may have no such column: then
  /// the class is the one that the row was learned in. Throws Error (kData, with the row's place)
  /// for a row that was never learned, that was learned in another class than its target, or that
  /// has no target and was learned in several classes; and if a count would become negative.
  Learned forget(const Batch& batch);

  /// Moves rows to the class of their target, from every other class. Throws Error (kData) for a
  /// row that was never learned.
  Learned move(const Batch& batch);

  /// Remembers what cuts the texts: "ICU 72.1".
  void add_unicode(const std::string& version);

  /// What was answered to this request, if it was carried out before. Begins the change. Throws as
  /// `change_model_once`.
  std::optional<std::string> answered(const OnceRequest& request);
  /// Stores the answer in the same transaction as the change, so that neither is kept without the
  /// other.
  void remember(const OnceRequest& request, const std::string& answer);

  /// Commits the changes since the last commit. When it returns they are on disk.
  void commit();

 private:
  friend class ModelInPlace;
  Database release() &&;

  struct State;
  std::unique_ptr<State> state_;
};

// -------------------------------------------------------------------------------------------------
// What a model file says of mail.

/// How much of a message is evidence. If some of it is left out, one term says so.
struct MailLimits {
  std::int64_t levels = 100;  ///< of parts within parts
  std::int64_t parts = 1000;  ///< of MIME
  std::int64_t header_bytes = 1 << 20;
  std::int64_t text_bytes = 4 << 20;  ///< decoded
  std::int64_t terms = 100'000;
  friend bool operator==(const MailLimits&, const MailLimits&) = default;
};

}  // namespace tally
