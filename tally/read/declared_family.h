// SPDX-License-Identifier: Apache-2.0
// What --family and --values declare for a column.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

struct Declared {
  Family family = Family::kGaussian;
  std::string group;
  std::string exposure;
  std::vector<double> cuts;        ///< of a binned column
  std::optional<TextModel> model;  ///< of a text
  bool only_model = false;         ///< only the model says that it is a text
};

/// Reads "gaussian", "binned:18,30,65", "poisson:hours", "multinomial:words", "text:complement" … (see Declarations).
/// "multinomial" and "bernoulli" are a family and a model of texts at once; "complement" and the
/// like are a model only, and the family is text. Throws Error (kUsage) for anything else.
Declared parse_declared(const std::string& text);

/// "1,2,3" → 1; 2; 3, without the spaces around them. Throws Error (kUsage) for an empty one;
/// `name` is the column's.
std::vector<std::string> parse_values(const std::string& name, std::string_view list);

/// Whether the values of a column may be texts: the target, and categorical features.
bool takes_texts(const ColumnSchema& column);

/// Gives the column these values, in its type if they all fit it; else it becomes one of texts, if
/// it may.
void declare_values(ColumnSchema& column, const std::vector<std::string>& texts);

}  // namespace tally
