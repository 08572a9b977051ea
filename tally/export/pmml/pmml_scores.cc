// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/pmml_scores.h"

#include <cmath>

#include "tally/export/pmml/pmml_derive.h"

namespace tally {

namespace {

// One line, read by fields of its own.
class Scores {
 public:
  Scores(const Sheet& sheet, XmlText& xml, std::size_t j, PmmlPredictors& predictors)
      : classes_(sheet.classes.size()), xml_(xml), j_(j), predictors_(predictors) {}

  void operator()(const SheetValues& table) const {
    each_class([&](std::size_t k) {
      write_values(table, of_class(table.says, k), shortest(table.unseen[k]), kNumber, xml_);
    });
  }
  void operator()(const SheetBins& table) const {
    each_class([&](std::size_t k) { write_bins(table, of_class(table.says, k), kNumber, xml_); });
  }
  // A count that is missing leaves the others of its group to speak.
  void operator()(const SheetCounts& table) const {
    for (std::size_t t = 0; t < table.columns.size(); ++t) {
      open(name(t));
      xml_.element("FieldRef", {{"field", table.columns[t]}, {"mapMissingTo", "0"}});
      xml_.close();
      for (std::size_t k = 0; k < classes_; ++k) {
        predictors_[k].emplace_back(name(t), table.says[t * classes_ + k]);
      }
    }
  }
  void operator()(const SheetNormal& table) const {
    each_class_unless_missing(table.column, [&](std::size_t k) {
      apply("-", [&] {
        constant(-std::log(table.deviation[k]));
        apply("*", [&] {
          constant(0.5);
          squared(table.column, table.mean[k], table.deviation[k]);
        });
      });
    });
  }
  void operator()(const SheetStudent& table) const {
    each_class_unless_missing(table.column, [&](std::size_t k) {
      apply("-", [&] {
        constant(table.constant[k]);
        apply("*", [&] {
          constant((table.degrees[k] + 1) / 2);
          apply("ln", [&] {
            apply("+", [&] {
              constant(1);
              apply("/", [&] {
                squared(table.column, table.location[k], table.scale[k]);
                constant(table.degrees[k]);
              });
            });
          });
        });
      });
    });
  }
  void operator()(const SheetRate& table) const {
    each_class([&](std::size_t k) {
      const auto arguments = [&] {
        apply("*", [&] {
          field(table.column);
          constant(std::log(table.rate[k]));
        });
        if (table.exposure.empty()) return constant(table.rate[k]);
        apply("*", [&] {
          field(table.exposure);
          constant(table.rate[k]);
        });
      };
      apply("-", arguments, kNothing);  // a product with what is missing is missing
    });
  }
  // to_pmml has refused these:
  void operator()(const SheetTerms&) const {}
  void operator()(const SheetSpread&) const {}
  void operator()(const SheetPolya&) const {}

 private:
  std::string name(std::size_t item) const {
    return "tally_line_" + std::to_string(j_) + "_" + std::to_string(item);
  }
  std::vector<std::string> of_class(const std::vector<double>& says, std::size_t k) const {
    std::vector<std::string> out;
    for (std::size_t at = k; at < says.size(); at += classes_) out.push_back(shortest(says[at]));
    return out;
  }
  void open(const std::string& field_name) const {
    xml_.open("DerivedField",
              {{"name", field_name}, {"optype", "continuous"}, {"dataType", "double"}});
  }
  // A field of its own for each class.
  template <class F>
  void each_class(F&& write) const {
    for (std::size_t k = 0; k < classes_; ++k) {
      open(name(k));
      write(k);
      xml_.close();
      predictors_[k].emplace_back(name(k), 1);
    }
  }

  // Functions but the arithmetic ones refuse what is missing.
  template <class F>
  void each_class_unless_missing(const std::string& column, F&& write) const {
    each_class([&](std::size_t k) {
      apply("if", [&] {
        apply("isMissing", [&] { field(column); });
        constant(0);
        write(k);
      });
    });
  }
  template <class F>
  void apply(const char* function, F&& arguments, const XmlText::Attributes& more = {}) const {
    XmlText::Attributes attributes{{"function", function}};
    attributes.insert(attributes.end(), more.begin(), more.end());
    xml_.open("Apply", attributes);
    arguments();
    xml_.close();
  }
  void constant(double number) const {
    xml_.element_with("Constant", shortest(number), {{"dataType", "double"}});
  }
  void field(const std::string& column) const { xml_.element("FieldRef", {{"field", column}}); }
  void squared(const std::string& column, double middle, double scale) const {
    const auto away = [&] {
      field(column);
      constant(middle);
    };
    apply("pow", [&] {
      apply("/", [&] {
        apply("-", away, kNothing);  // for evaluators that work both branches of `if` out
        constant(scale);
      });
      constant(2);
    });
  }

  const XmlText::Attributes kNothing{{"mapMissingTo", "0"}};
  static constexpr PmmlOutcome kNumber{"double", "0"};

  std::size_t classes_;
  XmlText& xml_;
  std::size_t j_;
  PmmlPredictors& predictors_;
};

}  // namespace

bool needs_scores(const SheetTable& table) {
  return !std::holds_alternative<SheetValues>(table) && !std::holds_alternative<SheetBins>(table);
}

PmmlPredictors write_score_fields(const Sheet& sheet, XmlText& xml) {
  PmmlPredictors out(sheet.classes.size());
  for (std::size_t j = 0; j < sheet.lines.size(); ++j) {
    std::visit(Scores(sheet, xml, j, out), sheet.lines[j].table);
  }
  return out;
}

void write_score_tables(const Sheet& sheet, const PmmlPredictors& predictors, XmlText& xml) {
  for (std::size_t k = 0; k < sheet.classes.size(); ++k) {
    xml.open("RegressionTable", {{"intercept", shortest(sheet.start[k])},
                                 {"targetCategory", sheet.classes[k].to_string()}});
    for (const auto& [name, coefficient] : predictors[k]) {
      xml.element("NumericPredictor", {{"name", name}, {"coefficient", shortest(coefficient)}});
    }
    xml.close();
  }
}

}  // namespace tally
