// SPDX-License-Identifier: Apache-2.0
#include "tally/read/read_plan.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "tally/base/error.h"
#include "tally/read/names.h"

namespace tally {

namespace {

[[noreturn]] void fail(const std::string& sentence, const std::string& file) {
  throw Error(ErrorKind::kData, sentence, Place{file, -1, -1, ""});
}

}  // namespace

ReadPlan plan_read(const Schema& schema, const std::vector<std::string>& names,
                   const ReadOptions& options, const std::vector<Role>& optional,
                   const std::string& first_file, const std::vector<std::string>& guessed) {
  ReadPlan plan{names, {}, MissingMarks(schema.missing), nullptr, options.keep_cells};
  if (options.rows) plan.rows = &*options.rows;
  const std::unordered_set<std::string_view> strays(guessed.begin(), guessed.end());
  std::unordered_map<std::string_view, const ColumnSchema*> wanted;
  for (const ColumnSchema& column : schema.columns) wanted.emplace(column.name, &column);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto at = wanted.find(names[i]);
    if (at == wanted.end()) continue;
    const bool is_guessed = strays.count(names[i]) != 0;
    plan.columns.push_back({*at->second, i, is_guessed ? Strays::kTake : Strays::kRefuse});
    wanted.erase(at);
  }
  for (const ColumnSchema& column : schema.columns) {
    const bool may_be_absent =
        std::find(optional.begin(), optional.end(), column.role) != optional.end();
    if (wanted.count(column.name) == 0 || may_be_absent) continue;
    fail(no_such_column(column.name, names), first_file);
  }
  return plan;
}

std::vector<std::string> names_of(const ReadPlan& plan) {
  std::vector<std::string> names;
  for (const ReadPlan::PlannedColumn& column : plan.columns) names.push_back(column.schema.name);
  return names;
}

StraysByColumn united_strays(const ReadPlan& plan,
                             const std::vector<std::vector<StrayCells>>& by_worker) {
  StraysByColumn out;
  for (const std::vector<StrayCells>& found : by_worker) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!found[i].empty()) out[plan.columns[i].schema.name].merge(found[i]);
    }
  }
  return out;
}

void check_selection(const ReadOptions& options, std::int64_t rows) {
  if (!options.rows || options.rows->rows.empty() || options.rows->rows.back() < rows) return;
  fail("row " + std::to_string(options.rows->rows.back()) + " is selected, but there are only " +
           std::to_string(rows) + " rows (counted from 0)",
       options.rows->file);
}

std::vector<std::size_t> places_of(const std::vector<std::string>& names,
                                   const std::vector<std::string>& columns, const std::string& file,
                                   const std::string& first_file) {
  std::unordered_map<std::string_view, std::size_t> place_of;
  for (std::size_t i = 0; i < columns.size(); ++i) place_of.emplace(columns[i], i);
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto at = place_of.find(name);
    if (at == place_of.end()) {
      fail("has no column " + in_quotes(name) + ", but " + first_file + " has", file);
    }
    places.push_back(at->second);
    place_of.erase(at);
  }
  if (!place_of.empty()) {
    fail("has a column " + in_quotes(place_of.begin()->first) + ", but " + first_file + " has none",
         file);
  }
  return places;
}

}  // namespace tally
