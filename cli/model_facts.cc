// SPDX-License-Identifier: Apache-2.0
#include "cli/model_facts.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <ctime>
#include <nlohmann/json.hpp>

#include "tally/inside/assess.h"
#include "tally/inside/base.h"
#include "tally/inside/explain.h"
#include "tally/inside/fit.h"
#include "tally/inside/mail.h"
#include "tally/inside/read.h"

namespace tally::cli {

namespace {

struct Facts {
  std::int64_t bytes = 0;
  std::string changed;  // the file's own time
  std::int64_t terms = 0;
};

std::string time_text(std::time_t time) {
  std::tm local{};
  ::localtime_r(&time, &local);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &local)};
}

Facts facts_of(const std::string& path, const Model& model) {
  Facts facts;
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) {
    facts.bytes = found.st_size;
    facts.changed = time_text(found.st_mtime);
  }
  for (const Tally& tally : model.counts.tallies()) {
    if (const TextTally* const text = as_text(tally)) facts.terms += text->possible_values();
  }
  return facts;
}

std::string sample_text(const Model& model) {
  const RowSample& sample = model.sample;
  if (sample.is_off()) return "";
  std::string out = fmt::format("sample   {}, {} at most",
                                counted(static_cast<std::size_t>(sample.size()), "row", "rows"),
                                count_text(static_cast<double>(sample.most())));
  // The words of a text are no longer in order.
  if (sample.size() > 0 && !model.counts.schema().has_text()) {
    out += ": the file holds them as they were (tally copy --without-sample leaves them out)";
  }
  return out + "\n";
}

std::string histograms_line(const Schema& schema) {
  const std::string columns = histograms_text(schema);
  return columns.empty() ? "" : "histograms of " + shown(columns) + "\n";
}

nlohmann::ordered_json histograms_json(const Schema& schema) {
  nlohmann::ordered_json out;
  for (const ColumnSchema& column : schema.columns) {
    if (column.histogram) out[column.name] = {{"origin", column.origin}};
  }
  return out;
}

std::string expected_text(const Model& model) {
  if (!model.expected) return "";
  const ExpectedCounts& expected = *model.expected;
  return fmt::format(
      "expected of {} without a class, of weight {}: naive Bayes counts them with the others, as "
      "shown here{}\n",
      counted(static_cast<std::size_t>(expected.rows), "row", "rows"), shortest(expected.weight),
      expected.stale ? "; stale: other rows have come or gone (tally learn --unlabelled works them "
                       "out again)"
                     : "");
}

std::string known_text(const Model& model) {
  if (model.digests.empty()) return "";
  const bool mail = is_mail(model.counts.schema());
  return fmt::format("known    {}\n",
                     counted(model.digests.size(), mail ? "message" : "different row",
                             mail ? "messages" : "different rows"));
}

std::string rows_text(const Model& model) {
  const std::optional<double> then = rows_when_tuned(model.rule);
  const std::string now = count_text(model.counts.total_weight().to_double());
  if (!then) return "never worked out, with " + now + " rows";
  return fmt::format("worked out at {} rows, now there are {}", count_text(*then), now);
}

std::string weights_text(const Model& model) {
  if (!has_weights(model.rule)) return "";
  const std::string stale = stale_text(model);
  return fmt::format("rule     {} answers{}\n", to_string(chosen_rule(model.rule)),
                     stale.empty() ? "" : "; " + stale);
}

}  // namespace

std::string outgrown_text(const Model& model) {
  if (!has_rule(model) || model.counts.classes().size() < 2) return "";
  if (!is_outgrown(model.rule, model.counts)) return "";
  return fmt::format(
      "the weights of the rule are older than the counts: {}; tally tune works them out again",
      rows_text(model));
}

std::string stale_text(const Model& model) {
  if (!has_weights(model.rule) || model.counts.classes().size() < 2) return "";
  if (!is_stale(model.rule, model.counts)) return "";
  const bool has_as_many = rows_when_tuned(model.rule) == model.counts.total_weight().to_double();
  return fmt::format("{}; tally tune works them out again",
                     has_as_many ? "other rows have come and gone since its weights were worked out"
                                 : "its weights were " + rows_text(model));
}

std::string histograms_text(const Schema& schema) {
  std::vector<std::string> columns;
  for (const ColumnSchema& column : schema.columns) {
    if (!column.histogram) continue;
    columns.push_back(column.name);
    if (column.origin != 0) columns.back() += " (from " + shortest(column.origin) + ")";
  }
  return listed(columns);
}

std::string unicode_text(const Model& model) {
  std::string out;
  for (const std::string& version : model.unicode)
    out += (out.empty() ? "" : ", ") + shown(version);
  return out.empty() ? "nothing yet" : out;
}

std::string facts_text(const std::string& path, const Model& model) {
  if (!model.counts.schema().has_text()) {
    const std::string facts = known_text(model) + sample_text(model) + expected_text(model) +
                              histograms_line(model.counts.schema()) + weights_text(model);
    return facts.empty() ? "" : facts + "\n";
  }
  const Facts facts = facts_of(path, model);
  std::string out = fmt::format("file     {} bytes, last change {}\n",
                                count_text(static_cast<double>(facts.bytes)), facts.changed);
  out += fmt::format("terms    {}, cut by {}\n", count_text(static_cast<double>(facts.terms)),
                     unicode_text(model));
  out += known_text(model) + sample_text(model) + histograms_line(model.counts.schema());
  if (has_weights(model.rule)) {
    out += weights_text(model);
  } else if (const std::string old = outgrown_text(model); !old.empty()) {
    out += "rule     " + old + "\n";
  }
  out += fmt::format("exact    {}\n\n",
                     model.counts.exact()
                         ? "yes"
                         : fmt::format("no: {} rare terms were dropped",
                                       count_text(static_cast<double>(model.counts.dropped()))));
  return out;
}

std::string with_facts(const std::string& json, const std::string& path, const Model& model) {
  const bool has_text = model.counts.schema().has_text();
  const nlohmann::ordered_json histograms = histograms_json(model.counts.schema());
  if (!has_text && model.sample.is_off() && model.digests.empty() && histograms.empty() &&
      !model.expected)
    return json;
  auto out = nlohmann::ordered_json::parse(json);
  if (!histograms.empty()) out["histograms"] = histograms;
  if (model.expected) {
    out["expected"] = {{"rows", model.expected->rows},
                       {"weight", model.expected->weight},
                       {"stale", model.expected->stale}};
  }
  if (!has_text) {
    if (!model.sample.is_off())
      out["sample"] = {{"sampled", model.sample.size()}, {"sample", model.sample.most()}};
    if (!model.digests.empty()) out["known"] = model.digests.size();
    if (!stale_text(model).empty()) out["weights_are_stale"] = true;
    return out.dump(2);
  }
  const Facts facts = facts_of(path, model);
  out["text"] = {
      {"bytes", facts.bytes},          {"changed", facts.changed},
      {"terms", facts.terms},          {"unicode", model.unicode},
      {"known", model.digests.size()}, {"sampled", model.sample.size()},
      {"sample", model.sample.most()}, {"rule_is_outgrown", !outgrown_text(model).empty()},
      {"exact", model.counts.exact()}, {"dropped", model.counts.dropped()}};
  return out.dump(2);
}

}  // namespace tally::cli
