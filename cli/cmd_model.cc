// merge, check, compact, copy: model files as files.
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/session.h"
#include "tally/explain.h"

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
  bool same_question = true;
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const Model model = load_model(paths[i]);
    const std::string why = difference(sum.counts.schema(), model.counts.schema());
    if (!why.empty()) {
      throw Error(ErrorKind::kData, "the schemas of " + quoted(paths.front()) + " (here) and " +
                                        quoted(paths[i]) + " (there) differ: " + why);
    }
    sum.counts.merge(model.counts);
    same_question = same_question && model.default_question == sum.default_question;
  }
  if (!same_question) {
    sum.default_question.clear();
    tell("note: the models have different default questions; the sum has none");
  }
  save_model(sum, output);
  tell(fmt::format("{}, rows {}\nmodel: {}", counted(paths.size(), "model", "models"),
                   count_text(sum.counts.total_weight()), output));
}

void check(Arguments arguments) {
  std::string path;
  Command command(
      "check",
      "Checks that a model file is sound: every page, its tables, its sums, its default "
      "question.",
      "tally check iris.tally");
  command.argument("MODEL", path, "the model");
  command.parse(arguments);
  const ModelCheck found = check_model(path);
  const Model model = load_model(path);
  question_for(model, {});
  print(
      fmt::format("{}: sound; rows {}, {}, {}{}\n", path, count_text(model.counts.total_weight()),
                  counted(model.counts.classes().size(), "class", "classes"),
                  counted(model.counts.tallies().size(), "feature", "features"),
                  found.canonical ? "" : "; changed in place, `tally compact` makes it canonical"));
}

void compact(Arguments arguments) {
  std::string path;
  Command command("compact",
                  "Rewrites a model file in its smallest form, which depends on the counts alone.",
                  "tally compact iris.tally");
  command.argument("MODEL", path, "the model");
  command.parse(arguments);
  compact_model(path);
}

void copy(Arguments arguments) {
  std::string from, to;
  Command command("copy", "Copies a model, safely while others use it.",
                  "tally copy iris.tally backup.tally");
  command.argument("MODEL", from, "the model");
  command.argument("NEW", to, "the name of the copy; must not exist");
  command.parse(arguments);
  copy_model(from, to);
}

}  // namespace tally::cli
