// SPDX-License-Identifier: Apache-2.0
// show and explain: a model, and one decision, as people read them.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/mail_model.h"
#include "cli/model_facts.h"
#include "cli/options/mail_options.h"
#include "cli/options/picture_options.h"
#include "cli/options/verdict_options.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "cli/worked_out.h"
#include "tally/inside/base.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

Bars bars_on_terminal() { return ::isatty(STDOUT_FILENO) == 1 ? Bars::kYes : Bars::kNo; }

// Of a model that has just been created.
std::string nothing_learned(const std::string& path, const Model& model, bool json) {
  if (json) return with_facts(R"({"rows": 0, "classes": [], "features": []})", path, model) + "\n";
  return facts_text(path, model) + "there is no class yet: learn rows first\n";
}

// What can be named: features, and the columns that they read.
std::vector<std::string> names_of_features(const Counts& counts) {
  std::vector<std::string> out;
  for (const Tally& tally : counts.tallies()) out.push_back(tally.name());
  for (const ColumnSchema& column : counts.schema().columns) {
    const bool is_new = std::find(out.begin(), out.end(), column.name) == out.end();
    if (column.role == Role::kFeature && is_new) out.push_back(column.name);
  }
  return out;
}

}  // namespace

void show(Arguments arguments) {
  std::string path;
  bool json = false, csv = false, dictionary = false, weights = false;
  PictureOptions pictures;
  QuestionOptions question;
  Command command("show",
                  "Prints a model: its classes, and the counts and estimates of every feature.",
                  "tally show iris.tally\ntally show iris.tally --estimate bayes --json\n"
                  "tally show iris.tally --svg petal_length=petal.svg");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.flag("--json", json, "as JSON, nothing left out");
  command.flag("--dictionary", dictionary,
               "the terms of texts instead: sorted, numbered from 1, with counts per class");
  command.flag("--weights", weights, "instead: the weights of the rule that the model has learned");
  command.flag("--csv", csv, "the dictionary as CSV");
  pictures.attach(command, "FEATURE",
                  "instead: draw how a feature is distributed in each class to a file");
  question.attach(command);
  command.parse(arguments);
  if (weights && dictionary) throw Error(ErrorKind::kUsage, "--weights or --dictionary, not both");
  if (csv && (json || !dictionary)) {
    throw Error(ErrorKind::kUsage, "--csv goes with --dictionary, and not with --json");
  }
  if (pictures.any() && (weights || dictionary || json)) {
    throw Error(ErrorKind::kUsage,
                "--svg draws features: leave --json, --weights and --dictionary out");
  }
  path = named_or_default(path);
  const Model model = load_model(path);
  if (dictionary) {
    if (!model.counts.schema().has_text()) {
      throw Error(ErrorKind::kUsage, "--dictionary: the model has no text, and so no terms");
    }
    if (json) return print_data(dictionary_json(model.counts) + "\n");
    if (csv) return print_data(dictionary_csv(model.counts));
    return print(dictionary_text(model.counts));
  }
  if (weights) {
    if (json) return print_data(rule_view_json(model.counts, model.rule) + "\n");
    return print(rule_view_text(model.counts, model.rule));
  }
  if (as_asked(model, Question{}).counts.classes().empty()) {
    if (pictures.any()) {
      throw Error(ErrorKind::kData, "there is no class yet, and nothing to draw: learn rows first");
    }
    const std::string nothing = nothing_learned(path, model, json);
    return json ? print_data(nothing) : print(nothing);
  }
  Question asked = question_for(model, question);
  asked.rule = Rule::kNaive;  // whose estimates they are
  asked = as_expected(std::move(asked), model);
  asked.calibrate = false;  // which is about whole rows
  const Counts counts = as_asked(model, asked).counts;
  if (pictures.any()) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const PictureOptions::Wanted& wanted : pictures.among(names_of_features(counts))) {
      files.emplace_back(wanted.path, feature_svg(counts, asked, wanted.name));
    }
    return write_files(files);
  }
  if (json) return print_data(with_facts(show_json(counts, asked), path, model) + "\n");
  print(facts_text(path, model) + show_text(counts, asked));
}

void explain(Arguments arguments) {
  std::string path;
  std::vector<std::string> inputs, given;
  std::optional<std::int64_t> row;
  bool json = false;
  DataOptions data;
  QuestionOptions question;
  DecisionOptions decision;
  VerdictOptions verdict;
  Command command("explain",
                  "Works one decision out, step by step, with the counts behind every number.",
                  "tally explain iris.tally iris.csv --row 0\n"
                  "tally explain iris.tally --given 'petal_length=1.4,petal_width=0.2'\n"
                  "tally explain mail.tally message.eml");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.arguments("DATA", inputs, kDataOrMailHelp, true);
  command.option("--row", "N", row,
                 "the row of DATA to explain, counted from 0; of a single row, and of mail, the "
                 "first");
  command.option("--given", "COLUMN=VALUE,..", given,
                 "the row itself; what is not named is missing");
  command.flag("--json", json, "as JSON, nothing left out");
  question.attach(command);
  decision.attach_with_bound(command);
  verdict.attach(command);
  data.attach(command);
  command.parse(arguments);

  choose_model(path, inputs);
  const bool mail = is_mail_model(path);
  if (!mail && given.empty() && inputs.empty()) {
    throw Error(ErrorKind::kUsage,
                "which row? Give either DATA, perhaps with --row N, or --given 'column=value,…'");
  }
  if (row && !given.empty()) throw Error(ErrorKind::kUsage, "--given is the row: leave --row out");
  if (!given.empty() && !inputs.empty())
    throw Error(ErrorKind::kUsage, "--given is the row: leave DATA out");
  std::string out;
  const auto work_out = [&](const Asked& asked, const Batch& batch, std::int64_t number) {
    const WorkedOut worked = work_out_row(asked, batch, number, verdict);
    out = json ? worked.json() : worked.text(bars_on_terminal());
    if (json) out += "\n";
  };
  if (mail && given.empty()) {
    with_message(path, row.value_or(0), inputs, question, decision, work_out);
  } else if (given.empty()) {
    const Asked asked = ask(path, question, decision);
    with_row(asked.model.counts.schema(), row, inputs, data,
             [&](const Batch& batch, std::int64_t number) { work_out(asked, batch, number); });
  } else {
    with_given(path, given, question, decision,
               [&](const Asked& asked, const Batch& batch) { work_out(asked, batch, 0); });
  }
  json ? print_data(out) : print(out);
}

}  // namespace tally::cli
