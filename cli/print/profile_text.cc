// SPDX-License-Identifier: Apache-2.0
#include "cli/print/profile_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "tally/inside/assess.h"
#include "tally/inside/explain.h"
#include "tally/inside/family.h"

namespace tally::cli {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string type_text(const ColumnSample& sample) {
  if (!sample.refusal.empty()) return "-";
  if (sample.cells == 0) return "-";
  return std::string(to_string(guessed_type(sample)));
}

std::string missing_text(const ColumnSample& sample) {
  const std::int64_t rows = sample.cells + sample.missing;
  if (sample.missing == 0 || rows == 0) return "-";
  const double share = 100.0 * static_cast<double>(sample.missing) / static_cast<double>(rows);
  return share < 0.1 ? "<0.1 %" : fmt::format("{:.1f} %", share);
}

// What is taken for and why, of a column that is not in a schema.
std::pair<std::string, std::string> unused(const ColumnSample& sample, const SchemaDraft& draft) {
  if (!sample.refusal.empty()) return {"refused", sample.refusal};
  if (contains(draft.ignored, sample.name)) return {"ignored", "--ignore or --only"};
  const ColumnGuess guess = guess_column(sample);
  switch (guess.use) {
    case ColumnGuess::Use::kNoValue:
      return {"not counted", guess.reason};
    case ColumnGuess::Use::kLeftOut:
      return {"left out", guess.reason};
    case ColumnGuess::Use::kOpen:
    case ColumnGuess::Use::kFeature:
      break;
  }
  if (contains(draft.left_out, sample.name)) return {"left out", "no two rows alike"};
  const bool is_few = is_density(guess.family) && sample.integers && sample.distinct <= kFewValues;
  if (is_few) {
    return {"by the target", guess.reason + "; --target decides"};
  }
  return {std::string(to_string(guess.family)), guess.reason};
}

std::pair<std::string, std::string> used(const ColumnSample& sample, const ColumnSchema& column) {
  if (column.role != Role::kFeature) return {std::string(to_string(column.role)), ""};
  ColumnSample settled = sample;
  const bool is_few = sample.distinct <= kFewValues && sample.cells >= 3 * sample.distinct;
  switch (facts_of(column.family).cells) {
    case CellKind::kLabel:
    case CellKind::kTruth:
      settled.better = column.family;
      break;
    case CellKind::kNumber:
      if (is_few && is_density(column.family)) settled.better = column.family;
      break;
    case CellKind::kBin:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  const ColumnGuess guess = guess_column(settled);
  const std::string family(to_string(column.family));
  const bool is_guess = guess.family == column.family && guess.type == column.type;
  if (!sample.family.empty() && is_guess) return {family, "declared by the file"};
  return {family, is_guess ? guess.reason : "declared"};
}

// Texts set to the left, under each other.
std::vector<std::string> in_columns(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::string> out(rows.size());
  for (std::size_t cell = 0; cell < rows[0].size(); ++cell) {
    std::size_t widest = 0;
    for (const std::string& line : out) widest = std::max(widest, display_width(line));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i][cell].empty()) continue;
      const std::size_t gap = cell == 0 ? 0 : widest + 2 - display_width(out[i]);
      out[i].append(gap, ' ').append(rows[i][cell]);
    }
  }
  return out;
}

}  // namespace

bool has_target(const std::vector<ColumnSample>& profile, const Declarations& declarations) {
  return !declarations.target.empty() ||
         std::any_of(profile.begin(), profile.end(),
                     [](const ColumnSample& sample) { return sample.is_class; });
}

SchemaDraft draft_profile(const std::vector<ColumnSample>& profile,
                          const Declarations& declarations,
                          const std::vector<std::string>& missing) {
  if (!has_target(profile, declarations)) return {};
  return draft_schema(profile, declarations, missing);
}

std::string profile_text(const std::vector<ColumnSample>& profile, const SchemaDraft& draft) {
  std::vector<std::vector<std::string>> rows{{"column", "type", "missing", "distinct"}};
  std::vector<std::vector<std::string>> uses{{"taken for", "why", "such as"}};
  std::int64_t most = 0;
  for (const ColumnSample& sample : profile) {
    most = std::max(most, sample.cells + sample.missing);
    const ColumnSchema* const column = draft.schema.find(sample.name);
    const auto [use, reason] = column != nullptr ? used(sample, *column) : unused(sample, draft);
    rows.push_back({sample.name, type_text(sample), missing_text(sample),
                    sample.cells == 0 ? "-" : std::to_string(sample.distinct)});
    uses.push_back({use, reason, sample.examples});
  }
  const bool is_whole = std::all_of(profile.begin(), profile.end(),
                                    [](const ColumnSample& sample) { return sample.is_whole; });
  return fmt::format("{} rows{}, {} columns\n\n", most, is_whole ? "" : " looked at",
                     profile.size()) +
         text_table(rows, in_columns(uses));
}

}  // namespace tally::cli
