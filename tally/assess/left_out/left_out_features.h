// SPDX-License-Identifier: Apache-2.0
// What the features of the weighted rule say about a row that is left out of the counts.
//
//   LeftOutFeatures left_out(features, batch);
//   left_out.say(row, said);
//
// The row's weight is taken off every sum of its class that it was added to, margins included, and
// what is left speaks. Sums are exact, so that this is what counting the other rows afresh would
// give, to the bit; only the cuts have seen the row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tally/assess/left_out/left_out_law.h"
#include "tally/assess/left_out/left_out_values.h"
#include "tally/inside/estimate.h"

namespace tally {

/// Not to be shared between threads.
class LeftOutFeatures {
 public:
  /// Keeps references. With `times` a row leaves so many times (a row with all its copies), else once. Throws Error
  /// (kData) if the batch lacks a column. REQUIRES: the rows were counted, so many times; they have every
  /// column that the counts read.
  LeftOutFeatures(const Schema& schema, const RuleFeatures& features, const Batch& rows,
                  std::span<const std::int64_t> times = {});

  /// The class of a row, in label order.
  std::size_t truth(std::int64_t row) const;
  /// How much it counts: its weight, or 1.
  double weight(std::int64_t row) const;
  /// How much of it leaves: its weight, as often as it leaves.
  double leaves(std::int64_t row) const;
  /// Whether nothing of its class is left without it.
  bool is_alone(std::int64_t row) const;

  /// said[feature · K + class], tempered. REQUIRES: room for all.
  void say(std::int64_t row, std::span<double> said);
  /// The classes without the row; its own stays, even if it has no other.
  std::vector<Counts::Class> classes_without(std::int64_t row) const;

 private:
  struct Row {
    std::int64_t row;
    std::size_t own;
    ExactSum weight;
  };

  Row row_of(std::int64_t row) const;
  void say_value_of(std::size_t f, const Row& row, std::span<double> said);
  void say_bin_of(std::size_t f, const Row& row, std::span<double> said);
  void say_law_of(std::size_t f, const Row& row, std::span<double> said);
  void say_group_of(std::size_t f, const Row& row, std::span<double> said);

  const RuleFeatures& features_;
  const Batch& rows_;
  std::span<const std::int64_t> times_;
  std::vector<std::int32_t> codes_;                   // of the classes
  std::vector<std::size_t> truths_;                   // by row
  const Numbers* weights_ = nullptr;                  // of rows that have some
  std::vector<std::vector<const Column*>> columns_;   // by feature
  std::vector<std::optional<LeftOutValues>> values_;  // by feature, of values
  std::vector<std::optional<LeftOutLaw>> laws_;       // by feature, of laws
  std::vector<ExactSum> in_value_, totals_;           // [class], of the feature at hand
};

}  // namespace tally
