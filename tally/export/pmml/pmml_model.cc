// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "tally/batch/iso_time.h"
#include "tally/export/pmml/pmml_inputs.h"
#include "tally/export/pmml/pmml_scores.h"
#include "tally/export/refusal.h"

namespace tally {

namespace {

// The attribute has to be there; no probability is as small.
constexpr const char* kLeast = "1e-300";

std::string p_name(const Label& label) { return "p(" + label.to_string() + ")"; }

void write_header(const Sheet& sheet, const SheetHead& head, XmlText& xml) {
  xml.open("Header", {{"description", "P(" + sheet.target + " | row), rule " + sheet.rule}});
  xml.element("Extension", {{"name", "question"}, {"value", head.question}});
  xml.element("Application", {{"name", "tally"}, {"version", head.version}});
  xml.close();
}

void write_dictionary(const Sheet& sheet, XmlText& xml) {
  xml.open("DataDictionary");
  for (const Sheet::Input& input : sheet.inputs) {
    if (is_numeric(input.type)) {
      xml.element("DataField",
                  {{"name", input.name}, {"optype", "continuous"}, {"dataType", "double"}});
    } else if (input.type == ValueType::kBoolean) {
      xml.element("DataField",
                  {{"name", input.name}, {"optype", "categorical"}, {"dataType", "boolean"}});
    } else {
      xml.open("DataField",
               {{"name", input.name}, {"optype", "categorical"}, {"dataType", "string"}});
      xml.element("Value", {{"value", ""}, {"property", "missing"}});
      for (const std::string& mark : sheet.missing) {
        if (!mark.empty()) xml.element("Value", {{"value", mark}, {"property", "missing"}});
      }
      xml.close();
    }
  }
  xml.open("DataField",
           {{"name", sheet.target}, {"optype", "categorical"}, {"dataType", "string"}});
  for (const Label& label : sheet.classes) xml.element("Value", {{"value", label.to_string()}});
  xml.close();
  xml.close();
}

void write_fields(const Sheet& sheet, XmlText& xml) {
  xml.open("MiningSchema");
  for (const Sheet::Input& input : sheet.inputs) xml.element("MiningField", {{"name", input.name}});
  xml.element("MiningField", {{"name", sheet.target}, {"usageType", "target"}});
  xml.close();
  xml.open("Output");
  xml.element("OutputField", {{"name", "prediction"},
                              {"optype", "categorical"},
                              {"dataType", "string"},
                              {"feature", "predictedValue"}});
  for (const Label& label : sheet.classes) {
    xml.element("OutputField", {{"name", p_name(label)},
                                {"optype", "continuous"},
                                {"dataType", "double"},
                                {"feature", "probability"},
                                {"value", label.to_string()}});
  }
  xml.close();
}

void write_prior(const Sheet& sheet, XmlText& xml) {
  const double most = *std::max_element(sheet.start.begin(), sheet.start.end());
  xml.open("BayesOutput", {{"fieldName", sheet.target}});
  xml.open("TargetValueCounts");
  for (std::size_t k = 0; k < sheet.classes.size(); ++k) {
    xml.element("TargetValueCount", {{"value", sheet.classes[k].to_string()},
                                     {"count", shortest(std::exp(sheet.start[k] - most))}});
  }
  xml.close();
  xml.close();
}

// The rows to try, which an evaluator can verify by itself.
void write_verification(const Sheet& sheet, const SheetHead& head, XmlText& xml) {
  std::map<std::string, std::string> columns;
  std::map<std::string, ValueType> types;
  for (const Sheet::Input& input : sheet.inputs) {
    columns[input.name] = "x" + std::to_string(columns.size());
    types[input.name] = input.type;
  }
  xml.open("ModelVerification", {{"recordCount", std::to_string(head.checks.size())}});
  xml.open("VerificationFields");
  for (const auto& [name, column] : columns) {
    xml.element("VerificationField", {{"field", name}, {"column", column}});
  }
  for (std::size_t k = 0; k < sheet.classes.size(); ++k) {
    xml.element("VerificationField", {{"field", p_name(sheet.classes[k])},
                                      {"column", "p" + std::to_string(k)},
                                      {"precision", "1e-9"},
                                      {"zeroThreshold", "1e-9"}});
  }
  xml.close();
  xml.open("InlineTable");
  for (const SheetCheck& check : head.checks) {
    xml.open("row");
    for (const auto& [name, cell] : check.cells) {
      const bool are_seconds =
          types.at(name) == ValueType::kTime || types.at(name) == ValueType::kDuration;
      const std::optional<double> seconds =
          are_seconds ? parse_numeric(cell, types.at(name)) : std::nullopt;
      xml.element_with(columns.at(name).c_str(), seconds ? shortest(*seconds) : cell);
    }
    for (std::size_t k = 0; k < check.posterior.size(); ++k) {
      xml.element_with(("p" + std::to_string(k)).c_str(), shortest(check.posterior[k]));
    }
    xml.close();
  }
  xml.close();
  xml.close();
}

// Both leave the model open.
void write_naive_bayes(const Sheet& sheet, XmlText& xml) {
  xml.open("NaiveBayesModel", {{"functionName", "classification"}, {"threshold", kLeast}});
  write_fields(sheet, xml);
  xml.open("LocalTransformations");
  write_derived_fields(sheet, xml);
  xml.close();
  xml.open("BayesInputs");
  write_bayes_inputs(sheet, xml);
  xml.close();
  write_prior(sheet, xml);
}

void write_scores(const Sheet& sheet, XmlText& xml) {
  xml.open("RegressionModel",
           {{"functionName", "classification"}, {"normalizationMethod", "softmax"}});
  write_fields(sheet, xml);
  xml.open("LocalTransformations");
  const PmmlPredictors predictors = write_score_fields(sheet, xml);
  xml.close();
  write_score_tables(sheet, predictors, xml);
}

}  // namespace

std::string to_pmml(const Sheet& sheet, const SheetHead& head) {
  refuse_together(sheet, "PMML");
  if (sheet.is_weighted()) {
    refuse_export("the rule weighted, in PMML,", {Remedy::in_words("ask the rule naive")});
  }
  for (const SheetLine& line : sheet.lines) {
    if (std::holds_alternative<SheetSpread>(line.table) ||
        std::holds_alternative<SheetPolya>(line.table)) {
      refuse_export(
          "the law of " + in_quotes(line.name) + ", in PMML, which has no gamma function,",
          {Remedy::in_words("SQL, ONNX, C and JSON take it")});
    }
    if (const auto* text = std::get_if<SheetTerms>(&line.table)) refuse_text(*text, "PMML");
  }
  if (sheet.has_impossible) {
    refuse_export("a value that is impossible in a class, in PMML,",
                  {Remedy::in_words("ask with a λ above 0"),
                   Remedy::in_words("SQL, ONNX, C and JSON take it")});
  }
  XmlText xml;
  xml.open("PMML", {{"xmlns", "http://www.dmg.org/PMML-4_4"}, {"version", "4.4"}});
  write_header(sheet, head, xml);
  write_dictionary(sheet, xml);
  const bool is_scored =
      std::any_of(sheet.lines.begin(), sheet.lines.end(),
                  [](const SheetLine& line) { return needs_scores(line.table); });
  if (is_scored) {
    write_scores(sheet, xml);
  } else {
    write_naive_bayes(sheet, xml);
  }
  write_verification(sheet, head, xml);
  xml.close();
  xml.close();
  return xml.text();
}

}  // namespace tally
