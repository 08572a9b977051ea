// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_rows.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "tally/count/rule_weight.h"
#include "tally/count/text/text_tally.h"
#include "tally/model/model_histograms.h"
#include "tally/model/model_tables.h"
#include "tally/model/sample/model_sample.h"
#include "tally/model/stored_histograms.h"
#include "tally/model/stored_joint.h"
#include "tally/model/stored_mail.h"
#include "tally/model/sum_adder.h"

namespace tally {

namespace {

// The keys of `meta`.
constexpr const char* kQuestion = "question";
constexpr const char* kDropped = "dropped";
constexpr const char* kParameters = "parameters";
constexpr const char* kExpected = "expected";

std::string option_of(const ColumnSchema& column) {
  if (column.role != Role::kFeature) return "";
  switch (facts_of(column.family).option) {
    case FamilyOption::kGroup:
      return column.group;
    case FamilyOption::kExposure:
      return column.exposure;
    case FamilyOption::kThreshold:
      if (column.type != ValueType::kNumber) return "";
      return column.binarize ? shortest(*column.binarize) : "none";
    case FamilyOption::kCuts:
      return text_of_cuts(column.cuts);
    case FamilyOption::kText:
      return to_string(column.text);
    case FamilyOption::kNone:
      break;
  }
  return "";
}

void set_option(ColumnSchema& column, const std::string& option) {
  switch (facts_of(column.family).option) {
    case FamilyOption::kGroup:
      column.group = option;
      break;
    case FamilyOption::kExposure:
      column.exposure = option;
      break;
    case FamilyOption::kThreshold:
      column.binarize = parse_number(option);
      break;
    case FamilyOption::kCuts:
      column.cuts = parse_cuts(option).value_or(std::vector<double>());
      for (double& cut : column.cuts) cut += 0.0;  // not −0, which is then found out
      break;
    case FamilyOption::kText:
      // What cannot be read is found out by writing it again.
      column.text = stored_text_options(column.name, option).value_or(TextOptions{});
      break;
    case FamilyOption::kNone:
      break;
  }
}

bool option_is_possible(const ColumnSchema& column, const std::string& option) {
  if (column.binarize && !std::isfinite(*column.binarize)) return false;
  switch (facts_of(column.family).option) {
    case FamilyOption::kCuts:
      if (!fault_of_cuts(column.cuts).empty()) return false;
      break;
    case FamilyOption::kGroup:
      if (column.group.empty()) return false;
      break;
    case FamilyOption::kNone:
    case FamilyOption::kThreshold:
    case FamilyOption::kExposure:
    case FamilyOption::kText:
      break;
  }
  return option_of(column) == option;
}

ColumnSchema column_from(const RowReader& row) {
  ColumnSchema column;
  column.name = row.text(0);
  const std::optional<Role> role = parse_role(row.text(1));
  if (!role) row.wrong("the role " + in_quotes(row.text(1)));
  column.role = *role;
  const std::optional<ValueType> type = parse_value_type(row.text(2));
  if (!type) row.wrong("the type " + in_quotes(row.text(2)));
  column.type = *type;
  const std::optional<Family> family = parse_family(row.text(3));
  if (column.role == Role::kFeature && family) {
    column.family = *family;
    set_option(column, row.text(4));
  } else if (column.role == Role::kFeature || !row.text(3).empty()) {
    row.wrong("the family " + in_quotes(row.text(3)) + " of the " + row.text(1) + " " +
              in_quotes(column.name));
  }
  if (!option_is_possible(column, row.text(4))) {
    row.wrong("the option " + in_quotes(row.text(4)) + " of the column " + in_quotes(column.name) +
              ", which it cannot have");
  }
  return column;
}

Schema read_schema(Database& db) {
  Schema schema;
  for (RowReader row(db, kMissingTable); row.next();) schema.missing.push_back(row.text(0));
  for (RowReader row(db, kColumnsTable); row.next();) schema.columns.push_back(column_from(row));
  for (RowReader row(db, kDeclaredTable); row.next();) {
    const ColumnSchema* const found = schema.find(row.text(0));
    if (found == nullptr) row.wrong("values of the column " + in_quotes(row.text(0)));
    auto& column = schema.columns[static_cast<std::size_t>(found - schema.columns.data())];
    column.values.push_back(label_in(db, kDeclaredTable, row.text(1), column.type));
  }
  read_histograms(db, schema);
  read_joint(db, schema);
  return schema;
}

// What `learn --class` refuses must not come in by a file: a filter writes it into a header.
void check_class_names(Database& db, const Counts& counts) {
  const ClassNames declared = counts.schema().row_traits().class_names;
  std::vector<Label> names = counts.schema().target().values;
  for (Label& klass : counts.class_labels()) names.push_back(std::move(klass));
  for (const Label& name : names) {
    const std::string_view fault = class_name_fault(declared, name.to_string());
    if (!fault.empty()) {
      throw_unsound(
          db, "it has the class " + in_quotes(name.to_string()) + ", but " + std::string(fault));
    }
  }
}

void read_counts(Database& db, const FileTable& table, RowReader& row, Counts& counts) {
  SumAdder sums(db, table, counts);
  while (row.next()) {
    sums.add({row.text(0), row.text(1), row.text(2), row.text(3), row.integer(0), row.integer(1)});
  }
}

std::int64_t dropped_from(const RowReader& row) {
  const std::string& text = row.text(1);
  std::int64_t terms = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), terms);
  if (read.ec != std::errc() || terms < 1 || std::to_string(terms) != text) {
    row.wrong(in_quotes(text) + " dropped terms");
  }
  return terms;
}

