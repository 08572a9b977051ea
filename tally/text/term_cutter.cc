#include "tally/text/term_cutter.h"

#include <algorithm>

namespace tally {

TermCutter::TermCutter(const Schema& schema) {
  for (const ColumnSchema& column : schema.columns) {
    const bool is_text = column.role == Role::kFeature && column.family == Family::kText;
    if (!is_text || column.text.tokens == TokenKind::kMail) continue;
    columns_.push_back({column.name, Tokenizer(column.text), TermColumn(column.text.once)});
  }
}

void TermCutter::cut(Batch& batch) {
  for (Cut& cut : columns_) {
    const auto column =
        std::find_if(batch.columns.begin(), batch.columns.end(),
                     [&](const NamedColumn& candidate) { return candidate.name == cut.name; });
    if (column == batch.columns.end()) continue;
    const auto* const texts = std::get_if<Texts>(&column->values);
    if (texts == nullptr) continue;
    cut.terms.start();
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      if (texts->is_missing(row)) {
        cut.terms.end_missing_row();
        continue;
      }
      cut.terms.add(cut.tokenizer.cut(texts->cells[row]));
      cut.terms.end_row();
    }
    column->values = cut.terms.finish();
  }
}

std::int64_t TermCutter::repaired() const {
  std::int64_t sum = 0;
  for (const Cut& cut : columns_) sum += cut.tokenizer.repaired();
  return sum;
}

}  // namespace tally
