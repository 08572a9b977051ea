// SPDX-License-Identifier: Apache-2.0
#include "tally/read/column_guess.h"

#include <algorithm>
#include <map>

#include "tally/base/error.h"
#include "tally/read/cells/column_observer.h"
#include "tally/read/cells/number_form.h"
#include "tally/read/free_text.h"
#include "tally/read/stray_cells.h"

namespace tally {

namespace {

using Use = ColumnGuess::Use;

constexpr std::int64_t kFew = 20;
constexpr std::int64_t kEnoughRows = 10;

// "id", "user_id", "userId", "User ID", but not "humid".
bool is_named_id(std::string_view name) {
  if (name == "id" || name == "Id" || name == "ID") return true;
  return name.ends_with("_id") || name.ends_with("-id") || name.ends_with(" id") ||
         name.ends_with("Id") || name.ends_with("ID");
}

bool is_identifier(const ColumnSample& sample, ValueType type) {
  // Where rows are weighed, two of them may count for many cells.
  const std::int64_t rows = sample.all_differ ? sample.distinct : sample.cells;
  if (!sample.is_whole || rows < kEnoughRows) return false;
  if (type == ValueType::kNumber) {
    return sample.integers && (sample.is_run || (sample.all_differ && is_named_id(sample.name)));
  }
  return type == ValueType::kText && sample.all_differ;
}

std::string different(std::int64_t values) { return std::to_string(values) + " different"; }

ColumnGuess of_numbers(const ColumnSample& sample) {
  ColumnGuess guess{Use::kFeature, ValueType::kNumber, Family::kGaussian, "numbers"};
  if (!sample.integers) return guess;
  guess.reason = "whole numbers";
  if (sample.distinct > kFew) return guess;
  guess.reason += ", " + different(sample.distinct);
  if (!sample.is_whole) guess.use = Use::kOpen;
  if (!sample.better) return guess;
  guess.family = *sample.better;
  if (guess.family == Family::kBernoulli) guess.reason = "0 and 1";
  if (sample.distinct > 2) guess.reason += ", better so by leave-one-out";
  return guess;
}

// What the cells that are no numbers are, if nearly all are: a line for each column whose numbers
// may be read in two ways, and one for all others.
void add_notes_on_words(const std::vector<const ColumnSample*>& columns,
                        std::vector<Remark>& notes) {
  std::vector<const ColumnSample*> others;
  for (const ColumnSample* const sample : columns) {
    const Punctuation punctuation = punctuation_of(sample->not_a_number);
    if (punctuation != Punctuation::kAmbiguous && punctuation != Punctuation::kComma) {
      others.push_back(sample);
      continue;
    }
    notes.push_back({"column " + in_quotes(sample->name) + " is taken as words, since cells like " +
                         in_quotes(sample->not_a_number) + " may be read in two ways",
                     {Remedy::of(RemedyKind::kNameDecimalMark)}});
  }
  if (others.empty()) return;
  const ColumnSample& first = *others.front();
  const std::vector<Remedy> remedies{Remedy::missing(first.not_a_number, "if they mean missing")};
  if (others.size() == 1) {
    notes.push_back({"column " + in_quotes(first.name) + " is taken as words, since " +
                         std::to_string(first.strays.cells_of_words) + " of " +
                         std::to_string(first.cells) +
                         " cells are no numbers: " + in_words(first.strays.words),
                     remedies});
    return;
  }
  std::vector<std::string> told;
  for (const ColumnSample* const sample : others) {
    told.push_back(sample->name + " (" + in_words(sample->strays.words) + " of " +
                   std::to_string(sample->cells) + ")");
  }
  notes.push_back({"taken as words, since some cells are no numbers: " + listed(told), remedies});
}

bool is_nearly_numbers(const ColumnSample& sample) {
  constexpr std::int64_t kOneIn = 10;
  const std::int64_t words = sample.strays.cells_of_words;
  const Punctuation punctuation = punctuation_of(sample.not_a_number);
  if (words > 0 && punctuation != Punctuation::kNone) return true;
  std::int64_t numbers = sample.cells - words;  // marks are neither
  for (const auto& [text, cells] : sample.strays.marks) numbers -= cells;
  return words > 0 && words * kOneIn <= words + numbers;
}

Remark note_on_few(const std::map<Family, std::vector<std::string>>& few,
                   const std::string& target) {
  const std::map<Family, std::string> meanings{{Family::kBernoulli, "bernoulli (0 and 1)"},
                                               {Family::kCategorical, "categorical"},
                                               {Family::kGaussian, "gaussian"}};
  std::string out = "whole numbers with few values are taken as ";
  bool is_first = true;
  for (const auto& [family, names] : few) {
    out += (is_first ? "" : "; as ") + meanings.at(family) + ": " + listed(names);
    is_first = false;
  }
  const bool is_chosen = few.begin()->first != Family::kBernoulli || few.size() > 1;
  if (is_chosen) out += " (leave-one-out says what predicts " + in_quotes(target) + " better)";
  return {out, {Remedy::family("", "")}};
}

}  // namespace

ValueType guessed_type(const ColumnSample& sample) {
  if (sample.type) return *sample.type;
  if (sample.cells == 0) return ValueType::kText;
  return sample.booleans    ? ValueType::kBoolean
         : sample.numbers   ? ValueType::kNumber
         : sample.times     ? ValueType::kTime
         : sample.durations ? ValueType::kDuration
                            : ValueType::kText;
}

bool is_in_seconds(ValueType type) {
  return type == ValueType::kTime || type == ValueType::kDuration;
}

ValueType guessed_target_type(const ColumnSample& sample) {
  const ValueType type = guessed_type(sample);
  const bool has_words = type == ValueType::kNumber && sample.strays.cells_of_words > 0;
  return has_words || is_in_seconds(type) ? ValueType::kText : type;
}

ColumnGuess guess_column(const ColumnSample& sample) {
  const ValueType type = guessed_type(sample);
  if (sample.cells == 0) return {Use::kNoValue, type, Family::kCategorical, "no value"};
  if (is_identifier(sample, type) && !(type == ValueType::kText && is_free_text(sample))) {
    return {Use::kLeftOut, type, Family::kCategorical, "no two rows alike"};
  }
  if (type == ValueType::kNumber) return of_numbers(sample);
  if (type == ValueType::kTime) return {Use::kFeature, type, Family::kGaussian, "dates and times"};
  if (type == ValueType::kDuration) return {Use::kFeature, type, Family::kGaussian, "durations"};
  if (type == ValueType::kBoolean) {
    return {Use::kFeature, type, Family::kBernoulli, "true and false"};
  }
  if (is_free_text(sample)) return {Use::kFeature, type, Family::kText, "many different words"};
  return {Use::kFeature, type, Family::kCategorical, "words, " + different(sample.distinct)};
}

ColumnSample sample_of(const std::string& column,
                       const std::vector<std::pair<std::string, std::int64_t>>& texts,
                       std::int64_t missing, const NumberForm& form) {
  ColumnObserver observer(column, form);
  for (const auto& [text, times] : texts) observer.see(text, times);
  observer.see_missing(missing);
  return std::move(observer).finish();
}

std::vector<Remark> notes_on(const std::vector<GuessedColumn>& columns, const std::string& target) {
  std::vector<Remark> notes;
  std::vector<std::string> left_out, leaks;
  std::vector<const ColumnSample*> with_words;
  std::map<Family, std::vector<std::string>> few;
  for (const GuessedColumn& column : columns) {
    const ColumnSample& sample = *column.sample;
    const ColumnGuess& guess = column.guess;
    if (guess.use == Use::kLeftOut) left_out.push_back(sample.name);
    if (guess.use == Use::kFeature && guess.family == Family::kText) {
      notes.push_back(free_text_note(sample));
    } else if (guess.type == ValueType::kText && !sample.type && is_nearly_numbers(sample)) {
      with_words.push_back(&sample);
    }
    if (guess.use == Use::kFeature && sample.better) few[guess.family].push_back(sample.name);
    if (guess.use == Use::kFeature && sample.decides_target) leaks.push_back(sample.name);
  }
  add_notes_on_words(with_words, notes);
  if (!few.empty()) notes.push_back(note_on_few(few, target));
  if (!left_out.empty()) {
    notes.push_back({"left out, since no two rows have the same value: " + listed(left_out),
                     {Remedy::family(left_out[0], "categorical", "to use one")}});
  }
  if (!leaks.empty()) {
    notes.push_back({listed(leaks) + (leaks.size() == 1 ? " alone decides " : " each decide ") +
                         in_quotes(target) + ": a leak?",
                     {Remedy::ignore(leaks[0], "if it is known only after " + in_quotes(target) +
                                                   ", leave it out")}});
  }
  return notes;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    out.append(i == 0 ? "" : ", ").append(names[i]);
  }
  if (names.size() > kMost) out += " and " + std::to_string(names.size() - kMost) + " more";
  return out;
}

}  // namespace tally
