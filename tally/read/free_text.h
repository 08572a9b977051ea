// SPDX-License-Identifier: Apache-2.0
// Sentences among the columns of strings.
#pragma once

#include <string>
#include <vector>

#include "tally/error.h"
#include "tally/read.h"

namespace tally {

/// Whether a column of strings holds sentences or titles rather than names:
/// - eight words and more on average, and more than half of the cells, or more than 60, differ; or
/// - shorter, but with many different words: 100 and more over the column and 2.5 and more on
///   average, most cells differ, and the words are not all like names: one in ten begins with a
///   small letter, or there are five and more on average.
bool is_free_text(const ColumnSample& sample);
/// The same of cells at hand, without those that are missing.
bool are_free_text(const std::vector<std::string>& cells);
/// Whether so much of a text is without spaces that it matters how that part is cut.
bool is_much_unspaced(const ColumnSample& sample);
/// The hint that such a column is taken as text, and how to override that.
Remark free_text_note(const ColumnSample& sample);

}  // namespace tally
