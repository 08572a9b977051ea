// SPDX-License-Identifier: Apache-2.0
#include "tally/report/report_html.h"

#include <map>

#include "tally/base/sha256.h"
#include "tally/base/xml_text.h"
#include "tally/inside/explain.h"
#include "tally/report/base64.h"
#include "tally/report/compared.h"
#include "tally/report/feature_facts.h"
#include "tally/report/form_json.h"
#include "tally/report/goodness.h"
#include "tally/report/nomogram.h"
#include "tally/report/page_files.h"

namespace tally {

namespace {

Json parsed_or_text(const std::string& json) {
  Json out = Json::parse(json, nullptr, false);
  return out.is_discarded() ? Json(json) : out;
}

// Without what is worked out and never stored.
Question as_stored(Question question) {
  question.lambdas.clear();
  question.calibration.reset();
  return question;
}

Json glance(const ReportOn& on, const ReportOrigin& origin) {
  const Counts& counts = on.model.counts;
  const Schema& schema = counts.schema();
  Json classes = Json::array();
  const double all = counts.total_weight().to_double();
  for (const Counts::Class& klass : counts.classes()) {
    const double rows = klass.weight.to_double();
    classes.push_back(
        {{"label", klass.label.to_string()}, {"rows", rows}, {"share", all > 0 ? rows / all : 0}});
  }
  std::map<std::string, Json> by_kind;
  std::size_t features = 0;
  for (const Tally& tally : counts.tallies()) {
    Json& names = by_kind[std::string(facts_of(tally.family()).name)];
    names.push_back(tally.name());
    ++features;
  }
  Json kinds = Json::array();
  for (auto& [family, names] : by_kind) kinds.push_back({{"family", family}, {"features", names}});
  Json rules = Json::array();
  for (const RuleScore& score : rule_scores(on.model.rule)) {
    rules.push_back({{"rule", to_string(score.rule)},
                     {"accuracy", score.accuracy},
                     {"log_loss", score.log_loss}});
  }
  Json out = {{"program", origin.program},
              {"file", origin.file},
              {"bytes", origin.bytes},
              {"target", schema.target().name},
              {"rows", all},
              {"classes", std::move(classes)},
              {"kinds", std::move(kinds)},
              {"features", features},
              {"question", question_words(on.question, on.model)},
              {"rule", to_string(rule_of(on.question, on.model.rule))},
              {"rules", std::move(rules)},
              {"sampled", on.model.sample.size()},
              {"exact", counts.exact()}};
  if (!on.model.unicode.empty()) out["unicode"] = on.model.unicode;
  return out;
}

std::string card_text(const Json& glance) {
  const auto text = [&](const char* name) { return glance[name].get<std::string>(); };
  std::string out = "model     " + text("file") + "\nmade by   " + text("program") +
                    "\ntarget    " + text("target") + "\nquestion  " + text("question") +
                    "\nrows      " + count_text(glance["rows"].get<double>()) + "\n";
  for (const Json& klass : glance["classes"]) {
    out += "  " + klass["label"].get<std::string>() + "  " +
           count_text(klass["rows"].get<double>()) + "\n";
  }
  for (const Json& kind : glance["kinds"]) {
    std::string names;
    for (const Json& name : kind["features"]) {
      names += (names.empty() ? "" : ", ") + name.get<std::string>();
    }
    out += kind["family"].get<std::string>() + ": " + names + "\n";
  }
  for (const Json& version : glance.value("unicode", Json::array())) {
    out += "cut by    " + version.get<std::string>() + "\n";
  }
  return out;
}

Json loss_json(const Loss& loss) {
  Json decisions = Json::array(), costs = Json::array();
  for (std::size_t d = 0; d < loss.decisions().size(); ++d) {
    decisions.push_back(loss.decisions()[d].to_string());
    Json row = Json::array();
    for (std::size_t k = 0; k < loss.classes().size(); ++k) row.push_back(loss.cost(d, k));
    costs.push_back(std::move(row));
  }
  return {{"decisions", std::move(decisions)},
          {"costs", std::move(costs)},
          {"zero_one", loss.is_zero_one()}};
}

Json all_facts(const ReportOn& on, const ReportOrigin& origin, Pictures& pictures) {
  Json out = {{"glance", glance(on, origin)}};
  out["card_text"] = card_text(out["glance"]);
  out["card"] = {{"program", origin.program},
                 {"question", Json::parse(to_json(as_stored(on.question)))},
                 {"schema", parsed_or_text(origin.schema_json)}};
  out["loss"] = loss_json(on.loss);
  out["good"] = goodness(on, pictures);
  out["features"] = feature_facts(on, pictures);
  out["nomogram"] = nomogram(on);
  if (on.compared != nullptr) out["compared"] = compared_json(*on.compared);
  return out;
}

constexpr std::string_view kComparedLink = "<a href=\"#compared\">Compared</a>\n";

std::string hash_source(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  const auto digest = hash.digest();
  return "'sha256-" + base64({reinterpret_cast<const char*>(digest.data()), digest.size()}) + "'";
}

// The page with each {{name}} replaced once, in one pass: what is put in is not looked at again.
std::string filled(std::string_view page, const std::map<std::string, std::string_view>& parts) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t open = page.find("{{", at);
    const std::size_t close = page.find("}}", open == std::string_view::npos ? open : open + 2);
    if (close == std::string_view::npos) return out += page.substr(at);
    out += page.substr(at, open - at);
    const auto part = parts.find(std::string(page.substr(open + 2, close - open - 2)));
    if (part == parts.end())
      throw Error(ErrorKind::kDefect, "the report's page has an unknown part");
    out += part->second;
    at = close + 2;
  }
}

}  // namespace

