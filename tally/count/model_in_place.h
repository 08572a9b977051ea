// A model that is asked where it lies: only the counts that a row needs are read from the file.
//
//   ModelInPlace model("mail.tally");
//   Batch row = …;                                // by model.frame().counts.schema()
//   Counts counts = model.counts_for(row);        // estimates the same answers as the whole model
//
// A row asks for one value of each categorical column and for the terms it has; the totals of a
// tally are summed up by SQLite. What is read is checked as `load_model` checks it.
#pragma once

#include <memory>
#include <string>

#include "tally/count/model_file.h"

namespace tally {

/// Not to be shared between threads.
class ModelInPlace {
 public:
  /// Throws Error as `load_model` does. The file stays open, in one read transaction: what is asked
  /// is of one moment. (In rollback mode a writer waits until the file is closed again.)
  explicit ModelInPlace(const std::string& path, std::chrono::milliseconds patience = kPatience);
  ~ModelInPlace();
  ModelInPlace(ModelInPlace&&) noexcept;

  /// The model without the sums of its features: schema, default question, class counts.
  const Model& frame() const;

  /// The counts that decide about the rows of this batch: `estimate` gives the same
  /// log-probabilities for the values in these rows as it does from the whole model. For anything
  /// else (merge, save, other rows) load the model. A column that the batch does not have is taken
  /// as missing.
  Counts counts_for(const Batch& batch);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally
