// SPDX-License-Identifier: Apache-2.0
// A small sheet with names that nobody would choose, for the tests of what is written from it. That the answers are right
// is seen where exports are run (tests/python/test_export_*.py).
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "tally/export.h"
#include "tally/export/sheet_texts.h"
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

/// The rule of texts of one column, with its pairs: of the words "ant" and "zoo's" the second is corrected, and of
/// "gone" no row is left. β are 0, 1, …
inline std::shared_ptr<const TextRuleTables> texts_of_a_rule() {
  auto out = std::make_shared<TextRuleTables>();
  out->rule.shape = {{{"t", false}, {"t.pair", true}}, 2};
  for (std::size_t p = 0; p < out->rule.shape.parts(); ++p)
    out->rule.shared.push_back(static_cast<double>(p));
  out->rule.of_class = {1, 2, 3};
  out->rule.trust_leanings = 0.5;
  out->rule.trust_corrections = 0.75;
  const auto dictionary = [](std::initializer_list<const char*> terms) {
    auto made = std::make_shared<TermDictionary>();
    for (const char* term : terms) made->code(term);
    return made;
  };
  TextZoneTable words, pairs;
  words.column = "t";
  words.terms = dictionary({"zoo's", "gone", "ant"});
  words.lines = {1, -1, 0};
  words.leanings = {0.5, 1.5, 2.5, -0.5, -1.5, -2.5};
  words.is_twice = {1, 0};
  words.corrected = {0, -1, -1};
  words.corrections = {0.5F};
  words.lengths = {0.25};
  pairs.column = "t.pair";
  pairs.terms = dictionary({"ant zoo's"});
  pairs.lines = {0};
  pairs.leanings = {1, 2, 3};
  pairs.is_twice = {0};
  pairs.corrected = {-1};
  pairs.lengths = {-0.25};
  out->zones = {words, pairs};
  return out;
}

/// The same under the rule weighted.
inline Sheet weighted(Sheet sheet, double weight) {
  sheet.rule = "weighted";
  sheet.shares = {0.25, 0.75};
  sheet.rows = 10;
  for (SheetLine& line : sheet.lines) line.weight = weight;
  return sheet;
}

/// Two classes and texts under the rule weighted.
inline Sheet sheet_of_texts() {
  Sheet out = weighted(sheet_with(SheetTerms{}, ""), 1);
  out.lines.clear();
  out.inputs.clear();
  out.texts = std::make_shared<SheetTexts>(sheet_texts_of(texts_of_a_rule()));
  return out;
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