// "rows=300 weight=0.1 gain=0.05 stale=no slope=0.25", the last where it is not 1: what there is to say about expected counts beside their sums.
std::string facts_text(const ExpectedCounts& expected) {
  return "rows=" + std::to_string(expected.rows) + " weight=" + shortest(expected.weight) +
         " gain=" + shortest(expected.gain) + " stale=" + (expected.stale ? "yes" : "no") +
         (expected.slope == 1 ? "" : " slope=" + shortest(expected.slope));
}

void read_expected_facts(const RowReader& row, Model& model) {
  const std::string& text = row.text(1);
  const auto field = [&](const std::string& name) {
    const std::size_t start = text.find(name + "=");
    if (start == std::string::npos) return std::string();
    const std::size_t from = start + name.size() + 1;
    return text.substr(from, text.find(' ', from) - from);
  };
  const Schema& schema = model.counts.schema();
  if (schema.has_given_terms())
    row.wrong("expected counts of a model whose reader gives the terms");
  ExpectedCounts expected{Counts(schema_of_expected(schema))};
  expected.rows = static_cast<std::int64_t>(std::strtoll(field("rows").c_str(), nullptr, 10));
  expected.weight = parse_number(field("weight")).value_or(0);
  expected.gain = parse_number(field("gain")).value_or(-1);
  expected.stale = field("stale") == "yes";
  if (const std::string slope = field("slope"); !slope.empty()) {
    expected.slope = static_cast<float>(parse_number(slope).value_or(0));
  }
  const bool is_possible = expected.rows > 0 && expected.weight > 0 && expected.weight <= 1 &&
                           expected.gain >= 0 && std::isfinite(expected.gain) &&
                           expected.slope > 0 && expected.slope <= 1;
  if (!is_possible || facts_text(expected) != text) {
    row.wrong("the expected counts " + in_quotes(text));
  }
  model.expected = std::move(expected);
}

bool is_sample_key(const std::string& key) {
  return key == kSampleMost || key == kSampleSize || key == kSampleBelow;
}

void read_meta(Database& db, Model& model) {
  bool has_sample = false;
  for (RowReader row(db, kMetaTable); row.next();) {
    if (row.text(0) == kQuestion) {
      model.default_question = row.text(1);
    } else if (row.text(0) == kParameters && !row.text(1).empty()) {
      model.parameters = row.text(1);
    } else if (row.text(0) == kDropped && model.counts.schema().has_text()) {
      model.counts.add_dropped(dropped_from(row));
    } else if (row.text(0) == kExpected) {
      read_expected_facts(row, model);
    } else if (is_sample_key(row.text(0))) {
      has_sample = true;
    } else if (row.text(0) == kHistogramsKey || row.text(0) == kJointKey) {
      // Part of the schema, which has been read.
    } else {
      row.wrong("the key " + in_quotes(row.text(0)));
    }
  }
  if (!has_sample) return;
  const SampleState state = read_sample_state(db);
  if (state.most == 0) throw_unsound(db, "the sample keeps no row and has a size");
  model.sample = RowSample(state.most);
  model.sample.set_below(state.below);
}

