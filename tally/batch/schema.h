// SPDX-License-Identifier: Apache-2.0
// What each column is for.
//
// The schema is what was declared or inferred before anything was counted: roles, types, families
// and declared values. All laws of counting hold for one schema; two models merge only if theirs
// are equal. It holds no column that is ignored and knows no order of columns: they are sorted by
// name, so that the same table with its columns shuffled gives the same model.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/joint_schema.h"
#include "tally/batch/label.h"
#include "tally/batch/text_options.h"
#include "tally/family/family.h"

namespace tally {

enum class Role : std::uint8_t {
  kFeature,   ///< evidence
  kTarget,    ///< the class; exactly one column
  kWeight,    ///< how often a row counts: a real number, zero or more
  kExposure,  ///< what a poisson feature's counts refer to: hours, kilometres, persons
};

std::string_view to_string(Role role);  ///< "feature", "target", "weight", "exposure"
std::optional<Role> parse_role(std::string_view text);

struct ColumnSchema {
  std::string name;
  Role role = Role::kFeature;
  ValueType type = ValueType::kNumber;

  // The rest is about features; `values` also about the target.
  Family family = Family::kGaussian;
  std::string group;               ///< multinomial: the tally that its group makes
  std::string exposure;            ///< poisson: the column of exposures, or empty: each row is 1
  std::optional<double> binarize;  ///< bernoulli over numbers: x > this; none: x is 0 or 1
  std::vector<double> cuts;        ///< binned: where, ascending (family/bins.h)
  std::vector<Label> values;       ///< declared values, sorted; empty: those that were seen
  TextOptions text;                ///< text: how it is cut into terms
  bool histogram = false;  ///< numbers: a fine histogram is counted beside the family's sums
  double origin = 0;       ///< of the histogram: its cells are those of x − origin

  /// Whether it is a feature of the family.
  bool is_a(Family wanted) const { return role == Role::kFeature && family == wanted; }
  /// Whether it is asked about a row whose class is not known: a feature, or what its counts refer to.
  bool is_evidence() const { return role == Role::kFeature || role == Role::kExposure; }

  friend bool operator==(const ColumnSchema&, const ColumnSchema&) = default;
};

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

struct Schema {
  std::vector<ColumnSchema> columns;  ///< sorted by name, names differ
  std::vector<std::string> missing;   ///< texts that mean "missing", beside the empty one; sorted
  JointSchema joint{};                ///< which columns are counted together

  const ColumnSchema* find(std::string_view name) const;
  /// The type of a column of cut_columns.
  ValueType type_of(std::string_view name) const;
  /// REQUIRES: a schema that `validated` gave back.
  const ColumnSchema& target() const;
  const ColumnSchema* weight() const;  ///< null: every row weighs 1
  bool has_text() const;               ///< whether a feature is a text
  bool has_given_terms() const;        ///< whether a reader gives the terms of a feature
  RowTraits row_traits() const;        ///< as that reader declares them
  bool has_pairs() const;              ///< whether a text has its pairs apart
  /// The tallies that this schema asks for, sorted by name.
  std::vector<TallySpec> tallies() const;
  /// What is counted beside them, for rules that say more than the families: the histograms, and what
  /// is counted of several columns together. Sorted by name.
  std::vector<TallySpec> tallies_beside() const;
  /// The columns of a batch whose texts have been cut, sorted by name: those of the schema, and of
  /// each text with pairs a copy under the name of its pairs.
  std::vector<ColumnSchema> cut_columns() const;

  friend bool operator==(const Schema&, const Schema&) = default;
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

/// What is counted of a table, and so which rules can answer from it.
enum class Counting : std::uint8_t {
  kNaive,  ///< what the families need: the textbook's statistics, and nothing else
  kWeighted,  ///< besides, a histogram of every column of numbers, the pairs of texts, and a sample of the rows
  kFull,  ///< besides, columns together: pairs and triples of them, and their moments
};
std::string_view to_string(Counting counting);  ///< "naive", "weighted", "full"
std::optional<Counting> parse_counting(std::string_view text);

/// Whether the column can stand in a grid: labels, truths, and numbers that are modelled by
/// themselves.
bool may_stand_in_grid(const ColumnSchema& column);

/// The schema as it has to be for this: with a histogram of every column that may have one, or with
/// none; and with the pairs of every text that is cut into single tokens, or with those that are declared.
/// Origins that are there stay. Rows that a reader gives terms of are left as they are. Which columns are counted together stays as it is under kFull, which draws nothing up, and is empty else.
Schema counted_as(Counting counting, Schema schema);

/// Sorts columns, values and marks, drops what a column's role and family do not use, and checks
/// that the schema makes sense: one target, at most one weight, names unique and not empty, each
/// family over a type it can take (gaussian over numbers, times and durations, binned, poisson and
/// multinomial over numbers, bernoulli over booleans and numbers, text over texts; no time or
/// duration is a class or a category), exposures that exist, declared values of the column's type,
/// cuts that are finite and ascend, an origin that a histogram can have, no two tallies of one name. Throws Error (kUsage) with the remedy.
Schema validated(Schema schema);

/// What `validated` does to columns that are counted together: sorts them and checks that they are
/// there and can be. REQUIRES: the columns are sorted and checked.
void validate_joint(Schema& schema);
/// Their tallies.
std::vector<TallySpec> joint_tallies(const Schema& schema);
/// How they differ, in words.
std::string joint_difference(const JointSchema& here, const JointSchema& there);

/// The first difference between two schemas in words ("column 'age' is gaussian here and
/// categorical there"), or nothing if they are equal.
std::string difference(const Schema& here, const Schema& there);

}  // namespace tally
