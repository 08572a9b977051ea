// SPDX-License-Identifier: Apache-2.0
// Which columns are to be counted together (JointSchema), drawn up from a first pass over the rows:
// counts with histograms, and a large sample.
//
//   grid     a column of numbers is cut where the classes part, and then into more bins until there are
//            ∛N, from 3 to 16 (cuts.h). The columns are those that tell most about the class, by
//            N · MI(x; y) − ½ (V − 1)(K − 1), V being the values and K the classes
//   scaled   columns of numbers by mean and deviation; none if there are more than kMostScaledColumns
//   triples  those that add information to their pairs: see triple_choice.h
//
// Rows say this once: two drafts of other rows differ, and their models do not merge in these counts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tally/inside/count.h"
#include "tally/inside/model.h"

namespace tally {

/// So many rows of the sample are enough to draw up grids and triples.
inline constexpr std::int64_t kRowsToDraft = 65'536;
/// Cells of all pairs and triples together, times the classes.
inline constexpr std::size_t kMostJointCells = 16'000'000;

struct JointDraft {
  Schema schema;                      ///< of the counts, with its `joint`
  std::vector<std::string> left_out;  ///< columns that would have gone beyond the cells
  std::size_t unscaled = 0;           ///< columns of numbers, if they are too many to be scaled
  std::size_t triples_left_out = 0;   ///< that would have gone beyond the cells

  /// What was left out, a sentence each; none if nothing was.
  std::vector<std::string> notes() const;
};

/// What there is to say where columns were to be counted together in a table with texts.
inline constexpr const char* kTextsAreApart =
    "columns are not counted together in a table with texts: it is counted for the rule weighted";

/// REQUIRES: the counts have a class and no text, and a histogram of every column of numbers that is to
/// stand in the grid; the sample is of the same rows.
JointDraft draw_up_joint(const Counts& counts, const RowSample& sample,
                         std::size_t most_cells = kMostJointCells);

}  // namespace tally
