// SPDX-License-Identifier: Apache-2.0
// A text model that learns where it lies.
//
//   ModelLearner learner("mail.tally");
//   learner.learn(batch);                     // or forget, or move: any number of times
//   learner.commit();                         // all of it is on disk, or the destructor undoes it
//
// Only the rows of the file are touched that the terms at hand have, so that the time does not grow
// with the dictionary. Every row that was learned is remembered by its digest (see RowDigester): it
// is not counted twice, and what was never learned cannot be forgotten. `tally compact` makes the
// file the same bytes as a fit of the rows that are left.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tally/model/model_file.h"
#include "tally/model/model_in_place.h"
#include "tally/model/once_request.h"

namespace tally {

/// What became of the rows of a batch; rows without a target that is needed count nowhere.
struct Learned {
  std::int64_t learned = 0;    ///< counted
  std::int64_t known = 0;      ///< left alone: known in this class already
  std::int64_t moved = 0;      ///< taken out of another class and counted in this one
  std::int64_t forgotten = 0;  ///< taken away

  Learned& operator+=(const Learned& other);
};

/// Not to be shared between threads; two of them, in any processes, wait for each other.
///
/// Between the first change and `commit` or destruction the file is locked for other writers. The
/// first change puts the file into write-ahead mode, where readers do not wait for writers, unless
/// it lies on a network file system or somebody reads it right then in the old mode.
///
/// After an Error nothing but destruction makes sense, and the file is as it was.
class ModelLearner {
 public:
  /// Throws Error as `load_model` does, and kUsage if the model has no text: for those there is
  /// `change_model`.
  explicit ModelLearner(const std::string& path, std::chrono::milliseconds patience = kPatience);
  /// A model that was asked, without opening the file again; its reading ends. Throws Error (kUsage)
  /// likewise; that the file may not be written is told by the first change. REQUIRES: it was opened
  /// for Afterwards::kLearn.
  explicit ModelLearner(ModelInPlace&& asked, std::chrono::milliseconds patience = kPatience);
  ~ModelLearner();
  ModelLearner(ModelLearner&&) noexcept;

  /// The model without the sums of its features, as it was when the file was opened.
  const Model& frame() const;

  /// Whether the row is known in some class: somebody has learned it. Begins the change.
  bool knows(const Batch& batch, std::int64_t row);

  /// Counts the rows that have a target. A row that is known in its class is left alone (`again`:
  /// counted once more); one that is known in other classes only is moved from there.
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
  /// Keeps the answer with the change, so that one is not lasting without the other.
  void remember(const OnceRequest& request, const std::string& answer);

  /// Makes the changes since the last commit lasting. When it returns they are on disk.
  void commit();

 private:
  friend class ModelInPlace;
  Database release() &&;

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally
