// SPDX-License-Identifier: Apache-2.0
// The model file: the counts as an SQLite database that anyone can read.
//
// docs/model-format.md describes the tables. The same rows under the same schema give the same
// bytes: the *canonical image*. A model is replaced inside one transaction and never by renaming a
// file over it, so that a reader or a crash sees the old model or the new one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tally/count/counts.h"
#include "tally/count/rule_weight.h"
#include "tally/model/expected_counts.h"
#include "tally/model/sample/row_digest.h"
#include "tally/model/sample/row_sample.h"

namespace tally {

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
/// sample and its versions. The default question and the parameters stay; a rule does not, for it
/// was learned from other counts. Expected counts add up; they are stale then, unless the other model
/// has counted and expects nothing. What is counted of columns together is dropped if the two count it
/// otherwise. Throws Error (kData) and changes nothing if the schemas differ in anything else.
void merge(Model& model, const Model& other, int threads = 1);
/// The model without what is counted of columns together, and without a rule.
Model without_joint(Model model);

/// The canonical image in memory.
std::vector<std::byte> to_bytes(const Model& model);
/// Reads an image. Throws Error (kData) if it is not a sound model: see `load_model`.
Model from_bytes(std::span<const std::byte> image);

/// How long to wait for other processes that hold a model.
inline constexpr std::chrono::milliseconds kPatience{5000};

/// Writes the model to `path`: a new file appears whole or not at all, of mail and of a model with
/// a sample of its rows for its owner's eyes only; an existing model is replaced in one transaction and keeps its owner and
/// mode. Symbolic links are followed. Throws Error: kCannotCreate,
/// kNoPermission, kInputOutput (disk full), kTryAgain (locked by another process for all of
/// `patience`), kData (the file there is not a model, or is one of a newer version). On how many
/// threads makes no difference to the file. REQUIRES: threads >= 1.
void save_model(const Model& model, const std::string& path,
                std::chrono::milliseconds patience = kPatience, int threads = 1);

/// Reads a whole model and checks it, as if it came from a stranger: the application id, the format
/// version, the exact text of its tables, no triggers or views, sums that add up. What a crash has
/// left half-done is rolled back first. Throws Error: kNoInput, kNoPermission, kTryAgain, kData.
Model load_model(const std::string& path, std::chrono::milliseconds patience = kPatience);

/// The same for one who only asks: without the digests and the rows of the sample, which may take
/// longer to read than all the counts.
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

/// What a copy has of single rows: the list of those that are known, and the sample. One for
/// publication should have neither: who has a message can tell from its digest that it was counted,
/// and what is in the sample anyone can read. A copy of a table's model without its sample keeps no
/// row later either; a model of texts goes on with those that it learns.
enum class CopyRows : std::uint8_t { kAll, kNoSample, kNone };
/// Whether a copy has what rows without a class are taken to have counted.
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
/// Does all that `load_model` does, and lets SQLite look at every page. Throws Error (kData) with
/// the first fault, else as `load_model` does.
ModelCheck check_model(const std::string& path, std::chrono::milliseconds patience = kPatience);

}  // namespace tally
