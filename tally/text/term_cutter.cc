// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tally/batch/column.h"
#include "tally/batch/schema.h"
#include "tally/text.h"
#include "tally/text/term_column.h"

namespace tally {

struct TermCutter::Cut {
  std::string name;
  Tokenizer tokenizer;
  bool has_pairs;
  TermColumn terms, pairs;

  void start();
  void end_row(bool is_valid);
};

TermCutter::~TermCutter() = default;
TermCutter::TermCutter(TermCutter&&) noexcept = default;
TermCutter& TermCutter::operator=(TermCutter&&) noexcept = default;

TermCutter::TermCutter(const Schema& schema) {
  for (const ColumnSchema& column : schema.columns) {
    if (!column.is_a(Family::kText) || column.text.tokens == TokenKind::kGiven) continue;
    columns_.push_back({column.name, Tokenizer(column.text), column.text.pairs,
                        TermColumn(column.text.once), TermColumn(column.text.once)});
  }
}

void TermCutter::Cut::start() {
  terms.start();
  if (has_pairs) pairs.start();
}

void TermCutter::Cut::end_row(bool is_valid) {
  is_valid ? terms.end_row() : terms.end_missing_row();
  if (has_pairs) is_valid ? pairs.end_row() : pairs.end_missing_row();
}

void TermCutter::cut(Batch& batch) {
  for (Cut& cut : columns_) {
    const auto column =
        std::find_if(batch.columns.begin(), batch.columns.end(),
                     [&](const NamedColumn& candidate) { return candidate.name == cut.name; });
    if (column == batch.columns.end()) continue;
    const auto* const texts = std::get_if<Texts>(&column->values);
    if (texts == nullptr) continue;
    cut.start();
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      if (texts->is_missing(row)) {
        cut.end_row(false);
        continue;
      }
      const std::vector<std::string_view>& terms = cut.tokenizer.cut(texts->cells[row]);
      cut.terms.add(terms, cut.tokenizer.buffer());
      if (cut.has_pairs) cut.pairs.add(cut.tokenizer.pairs());
      cut.end_row(true);
    }
    column->values = cut.terms.finish();
    if (cut.has_pairs) batch.columns.push_back({pairs_of(cut.name), cut.pairs.finish()});
  }
}

std::int64_t TermCutter::repaired() const {
  std::int64_t sum = 0;
  for (const Cut& cut : columns_) sum += cut.tokenizer.repaired();
  return sum;
}

}  // namespace tally
