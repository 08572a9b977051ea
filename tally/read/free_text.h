// Sentences among the columns of strings.
#pragma once

#include <string>
#include <vector>

#include "tally/read/table.h"

namespace tally {

/// Whether a column of strings holds sentences rather than names: eight words and more on average,
/// and more than half of the cells, or more than 60 of them, differ.
bool is_free_text(const ColumnSample& sample);
/// The same of cells at hand, without those that are missing.
bool are_free_text(const std::vector<std::string>& cells);
/// The hint that such a column is taken as text, and how to have it otherwise.
std::string free_text_note(const ColumnSample& sample);

}  // namespace tally