std::string json_in_script(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (std::size_t at = 0; at < json.size(); ++at) {
    switch (json[at]) {
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        if (json.substr(at, 3) == "\xE2\x80\xA8" || json.substr(at, 3) == "\xE2\x80\xA9") {
          out += json[at + 2] == '\xA8' ? "\\u2028" : "\\u2029";
          at += 2;
        } else {
          out += json[at];
        }
    }
  }
  return out;
}

std::string report_json(const ReportOn& on, const ReportOrigin& origin) {
  Pictures pictures;
  return dumped(all_facts(on, origin, pictures));
}

std::string report_policy() {
  return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " +
         hash_source(kReportStyle) + "; script-src " + hash_source(kReportScript);
}

std::string nomogram_json(const ReportOn& on) {
  const ReportOn without_rows{on.model, on.question, on.loss};
  Json classes = Json::array();
  for (const Label& label : on.model.counts.class_labels()) classes.push_back(label.to_string());
  return dumped({{"target", on.model.counts.schema().target().name},
                 {"classes", std::move(classes)},
                 {"loss", loss_json(on.loss)},
                 {"nomogram", nomogram(without_rows)}});
}

std::string report_html(const ReportOn& on, const ReportOrigin& origin) {
  Pictures pictures;
  const std::string facts = json_in_script(dumped(all_facts(on, origin, pictures)));
  std::string drawn;
  for (std::size_t i = 0; i < pictures.all().size(); ++i) {
    drawn += "<div id=\"picture-" + std::to_string(i) + "\" class=\"picture\">" +
             pictures.all()[i] + "</div>\n";
  }
  const std::string compared = on.compared == nullptr ? "" : compared_html(*on.compared) + "\n";
  const std::string title = xml_text("Tally: " + on.model.counts.schema().target().name);
  const std::string policy = report_policy();
  return filled(kReportPage, {{"title", title},
                              {"policy", policy},
                              {"style", kReportStyle},
                              {"script", kReportScript},
                              {"facts", facts},
                              {"pictures", drawn},
                              {"compared_link", compared.empty() ? "" : kComparedLink},
                              {"compared", compared}});
}

}  // namespace tally
