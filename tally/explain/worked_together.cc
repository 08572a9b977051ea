// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_together.h"

#include <algorithm>
#include <cmath>

#include "tally/explain/number_text.h"
#include "tally/infer/full/full_sum.h"

namespace tally {

namespace {

// A cell on the grid.
struct GridCell {
  std::optional<std::int32_t> code;  // nothing: missing; below 0: never seen
  std::string text;
};

GridCell cell_of(const JointTally& tally, std::size_t place, const RowCells& row) {
  const GridSpec& grid = tally.column(place);
  const std::optional<Label> label = row.label(grid.name);
  if (!label) return {};
  if (grid.cells == CellKind::kNumber) {
    const std::size_t bin = bin_of(grid.cuts, row.number(grid.name));
    return {static_cast<std::int32_t>(bin), bin_text(grid.cuts, 0, bin, grid.type)};
  }
  const Label value =
      grid.cells == CellKind::kTruth ? Label::of(row.truth(grid.name, grid.binarize)) : *label;
  const std::int32_t code = tally.find_code(place, value);
  return {code, code < 0 ? "never seen" : value.to_string()};
}

// "given town = north"
std::string given(const std::string& column, const GridCell& cell) {
  return "given " + column + (cell.code ? " = " + cell.text : " = missing");
}

// The value of a column that the others hang on, and the rows of each class that have it.
void add_parent(WorkedVoice& voice, const FullFeatures& features, std::size_t place,
                const RowCells& row) {
  const JointTally& tally = features.joint->tally();
  const GridCell cell = cell_of(tally, place, row);
  voice.source = given(tally.column(place).name, cell);
  if (!cell.code) return;
  const std::int32_t slot = tally.find_slot(tally.single(place), std::array{*cell.code});
  for (std::size_t k = 0; k < features.classes().size(); ++k) {
    voice.rows.push_back(features.joint->in_cell(k, slot).to_double());
  }
}

// The value of three columns, and the rows of each class that have them; false if one is missing.
bool add_triple(WorkedVoice& voice, const FullFeatures& features, std::size_t t,
                const RowCells& row) {
  const JointTally& tally = features.joint->tally();
  const std::size_t table = tally.triple(features.triples[t]);
  std::vector<std::int32_t> codes;
  for (const std::size_t place : tally.columns_of(table)) {
    const GridCell cell = cell_of(tally, place, row);
    if (!cell.code) return false;
    codes.push_back(*cell.code);
    voice.source += (voice.source.empty() ? "" : ", ") + cell.text;
  }
  const std::int32_t slot = tally.find_slot(table, codes);
  for (std::size_t k = 0; k < features.classes().size(); ++k) {
    voice.rows.push_back(features.joint->in_cell(k, slot).to_double());
  }
  return true;
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

bool is_known(const Explanation& why, const std::string& name) {
  return std::any_of(why.features.begin(), why.features.end(),
                     [&](const WorkedFeature& feature) { return feature.name == name; });
}

void add_feature(Explanation& why, const Counts& counts, const std::string& name,
                 const RowCells& row) {
  if (is_known(why, name)) return;
  WorkedFeature feature;
  feature.name = name;
  feature.family = counts.find(name)->family();
  const std::optional<Label> label = row.label(name);
  feature.missing = !label;
  if (label) feature.value = label->to_string();
  feature.contributions.assign(why.classes.size(), 0);
  why.features.push_back(std::move(feature));
}

// What the column says where the one that it hangs on has a value that was seen; and the rows of each
// class that have both values.
void add_given(WorkedVoice& voice, const JointCounts& counts, std::size_t place,
               const GridCell& own, std::size_t parent, const GridCell& on) {
  const JointTally& tally = counts.tally();
  const bool is_first = parent < place;
  const std::size_t table = is_first ? tally.pair(parent, place) : tally.pair(place, parent);
  const std::array<std::int32_t, 2> codes{is_first ? *on.code : *own.code,
                                          is_first ? *own.code : *on.code};
  const std::int32_t slot = tally.find_slot(table, codes);
  voice.source = own.text + ", " + given(tally.column(parent).name, on);
  for (std::size_t k = 0; k < counts.classes(); ++k) {
    voice.rows.push_back(counts.in_cell(k, slot).to_double());
  }
}

}  // namespace

void add_tree(Explanation& why, const Counts& counts, const Estimates& estimates,
              const RowCells& row) {
  const FullTables& tables = *estimates.full;
  if (!tables.joint) return;
  const JointCounts joint(*counts.joint(), counts.classes());
  const JointTally& tally = joint.tally();
  const std::vector<double> said = said_together(tables, row.batch(), 0);
  const std::size_t K = why.classes.size();
  for (std::size_t j = 0; j < tables.tree.size(); ++j) {
    const std::size_t place = tables.joint->place(j);
    add_feature(why, counts, tally.column(place).name, row);
    const GridCell own = cell_of(tally, place, row);
    if (!own.code) continue;
    WorkedVoice voice;
    voice.feature = tally.column(place).name;
    voice.voice = "value";
    voice.source = own.text;
    if (tables.tree[j] >= 0) {
      const std::size_t parent = tables.joint->place(static_cast<std::size_t>(tables.tree[j]));
      const GridCell on = cell_of(tally, parent, row);
      const bool is_given = on.code && *on.code >= 0 && joint.is_seen(parent, *on.code);
      if (is_given) add_given(voice, joint, place, own, parent, on);
    }
    if (voice.rows.empty()) {
      const std::int32_t slot = tally.find_slot(tally.single(place), std::array{*own.code});
      for (std::size_t k = 0; k < K; ++k) voice.rows.push_back(joint.in_cell(k, slot).to_double());
    }
    voice.weight = 1;
    voice.log_p.assign(said.begin() + static_cast<std::ptrdiff_t>(j * K),
                       said.begin() + static_cast<std::ptrdiff_t>((j + 1) * K));
    why.voices.push_back(std::move(voice));
  }
  std::sort(why.features.begin(), why.features.end(),
            [](const WorkedFeature& a, const WorkedFeature& b) { return a.name < b.name; });
}

void add_together(Explanation& why, const Counts& counts, const FullFeatures& features,
                  const Estimates& estimates, std::span<const RuleWeight> rule,
                  const RowCells& row) {
  const FullTables& tables = *estimates.full;
  const std::vector<double> said = said_together(tables, row.batch(), 0);
  const std::size_t K = why.classes.size();
  std::size_t at = 0, triple = 0, parent = 0;  // of `said`, of the features
  const FeatureWeights weights = full_weights(features, rule);
  for (std::size_t f = 0; f < features.together.size(); ++f) {
    const JointFeature& feature = features.together[f];
    WorkedVoice voice;
    voice.feature = feature.columns.empty() ? "together" : joined_names(feature.columns);
    voice.voice = std::string(to_string(feature.voice));
    bool is_heard = true;
    switch (feature.voice) {
      case JointVoice::kParent:
        add_parent(voice, features, features.columns[parent++], row);
        break;
      case JointVoice::kTriple:
        // Those without weight have no table.
        if (weights.weights[features.voices.features.size() + f] == 0) {
          ++triple;
          continue;
        }
        is_heard = add_triple(voice, features, triple++, row);
        break;
      case JointVoice::kMixture:
      case JointVoice::kLinear:
      case JointVoice::kQuadratic:
        break;
    }
    voice.weight = tables.weights[at];
    voice.log_p.assign(said.begin() + static_cast<std::ptrdiff_t>(at * K),
                       said.begin() + static_cast<std::ptrdiff_t>((at + 1) * K));
    ++at;
    if (is_heard) why.voices.push_back(std::move(voice));
  }
  for (const std::size_t place : features.columns) {
    add_feature(why, counts, features.joint->tally().column(place).name, row);
  }
  for (const ScaledColumn& column : features.scaled) add_feature(why, counts, column.name, row);
  std::sort(why.features.begin(), why.features.end(),
            [](const WorkedFeature& a, const WorkedFeature& b) { return a.name < b.name; });
}

}  // namespace tally