void read_digests(Database& db, Model& model) {
  const ColumnSchema& target = model.counts.schema().target();
  for (RowReader row(db, kDigestsTable); row.next();) {
    if (!is_digest(row.text(0))) row.wrong("the digest " + in_quotes(row.text(0)));
    check_times(row);
    label_in(db, kDigestsTable, row.text(1), target.type);
    model.digests.emplace_hint(model.digests.end(), std::pair(row.text(0), row.text(1)),
                               row.integer(0));
  }
}

void read_unicode(Database& db, Model& model) {
  for (RowReader row(db, kUnicodeTable); row.next();) model.unicode.insert(row.text(0));
  if (!model.unicode.empty() && !model.counts.schema().has_text()) {
    throw_unsound(db, "there are versions of Unicode without a text");
  }
}

// The value of a row of the rule: one number, or whole thousandths for each class that is told.
std::string value_text(const RuleWeight& weight) {
  if (weight.corrections.empty()) return shortest(weight.value);
  std::string out;
  for (const std::int32_t one : weight.corrections) {
    if (!out.empty()) out += ' ';
    out += std::to_string(one);
  }
  return out;
}

// The corrections of a term; nothing if the text is none in its one form.
std::vector<std::int32_t> corrections_in(const std::string& text) {
  std::vector<std::int32_t> out;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end; ++at) {
    std::int32_t one = 0;
    const auto read = std::from_chars(at, end, one);
    const bool ends = read.ptr == end || *read.ptr == ' ';
    if (read.ec != std::errc() || !ends || std::abs(one) > kMostCorrection) return {};
    out.push_back(one);
    at = read.ptr;
  }
  return out;
}

bool is_correction(const std::string& klass, const std::string& part) {
  return klass.empty() && part.starts_with(kCorrectedPart);
}

void read_rule(Database& db, Model& model) {
  const ColumnSchema& target = model.counts.schema().target();
  for (RowReader row(db, kRuleTable); row.next();) {
    if (!row.text(0).empty()) label_in(db, kRuleTable, row.text(0), target.type);
    if (is_correction(row.text(0), row.text(1))) {
      RuleWeight of_term{"", row.text(1), 0, corrections_in(row.text(2))};
      if (of_term.corrections.empty() || value_text(of_term) != row.text(2)) {
        row.wrong("the corrections " + in_quotes(row.text(2)));
      }
      model.rule.push_back(std::move(of_term));
      continue;
    }
    const std::optional<double> value = parse_number(row.text(2));
    if (!value || !std::isfinite(*value) || shortest(*value) != row.text(2)) {
      row.wrong("the weight " + in_quotes(row.text(2)));
    }
    model.rule.push_back({row.text(0), row.text(1), *value});
  }
}

// REQUIRES: `read_meta` has found what there is to say about them.
void read_expected_classes(Database& db, Model& model) {
  if (has_expected_tables(db) != model.expected.has_value()) {
    throw_unsound(db,
                  "it has expected counts without their number of rows, or the other way round");
  }
  if (!model.expected) return;
  Counts& counts = model.expected->counts;
  SumAdder sums(db, kExpectedClassesTable, counts);
  for (RowReader row(db, kExpectedClassesTable); row.next();) {
    sums.add_to_class({"", "", "", row.text(0), row.integer(0), row.integer(1)});
  }
  soundly(db, [&] { counts.check_classes(); });
  if (counts.total_weight().is_zero()) throw_unsound(db, "its expected counts are those of no row");
}

void put_expected(RowSink& sink, const Counts& counts) {
  counts.for_each_row([&](const CountRow& row) {
    if (row.tally.empty()) {
      sink.put(kExpectedClassesTable, {row.klass}, {row.exponent, row.amount});
    } else {
      sink.put(kExpectedCountsTable, {row.tally, row.key, to_string(row.part), row.klass},
               {row.exponent, row.amount});
    }
  });
}

// What is read is checked, and sums of sound pieces are sound: these can only be counted wrongly.
void refuse_unsound(const Counts& counts) {
  try {
    counts.check();
  } catch (const Error& error) {
    throw Error(ErrorKind::kDefect,
                "internal error in tally: the model would not be sound, so it is not written: " +
                    error.located());
  }
}

}  // namespace

void put_model(RowSink& sink, const Model& model) { put_model(sink, model, nullptr); }

