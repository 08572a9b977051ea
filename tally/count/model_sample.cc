#include "tally/count/model_sample.h"

#include <charconv>
#include <deque>

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
    throw_unsound(db, "the table 'meta' holds " + quoted(text) + " as the number '" + key + "'");
  }
  return number;
}

// The terms as SampledColumn writes them, each once and in their order.
bool is_sound(const SampledColumn& column) {
  if (!column.terms.empty() && column.terms.back() == '\n') return false;
  const bool is_plain = column.terms.find('\\') == std::string::npos;
  std::string_view last;
  bool grows = true;
  std::deque<std::string> escaped;  // whose texts stay where they are
  column.for_each([&](std::string_view term) {
    grows = grows && term > last;
    last = term;
    if (is_plain) return;
    last = escaped.emplace_back(term);
  });
  return grows &&
         (is_plain || SampledColumn(column.column, {escaped.begin(), escaped.end()}) == column);
}

void check_column(const RowReader& row, const Schema& cut, const SampledColumn& column) {
  const ColumnSchema* const found = cut.find(column.column);
  if (found == nullptr || found->role == Role::kTarget) {
    row.wrong("evidence of the column " + quoted(column.column));
  }
  if (!is_sound(column)) {
    row.wrong("the terms " + quoted(column.terms) + ", which are not in their one form");
  }
}

void check_row(const RowReader& row, const Model& model) {
  const std::string& digest = row.text(0);
  const std::string& below = model.sample.below();
  if (model.sample.is_off()) row.wrong("rows, though none are to be kept");
  if (!is_digest(digest)) row.wrong("the digest " + quoted(digest));
  if (!below.empty() && digest >= below) row.wrong("a digest that was left out");
  const ValueType type = model.counts.schema().target().type;
  const std::optional<Label> label = Label::parse(row.text(1), type);
  if (!label || label->to_string() != row.text(1)) row.wrong("the class " + quoted(row.text(1)));
  if (row.integer(0) < 1) row.wrong("a row that was counted less than once");
  if (model.digests.empty()) return;
  const auto known = model.digests.find({digest, row.text(1)});
  if (known == model.digests.end() || known->second != row.integer(0)) {
    row.wrong("a row that the digests do not know");
  }
}

}  // namespace

bool is_digest(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
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
    if (row.columns.empty()) sink.put(kSampleTable, {row.digest, row.klass, "", ""}, {row.times});
    for (const SampledColumn& column : row.columns) {
      sink.put(kSampleTable, {row.digest, row.klass, column.column, column.terms}, {row.times});
    }
  }
}

SampleState read_sample_state(Database& db) {
  SampleState state{number_of(db, kSampleMost), number_of(db, kSampleSize),
                    value_of(db, kSampleBelow)};
  if (state.size > state.most) refuse(db, "has more rows than it keeps");
  if (!state.below.empty() && (state.most == 0 || !is_digest(state.below))) {
    refuse(db, "has left out " + quoted(state.below));
  }
  return state;
}

void read_sample(Database& db, Model& model) {
  const std::int64_t expected = read_sample_state(db).size;
  const Schema cut{model.counts.schema().cut_columns(), {}};
  std::optional<SampledRow> sampled;
  bool is_empty = false;  // every cell of the row is missing
  for (RowReader row(db, kSampleTable); row.next();) {
    if (!sampled || row.text(0) != sampled->digest || row.text(1) != sampled->klass) {
      if (sampled) model.sample.add(*std::move(sampled));
      check_row(row, model);
      sampled = SampledRow{row.text(0), row.text(1), row.integer(0), {}};
      is_empty = row.text(2).empty() && row.text(3).empty();
      if (is_empty) continue;
    }
    if (is_empty || row.integer(0) != sampled->times) row.wrong("columns that contradict others");
    SampledColumn& column = sampled->columns.emplace_back();
    column.column = row.text(2);
    column.terms = row.text(3);
    check_column(row, cut, column);
  }
  if (sampled) model.sample.add(*std::move(sampled));
  if (model.sample.size() != expected) refuse(db, "has other rows than it counts");
}

}  // namespace tally
