// SPDX-License-Identifier: Apache-2.0
// What a column is by its cells, where it is not declared.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tally/error.h"
#include "tally/read.h"

namespace tally {

/// Numbers, strays apart; else booleans; else times, or durations; else texts. A column without a
/// value is one of texts.
ValueType guessed_type(const ColumnSample& sample);
/// The same for the target: a single word among numbers makes it one of texts, since it may well be
/// the name of a class; times and durations are names, too.
ValueType guessed_target_type(const ColumnSample& sample);
/// Whether it is kTime or kDuration.
bool is_in_seconds(ValueType type);

/// What becomes of a feature.
struct ColumnGuess {
  enum class Use {
    kFeature,
    kOpen,     ///< few whole numbers, and not all cells were seen: the counts decide the family
    kLeftOut,  ///< no two rows have the same value: it says nothing about other rows
    kNoValue,  ///< nothing but missing cells
  };
  Use use = Use::kFeature;
  ValueType type = ValueType::kText;
  Family family = Family::kCategorical;
  std::string reason;  ///< in a few words: "whole numbers, 3 different"
};

/// - numbers, times, durations → gaussian; whole numbers with at most 20 values by
/// ColumnSample::better
/// - booleans → bernoulli; free text (see is_free_text) → text; other texts → categorical
/// - left out: ten texts and more that all differ, and whole numbers that are a run (1, 2, 3 …) or
///   all differ and have a name that ends in "id". REQUIRES for that: all cells were seen.
ColumnGuess guess_column(const ColumnSample& sample);

/// What cells with these texts, each so many times, say about their column.
ColumnSample sample_of(const std::string& column,
                       const std::vector<std::pair<std::string, std::int64_t>>& texts,
                       std::int64_t missing, const NumberForm& form = {});

/// A feature that was guessed, for the notes.
struct GuessedColumn {
  const ColumnSample* sample;
  ColumnGuess guess;
};

/// What a user should know about the guesses, and how to override them: at most one line for each
/// kind of guess, except for texts.
std::vector<Remark> notes_on(const std::vector<GuessedColumn>& columns, const std::string& target);

/// "a, b, c", cut after the twelfth.
std::string listed(const std::vector<std::string>& names);

}  // namespace tally
