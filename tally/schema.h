// SPDX-License-Identifier: Apache-2.0
// schema: what each column is for.
//
// The schema is what was declared or inferred before anything was counted: roles, types, families
// and declared values. All laws of counting hold for one schema; two models merge only if theirs
// are equal. It holds no column that is ignored and knows no order of columns: they are sorted by
// name, so that the same table with its columns shuffled gives the same model.
//
// Columns may be counted together, for rules that model their dependence (JointSchema):
//
//   grid     columns of labels as they are, columns of numbers cut into bins; every column of the
//            grid is counted by itself and with every other one (pairs)
//   triples  three columns of the grid each
//   scaled   columns of numbers x as z = (x − mean) / spread, cut off at ±kMostScaled and rounded to
//            a multiple of kScaledUnit; of all of them together Σ z and Σ z zᵀ are counted. A missing
//            number is z = 0
//
// It is chosen once, from some rows, and is then part of the schema: pieces can be merged only if
// they have the same one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/family.h"
#include "tally/label.h"
#include "tally/text_options.h"

namespace tally {

/// What is kept of columns. Defined in batch/schema.h, which is not installed.
struct TallySpec;

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
  /// Whether the class is predicted from it: a feature, or the exposure of a feature.
  bool is_evidence() const { return role == Role::kFeature || role == Role::kExposure; }

  friend bool operator==(const ColumnSchema&, const ColumnSchema&) = default;
};

struct GridColumn {
  std::string name;
  std::vector<double> cuts;  ///< of numbers: ascending (family/bins.h); of labels none
  friend bool operator==(const GridColumn&, const GridColumn&) = default;
};

struct ScaledColumn {
  std::string name;
  double mean = 0;
  double spread = 1;  ///< above 0
  friend bool operator==(const ScaledColumn&, const ScaledColumn&) = default;
};

using Triple = std::array<std::string, 3>;  ///< ascending names

struct JointSchema {
  std::vector<GridColumn> grid;      ///< sorted by name
  std::vector<Triple> triples;       ///< sorted
  std::vector<ScaledColumn> scaled;  ///< sorted by name

  bool empty() const { return grid.empty() && triples.empty() && scaled.empty(); }
  friend bool operator==(const JointSchema&, const JointSchema&) = default;
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

/// What is counted of a table, and so which rules can answer from it.
enum class Counting : std::uint8_t {
  kNaive,     ///< what the families need: the textbook's statistics, and nothing else
  kWeighted,  ///< also histograms of numbers, the pairs of texts, and a sample of the rows
  kFull,      ///< also columns together: pairs and triples of them, and their moments
};
std::string_view to_string(Counting counting);  ///< "naive", "weighted", "full"
std::optional<Counting> parse_counting(std::string_view text);
std::vector<std::string> counting_names();

/// The schema changed for this way of counting. kWeighted and kFull give every column that may have
/// one a histogram, and every text that is cut into single tokens its pairs; kNaive removes all
/// histograms and keeps only the pairs that are declared. Origins stay, except under kNaive. Rows
/// whose terms a reader gives (mail) stay as they are. `joint` stays under kFull, which chooses
/// nothing here, and is empty otherwise.
Schema counted_as(Counting counting, Schema schema);

/// Sorts columns, values and marks, drops what a column's role and family do not use, and checks
/// that the schema makes sense: one target, at most one weight, names unique and not empty, each
/// family over a type it can take (gaussian over numbers, times and durations, binned, poisson and
/// multinomial over numbers, bernoulli over booleans and numbers, text over texts; no time or
/// duration is a class or a category), exposures that exist, declared values of the column's type,
/// cuts that are finite and ascend, an origin that a histogram can have, no two tallies of one
/// name. Throws Error (kUsage) with the remedy.
Schema validated(Schema schema);

// One-line constructors for columns.
ColumnSchema feature(const std::string& name, Family family, ValueType type = ValueType::kNumber);
ColumnSchema text_feature(const std::string& name, const TextOptions& options = {});
ColumnSchema target_column(const std::string& name, ValueType type = ValueType::kText);
ColumnSchema column_with_role(const std::string& name, Role role, ValueType type);

/// The first difference between two schemas in words ("column 'age' is gaussian here and
/// categorical there"), or nothing if they are equal.
std::string difference(const Schema& here, const Schema& there);

}  // namespace tally
