// SPDX-License-Identifier: Apache-2.0
#include "tally/report/compared.h"

#include <fmt/format.h>

#include <cmath>

#include "tally/base/xml_text.h"
#include "tally/explain/formula.h"
#include "tally/inside/assess.h"
#include "tally/inside/explain.h"
#include "tally/inside/picture.h"

namespace tally {

namespace {

constexpr double kChance = 0.05;

std::string cell(const std::string& text, const char* tag = "td") {
  return fmt::format("<{0}>{1}</{0}>", tag, xml_text(text));
}

std::string row(const std::string& name, const std::string& a, const std::string& b) {
  return "<tr><th scope=\"row\">" + xml_text(name) + "</th>" + cell(a) + cell(b) + "</tr>\n";
}

std::string figure_text(std::optional<double> figure) {
  if (!figure) return "–";
  return std::isfinite(*figure) ? six_digits(*figure) : "∞";
}

std::string table(const char* name, const std::string& head, const std::string& body) {
  return fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}\"><table>\n<thead><tr>{}"
      "</tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
      name, head, body);
}

std::string head(std::initializer_list<const char*> names) {
  std::string out;
  for (const char* const name : names) out += fmt::format("<th scope=\"col\">{}</th>", name);
  return out;
}

std::string figures(const ReportCompared& on) {
  const Comparison& c = on.comparison;
  const auto rule = [](const ComparedSide& side) {
    return std::string(to_string(rule_of(side.question, side.model.rule)));
  };
  std::string body = row("model", on.a.file, on.b.file) +
                     row("question", question_words(on.a.question, on.a.model),
                         question_words(on.b.question, on.b.model)) +
                     row("rule", rule(on.a), rule(on.b)) +
                     row("accuracy", figure_text(c.accuracy_a()), figure_text(c.accuracy_b())) +
                     row("log loss", figure_text(c.log_loss_a), figure_text(c.log_loss_b));
  if (on.a.score != nullptr && on.b.score != nullptr) {
    const ScoreSummary a = on.a.score->summary(), b = on.b.score->summary();
    body += row("Brier", figure_text(a.brier), figure_text(b.brier)) +
            row("AUC", figure_text(a.auc), figure_text(b.auc)) +
            row("calibration error", figure_text(a.ece), figure_text(b.ece)) +
            row("balanced accuracy", figure_text(a.balanced_accuracy),
                figure_text(b.balanced_accuracy));
  }
  return table("Figures side by side", head({"", "A", "B"}), body);
}

std::string accuracy_words(const Comparison& c) {
  const std::string test = c.mcnemar.test == McNemarTest::kExact
                               ? "McNemar’s test, exact binomial"
                               : "McNemar’s test, chi-square with continuity correction " +
                                     six_digits(c.mcnemar.statistic);
  const std::string verdict = c.mcnemar.p >= kChance ? "That may be chance."
                              : c.only_a > c.only_b
                                  ? "A is right more often, and hardly by chance."
                                  : "B is right more often, and hardly by chance.";
  return fmt::format("Rows that A alone gets right: {}, B alone: {}; p = {} ({}). {}", c.only_a,
                     c.only_b, six_digits(c.mcnemar.p), test, verdict);
}

std::string loss_words(const Comparison& c) {
  if (c.finite == 0) return "No row has a finite log loss under both.";
  std::string out =
      fmt::format("Log loss: A − B = {}, 95 % within {} … {} (paired bootstrap, {} resamples). {}",
                  six_digits(c.difference), six_digits(c.interval.low), six_digits(c.interval.high),
                  c.resamples,
                  c.interval.low > 0    ? "B is better, and hardly by chance."
                  : c.interval.high < 0 ? "A is better, and hardly by chance."
                                        : "That may be chance.");
  if (c.finite < c.rows()) {
    out += fmt::format(
        " Of the {} rows whose log loss is finite under both; it is infinite on {} under A, on {} "
        "under B.",
        c.finite, c.infinite_a, c.infinite_b);
  }
  return out;
}

