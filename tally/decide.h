// SPDX-License-Identifier: Apache-2.0
// decide: a posterior and a loss matrix in, the decision of least expected loss out.
//
//   risk R(i | x) = Σ_j L(i, j) P(j | x),   decision = argmin_i R(i | x)
//
// L(i, j) is the cost of deciding i (row) when the truth is j (column). The decisions need not be
// the classes: "reject" or "ask a human" is a row like any other. Zero-one loss, the default, makes
// the decision the class of greatest posterior. Ties go to the first decision in label order.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/infer.h"

namespace tally {

/// An immutable value.
class Loss {
 public:
  /// 0 for the truth, 1 for every other class.
  static Loss zero_one(const std::vector<Label>& classes);

  /// A labelled matrix as a table of texts: the first row names the classes (its first cell is
  /// ignored), each further row a decision and its costs. `file` is named in errors. A decision
  /// that has the text of a class is that class; any other is a text label. Throws Error (kData): a
  /// class that is missing, unknown or doubled, a cost that is not a finite number, ragged rows, no
  /// decision.
  static Loss labelled(const std::vector<std::vector<std::string>>& cells, const std::string& file,
                       const std::vector<Label>& classes);

  /// Errors on rows of class j cost `weight` times as much: column j is multiplied. Classes are
  /// named by their text. Throws Error (kUsage) for an unknown class or a weight that is not > 0.
  Loss with_class_weights(const std::vector<std::pair<std::string, double>>& weights) const;

  /// Adds the decision "reject", which costs `cost` whatever the truth is. Throws Error (kUsage) if
  /// the cost is not a finite number >= 0, or a decision of that name is there already.
  Loss with_reject(double cost) const;

  /// Makes a decision conditional: the class is decided only where its log-odds against all others
  /// are above `log_odds`; otherwise the best of the other decisions is taken. Throws Error
  /// (kUsage) if there is no such decision, or no other.
  struct Alarm {
    std::size_t klass = 0, decision = 0;
    double log_odds = 0;
  };
  Loss with_alarm_above(std::size_t klass, double log_odds) const;
  const std::optional<Alarm>& alarm() const { return alarm_; }

  const std::vector<Label>& decisions() const { return decisions_; }  ///< sorted
  const std::vector<Label>& classes() const { return classes_; }      ///< sorted
  double cost(std::size_t decision, std::size_t klass) const {
    return costs_[decision * classes_.size() + klass];
  }
  /// True for the plain zero-one loss, whose decision needs no sums.
  bool is_zero_one() const { return is_zero_one_; }

 private:
  Loss(std::vector<Label> decisions, std::vector<Label> classes, std::vector<double> costs,
       bool is_zero_one);

  std::vector<Label> decisions_;
  std::vector<Label> classes_;
  std::vector<double> costs_;  // [decision · K + class]
  bool is_zero_one_;
  std::optional<Alarm> alarm_;
};

/// The log-odds of a class against all others, from the log joints; ±inf where one side is impossible.
/// REQUIRES: the row is possible.
double alarm_log_odds(std::span<const double> log_joint, std::size_t klass);

/// The conditional risk of every decision. REQUIRES: risk.size() == loss.decisions().size().
void conditional_risk(const Loss& loss, std::span<const double> posterior, std::span<double> risk);

/// The index of the decision of least risk, the first of equals; −1 if the row is impossible in
/// every class (log_joint all −inf). Under zero-one loss this is the class of greatest log joint. A
/// decision that is not allowed (Loss::Alarm) is skipped.
int decide(const Loss& loss, std::span<const double> log_joint, std::span<const double> risk);

/// Both for one row of the answers: writes its risks and returns its decision.
int decide(const Loss& loss, const Posteriors& answers, std::int64_t row, std::span<double> risk);

}  // namespace tally
