// SPDX-License-Identifier: Apache-2.0
// Counts of tables with their schema, and the question that is asked by default.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "answers.h"

namespace tally::bind {

/// What cuts the texts of this schema; empty where there are none.
std::string cutter_of(const Schema& schema);

/// What it is told in JSON, it reads as the command line does. Throws Error as the engine does.
class TableModel {
 public:
  explicit TableModel(const std::string& schema_json);
  explicit TableModel(Model model) : model_(std::move(model)) {}
  explicit TableModel(Counts counts);

  static TableModel load(const std::string& path);
  /// Without a question, the standard one is asked by default. `parameters` is a text that `load`
  /// gives back; empty: none.
  void save(const std::string& path, const std::string& question, const std::string& parameters);

  const Model& model() const { return model_; }
  const Counts& counts() const { return model_.counts; }
  const Schema& schema() const { return counts().schema(); }
  std::vector<Label> classes() const { return counts().class_labels(); }

  /// Rows are weighed by the column `weight`; empty: as the schema says. Each changes nothing if it
  /// throws.
  void learn(const Frames& frames, const std::string& weight, int threads);
  void forget(const Frames& frames, const std::string& weight, int threads);
  /// The rows without a class, as far as they help: gives the weight that each of them then has, or 0.
  /// Those with a class must be the rows that were counted: it is found out on them.
  double learn_unlabelled(const Frames& frames, const std::string& weight, int threads);
  void merge(const TableModel& other);
  void subtract(const TableModel& other);

  /// (value, term or part, class, amount) for every sum of a tally; None is what was missing. The
  /// amount of a term is how often it occurs.
  std::vector<std::tuple<nanobind::object, nanobind::object, double>> amounts(
      const std::string& name) const;

  /// The derivation of the one row of a frame, as text and as JSON.
  std::pair<std::string, std::string> explain(const Frame& frame, const std::string& question,
                                              const LossSpec& loss) const;
  /// A summary in JSON for each question, every row being scored without its fold; `learns_rule`:
  /// by a rule that is learned without it, too; `together`: with columns counted together.
  std::vector<std::string> cross_validate(const Frames& frames, const std::string& weight,
                                          std::int64_t folds, bool loo, bool stratify,
                                          std::uint64_t seed,
                                          const std::vector<std::string>& questions,
                                          const LossSpec& loss, bool learns_rule, bool together,
                                          int threads) const;
  /// A summary in JSON of the decisions.
  std::string score(const Frames& frames, const std::string& weight, const std::string& question,
                    const LossSpec& loss) const;
  /// What each feature tells, in JSON: by the rows of the frames, or, if there are none, of the sample.
  std::string rank(const Frames& frames, const std::string& question, int threads) const;
  /// A page to look at, whose figures are of the rows of the frames, or, if there are none, of the sample.
  std::string report(const Frames& frames, const std::string& weight, const std::string& question,
                     const LossSpec& loss, int threads) const;
  /// Of the features that tell most, at most so many: name, information (nats; None of a text), and how each is
  /// distributed, as SVG.
  std::vector<std::tuple<std::string, std::optional<double>, std::string>> telling_pictures(
      std::size_t most, const std::string& question) const;
  /// Rows from the model's own distribution, as lists by column.
  nanobind::dict sample(std::int64_t rows, std::uint64_t seed, const std::string& question) const;

 private:
  // Throws Error (kUsage): who changes the counts must change the digests too.
  void require_no_digests() const;
  // Whether the sample, if there is one, can follow when these rows come or go.
  bool keeps_sample(const Frames& frames, const std::string& weight) const;
  // Changes the model, or throws what f throws and does not. The sample of a table's rows is given up if
  // it cannot be kept: it would have rows that are gone, or lack some.
  void change(bool keeps_sample, const std::function<void(Model&)>& f);

  Model model_;
};

}  // namespace tally::bind