std::string note(const ReportCompared& on) {
  const bool a = on.a.has_counted_the_rows, b = on.b.has_counted_the_rows;
  if (!a && !b) return "";
  return fmt::format(
      "<p class=\"note\">{} counted these very rows: {} better here than on new ones. Nothing is "
      "left "
      "out of the counts in this section.</p>\n",
      a && b ? "Both models have"
      : a    ? "A has"
             : "B has",
      a && b ? "they look" : "it looks");
}

std::string picture(PointChart chart, const char* caption, PointCurve a, PointCurve b) {
  a.name = "A";
  b.name = "B";
  chart.curves = {thinned(a), thinned(b)};
  return fmt::format(
      "<figure class=\"card\"><div "
      "class=\"picture\">{}</div><figcaption>{}</figcaption></figure>\n",
      point_svg(chart), caption);
}

// ROC of two classes, and what rejecting gains.
std::string curves(const ReportCompared& on) {
  if (on.a.score == nullptr || on.b.score == nullptr) return "";
  const Score &a = *on.a.score, &b = *on.b.score;
  std::string out;
  const std::vector<Label>& classes = a.loss().classes();
  if (classes.size() == 2 && b.loss().classes() == classes) {
    ThresholdCurves of_a = threshold_curves(a.ranking(), 1),
                    of_b = threshold_curves(b.ranking(), 1);
    if (!of_a.roc.x.empty()) {
      out += picture({"ROC of A and B",
                      "false alarms (share of others)",
                      "recall (share of the class)",
                      {},
                      {},
                      0,
                      true,
                      false},
                     "ROC of both.", std::move(of_a.roc), std::move(of_b.roc));
    }
  }
  PointCurve of_a = rejection_curve(a.ranking()), of_b = rejection_curve(b.ranking());
  if (!of_a.y.empty() && !of_b.y.empty()) {
    const double least = std::min(least_shown(of_a), least_shown(of_b));  // before they are moved
    out += picture(
        {"Accuracy of A and B on the rows that are answered, against the share that is rejected",
         "share rejected, the least sure first",
         "accuracy on the others",
         {},
         {},
         least,
         false,
         false},
        "Accuracy of both if the least sure rows are left to somebody else.", std::move(of_a),
        std::move(of_b));
  }
  return out.empty() ? out : "<div class=\"curves\">\n" + out + "</div>\n";
}

Json side_json(const ComparedSide& side) {
  Json out = {{"file", side.file},
              {"question", question_words(side.question, side.model)},
              {"rule", to_string(rule_of(side.question, side.model.rule))},
              {"has_counted_the_rows", side.has_counted_the_rows}};
  if (side.score != nullptr) out["score"] = Json::parse(to_json(side.score->summary()));
  return out;
}

}  // namespace

std::string question_words(const Question& question, const Model& model) {
  const Rule rule = rule_of(question, model.rule);
  if (!has_own_estimates(rule)) return question_text(question);
  return "the rule " + std::string(to_string(rule)) + ", prior " +
         std::string(to_string(question.prior));
}

Json compared_json(const ReportCompared& compared) {
  return {{"a", side_json(compared.a)},
          {"b", side_json(compared.b)},
          {"comparison", Json::parse(to_json(compared.comparison))}};
}

std::string compared_html(const ReportCompared& on) {
  const Comparison& c = on.comparison;
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  return "<section id=\"compared\" aria-labelledby=\"h-compared\"><h2 "
         "id=\"h-compared\">Compared</h2>\n"
         "<p>Two answers to the same " +
         number(c.rows()) +
         " rows, as <code>tally compare</code> has them; every row counts once. The other sections "
         "are about "
         "A.</p>\n" +
         note(on) + figures(on) + "<h3>Who is right where</h3>\n" +
         table("Who is right where", head({"rows", "B right", "B wrong"}),
               row("A right", number(c.both_right), number(c.only_a)) +
                   row("A wrong", number(c.only_b), number(c.both_wrong))) +
         "<p>" + xml_text(accuracy_words(c)) + "</p>\n<p>" + xml_text(loss_words(c)) + "</p>\n" +
         curves(on) + "</section>";
}

}  // namespace tally
