#include "cli/prediction_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

namespace tally::cli {

namespace {

// RFC 4180: quotes around what would not read back as it is.
std::string csv_text(std::string_view text) {
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos &&
                     (text.empty() || (text.front() != ' ' && text.back() != ' ' &&
                                       text.front() != '\t' && text.back() != '\t'));
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_label(const Label& label) {
  return label.type() == ValueType::kText ? json_text(label.to_string()) : label.to_string();
}

// Puts the fields of one line down, one after the other.
class Line {
 public:
  Line(std::string& out, const std::vector<std::string>& names, bool json)
      : out_(out), names_(names), json_(json) {}

  void raw(std::string_view text) {
    out_ += field_ > 0 ? "," : json_ ? "{" : "";
    if (json_) {
      out_ += names_[field_];
      out_ += ':';
    }
    out_ += text;
    ++field_;
  }
  void text(std::string_view value) { raw(json_ ? json_text(value) : csv_text(value)); }
  void nothing() { raw(json_ ? "null" : ""); }
  void number(double value) {
    if (json_ && !std::isfinite(value)) return nothing();
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  void numbers(std::span<const double> values, bool defined) {
    for (const double value : values) {
      if (defined) {
        number(value);
      } else {
        nothing();
      }
    }
  }
  void end() { out_ += json_ ? "}\n" : "\n"; }

 private:
  std::string& out_;
  const std::vector<std::string>& names_;
  bool json_;
  std::size_t field_ = 0;
};

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
  return out;
}

}  // namespace

PredictionWriter::PredictionWriter(const Loss& loss, PredictionColumns columns, bool json_lines)
    : loss_(loss), columns_(std::move(columns)), json_lines_(json_lines) {
  const std::vector<std::string> answers = answer_names(loss_, columns_);
  std::vector<std::string> names = columns_.kept;
  for (const std::string& answer : answers) {
    if (std::find(columns_.kept.begin(), columns_.kept.end(), answer) != columns_.kept.end()) {
      throw Error(ErrorKind::kUsage,
                  "--keep: the data has a column " + tally::quoted(answer) +
                      ", which is also the name of an answer; rename it or leave --keep out");
    }
    names.push_back(answer);
  }
  for (const std::string& name : names)
    names_.push_back(json_lines_ ? json_text(name) : csv_text(name));
  for (const Label& decision : loss_.decisions()) {
    decisions_.push_back(json_lines_ ? json_label(decision) : csv_text(decision.to_string()));
  }
}

std::string PredictionWriter::header() const {
  if (json_lines_) return "";
  std::string out;
  for (const std::string& name : names_) out += (out.empty() ? "" : ",") + name;
  return out + "\n";
}

PredictionWriter::Lines PredictionWriter::lines(const Batch& batch,
                                                const Posteriors& answers) const {
  Lines out;
  std::vector<double> risk(loss_.decisions().size());
  const std::size_t kept = columns_.kept.size();
  const bool needs_risk = columns_.risk || !loss_.is_zero_one();
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    if (needs_risk) conditional_risk(loss_, answers.posterior_of(row), risk);
    const int decision = decide(loss_, answers.joint_of(row), risk);
    const bool possible = decision >= 0;
    out.impossible += possible ? 0 : 1;

    Line line(out.text, names_, json_lines_);
    for (std::size_t i = 0; i < kept; ++i) {
      line.text(batch.kept.cells[static_cast<std::size_t>(row) * kept + i]);
    }
    if (possible) {
      line.raw(decisions_[static_cast<std::size_t>(decision)]);
    } else {
      line.nothing();
    }
    line.numbers(answers.posterior_of(row), possible);
    if (columns_.log_joint) line.numbers(answers.joint_of(row), true);
    if (columns_.log_evidence) line.number(answers.log_evidence[static_cast<std::size_t>(row)]);
    if (columns_.risk) line.numbers(risk, possible);
    line.end();
  }
  return out;
}

}  // namespace tally::cli