void put_model(RowSink& sink, const Model& model, const PutTerms& put_terms) {
  refuse_unsound(model.counts);
  if (model.expected) refuse_unsound(model.expected->counts);
  const Schema& schema = model.counts.schema();
  std::map<std::string, std::string> meta = sample_state(model.sample);
  if (!model.default_question.empty()) meta[kQuestion] = model.default_question;
  if (!model.parameters.empty()) meta[kParameters] = model.parameters;
  if (std::string text = stored_histograms(schema); !text.empty()) {
    meta[kHistogramsKey] = std::move(text);
  }
  if (std::string text = stored_joint(schema); !text.empty()) meta[kJointKey] = std::move(text);
  if (model.expected) meta[kExpected] = facts_text(*model.expected);
  if (!model.counts.exact()) meta[kDropped] = std::to_string(model.counts.dropped());
  for (const auto& [key, value] : meta) sink.put(kMetaTable, {key, value});
  for (const std::string& mark : schema.missing) sink.put(kMissingTable, {mark});
  for (const ColumnSchema& column : schema.columns) {
    sink.put(kColumnsTable,
             {column.name, to_string(column.role), to_string(column.type),
              column.role == Role::kFeature ? to_string(column.family) : "", option_of(column)});
    std::set<std::string> values;
    for (const Label& value : column.values) values.insert(value.to_string());
    for (const std::string& value : values) sink.put(kDeclaredTable, {column.name, value});
  }
  KnownHistograms histograms;
  Counts::TakeTerms take_terms;
  if (put_terms) {
    take_terms = [&](const TextTally& tally, const std::vector<std::string>& class_texts) {
      histograms.emplace(tally.name(), put_terms(tally, class_texts));
    };
  }
  model.counts.for_each_row(
      [&](const CountRow& row) {
        if (row.tally.empty()) {
          sink.put(kClassesTable, {row.klass}, {row.exponent, row.amount});
        } else {
          sink.put(kCountsTable, {row.tally, row.key, to_string(row.part), row.klass},
                   {row.exponent, row.amount});
        }
      },
      take_terms);
  for_each_histogram_row(
      model.counts,
      [&](const HistogramRow& row) {
        sink.put(kHistogramsTable, {row.tally, row.kind, row.klass}, {row.count, row.terms});
      },
      histograms);
  if (model.expected) put_expected(sink, model.expected->counts);
  for (const auto& [key, times] : model.digests) {
    sink.put(kDigestsTable, {key.first, key.second}, {times});
  }
  for (const std::string& version : model.unicode) sink.put(kUnicodeTable, {version});
  put_sample(sink, model.sample);
  for (const RuleWeight& weight : model.rule) {
    sink.put(kRuleTable, {weight.klass, weight.part, value_text(weight)});
  }
}

void insert_model(Database& db, const std::string& schema, const Model& model) {
  DatabaseRows rows(db, schema);
  put_model(rows, model);
}

Model read_outline(Database& db) {
  check_tables(db);
  const Schema schema = read_schema(db);
  check_format(db, schema);
  Model model{soundly(db, [&] { return Counts(schema); }), ""};
  read_meta(db, model);
  read_classes(db, model.counts);
  check_class_names(db, model.counts);
  read_expected_classes(db, model);
  read_unicode(db, model);
  read_rule(db, model);
  return model;
}

Model read_counted(Database& db) {
  Model model = read_outline(db);
  RowReader row(db, kCountsTable);
  read_counts(db, kCountsTable, row, model.counts);
  soundly(db, [&] { model.counts.check(); });
  if (model.expected) {
    RowReader expected(db, kExpectedCountsTable);
    read_counts(db, kExpectedCountsTable, expected, model.expected->counts);
    soundly(db, [&] { model.expected->counts.check(); });
  }
  return model;
}

Model read_model(Database& db) {
  Model model = read_counted(db);
  check_histograms(db, model.counts);
  read_digests(db, model);
  read_sample(db, model);
  return model;
}

void read_classes(Database& db, Counts& counts) {
  SumAdder sums(db, kClassesTable, counts);
  for (RowReader row(db, kClassesTable); row.next();) {
    sums.add_to_class({"", "", "", row.text(0), row.integer(0), row.integer(1)});
  }
  soundly(db, [&] { counts.check_classes(); });
}

void write_dropped(Database& db, std::int64_t terms) {
  Statement put = db.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)");
  const std::string text = std::to_string(terms);
  put.bind_view(0, kDropped);
  put.bind_view(1, text);
  put.run();
}

void read_tally(Database& db, const std::string& tally, Counts& counts) {
  RowReader row(db, kCountsTable, {tally});
  read_counts(db, kCountsTable, row, counts);
}

}  // namespace tally
