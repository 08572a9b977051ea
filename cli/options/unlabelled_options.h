// SPDX-License-Identifier: Apache-2.0
// Rows without a class on the command line: where they are, how much they count, what became of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "tally/inside/fit.h"

namespace tally::cli {

class UnlabelledOptions {
 public:
  void attach(Command& command);
  bool any() const { return !files_.empty(); }
  /// Whether the weight has to be found out on rows of a sample.
  bool needs_sample() const { return any() && !weight_; }
  /// Throws Error (kUsage) for a weight without rows, or out of bounds.
  void check() const;

  /// Reads the rows. Throws Error as Table and UnlabelledRows do, and kData if there is none.
  UnlabelledRows read(const Schema& schema, const DataOptions& data) const;
  const std::optional<double>& weight() const { return weight_; }

 private:
  std::vector<std::string> files_;
  std::optional<double> weight_;
};

/// Reads all rows of the table that have no class.
UnlabelledRows read_unlabelled(Table& table, const Schema& schema, int threads);

/// What became of rows without a class.
struct LearnedFrom {
  std::int64_t rows = 0, with_class = 0;
  LearnedUnlabelled told;
};

/// Reads the rows, and they become the model's layer. Throws Error as `read` and learn_unlabelled do.
LearnedFrom learn_from(const UnlabelledOptions& options, const DataOptions& data, Model& model);

/// "  iteration 3: log likelihood -1234.50", for each.
void tell_iterations(const std::vector<double>& objective);
/// What learning from them has brought: the iterations, the weight, the log loss with and without.
void tell_unlabelled(const LearnedFrom& learned);

/// Classes that nobody has named.
class ClusterOptions {
 public:
  void attach(Command& command);
  bool any() const { return clusters_ || seed_ || starts_; }
  /// Both throw Error (kUsage) for options without --clusters, or out of bounds.
  std::int64_t clusters() const;
  ClusterStarts starts() const;

 private:
  std::optional<std::int64_t> clusters_, seed_, starts_;
};

/// The column that says which cluster a row is in.
inline constexpr const char* kCluster = "cluster";
/// What it would say about itself, if there were one; its examples are its values, "1,2,3".
ColumnSample cluster_sample(std::int64_t clusters);

}  // namespace tally::cli
