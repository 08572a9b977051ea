// SPDX-License-Identifier: Apache-2.0
// fit: from a table to a schema, and on to a model.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/drafted_table.h"
#include "cli/fit_clusters.h"
#include "cli/mail_model.h"
#include "cli/model_facts.h"
#include "cli/options/unlabelled_options.h"
#include "cli/print/output.h"
#include "cli/print/told_fit.h"
#include "cli/session.h"
#include "cli/two_passes.h"
#include "tally/inside/assess.h"
#include "tally/inside/explain.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

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

// What fit is told about the rows, and what it makes of them.
struct FitOptions {
  std::vector<std::string> inputs;
  std::string schema_file;
  DataOptions data;
  SchemaOptions columns;
  std::optional<std::int64_t> sample;
  bool digests = false;
  bool learns_unlabelled = false;  // from other rows, too
  bool needs_sample = false;       // for that, even if it is not to be kept
};

// Whether the model that is written keeps rows: of a table, whether it has a rule.
bool keeps_sample(const FitOptions& options, const Schema& schema) {
  return !sample_of(options.sample, schema, options.columns.counting(schema)).is_off();
}

struct Fitted {
  DraftedTable drafted;
  Counted rows;
  Model model;
};

// The schema without these columns, wherever they stand in it.
Schema without_columns(Schema schema, const std::vector<std::string>& names) {
  const auto is_gone = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto has_gone = [&](const auto& column) { return is_gone(column.name); };
  std::erase_if(schema.columns, has_gone);
  std::erase_if(schema.joint.grid, has_gone);
  std::erase_if(schema.joint.scaled, has_gone);
  std::erase_if(schema.joint.triples, [&](const Triple& triple) {
    return std::any_of(triple.begin(), triple.end(), is_gone);
  });
  return schema;
}

// Without the columns `left_out` where a schema says what there is.
Fitted fit_table(const FitOptions& options, const std::vector<std::string>& left_out = {}) {
  const int threads = options.data.threads();
  DraftedTable drafted = open_table(options.inputs, options.data, options.columns,
                                    options.schema_file, "; nothing was written");
  if (!options.schema_file.empty()) {
    drafted.draft.schema = without_columns(std::move(drafted.draft.schema), left_out);
  }
  const Schema& drawn_up = drafted.draft.schema;
  const Counting counting = options.columns.counting(drawn_up);
  if (counting == Counting::kFull) draw_up_together(drafted, options.columns.most_cells(), threads);
  if (options.learns_unlabelled)
    UnlabelledRows{drawn_up};  // which refuses what cannot be shared out before any row is read
  // How much rows without a class count is found out on rows that have one.
  const auto sample_to_keep = [&](const Schema& schema) {
    const RowSample asked_for = sample_of(options.sample, schema, counting);
    return asked_for.is_off() && options.needs_sample ? RowSample() : asked_for;
  };
  const Recount recount = recount_of(sample_to_keep(drawn_up), options.digests, drawn_up);
  Piece counted = count_settled(drafted, recount, [&](Table& table, const Schema& schema) {
    Piece rows = count_table(table, schema, threads, {sample_to_keep(schema), options.digests});
    check_has_rows(rows);
    return rows;
  });
  const Counted rows = counted.rows;
  if (counting == Counting::kFull) note_texts_apart(drafted);
  return {std::move(drafted), rows, model_of(std::move(counted))};
}

// The columns that stand behind the best features of a model, exposures that nobody needs then included.
std::vector<std::string> columns_behind(const Model& model, const FeatureRanking& ranking,
                                        std::size_t best) {
  const Schema& schema = model.counts.schema();
  std::vector<std::string> out;
  std::set<std::string> kept;
  for (std::size_t i = 0; i < ranking.features.size(); ++i) {
    const TallySpec& spec = model.counts.find(ranking.features[i].name)->spec();
    if (i < best) {
      kept.insert(spec.exposure);
    } else {
      out.insert(out.end(), spec.columns.begin(), spec.columns.end());
    }
  }
  for (const ColumnSchema& column : schema.columns) {
    if (column.role == Role::kExposure && kept.count(column.name) == 0) out.push_back(column.name);
  }
  return out;
}

