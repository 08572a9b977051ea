// SPDX-License-Identifier: Apache-2.0
// What a schema asks to be counted: the tallies of its columns, and those beside them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tally/batch/joint_schema.h"
#include "tally/family/family.h"
#include "tally/label.h"
#include "tally/schema.h"  // IWYU pragma: export
#include "tally/text_options.h"

namespace tally {

/// A column of a grid, and how its cells become codes.
struct GridSpec {
  std::string name;
  CellKind cells = CellKind::kLabel;    ///< labels, truths or numbers
  ValueType type = ValueType::kNumber;  ///< of the labels
  std::optional<double> binarize;       ///< of truths over numbers
  std::vector<Label> values;            ///< declared labels; empty: those that were seen
  std::vector<double> cuts;             ///< of numbers
};

/// What a tally that is counted beside those of the families has.
enum class Beside : std::uint8_t { kNothing, kHistogram, kJoint, kScatter };

/// A tally to be kept: its name, its family, and the columns it reads.
struct TallySpec {
  std::string name;  ///< the column's name; of a multinomial group, the group's
  Family family = Family::kGaussian;
  std::vector<std::string> columns;  ///< sorted; one, but for a multinomial group
  std::string exposure;
  std::optional<double> binarize;
  std::vector<double> cuts;             ///< of a binned column
  ValueType type = ValueType::kNumber;  ///< of the values
  std::vector<Label> values;            ///< declared values; a group's terms
  ValueType exposure_type = ValueType::kNumber;
  TextOptions text;
  bool is_pairs = false;  ///< of a text: its terms are pairs of the words that others have
  Beside beside = Beside::kNothing;  ///< if it is none of a family's; its family is then gaussian
  double origin = 0;                 ///< of a histogram
  // Of columns that are counted together:
  std::vector<GridSpec> grid;                       ///< as `columns`
  std::vector<std::array<std::size_t, 3>> triples;  ///< of the columns of the grid, ascending
  std::vector<ScaledColumn> scaled;                 ///< as `columns`
};

/// The column of a batch, and the tally, that has the pairs of a text: "body.pair".
std::string pairs_of(const std::string& text);
/// The tally that has the histogram of a column of numbers: "age.histogram".
std::string histogram_of(const std::string& column);
/// The tallies of columns that are counted together: of the grid, and of the scaled columns.
inline constexpr const char* kJointTally = "joint counts";
inline constexpr const char* kScatterTally = "joint moments";

/// An origin is no larger: no number that is counted leaves the doubles when it is subtracted.
inline constexpr double kMostOrigin = 1e290;

/// Whether the column is one of numbers, which can have a histogram.
bool may_have_histogram(const ColumnSchema& column);

/// Whether the column can stand in a grid: labels, truths, and numbers that are modelled by
/// themselves.
bool may_stand_in_grid(const ColumnSchema& column);

/// What `validated` does to columns that are counted together: sorts them and checks that they are
/// there and can be. REQUIRES: the columns are sorted and checked.
void validate_joint(Schema& schema);
/// Their tallies.
std::vector<TallySpec> joint_tallies(const Schema& schema);
/// How they differ, in words.
std::string joint_difference(const JointSchema& here, const JointSchema& there);

}  // namespace tally
