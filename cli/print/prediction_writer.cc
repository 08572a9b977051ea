// SPDX-License-Identifier: Apache-2.0
#include "cli/print/prediction_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/print/csv_text.h"

namespace tally::cli {

namespace {

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_label(const Label& label) {
  return label.type() == ValueType::kText ? json_text(label.to_string()) : label.to_string();
}

// Puts the fields of a line down, one after the other.
class Line {
 public:
  Line(std::string& out, const std::vector<std::string>& names,
       const std::vector<std::string>& decisions, bool json)
      : out_(out), names_(names), decisions_(decisions), json_(json) {}

  void raw(std::string_view text) {
    out_ += field_ > 0 ? "," : json_ ? "{" : "";
    if (json_) {
      out_ += names_[field_];
      out_ += ':';
    }
    out_ += text;
    ++field_;
  }
  void decision(std::size_t which) { raw(decisions_[which]); }
  void text(std::string_view value) { raw(json_ ? json_text(value) : csv_text(value)); }
  void nothing() { raw(json_ ? "null" : ""); }
  void number(double value) {
    if (json_ && !std::isfinite(value)) return nothing();
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  void end() {
    out_ += json_ ? "}\n" : "\n";
    field_ = 0;
  }

 private:
  std::string& out_;
  const std::vector<std::string>& names_;
  const std::vector<std::string>& decisions_;
  bool json_;
  std::size_t field_ = 0;
};

// The integer that the label is, if it is one.
std::optional<std::int64_t> whole_number(const Label& label) {
  if (label.type() != ValueType::kNumber) return std::nullopt;
  const std::string text = label.to_string();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool are_whole(const std::vector<Label>& labels) {
  return std::all_of(labels.begin(), labels.end(),
                     [](const Label& label) { return whole_number(label).has_value(); });
}

// Puts each field down at the end of its column.
class ColumnFields {
 public:
  ColumnFields(std::vector<TableColumn>& columns, const std::vector<Label>& decisions)
      : columns_(columns), decisions_(decisions) {}

  void decision(std::size_t which) {
    const Label& label = decisions_[which];
    if (columns_[field_].type == ValueType::kText) return text(label.to_string());
    if (columns_[field_].is_whole) {
      columns_[field_++].integers.push_back(whole_number(label));
      return;
    }
    const bool is_boolean = label.type() == ValueType::kBoolean;
    number(is_boolean ? (label == Label::of(true) ? 1 : 0) : *parse_number(label.to_string()));
  }
  void text(std::string_view value) { columns_[field_++].texts.emplace_back(value); }
  void number(double value) { columns_[field_++].numbers.push_back(value); }
  void nothing() {
    if (columns_[field_].type == ValueType::kText) return text("");
    if (columns_[field_].is_whole) {
      columns_[field_++].integers.emplace_back();
      return;
    }
    number(std::numeric_limits<double>::quiet_NaN());
  }
  void end() { field_ = 0; }

 private:
  std::vector<TableColumn>& columns_;
  const std::vector<Label>& decisions_;
  std::size_t field_ = 0;
};

template <class Fields>
void put_numbers(std::span<const double> values, bool defined, Fields& fields) {
  for (const double value : values) {
    if (defined) {
      fields.number(value);
    } else {
      fields.nothing();
    }
  }
}

// The type that all decisions have, or text.
ValueType common_type(const std::vector<Label>& decisions) {
  for (const Label& decision : decisions) {
    if (decision.type() != decisions.front().type()) return ValueType::kText;
  }
  return decisions.front().type();
}

std::vector<std::string> answer_names(const Loss& loss, const PredictionColumns& columns) {
  std::vector<std::string> out{"prediction"};
  for (const Label& klass : loss.classes()) out.push_back("p(" + klass.to_string() + ")");
  if (columns.log_joint) {
    for (const Label& klass : loss.classes()) out.push_back("log_joint(" + klass.to_string() + ")");
  }
  if (columns.log_evidence) out.emplace_back("log_evidence");
  if (columns.risk) {
    for (const Label& decision : loss.decisions())
      out.push_back("risk(" + decision.to_string() + ")");
  }
  if (columns.rule) out.emplace_back("rule");
  return out;
}

}  // namespace

PredictionWriter::PredictionWriter(const Loss& loss, PredictionColumns columns, bool json_lines)
    : loss_(loss), columns_(std::move(columns)), json_lines_(json_lines) {
  if (!json_lines_) columns_.rule.reset();
  const std::vector<std::string> answers = answer_names(loss_, columns_);
  std::vector<std::string> names = columns_.kept;
  for (const std::string& answer : answers) {
    if (std::find(columns_.kept.begin(), columns_.kept.end(), answer) != columns_.kept.end()) {
      throw Error(ErrorKind::kUsage,
                  "--keep: the data has a column " + in_quotes(answer) +
                      ", which is also the name of an answer; rename it or leave --keep out");
    }
    names.push_back(answer);
  }
  for (const std::string& name : names)
    names_.push_back(json_lines_ ? json_text(name) : csv_text(name));
  plain_names_ = std::move(names);
  labels_ = loss_.decisions();
  if (columns_.verdict) {
    labels_ = loss_.classes();
    labels_.push_back(Label::of(kUnsureName));
  }
  for (const Label& decision : labels_) {
    decisions_.push_back(json_lines_ ? json_label(decision) : csv_text(decision.to_string()));
  }
}

std::string PredictionWriter::header() const {
  if (json_lines_) return "";
  std::string out;
  for (const std::string& name : names_) out += (out.empty() ? "" : ",") + name;
  return out + "\n";
}

int PredictionWriter::decision(const Posteriors& answers, std::int64_t row,
                               std::span<const double> risk) const {
  const int by_loss = decide(loss_, answers.joint_of(row), risk);
  if (!columns_.verdict || by_loss < 0) return by_loss;
  const Verdict verdict = verdict_of(loss_.classes(), columns_.verdict->spam,
                                     answers.posterior_of(row), columns_.verdict->cut_offs);
  return static_cast<int>(verdict.place.value_or(loss_.classes().size()));
}

template <class Fields>
std::int64_t PredictionWriter::put(const Batch& batch, const Posteriors& answers,
                                   Fields& fields) const {
  std::int64_t impossible = 0;
  std::vector<double> risk(loss_.decisions().size());
  const std::size_t kept = columns_.kept.size();
  const bool needs_risk = columns_.risk || !loss_.is_zero_one();
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    if (needs_risk) conditional_risk(loss_, answers.posterior_of(row), risk);
    const int decision = this->decision(answers, row, risk);
    const bool possible = decision >= 0;
    impossible += possible ? 0 : 1;
    for (std::size_t i = 0; i < kept; ++i) {
      fields.text(batch.kept.cells[static_cast<std::size_t>(row) * kept + i]);
    }
    if (possible) {
      fields.decision(static_cast<std::size_t>(decision));
    } else {
      fields.nothing();
    }
    put_numbers(answers.posterior_of(row), possible, fields);
    if (columns_.log_joint) put_numbers(answers.joint_of(row), true, fields);
    if (columns_.log_evidence) fields.number(answers.log_evidence[static_cast<std::size_t>(row)]);
    if (columns_.risk) put_numbers(risk, possible, fields);
    if (columns_.rule) fields.text(to_string(*columns_.rule));
    fields.end();
  }
  return impossible;
}

PredictionWriter::Lines PredictionWriter::lines(const Batch& batch,
                                                const Posteriors& answers) const {
  Lines out;
  Line line(out.text, names_, decisions_, json_lines_);
  out.impossible = put(batch, answers, line);
  return out;
}

PredictionWriter::Columns PredictionWriter::columns(const Batch& batch,
                                                    const Posteriors& answers) const {
  Columns out{no_rows(), 0};
  ColumnFields fields(out.columns, labels_);
  out.impossible = put(batch, answers, fields);
  return out;
}

std::vector<TableColumn> PredictionWriter::no_rows() const {
  std::vector<TableColumn> out;
  const std::size_t kept = columns_.kept.size();
  for (std::size_t i = 0; i < plain_names_.size(); ++i) {
    TableColumn& column = out.emplace_back();
    column.name = plain_names_[i];
    if (i < kept) column.type = ValueType::kText;
    if (i == kept) {
      column.type = common_type(labels_);
      column.is_whole = are_whole(labels_);
    }
  }
  return out;
}

}  // namespace tally::cli
