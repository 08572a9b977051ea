#include "tally/count/model_rows.h"

#include <cmath>
#include <optional>

#include "tally/count/model_tables.h"

namespace tally {

namespace {

constexpr const char* kQuestion = "question";  // the one key of `meta`

std::string option_of(const ColumnSchema& column) {
  if (column.role != Role::kFeature) return "";
  switch (column.family) {
    case Family::kMultinomial:
      return column.group;
    case Family::kPoisson:
      return column.exposure;
    case Family::kBernoulli:
      if (column.type != ValueType::kNumber) return "";
      return column.binarize ? shortest(*column.binarize) : "none";
    default:
      return "";
  }
}

void set_option(ColumnSchema& column, const std::string& option) {
  if (column.family == Family::kMultinomial) column.group = option;
  if (column.family == Family::kPoisson) column.exposure = option;
  if (column.family == Family::kBernoulli) column.binarize = parse_number(option);
}

bool option_is_possible(const ColumnSchema& column, const std::string& option) {
  if (column.binarize && !std::isfinite(*column.binarize)) return false;
  if (column.family == Family::kMultinomial && column.group.empty()) return false;
  return option_of(column) == option;
}

ColumnSchema column_from(const RowReader& row) {
  ColumnSchema column;
  column.name = row.text(0);
  const std::optional<Role> role = parse_role(row.text(1));
  if (!role) row.wrong("the role " + quoted(row.text(1)));
  column.role = *role;
  const std::optional<ValueType> type = parse_value_type(row.text(2));
  if (!type) row.wrong("the type " + quoted(row.text(2)));
  column.type = *type;
  const std::optional<Family> family = parse_family(row.text(3));
  if (column.role == Role::kFeature && family) {
    column.family = *family;
    set_option(column, row.text(4));
  } else if (column.role == Role::kFeature || !row.text(3).empty()) {
    row.wrong("the family " + quoted(row.text(3)) + " of the " + row.text(1) + " " +
              quoted(column.name));
  }
  if (!option_is_possible(column, row.text(4))) {
    row.wrong("the option " + quoted(row.text(4)) + " of the column " + quoted(column.name) +
              ", which it cannot have");
  }
  return column;
}

// A label in any but its one form would make two keys of one value.
Label label_from(const RowReader& row, const std::string& text, ValueType type) {
  const std::optional<Label> label = Label::parse(text, type);
  if (!label || label->to_string() != text) {
    row.wrong("the label " + quoted(text) + ", which is not how a " + std::string(to_string(type)) +
              " is written");
  }
  return *label;
}

// What the counts and their schema refuse, they refuse without knowing the file.
template <class F>
auto soundly(const Database& db, F&& f) {
  try {
    return f();
  } catch (const Error& error) {
    throw_unsound(db, error.what());
  }
}

Schema read_schema(Database& db) {
  Schema schema;
  for (RowReader row(db, kMissingTable); row.next();) schema.missing.push_back(row.text(0));
  for (RowReader row(db, kColumnsTable); row.next();) schema.columns.push_back(column_from(row));
  for (RowReader row(db, kDeclaredTable); row.next();) {
    const ColumnSchema* const found = schema.find(row.text(0));
    if (found == nullptr) row.wrong("values of the column " + quoted(row.text(0)));
    auto& column = schema.columns[static_cast<std::size_t>(found - schema.columns.data())];
    column.values.push_back(label_from(row, row.text(1), column.type));
  }
  return schema;
}

void add_sum(const Database& db, const RowReader& row, CountRow& sum, Counts& counts) {
  label_from(row, sum.klass, counts.schema().target().type);
  const std::int64_t exponent = row.integer(0);
  if (exponent < ExactSum::kLeastExponent || exponent > ExactSum::kMostExponent) {
    row.wrong("the exponent " + std::to_string(exponent));
  }
  sum.exponent = static_cast<std::int32_t>(exponent);
  sum.amount = row.integer(1);
  soundly(db, [&] { counts.add_row(sum); });
}

void read_classes(Database& db, Counts& counts) {
  CountRow sum;
  sum.part = Part::kWeight;
  for (RowReader row(db, kClassesTable); row.next();) {
    sum.klass = row.text(0);
    add_sum(db, row, sum, counts);
  }
}

void read_counts(Database& db, RowReader row, Counts& counts) {
  CountRow sum;
  while (row.next()) {
    const Tally* const tally = counts.find(row.text(0));
    if (tally == nullptr) row.wrong("the tally " + quoted(row.text(0)) + " of no feature");
    const std::optional<Part> part = parse_part(row.text(2));
    if (!part) row.wrong("the part " + quoted(row.text(2)));
    if (*part == Part::kValue) label_from(row, row.text(1), tally->value_type());
    sum.tally = row.text(0);
    sum.key = row.text(1);
    sum.part = *part;
    sum.klass = row.text(3);
    add_sum(db, row, sum, counts);
  }
}

}  // namespace

void insert_model(Database& db, const std::string& schema, const Model& model) {
  if (!model.default_question.empty()) {
    RowWriter(db, schema, kMetaTable).put({kQuestion, model.default_question});
  }
  RowWriter missing(db, schema, kMissingTable);
  RowWriter columns(db, schema, kColumnsTable);
  RowWriter declared(db, schema, kDeclaredTable);
  for (const std::string& mark : model.counts.schema().missing) missing.put({mark});
  for (const ColumnSchema& column : model.counts.schema().columns) {
    columns.put({column.name, to_string(column.role), to_string(column.type),
                 column.role == Role::kFeature ? to_string(column.family) : "", option_of(column)});
    for (const Label& value : column.values) declared.put({column.name, value.to_string()});
  }
  RowWriter classes(db, schema, kClassesTable);
  RowWriter counts(db, schema, kCountsTable);
  model.counts.for_each_row([&](const CountRow& row) {
    if (row.tally.empty()) {
      classes.put({row.klass}, {row.exponent, row.amount});
    } else {
      counts.put({row.tally, row.key, to_string(row.part), row.klass}, {row.exponent, row.amount});
    }
  });
}

Model read_frame(Database& db) {
  check_tables(db);
  const Schema schema = read_schema(db);
  Model model{soundly(db, [&] { return Counts(schema); }), ""};
  for (RowReader row(db, kMetaTable); row.next();) {
    if (row.text(0) != kQuestion) row.wrong("the key " + quoted(row.text(0)));
    model.default_question = row.text(1);
  }
  read_classes(db, model.counts);
  return model;
}

Model read_model(Database& db) {
  Model model = read_frame(db);
  read_counts(db, RowReader(db, kCountsTable), model.counts);
  soundly(db, [&] { model.counts.check(); });
  return model;
}

void read_tally(Database& db, const std::string& tally, Counts& counts) {
  read_counts(db, RowReader(db, kCountsTable, {tally}), counts);
}

void read_key(Database& db, const std::string& tally, const std::string& key, Counts& counts) {
  read_counts(db, RowReader(db, kCountsTable, {tally, key}), counts);
}

}  // namespace tally
