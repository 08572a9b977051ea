// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/model_sample.h"

#include <algorithm>
#include <charconv>
#include <deque>

#include "tally/model/sample/row_sampler.h"
#include "tally/model/sample/sample_rows.h"

namespace tally {

namespace {

[[noreturn]] void refuse(const Database& db, const std::string& what) {
  throw_unsound(db, "the sample " + what);
}

std::string value_of(Database& db, const char* key) {
  RowReader row(db, kMetaTable, {key});
  return row.next() ? row.text(1) : "";
}

// 0 where there is no such key.
std::int64_t number_of(Database& db, const char* key) {
  const std::string text = value_of(db, key);
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!text.empty() && (read.ec != std::errc() || number < 0 || std::to_string(number) != text)) {
    throw_unsound(db, "the table 'meta' holds " + in_quotes(text) + " as the number '" + key + "'");
  }
  return number;
}

// The terms as SampledColumn writes them, each once and in their order.
bool is_sound(const SampledColumn& column) {
  if (!column.terms.empty() && column.terms.back() == '\n') return false;
  const bool is_plain = column.terms.find('\\') == std::string::npos;
  std::string_view last;
  bool grows = true;
  std::deque<std::string> kept;  // whose texts stay where they are
  std::vector<SampledColumn::Occurring> terms;
  column.for_each([&](std::string_view term, std::int64_t times) {
    grows = grows && term > last && times >= 1;
    last = term;
    if (is_plain) return;
    last = kept.emplace_back(term);
    terms.emplace_back(last, times);
  });
  return grows &&
         (is_plain || SampledColumn::with_times(column.column, std::move(terms)) == column);
}

constexpr std::string_view kBeforeName = "\\:";  // which no term begins with, as it is written

// A line is one term, as SampledColumn writes it.
std::string term_in(std::string_view line) {
  SampledColumn column;
  column.terms = line;
  std::string out;
  column.for_each([&](std::string_view term) { out = term; });
  return out;
}

bool is_sorted(const std::vector<SampledColumn>& columns) {
  return std::adjacent_find(columns.begin(), columns.end(),
                            [](const SampledColumn& one, const SampledColumn& next) {
                              return one.column >= next.column;
                            }) == columns.end();
}

void check_column(const RowReader& row, const Schema& cut, bool is_table,
                  const SampledColumn& column) {
  const ColumnSchema* const found = cut.find(column.column);
  if (found == nullptr || found->role == Role::kTarget) {
    row.wrong("evidence of the column " + in_quotes(column.column));
  }
  if (is_table && !is_cell(column, *found)) {
    row.wrong(in_quotes(column.terms) + " in the column " + in_quotes(column.column));
  }
  if (!is_sound(column)) {
    row.wrong("the terms " + in_quotes(column.terms) + ", which are not in canonical form");
  }
}

void check_row(const RowReader& row, const Model& model) {
  const std::string& digest = row.text(0);
  const std::string& below = model.sample.below();
  if (model.sample.is_off()) row.wrong("rows, though none are to be kept");
  if (!is_digest(digest)) row.wrong("the digest " + in_quotes(digest));
  if (!below.empty() && digest >= below) row.wrong("a digest that was left out");
  const ValueType type = model.counts.schema().target().type;
  const std::optional<Label> label = Label::parse(row.text(1), type);
  if (!label || label->to_string() != row.text(1)) row.wrong("the class " + in_quotes(row.text(1)));
  check_times(row);
  // The digests of a table's sample are of another kind than those of all rows.
  if (model.digests.empty() || !model.counts.schema().has_text()) return;
  const auto known = model.digests.find({digest, row.text(1)});
  if (known == model.digests.end() || known->second != row.integer(0)) {
    row.wrong("a row that the digests do not know");
  }
}

// A row without texts says all that there is to know about it.
void check_table_sample(const Database& db, const Model& model) {
  if (const std::string why = excess_of(model.sample, model.counts); !why.empty()) refuse(db, why);
  if (!is_sample_of(model.sample, model.counts.schema())) {
    refuse(db, "has a row that is not in canonical form, or has another digest than its cells");
  }
}

}  // namespace

bool is_digest(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void check_times(const RowReader& row) {
  constexpr std::int64_t kMostTimes = std::int64_t{1} << 53;  // so that they can be added up
  if (row.integer(0) < 1) row.wrong("a row that was counted less than once");
  if (row.integer(0) > kMostTimes) row.wrong("a row that was counted too often");
}

std::string evidence_text(const SampledRow& row) {
  std::string text;
  for (const SampledColumn& column : row.columns) {
    if (!text.empty()) text += '\n';
    text.append(kBeforeName).append(SampledColumn::of_one("", column.column).terms);
    if (!column.terms.empty()) text.append(1, '\n').append(column.terms);
  }
  return text;
}

std::vector<SampledColumn> columns_of_evidence(std::string_view evidence) {
  std::vector<SampledColumn> columns;
  while (!evidence.empty()) {
    const std::size_t end = std::min(evidence.find("\n\\:"), evidence.size());
    const std::string_view piece = evidence.substr(0, end);
    evidence.remove_prefix(std::min(end + 1, evidence.size()));
    const std::size_t line = std::min(piece.find('\n'), piece.size());
    SampledColumn& column = columns.emplace_back();
    if (piece.starts_with(kBeforeName)) {
      column.column = term_in(piece.substr(kBeforeName.size(), line - kBeforeName.size()));
    }
    column.terms = piece.substr(std::min(line + 1, piece.size()));
  }
  return columns;
}

std::map<std::string, std::string> sample_state(const RowSample& sample) {
  std::map<std::string, std::string> state;
  if (sample.is_off()) return state;
  state[kSampleMost] = std::to_string(sample.most());
  state[kSampleSize] = std::to_string(sample.size());
  if (!sample.below().empty()) state[kSampleBelow] = sample.below();
  return state;
}

void put_sample(RowSink& sink, const RowSample& sample) {
  for (const SampledRow& row : sample.rows()) {
    sink.put(kSampleTable, {row.digest, row.klass, evidence_text(row)}, {row.times});
  }
}

SampleState read_sample_state(Database& db) {
  SampleState state{number_of(db, kSampleMost), number_of(db, kSampleSize),
                    value_of(db, kSampleBelow)};
  if (state.size > state.most) refuse(db, "has more rows than it keeps");
  if (!state.below.empty() && (state.most == 0 || !is_digest(state.below))) {
    refuse(db, "has left out " + in_quotes(state.below));
  }
  return state;
}

void read_sample(Database& db, Model& model) {
  const std::int64_t expected = read_sample_state(db).size;
  const Schema cut{model.counts.schema().cut_columns(), {}, {}};
  const bool is_table = !model.counts.schema().has_text();
  for (RowReader row(db, kSampleTable); row.next();) {
    check_row(row, model);
    SampledRow sampled{row.text(0), row.text(1), row.integer(0), columns_of_evidence(row.text(2))};
    for (const SampledColumn& column : sampled.columns) {
      check_column(row, cut, is_table, column);
    }
    if (evidence_text(sampled) != row.text(2) || !is_sorted(sampled.columns)) {
      row.wrong("evidence that is not in canonical form");
    }
    model.sample.add(std::move(sampled));
  }
  if (model.sample.size() != expected) refuse(db, "has other rows than it counts");
  if (is_table && expected > 0) check_table_sample(db, model);
}

}  // namespace tally
