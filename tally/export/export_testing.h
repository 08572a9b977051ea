// SPDX-License-Identifier: Apache-2.0
// A small sheet with names that nobody would choose, for the tests of what is written from it. That the answers are right
// is seen where exports are run (tests/python/test_export_*.py).
#pragma once

#include <string>
#include <utility>

#include "tally/export.h"
#include "tally/inside/count.h"
#include "tally/inside/estimate.h"

namespace tally {

inline Counts odd_counts() {
  Counts counts(validated(
      {{feature("int", Family::kGaussian), feature("a*/b", Family::kCategorical, ValueType::kText),
        feature("a__b", Family::kCategorical, ValueType::kText), target_column("class")},
       {},
       {}}));
  counts.add(BatchBuilder()
                 .numbers("int", {1, 2, 4, 5, 7})
                 .texts("a*/b", {"x", "y'", "x", "\"\?\?/", "x"})
                 .texts("a__b", {"u", "u", "v", "v", "u"})
                 .texts("class", {"p", "q", "p", "q", "q"})
                 .batch());
  return counts;
}

inline Sheet odd_sheet(const Question& question = {}) {
  const Counts counts = odd_counts();
  return sheet_of(estimate(counts, question), counts);
}

/// Two classes and one line.
inline Sheet sheet_with(SheetTable table, const std::string& column,
                        ValueType type = ValueType::kNumber) {
  Sheet out;
  out.target = "y";
  out.classes = {Label::of("no"), Label::of("yes")};
  out.start = {-0.5, -1};
  out.rule = "naive";
  out.lines = {{column, 1, std::move(table)}};
  out.inputs = {{column, type}};
  return out;
}

inline Sheet text_sheet() {
  return sheet_with(SheetTerms{"it's", {"a'b", "c"}, {-1, -2, -3, -4}, {0.5, 0.25}, false}, "it's",
                    ValueType::kText);
}

/// The same under the rule weighted.
inline Sheet weighted(Sheet sheet, double weight) {
  sheet.rule = "weighted";
  sheet.shares = {0.25, 0.75};
  sheet.rows = 10;
  for (SheetLine& line : sheet.lines) line.weight = weight;
  return sheet;
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The sentence of the error that `f` throws, or nothing.
template <class F>
std::string refusal_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace tally
