// SPDX-License-Identifier: Apache-2.0
// What the columns of a table in memory are, by all their cells: the rules of the command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "table_model.h"
#include "tally/inside/draft.h"

namespace tally::bind {

/// The counts of a table under a schema that is not settled yet, and what they say about it.
class Draft {
 public:
  /// Counts the rows; few whole numbers are counted by value. `inferred` names the features that
  /// nobody has declared. Throws Error as TableModel::learn does.
  Draft(const std::string& schema_json, const std::vector<std::string>& inferred, Frames frames,
        std::string weight, int threads);

  bool is_empty() const { return counted_.counts.classes().empty(); }
  /// The inferred columns and their families, or "left out", or "nothing": no row with a class has
  /// a value.
  std::vector<std::pair<std::string, std::string>> families() const;
  /// What a person should know about them, in sentences. Needs the GIL.
  std::vector<std::string> notes() const;
  /// The model of the settled schema: recast, or counted again where the counts are not enough. With
  /// the statistics of this `count`, and with a sample of rows and the rule that is learned from it, if
  /// the rule `weighted` can hear all columns. Where it `finds_cutting`, rows left out say how texts are cut.
  TableModel model(const std::string& schema_json, const std::string& count, bool sample,
                   bool finds_cutting);

 private:
  // Copies in which the numbers that are names are kept apart.
  Frames frames_for(const Schema& settled) const;

  Frames frames_;
  std::string weight_;
  int threads_;
  Piece counted_;
  std::vector<ColumnSample> samples_;
  std::vector<ColumnGuess> guesses_;  // of the samples
  std::vector<Remark> found_;         // of texts
};

}  // namespace tally::bind