// Fits, ranks the features, and fits again without all but the best.
Fitted fit_best(FitOptions options, std::size_t best, const QuestionOptions& question) {
  options.inputs = kept_to_read_twice(std::move(options.inputs));
  FitOptions first = options;
  first.digests = false;
  first.sample = std::max(options.sample.value_or(0), RowSample::kUsualMost);
  Fitted all = fit_table(first);
  const Schema& schema = all.model.counts.schema();
  if (schema.has_text()) {
    throw Error(ErrorKind::kUsage, "--best: features are ranked of tables without a text");
  }
  // As the model is going to answer: without a sample it learns no weights.
  if (keeps_sample(options, schema)) tune_model(all.model);
  const Question asked = question.over(start_of(all.model));
  const FeatureRanking ranking = rank_features(all.model, asked);
  const std::vector<std::string> left_out = columns_behind(all.model, ranking, best);
  options.columns.leave_out(left_out);
  Fitted out = fit_table(options, left_out);
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < std::min(best, ranking.features.size()); ++i) {
    const RankedFeature& feature = ranking.features[i];
    kept.push_back(fmt::format("{} ({:+.4f})", feature.name, feature.gain));
  }
  tell(fmt::format("the best {} of {} features, by the log loss of the rule {} without each: {}",
                   kept.size(), ranking.features.size(), to_string(ranking.rule), listed(kept)));
  return out;
}

}  // namespace

void fit(Arguments arguments) {
  FitOptions options;
  std::vector<std::string>& inputs = options.inputs;
  std::string output;
  std::string& schema_file = options.schema_file;
  std::optional<std::int64_t>& sample = options.sample;
  std::optional<std::int64_t> best;
  bool& digests = options.digests;
  DataOptions& data = options.data;
  SchemaOptions& columns = options.columns;
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
      "tally fit iris.csv --target species --best 2 -o two.tally\n"
      "tally fit mail --class ham=Maildir --class spam=Maildir/.Junk "
      "-o mail.tally\n"
      "tally fit few.csv --target species --unlabelled many.csv -o iris.tally\n"
      "tally fit iris.csv --ignore species --clusters 3 -o clusters.tally");
  command.arguments("DATA", inputs, kDataHelp);
  command.option("-o,--output", "MODEL", output, "the model to write");
  command.option("--schema", "FILE", schema_file,
                 "what the columns are, from a schema (tally schema) or a model");
  columns.attach_with_count(command);
  command.option("--sample", "N", sample,
                 "keep N rows as they are, of texts their terms, from which a rule is learned; the "
                 "file is then for its owner alone (default: 4096; with --count naive 0)");
  command.flag("--digests", digests,
               "keep a digest of every row, so that forget refuses rows that were never learned "
               "(of mail always)");
  command.option(
      "--best", "N", best,
      "keep the N most informative features (tally rank) and ignore the others; the table is "
      "read twice");
  unlabelled.attach(command);
  clusters.attach(command);
  data.attach(command);
  question.attach(command);
  command.parse(arguments);
  unlabelled.check();
  if (best.value_or(1) < 1) throw Error(ErrorKind::kUsage, "--best: expected 1 or more features");
  if (sample.value_or(0) < 0) throw Error(ErrorKind::kUsage, "--sample: expected 0 or more rows");
  const bool mail = inputs.front() == kMail;
  if (mail && best) throw Error(ErrorKind::kUsage, "--best: mail has one feature for each zone");
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
  options.learns_unlabelled = unlabelled.any();
  options.needs_sample = unlabelled.needs_sample();
  Fitted fitted =
      best ? fit_best(options, static_cast<std::size_t>(*best), question) : fit_table(options);
  const DraftedTable& drafted = fitted.drafted;
  const SchemaDraft& draft = drafted.draft;
  const Counted rows = fitted.rows;
  Model& model = fitted.model;
  if (question.any()) model.default_question = to_json(question.over(start_of(model)));
  if (draft.schema.has_text()) model.unicode = {unicode_version()};
  std::optional<LearnedFrom> learned;
  if (unlabelled.any()) learned = learn_from(unlabelled, data, model);
  if (!keeps_sample(options, draft.schema)) model.sample = RowSample(0);
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
  if (rows.without_target > 0 && !unlabelled.any() && !mail && inputs.front() != "-") {
    tell("note: --unlabelled " + inputs.front() + " would learn from rows without a class, too");
  }
  tell_repaired(drafted.table.repaired());
  if (learned) tell_unlabelled(*learned);
  tell_rules(model.rule);
  tell_readers(model, output);
  tell("model: " + output);
}

}  // namespace tally::cli
