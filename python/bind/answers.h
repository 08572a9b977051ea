// SPDX-License-Identifier: Apache-2.0
// What rows are answered with: the tables of one question, and what errors cost.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "pieces.h"
#include "tally/inside/fit.h"

namespace tally::bind {

/// What errors cost, as Python says it.
struct LossSpec {
  std::vector<std::vector<std::string>> table;  ///< see Loss::labelled; empty: zero-one
  std::vector<std::pair<std::string, double>> class_weights;
  std::optional<double> reject;
  std::optional<std::tuple<std::string, std::string, double>> at_most;  ///< alarm, quiet, share
};

/// A question in JSON that is asked now. Throws Error (kUsage) if it has no answer.
Question asked_question(const std::string& json);

/// Throws Error (kUsage) if the costs do not fit the classes.
Loss loss_of(const LossSpec& spec, const std::vector<Label>& classes);

/// A question with what is worked out for it from the model, and what errors cost under it: with the bound
/// on false alarms. Throw Error (kUsage) as `calibrated` and `with_bound`.
Question question_to(const Model& model, const std::string& json);
Loss loss_under(const Model& model, const Question& question, const LossSpec& spec);

/// `question` is JSON. Throws Error (kUsage) for a question or a loss that makes no sense.
Asker asker_of(const Model& model, const std::string& question, const LossSpec& loss);

/// Asks about frames. Const functions may be called by several threads at once.
class FrameAsker {
 public:
  explicit FrameAsker(Asker asker) : asker_(std::move(asker)) {}

  const Asker& asker() const { return asker_; }

  /// Writes 'joint', 'posterior', 'log_posterior' or 'log_evidence' for every row.
  void infer(const Frames& frames, const std::string& what, const nanobind::object& out,
             int threads) const;
  /// The shares of the classes among these rows, by EM. REQUIRES: the prior is that of the counts.
  std::vector<double> estimate_prior(const Frames& frames) const;
  /// Writes the decision (-1: impossible) and the risks of every row.
  void decide(const Frames& frames, const nanobind::object& decisions,
              const nanobind::object& risks, int threads) const;

 private:
  // Calls f(row, posteriors, row of the posteriors) for every row.
  template <class F>
  void for_each_row(const Frames& frames, int threads, F&& f) const;

  Asker asker_;
};

}  // namespace tally::bind
