// SPDX-License-Identifier: Apache-2.0
// A model that is asked where it lies: only the counts that a row needs are read from the file.
//
//   ModelInPlace model("mail.tally");
//   Batch row = …;                                // by model.frame().counts.schema()
//   Counts counts = model.counts_for(row);        // estimates the same answers as the whole model
//
// A row asks for one value of each categorical column and for the terms it has; the values of a
// column are stepped through for their totals, those of a text are kept in the file: a dictionary
// of millions costs no more than a small one. What is read is checked as `load_model` checks it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tally/count/text/other_terms.h"
#include "tally/model/model_file.h"

namespace tally {

class Database;
class ModelLearner;

/// What may come after the questions. A model that is to learn is opened with the right to write,
/// where there is one.
enum class Afterwards : std::uint8_t { kNothing, kLearn };

/// Not to be shared between threads.
class ModelInPlace {
 public:
  /// Throws Error as `load_model` does. The file stays open, in one read transaction: what is asked
  /// is of one moment. (In rollback mode a writer waits until the file is closed again.)
  explicit ModelInPlace(const std::string& path, std::chrono::milliseconds patience = kPatience,
                        Afterwards afterwards = Afterwards::kNothing);
  /// The model that has learned, as it is now, without opening the file again. REQUIRES: what it
  /// learned is committed.
  explicit ModelInPlace(ModelLearner&& learner);
  ~ModelInPlace();
  ModelInPlace(ModelInPlace&&) noexcept;

  /// The model without the sums of its features: schema, default question, class counts.
  const Model& frame() const;

  /// The counts that decide about the rows of this batch: `estimate` gives the same
  /// log-probabilities for the values in these rows as it does from the whole model. For anything
  /// else (merge, save, other rows) load the model. A column that the batch does not have is taken
  /// as missing. Throws Error (kData) if what it reads is not sound.
  Counts counts_for(const Batch& batch, OtherTerms others = OtherTerms::kTotals);

  /// What two models say together about the rows of this batch, as if they had been merged: a
  /// system's model beside the user's own. Exact for the classes, for the values in these rows and
  /// for the tokens of a class; of a text's other terms it is not known which are in both models,
  /// and they are taken for different ones (the size of the dictionary is then too large by these),
  /// unless each is read.
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

}  // namespace tally
