// SPDX-License-Identifier: Apache-2.0
// The schema: what was declared, and what the cells suggest for the rest.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tally/base/remedy.h"
#include "tally/batch.h"
#include "tally/read/table.h"
#include "tally/text/cutting.h"

namespace tally {

/// What the user said. Patterns have * and ? as in a shell; a later entry of `families` wins.
struct Declarations {
  std::string target;
  std::string weight;
  std::vector<std::string> ignore;  ///< patterns
  std::vector<std::string> only;    ///< patterns of features; empty: all columns
  /// pattern → "gaussian", "categorical", "bernoulli", "binned:CUT,CUT", "poisson",
  /// "poisson:EXPOSURE COLUMN",
  /// "multinomial", "multinomial:GROUP", "text", "text:MODEL" with a TextModel. A column of free
  /// text may be declared by the model alone: "multinomial", "complement" … is then
  /// "text:complement".
  std::vector<std::pair<std::string, std::string>> families;
  /// column → "1,2,3,4"
  std::vector<std::pair<std::string, std::string>> values;
  std::optional<double> binarize = 0;  ///< for bernoulli columns of numbers; nullopt: 0 and 1 only
  TextOptions text;  ///< of all columns of texts, but for the model that `families` names
  /// How texts of scripts without spaces are cut is to be found out: SchemaDraft::uncut lists them …
  bool finds_cutting = false;
  std::map<std::string, Cutting> cuttings;  ///< … but those of which it was: column → cutting
  /// Weighted: columns of numbers have a histogram, with the origin that drafted_origin gives.
  Counting count = Counting::kNaive;
};

struct SchemaDraft {
  Schema schema;
  std::vector<std::string> undecided;  ///< columns without a value in the sample: not counted
  std::vector<std::string> ignored;
  std::vector<std::string> left_out;  ///< columns that differ in every row
  std::vector<Remark> notes;          ///< hints for the user, see notes_on
  std::vector<std::string> uncut;  ///< texts that are taken for words here till someone has looked

  // If the samples are not of all cells:
  std::vector<std::string> guessed;  ///< numbers and booleans by what was seen; for take_strays
  std::vector<std::string> open;  ///< few whole numbers, gaussian here till all cells are counted
};

/// Columns are what was declared, else what guess_column says. The target is never a text; if it is
/// not declared, it is what the format says is the class. Throws Error (kUsage) for a column,
/// pattern, family or value that does not exist or does not fit.
SchemaDraft draft_schema(const std::vector<ColumnSample>& samples, const Declarations& declarations,
                         const std::vector<std::string>& missing);

}  // namespace tally
