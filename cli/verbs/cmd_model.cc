// SPDX-License-Identifier: Apache-2.0
// merge, check, compact, copy: model files as files.
#include <fmt/format.h>

#include "cli/mail_model.h"
#include "cli/model_facts.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/base.h"
#include "tally/inside/explain.h"

namespace tally::cli {

void merge(Arguments arguments) {
  std::vector<std::string> paths;
  std::string output;
  Command command("merge", "Adds models up: the result is the model of all their rows.",
                  "tally merge monday.tally tuesday.tally -o week.tally");
  command.arguments("MODEL", paths, "models of one schema");
  command.option("-o,--output", "MODEL", output, "the model to write");
  command.parse(arguments);
  if (output.empty())
    throw Error(ErrorKind::kUsage, "where is the sum to go? Name a file with -o MODEL");

  Model sum = load_model(paths.front());
  std::vector<std::string> without_sample;
  bool some_have_sample = false;
  const auto look_at_sample = [&](const std::string& path, const Model& model) {
    if (model.counts.total_weight().is_zero()) return;
    const bool has_none = model.sample.size() == 0 && model.sample.below().empty();
    if (has_none) without_sample.push_back(path);
    some_have_sample = some_have_sample || !has_none;
  };
  look_at_sample(paths.front(), sum);
  bool same_question = true, same_joint = true;
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const Model model = load_model(paths[i]);
    const std::string joint =
        joint_difference(sum.counts.schema().joint, model.counts.schema().joint);
    if (!joint.empty() && same_joint) {
      same_joint = false;
      tell("note: " + in_quotes(paths[i]) + " counts columns together otherwise (" + joint +
           "): these counts are dropped, and the rule full does not answer; make the schema once "
           "(tally schema --count full -o FILE) and fit every part with --schema");
    }
    Schema here = sum.counts.schema(), there = model.counts.schema();
    here.joint = there.joint = {};
    const std::string why = difference(here, there);
    if (!why.empty()) {
      throw Error(ErrorKind::kData, "the schemas of " + in_quotes(paths.front()) + " (here) and " +
                                        in_quotes(paths[i]) + " (there) differ: " + why);
    }
    look_at_sample(paths[i], model);
    tally::merge(sum, model);
    same_question = same_question && model.default_question == sum.default_question;
  }
  if (!same_question) {
    sum.default_question.clear();
    tell("note: the models have different default questions; the sum has none");
  }
  if (some_have_sample && !without_sample.empty()) {
    tell("warning: no sample of rows is in " + listed(without_sample) +
         ": the sum learns its rule from rows of the other models alone, as if they were a fair "
         "sample of all");
  }
  if (!sum.counts.exact()) {
    tell("warning: a model here has dropped rare terms, so that the sum is not exact");
  }
  tune_model(sum);
  save_model(sum, output);
  tell(fmt::format("{}, rows {}", counted(paths.size(), "model", "models"),
                   count_text(sum.counts.total_weight())));
  tell("model: " + output);
}

void check(Arguments arguments) {
  std::string path;
  Command command(
      "check",
      "Checks that a model file is sound: every page, its tables, its sums, its default "
      "question.",
      "tally check iris.tally");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.parse(arguments);
  path = named_or_default(path);
  const ModelCheck found = check_model(path);
  const Model model = load_model(path);
  question_for(model, {});
  const Counts& counts = model.counts;
  std::string out =
      fmt::format("{}: sound; rows {}, {}, {}", shown(path), count_text(counts.total_weight()),
                  counted(counts.classes().size(), "class", "classes"),
                  counted(counts.tallies().size(), "feature", "features"));
  if (counts.schema().has_text()) out += ", terms cut by " + unicode_text(model);
  if (!counts.exact()) out += "; exact: no, rare terms were dropped";
  if (model.expected) {
    out += "; " + counted(static_cast<std::size_t>(model.expected->rows), "row", "rows") +
           " without a class" + (model.expected->stale ? ", stale" : "");
  }
  if (const std::string stale = stale_text(model); !stale.empty()) out += "; rule: " + stale;
  if (!found.canonical) out += "; changed in place, `tally compact` makes it canonical";
  print(out + "\n");
}

void compact(Arguments arguments) {
  std::string path;
  Command command("compact",
                  "Rewrites a model file in its smallest form, which depends on the counts and the "
                  "sample alone.",
                  "tally compact iris.tally");
  command.argument("MODEL", path, kModelOrDefaultHelp, true);
  command.parse(arguments);
  path = named_or_default(path);
  tune_file(path);
  compact_model(path);
}

void copy(Arguments arguments) {
  std::string from, to;
  bool without_digests = false, without_sample = false, without_unlabelled = false;
  Command command("copy", "Copies a model, safely while others use it.",
                  "tally copy iris.tally backup.tally\n"
                  "tally copy --without-digests mail.tally public.tally\n"
                  "tally copy --without-sample iris.tally public_iris.tally");
  command.argument("MODEL", from, "the model");
  command.argument("NEW", to, "the name of the copy; must not exist");
  command.flag(
      "--without-digests", without_digests,
      "leave out which rows or messages were learned, and the sample of them, for a model that "
      "others may see");
  command.flag("--without-sample", without_sample,
               "leave out the sample: rows as they were, from which a rule is learned");
  command.flag("--without-unlabelled", without_unlabelled,
               "leave out the expected counts of rows without a class");
  command.parse(arguments);
  copy_model(from, to, kPatience,
             without_digests  ? CopyRows::kNone
             : without_sample ? CopyRows::kNoSample
                              : CopyRows::kAll,
             without_unlabelled ? CopyExpected::kNo : CopyExpected::kYes);
}

}  // namespace tally::cli
