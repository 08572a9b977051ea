// SPDX-License-Identifier: Apache-2.0
// fit: from a table to a schema, and on to a model.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "cli/drafted_table.h"
#include "cli/mail_model.h"
#include "cli/model_facts.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/two_passes.h"
#include "cli/unlabelled_options.h"
#include "tally/explain.h"
#include "tally/text.h"

namespace tally::cli {

namespace {

// The columns of a schema by what they are taken for.
std::map<std::string, std::vector<std::string>> by_use(const Schema& schema) {
  std::map<std::string, std::vector<std::string>> out;
  for (const ColumnSchema& column : schema.columns) {
    if (column.role != Role::kFeature) {
      if (column.role != Role::kTarget)
        out[std::string(to_string(column.role))].push_back(column.name);
      continue;
    }
    std::string use(to_string(column.family));
    if (column.family == Family::kMultinomial && column.group != use)
      use += " " + in_quotes(column.group);
    if (column.family == Family::kBernoulli && column.binarize)
      use += " (x > " + shortest(*column.binarize) + ")";
    if (column.family == Family::kBinned) use += " (" + text_of_cuts(column.cuts) + ")";
    out[use].push_back(column.name);
  }
  return out;
}

void tell_features(const Schema& schema) {
  for (const auto& [use, names] : by_use(schema)) tell("  " + use + ": " + listed(names));
  const std::string histograms = histograms_text(schema);
  if (!histograms.empty()) tell("  with a histogram: " + histograms);
  const JointSchema& joint = schema.joint;
  if (joint.empty()) return;
  std::string together =
      "  together: " + counted(joint.grid.size(), "column", "columns") + " in pairs";
  if (!joint.triples.empty()) together += ", " + counted(joint.triples.size(), "triple", "triples");
  if (!joint.scaled.empty()) {
    together += ", moments of " + counted(joint.scaled.size(), "column", "columns");
  }
  tell(together);
}

void tell_unused(const SchemaDraft& draft) {
  if (!draft.ignored.empty()) tell("  ignored: " + listed(draft.ignored));
  if (!draft.undecided.empty()) {
    tell("  not counted, no value (--family decides): " + listed(draft.undecided));
  }
}

void tell_classes(const Counts& counts) {
  std::vector<std::string> classes;
  for (const Counts::Class& klass : counts.classes()) {
    classes.push_back(klass.label.to_string() + " " + count_text(klass.weight));
  }
  tell("  " + counts.schema().target().name + ": " + listed(classes));
  if (classes.size() == 1)
    tell("warning: there is only one class, so every row will be decided for it");
}

// How the rules do on rows that are left out, and which one answers.
void tell_rules(const std::vector<RuleWeight>& rule) {
  for (const RuleScore& score : rule_scores(rule)) {
    tell(fmt::format("  rule {}: accuracy {:.4f}, log loss {:.4f} on rows left out{}",
                     to_string(score.rule), score.accuracy, score.log_loss,
                     score.rule == chosen_rule(rule) ? "; it answers" : ""));
  }
}

// Where reading takes an hour, an output that cannot be made is better noticed before.
void check_can_create(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string name = folder.empty() ? "." : folder.string();
  if (::access(name.c_str(), F_OK) != 0) throw_system_error(errno, "create", path);
}

void check_has_rows(const Piece& table) {
  const Counted& counted = table.rows;
  if (counted.rows > 0 && table.counts.total_weight().is_zero()) {
    throw Error(ErrorKind::kData, "every row weighs 0; nothing was written");
  }
  if (counted.rows > 0) return;
  throw Error(ErrorKind::kData,
              counted.without_target == 0
                  ? "there is no row to count; nothing was written"
                  : fmt::format("none of the {} rows has a target; nothing was written",
                                counted.without_target));
}

// Mail has a model of its own in the user's folder.
std::string default_output(bool mail) {
  if (!mail) throw Error(ErrorKind::kUsage, "where is the model to go? Name a file with -o MODEL");
  std::string model = default_mail_model();
  if (std::filesystem::exists(model)) {
    throw Error(ErrorKind::kCannotCreate,
                "the model exists, and may have learned mail that is not here: name it with -o to "
                "replace it, or add to it with tally learn",
                {model, -1, -1, ""});
  }
  make_model_folder(model);
  return model;
}

// What learns a rule by default keeps the rows for it.
RowSample sample_of(std::optional<std::int64_t> most, const Schema& schema, Counting counting) {
  return RowSample(most.value_or(usual_sample(schema, counting != Counting::kNaive)));
}

// What a question that was given starts from: a model that learns weights chooses its rule.
Question start_of(const Model& model) {
  Question question;
  if (has_rule(model) && can_be_weighted(model.counts.schema())) question.rule = Rule::kAuto;
  return question;
}

// How rows that are kept bear on a schema that turns out to be another.
Recount recount_of(const RowSample& sample, bool digests, const Schema& schema) {
  if (sample.is_off() && !digests) return Recount::kRecast;
  return digests || schema.has_text() ? Recount::kReread : Recount::kSample;
}

bool may_be_read_by_others(const std::string& path) {
  using std::filesystem::perms;
  const perms mode = std::filesystem::status(path).permissions();
  return (mode & (perms::group_read | perms::others_read)) != perms::none;
}

// A file that is there keeps its mode.
void tell_readers(const Model& model, const std::string& path) {
  if (model.sample.rows().empty() || !may_be_read_by_others(path)) return;
  tell("note: the model holds " +
       tally::counted(static_cast<std::size_t>(model.sample.size()), "row", "rows") +
       " as they were, and others may read the file: chmod 600, or tally copy --without-sample");
}

// `fit --clusters`: all rows are shared out among classes that nobody has named.
void fit_clusters(const std::vector<std::string>& inputs, const DataOptions& data,
                  const SchemaOptions& columns, const QuestionOptions& question,
                  const ClusterOptions& options, const std::string& output) {
  const std::int64_t clusters = options.clusters();
  const ClusterStarts starts = options.starts();
  Declarations declarations = columns.declarations();
  if (!declarations.target.empty()) {
    throw Error(ErrorKind::kUsage,
                "--clusters finds classes that nobody has named: leave --target out, and --ignore "
                "the column if it says what the rows are");
  }
  const std::vector<std::string> missing = columns.missing();
  Table table(inputs, data.read_options(missing));
  std::vector<ColumnSample> samples = table.sample();
  for (ColumnSample& sample : samples) {
    sample.is_class = false;  // by the custom of a format
    if (sample.name == kCluster) {
      throw Error(ErrorKind::kUsage, "there is a column 'cluster' already: rename it");
    }
  }
  samples.push_back(cluster_sample(clusters));
  declarations.target = kCluster;
  declarations.values.emplace_back(kCluster, samples.back().examples);
  declarations.count = Counting::kNaive;
  const SchemaDraft draft = draft_schema(samples, declarations, missing);
  table.take_strays(draft.guessed);
  const UnlabelledRows rows = read_unlabelled(table, draft.schema, data.threads());
  Clustered found = find_clusters(rows, draft.schema, starts, data.threads());
  if (question.any()) found.model.default_question = to_json(question.over({}));
  save_model(found.model, output, kPatience, data.threads());
  tell(tally::counted(static_cast<std::size_t>(rows.size()), "row", "rows") + " without a class");
  tell_iterations(found.objective);
  std::vector<std::string> sizes;
  for (const Counts::Class& klass : found.model.expected->counts.classes()) {
    sizes.push_back(fmt::format("{} {:.1f}", klass.label.to_string(), klass.weight.to_double()));
  }
  tell("  rows expected in each cluster: " + listed(sizes));
  tell_features(draft.schema);
  tell_unused(draft);
  tell_strays(table.strays(), draft.schema);
  tell("model: " + output);
}

}  // namespace

void fit(Arguments arguments) {
  std::vector<std::string> inputs;
  std::string output, schema_file;
  std::optional<std::int64_t> sample;
  bool digests = false;
  DataOptions data;
  SchemaOptions columns;
  QuestionOptions question;
  UnlabelledOptions unlabelled;
  ClusterOptions clusters;
  Command command(
      "fit",
      "Counts a table by class. The counts are the model. A folder of texts with a folder for each "
      "class is\na table with the columns text and class. `fit mail` counts messages; a "
      "table of that name\nis ./mail. Of a maildir its cur and new are read; other folders in it "
      "(.Junk) only where they are\nnamed, and what lies within two paths belongs to the nearer "
      "one.\nWithout -o the model of mail is $XDG_DATA_HOME/tally/mail.tally or "
      "~/.local/share/tally/mail.tally, if there\nis none yet.",
      "tally fit iris.csv --target species -o iris.tally\n"
      "tally fit mail --class ham=Maildir --class spam=Maildir/.Junk "
      "-o mail.tally\n"
      "tally fit few.csv --target species --unlabelled many.csv -o iris.tally\n"
      "tally fit iris.csv --ignore species --clusters 3 -o clusters.tally");
  command.arguments("DATA", inputs, kDataHelp);
  command.option("-o,--output", "MODEL", output, "the model to write");
  command.option("--schema", "FILE", schema_file,
                 "what the columns are, from a schema (tally schema) or a model");
  columns.attach_with_count(command);
  command.option(
      "--sample", "N", sample,
      "keep N rows as they are, of texts their terms, from which a rule is learned; the "
      "file is then for its owner alone (default: 4096; of texts without --pairs and with "
      "--count naive 0)");
  command.flag("--digests", digests,
               "keep a digest of every row, so that forget refuses rows that were never learned "
               "(of mail always)");
  unlabelled.attach(command);
  clusters.attach(command);
  data.attach(command);
  question.attach(command);
  command.parse(arguments);
  unlabelled.check();
  if (sample.value_or(0) < 0) throw Error(ErrorKind::kUsage, "--sample: expected 0 or more rows");
  const bool mail = inputs.front() == kMail;
  if (output.empty()) output = default_output(mail);
  question.over({});  // which is refused before any row is read
  check_can_create(output);
  if (clusters.any()) {
    if (mail || !schema_file.empty() || sample || digests || unlabelled.any()) {
      throw Error(ErrorKind::kUsage,
                  "--clusters takes all rows of a table without a class: leave mail, --schema, "
                  "--sample, --digests and --unlabelled out");
    }
    return fit_clusters(inputs, data, columns, question, clusters, output);
  }

  if (columns.count() == Counting::kFull) inputs = kept_to_read_twice(std::move(inputs));
  DraftedTable drafted = open_table(inputs, data, columns, schema_file, "; nothing was written");
  const Schema& drawn_up = drafted.draft.schema;
  const Counting counting = columns.counting(drawn_up);
  if (counting == Counting::kFull) draw_up_together(drafted, columns.most_cells(), data.threads());
  if (unlabelled.any()) UnlabelledRows{drawn_up};  // which refuses texts before any row is read
  // How much rows without a class count is found out on rows that have one.
  const auto sample_to_keep = [&](const Schema& schema) {
    const RowSample asked_for = sample_of(sample, schema, counting);
    return asked_for.is_off() && unlabelled.needs_sample() ? RowSample() : asked_for;
  };
  const Recount recount = recount_of(sample_to_keep(drawn_up), digests, drawn_up);
  Piece counted = count_settled(drafted, recount, [&](Table& table, const Schema& schema) {
    Piece rows = count_table(table, schema, data.threads(), {sample_to_keep(schema), digests});
    check_has_rows(rows);
    return rows;
  });
  const SchemaDraft& draft = drafted.draft;
  const Counted rows = counted.rows;
  Model model = model_of(std::move(counted));
  if (question.any()) model.default_question = to_json(question.over(start_of(model)));
  if (draft.schema.has_text()) model.unicode = {unicode_version()};
  std::optional<LearnedFrom> learned;
  if (unlabelled.any()) learned = learn_from(unlabelled, data, model);
  if (sample_of(sample, draft.schema, counting).is_off()) model.sample = RowSample(0);
  tune_model(model);
  save_model(model, output, kPatience, data.threads());
  tell(tally::counted(static_cast<std::size_t>(rows.rows), mail ? "message" : "row",
                      mail ? "messages" : "rows"));
  tell_classes(model.counts);
  tell_features(draft.schema);
  tell_unused(draft);
  tell_notes(draft);
  tell_strays(drafted.table.strays(), drafted.draft.schema);
  tell_skipped(rows);
  if (rows.without_target > 0 && !unlabelled.any() && !draft.schema.has_text() &&
      inputs.front() != "-") {
    tell("note: --unlabelled " + inputs.front() + " would learn from rows without a class, too");
  }
  tell_repaired(drafted.table.repaired());
  if (learned) tell_unlabelled(*learned);
  tell_rules(model.rule);
  tell_readers(model, output);
  tell("model: " + output);
}

}  // namespace tally::cli
