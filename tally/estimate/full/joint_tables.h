// SPDX-License-Identifier: Apache-2.0
// What columns say together about a row, looked up: the parents, their mixture and the triples of the
// rule `full` (full_rule.h has the formulas).
//
// A row is given by the codes of its cells: of labels and truths as the tally has them, of numbers the
// bin; −1 where a cell is missing, and JointTables::unseen(i) for a label that the column never had.
// Logarithms are computed once, of the cells that were ever counted; class is the fastest index. A
// row costs d²/2 look-ups of 2 K numbers for d columns, and nothing is rounded otherwise than it is
// where the features are worked out from the counts one by one: sums run in the order of the
// columns.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tally/estimate/full/joint_counts.h"

namespace tally {

/// log((n + 1/V) / (m + 1)): one of V values where m rows are, of which n have it.
inline double log_of_value(double n, double values, double m) {
  return std::log((n + 1 / values) / (m + 1));
}

/// log((n + 1/(K V)) / (N + 1)): a value and a class together, where N rows of K classes are.
inline double log_of_root(double n, double values, std::size_t classes, double rows) {
  return std::log((n + 1 / (static_cast<double>(classes) * values)) / (rows + 1));
}

/// What a class has of a triple's values.
struct TripleCounts {
  double abc = 0;              ///< rows with all three
  double a = 0, b = 0, c = 0;  ///< with one
  double ab = 0, ac = 0, bc = 0;
  double all = 0;  ///< rows that have the three columns
};

/// log((n_abc + 1) / (e + 1)), where e is expected of the pairs alone.
double log_of_triple(const TripleCounts& n);

/// Which columns of a row can be parents: a bit for each.
using ParentSet = std::uint64_t;
static_assert(kMostGridColumns <= 64);

/// M: log Σ exp(S_i) over the parents that can be used, for each class. REQUIRES: one can.
/// `parents` is [column · K + class].
void mix_parents(std::span<const double> parents, ParentSet usable, std::span<double> mixture);

/// Immutable; free to share between threads.
class JointTables {
 public:
  /// For these columns and triples of the tally. Nothing of the counts is kept.
  JointTables(const JointCounts& counts, const std::vector<std::size_t>& columns,
              const std::vector<std::size_t>& triples, std::vector<double> log_shares);

  std::size_t classes() const { return log_shares_.size(); }
  std::size_t columns() const { return columns_.size(); }
  std::size_t triples() const { return triples_.size(); }
  /// How many numbers `say` gives for each class: a parent for each column, the mixture if there are
  /// columns, the triples.
  std::size_t size() const { return columns() + (columns() > 0 ? 1 : 0) + triples(); }

  /// The place in the tally's grid, and how the cells of the column are read.
  std::size_t place(std::size_t i) const { return columns_[i].place; }
  const GridSpec& grid(std::size_t i) const { return columns_[i].grid; }
  /// The code of a label or truth, `unseen` if the column never had it.
  std::int32_t code(std::size_t i, const Label& label) const;
  std::int32_t unseen(std::size_t i) const { return columns_[i].codes; }
  /// What the labels of a column are; nothing if it has none yet.
  std::optional<ValueType> label_type(std::size_t i) const;

  /// said[feature · K + class], for the codes of the columns.
  void say(std::span<const std::int32_t> codes, std::span<double> said) const;

  /// said[column · K + class] by the rule tan: see tan_rule.h. `tree` has for each column the one that it
  /// hangs on, or −1.
  void say_tree(std::span<const std::int32_t> codes, std::span<const std::int32_t> tree,
                std::span<double> said) const;

  // --- what is looked up, for one who takes a row out of it ---

  /// log of cell (a, b) of two columns, i < j: K numbers given the first, K given the second.
  /// REQUIRES: the cell was counted.
  const double* pair(std::size_t i, std::size_t j, std::int32_t a, std::int32_t b) const {
    const Pair& of = pairs_[pair_at(i, j)];
    const std::int32_t at =
        of.cells[static_cast<std::size_t>(a) * of.wide + static_cast<std::size_t>(b)];
    return &of.logs[static_cast<std::size_t>(at) * 2 * classes()];
  }
  /// log of a triple's cell: K numbers. REQUIRES: it was counted.
  const double* triple(std::size_t t, const std::array<std::int32_t, 3>& codes) const {
    const Triple& of = triples_[t];
    return &of.logs[static_cast<std::size_t>(of.cells[of.at(codes)]) * classes()];
  }
  /// The columns of a triple, among these.
  const std::array<std::size_t, 3>& triple_columns(std::size_t t) const {
    return triples_[t].columns;
  }

 private:
  struct Column {
    std::size_t place = 0;
    GridSpec grid;
    Dictionary labels;
    std::int32_t codes = 0;
    // With a place for `unseen` at the end:
    std::vector<char> seen;     // [code]
    std::vector<double> root;   // [code · K + class]: the parent by itself
    std::vector<double> alone;  // the same: what naive Bayes says
  };
  struct Pair {
    std::size_t wide = 0;                      // codes of the second column, and `unseen`
    std::vector<std::int32_t> cells;           // [a · wide + b]: −1: never counted
    std::vector<double> logs;                  // [cell · 2 K]
    std::array<std::vector<double>, 2> never;  // given a, given b: of what was not counted with it
  };
  struct Triple {
    std::array<std::size_t, 3> columns{};  // of these tables
    std::array<std::size_t, 3> codes{};
    std::vector<std::int32_t> cells;         // by the codes; −1: never counted
    std::vector<double> logs;                // [cell · K]
    std::vector<double> all;                 // [class]
    std::array<std::vector<double>, 3> one;  // [code · K + class]
    std::array<std::vector<double>, 3> two;  // without one column

    std::size_t at(const std::array<std::int32_t, 3>& code) const {
      std::size_t out = 0;
      for (std::size_t i = 0; i < 3; ++i) out = out * codes[i] + static_cast<std::size_t>(code[i]);
      return out;
    }
    TripleCounts counts(const std::array<std::int32_t, 3>& code, std::size_t k, std::size_t K,
                        double abc) const;
  };

  void add_column(const JointCounts& counts, std::size_t place);
  void add_pair(const JointCounts& counts, std::size_t i, std::size_t j);
  void add_triple(const JointCounts& counts, std::size_t t);
  std::size_t pair_at(std::size_t i, std::size_t j) const { return first_pair_[i] + (j - i - 1); }
  template <class Size>
  void say_parents(Size classes, std::span<const std::int32_t> codes, double* said) const;
  void say_alone(std::span<const std::int32_t> codes, std::span<double> said) const;
  void say_triple(const Triple& triple, std::span<const std::int32_t> codes,
                  std::span<double> said) const;

  std::vector<double> log_shares_;
  std::vector<Column> columns_;
  std::vector<std::size_t> first_pair_;
  std::vector<Pair> pairs_;
  std::vector<Triple> triples_;
};

}  // namespace tally
