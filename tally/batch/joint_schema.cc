// SPDX-License-Identifier: Apache-2.0
// What of a schema is about columns that are counted together.
#include <algorithm>
#include <set>

#include "tally/base/error.h"
#include "tally/batch/schema.h"

namespace tally {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::kUsage, sentence); }

template <class Item>
void sort_by_name(std::vector<Item>& items, const std::string& what) {
  std::sort(items.begin(), items.end(),
            [](const Item& a, const Item& b) { return a.name < b.name; });
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].name == items[i - 1].name) {
      refuse("column " + in_quotes(items[i].name) + " is " + what + " twice");
    }
  }
}

template <class Item>
void check_size(const std::vector<Item>& items, std::size_t most, const std::string& what) {
  if (items.size() <= most) return;
  refuse("there are " + std::to_string(items.size()) + " " + what + "; expected " +
         std::to_string(most) + " at most");
}

void check_cuts(const GridColumn& column) {
  const std::string name = "column " + in_quotes(column.name);
  if (column.cuts.empty()) refuse(name + " is to stand in a grid and has no cuts");
  for (std::size_t i = 0; i < column.cuts.size(); ++i) {
    if (!std::isfinite(column.cuts[i]))
      refuse(name + " is to be cut at a number that is not finite");
    if (i > 0 && !(column.cuts[i - 1] < column.cuts[i]))
      refuse("the cuts of " + name + " do not ascend");
  }
}

void check_grid(const Schema& schema) {
  check_size(schema.joint.grid, kMostGridColumns, "columns in the grid");
  for (const GridColumn& column : schema.joint.grid) {
    const std::string name = "column " + in_quotes(column.name);
    const ColumnSchema* const found = schema.find(column.name);
    if (found == nullptr || !may_stand_in_grid(*found)) {
      refuse(name + " is to stand in a grid, and is no feature that can");
    }
    if (may_have_histogram(*found)) {
      check_cuts(column);
    } else if (!column.cuts.empty()) {
      refuse(name + " holds labels, which are not cut");
    }
  }
}

void check_triples(JointSchema& joint) {
  check_size(joint.triples, kMostTriples, "triples of columns");
  std::set<std::string_view> known;
  for (const GridColumn& column : joint.grid) known.insert(column.name);
  for (Triple& triple : joint.triples) {
    std::sort(triple.begin(), triple.end());
    for (std::size_t i = 0; i < triple.size(); ++i) {
      if (known.count(triple[i]) == 0) {
        refuse("a triple has the column " + in_quotes(triple[i]) + ", which is not in the grid");
      }
      if (i > 0 && triple[i - 1] == triple[i]) {
        refuse("a triple has the column " + in_quotes(triple[i]) + " twice");
      }
    }
  }
  std::sort(joint.triples.begin(), joint.triples.end());
  if (std::adjacent_find(joint.triples.begin(), joint.triples.end()) != joint.triples.end()) {
    refuse("a triple of columns is there twice");
  }
}

void check_scaled(Schema& schema) {
  check_size(schema.joint.scaled, kMostScaledColumns, "scaled columns");
  for (ScaledColumn& column : schema.joint.scaled) {
    const std::string name = "column " + in_quotes(column.name);
    const ColumnSchema* const found = schema.find(column.name);
    if (found == nullptr || !may_have_histogram(*found)) {
      refuse(name + " is to be scaled, and is no feature that holds numbers");
    }
    if (!(std::abs(column.mean) <= kMostOrigin) || !(column.spread <= kMostOrigin) ||
        !(column.spread >= 1 / kMostOrigin)) {
      refuse(name + " is to be scaled by the mean " + shortest(column.mean) + " and the spread " +
             shortest(column.spread) + "; expected a finite number and one above 0");
    }
    column.mean += 0.0;  // not −0
  }
}

GridSpec grid_spec(const ColumnSchema& column, const GridColumn& grid) {
  GridSpec spec;
  spec.name = column.name;
  // A binned column, too, stands there as the numbers that it holds.
  spec.cells = may_have_histogram(column) ? CellKind::kNumber : facts_of(column.family).cells;
  spec.type = column.type;
  spec.binarize = column.binarize;
  spec.values = column.values;
  spec.cuts = grid.cuts;
  return spec;
}

TallySpec joint_spec(const Schema& schema) {
  TallySpec spec;
  spec.name = kJointTally;
  spec.beside = Beside::kJoint;
  for (const GridColumn& column : schema.joint.grid) {
    spec.columns.push_back(column.name);
    spec.grid.push_back(grid_spec(*schema.find(column.name), column));
  }
  const auto place = [&](const std::string& name) {
    const auto at = std::lower_bound(spec.columns.begin(), spec.columns.end(), name);
    return static_cast<std::size_t>(at - spec.columns.begin());
  };
  for (const Triple& triple : schema.joint.triples) {
    spec.triples.push_back({place(triple[0]), place(triple[1]), place(triple[2])});
  }
  return spec;
}

TallySpec scatter_spec(const Schema& schema) {
  TallySpec spec;
  spec.name = kScatterTally;
  spec.beside = Beside::kScatter;
  spec.scaled = schema.joint.scaled;
  for (const ScaledColumn& column : spec.scaled) spec.columns.push_back(column.name);
  return spec;
}

template <class Item>
std::string first_difference(const std::vector<Item>& here, const std::vector<Item>& there,
                             const std::string& what) {
  for (std::size_t i = 0; i < std::min(here.size(), there.size()); ++i) {
    if (here[i] == there[i]) continue;
    const std::string& name = std::min(here[i].name, there[i].name);
    return "column " + in_quotes(name) + " is " + what + " otherwise here than there";
  }
  return std::to_string(here.size()) + " columns are " + what + " here and " +
         std::to_string(there.size()) + " there";
}

}  // namespace

bool may_stand_in_grid(const ColumnSchema& column) {
  if (column.role != Role::kFeature) return false;
  const CellKind cells = facts_of(column.family).cells;
  return cells == CellKind::kLabel || cells == CellKind::kTruth || cells == CellKind::kBin ||
         cells == CellKind::kNumber;
}

void validate_joint(Schema& schema) {
  if (schema.joint.empty()) return;
  if (schema.has_text()) refuse("columns are not counted together where one is a text");
  sort_by_name(schema.joint.grid, "in the grid");
  check_grid(schema);
  check_triples(schema.joint);
  sort_by_name(schema.joint.scaled, "scaled");
  check_scaled(schema);
  for (const char* const name : {kJointTally, kScatterTally}) {
    for (const ColumnSchema& column : schema.columns) {
      if (column.name != name && column.group != name) continue;
      refuse("what is counted of columns together is called " + in_quotes(name) +
             ", and so is a column");
    }
  }
}

std::vector<TallySpec> joint_tallies(const Schema& schema) {
  std::vector<TallySpec> out;
  if (!schema.joint.grid.empty()) out.push_back(joint_spec(schema));
  if (!schema.joint.scaled.empty()) out.push_back(scatter_spec(schema));
  return out;
}

std::string joint_difference(const JointSchema& here, const JointSchema& there) {
  if (here.grid != there.grid) return first_difference(here.grid, there.grid, "cut into a grid");
  if (here.triples != there.triples) return "other triples of columns are counted here than there";
  if (here.scaled != there.scaled) return first_difference(here.scaled, there.scaled, "scaled");
  return "";
}

}  // namespace tally
