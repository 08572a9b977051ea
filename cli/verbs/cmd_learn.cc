// SPDX-License-Identifier: Apache-2.0
// learn, forget and move: rows into a model, out of it again, and from one class to another.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "cli/mail_model.h"
#include "cli/model_facts.h"
#include "cli/options/mail_options.h"
#include "cli/options/unlabelled_options.h"
#include "cli/print/output.h"
#include "cli/print/progress.h"
#include "cli/session.h"
#include "cli/table_change.h"
#include "tally/inside/assess.h"
#include "tally/inside/explain.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

/// What the three verbs are told.
struct LearnOptions {
  std::vector<std::string> words;  // [MODEL] [DATA …]
  std::string klass;
  bool create = false, create_class = false, again = false;
  std::optional<std::int64_t> most_terms;
  DataOptions data;
  UnlabelledOptions unlabelled;  // of `learn`

  void attach(Command& command) {
    command.arguments("MODEL DATA", words,
                      "the model (of mail: may be left out), then rows: files, or mail (@LIST for "
                      "a list of names)",
                      true);
    command.option("--class", "NAME", klass, "of mail: its class");
  }
  void attach_create_class(Command& command) {
    command.flag("--create-class", create_class,
                 "of mail: the class may be new to a model that has others");
  }
};

constexpr const char* kModelHelp =
    "\nThe model of mail is $XDG_DATA_HOME/tally/mail.tally or ~/.local/share/tally/mail.tally "
    "where none is\nnamed (by a name in .tally, or by a file that is a model); mail comes from "
    "standard input where none is\nnamed.";

// Rows without a class become a layer of the model. Working it out takes longer than others would wait
// for the file, so it is done outside the transaction.
void learn_unlabelled(const std::string& path, const UnlabelledOptions& options,
                      const DataOptions& data) {
  Model before = load_model(path);
  const LearnedFrom learned = learn_from(options, data, before);
  change_model(path, [&](Model& model) {
    model.expected = before.expected;
    const bool is_as_before = to_bytes({model.counts, ""}) == to_bytes({before.counts, ""});
    if (model.expected && !is_as_before) model.expected->stale = true;
    tune_model(model);
  });
  tell_unlabelled(learned);
}

// A table is counted as a piece, and the model changed by it in one transaction.
// Returns whether the model is exact.
bool change_by_table(const std::string& path, const std::vector<std::string>& inputs,
                     const DataOptions& data, const TableChange& change) {
  if (inputs.empty()) throw Error(ErrorKind::kUsage, "which rows? Name the files of DATA");
  const Model before = load_model(path);
  const Schema& schema = before.counts.schema();
  Table table(inputs, data.read_options(schema.missing));
  const Piece piece = count_table(table, schema, data.threads(), change.kept(before));
  tell_strays(table.strays(), schema);
  tell_repaired(table.repaired());
  bool exact = true;
  std::string stale;
  change_model(path, [&](Model& model) {
    change.change(model, piece);
    exact = model.counts.exact();
    if (change.tells_stale) stale = stale_text(model);
  });
  tell(counted(static_cast<std::size_t>(piece.rows.rows), "row ", "rows ") + change.done);
  if (!stale.empty()) tell("note: the rule: " + stale);
  tell_skipped(piece.rows);
  return exact;
}

void tell_not_exact() {
  tell("warning: the model has dropped rare terms, so that the remaining counts are not exact");
}

// A model of mail that messages change. One that is to be created is made when there is a message.
class MailModel {
 public:
  MailModel(std::string path, const LearnOptions& options)
      : path_(std::move(path)),
        schema_(capped_mail_schema(MailPairs::kYes, options.most_terms.value_or(0))),
        known_class_(options.create_class ? "" : options.klass) {
    if (options.create && !std::filesystem::exists(path_)) return;
    open();
    schema_ = learner_->outline().counts.schema();
  }

  const Schema& schema() const { return schema_; }

  ModelLearner& learner() {
    if (learner_) return *learner_;
    make_model_folder(path_);
    create_empty_model(schema_, path_, RowSample::kUsualMost);
    open();
    if (learner_->outline().counts.schema() == schema_) return *learner_;
    throw Error(ErrorKind::kTryAgain, "another model has been created meanwhile",
                {path_, -1, -1, ""});
  }

 private:
  void open() {
    learner_.emplace(path_);
    learner_->add_unicode(unicode_version());
    if (!known_class_.empty())
      check_known_class(learner_->outline().counts.class_labels(), known_class_);
  }

  std::string path_;
  Schema schema_;
  std::string known_class_;  // has to be one of the model's; empty: any
  std::optional<ModelLearner> learner_;
};

using MailChange = Learned (*)(ModelLearner& learner, const Batch& batch, bool again);

// Messages change the model where it lies, all in one transaction.
Learned change_by_mail(const std::string& path, const LearnOptions& options, MailChange change) {
  std::vector<std::string> paths = options.words;
  if (paths.empty()) paths.emplace_back("-");
  const std::vector<MailInput> inputs = mail_inputs(paths, options.klass);
  MailModel model(path, options);
  Table table = open_mail(inputs, true);
  Learned all;
  {
    const Progress progress(table);
    table.read(model.schema(), options.data.threads(),
               [&](const Batch& batch, int) -> Table::Finish {
                 return [&] { all += change(model.learner(), batch, options.again); };
               },
               {Role::kTarget});
  }
  model.learner().commit();
  return all;
}

std::string messages(std::int64_t number) {
  return counted(static_cast<std::size_t>(number), "message", "messages");
}

bool is_about_mail(const std::string& model, const LearnOptions& options) {
  if (!std::filesystem::exists(model)) return !options.klass.empty() || options.words.empty();
  if (is_mail_model(model)) return true;
  if (options.klass.empty()) return false;
  throw Error(ErrorKind::kUsage,
              "--class is about mail; this model reads a table, and its rows have their class in a "
              "column: leave --class out",
              {model, -1, -1, ""});
}

// Without a class these may be rows of a table.
std::string take_model(LearnOptions& options) {
  if (!options.klass.empty() || options.words.empty()) return take_mail_model(options.words);
  std::string model = options.words.front();
  options.words.erase(options.words.begin());
  choose_model(model, options.words);
  return model;
}

}  // namespace

void learn(Arguments arguments) {
  LearnOptions options;
  Command command("learn",
                  "Adds rows to a model, as if they had been counted with the others. A message "
                  "that is known in\nits class changes nothing, one that is known in another class "
                  "is moved. A class that is new to a\nmodel of mail with others has to be asked "
                  "for." +
                      std::string(kModelHelp),
                  "tally learn iris.tally more.csv\n"
                  "tally learn iris.tally --unlabelled many.csv\n"
                  "tally learn mail.tally --class spam message.eml\n"
                  "tally learn --create --class ham < message.eml");
  options.attach(command);
  command.flag("--create", options.create, "of mail: start an empty model where there is none");
  options.attach_create_class(command);
  command.option(
      "--max-terms", "N", options.most_terms,
      "with --create: the rarest terms of a zone are dropped beyond so many (not exact)");
  command.flag("--again", options.again, "of mail: count messages that are known once more");
  options.unlabelled.attach(command);
  options.data.attach(command);
  command.parse(arguments);
  options.unlabelled.check();
  if (options.most_terms && !options.create) {
    throw Error(ErrorKind::kUsage, "--max-terms goes with --create: a model keeps its cap");
  }
  const std::string model = take_model(options);
  const UnlabelledOptions& unlabelled = options.unlabelled;
  if (unlabelled.any() || !is_about_mail(model, options)) {
    if (!unlabelled.any() || !options.words.empty()) {
      change_by_table(model, options.words, options.data, kLearnTable);
    }
    if (unlabelled.any()) learn_unlabelled(model, unlabelled, options.data);
    return;
  }
  if (options.klass.empty()) {
    throw Error(ErrorKind::kUsage, "which class is this mail? Name it with --class spam");
  }
  const Learned all =
      change_by_mail(model, options, [](ModelLearner& learner, const Batch& batch, bool again) {
        return learner.learn(batch, again);
      });
  const Tuned tuned = tune_file_if_outgrown(model, all.learned);
  tell(fmt::format("{} learned as {}", messages(all.learned), options.klass) +
       (all.moved > 0 ? fmt::format(", {} moved to it", all.moved) : "") +
       (all.known > 0 ? fmt::format(", {} known already", all.known) : ""));
  if (tuned == Tuned::kPutOff) tell("note: " + outgrown_text(ModelInPlace(model).outline()));
}

void forget(Arguments arguments) {
  LearnOptions options;
  Command command("forget",
                  "Takes rows out of a model, as if they had never been counted. A message that "
                  "was never learned is\nrefused; so is a row of a table if the model was made by "
                  "fit --digests. Without digests only rows\nthat leave something impossible are "
                  "refused (a negative count): a stranger that looks like what\nwas learned is "
                  "taken away without notice." +
                      std::string(kModelHelp),
                  "tally forget iris.tally mistakes.csv\n"
                  "tally forget mail.tally message.eml");
  options.attach(command);
  options.data.attach(command);
  command.parse(arguments);
  const std::string model = take_model(options);
  if (!is_about_mail(model, options)) {
    if (!change_by_table(model, options.words, options.data, kForgetTable)) tell_not_exact();
    return;
  }
  options.create_class = true;  // it makes none: what was learned in another class is told
  const Learned all = change_by_mail(
      model, options,
      [](ModelLearner& learner, const Batch& batch, bool) { return learner.forget(batch); });
  tell(messages(all.forgotten) + " forgotten");
  if (!ModelInPlace(model).outline().counts.exact()) tell_not_exact();
}

void move(Arguments arguments) {
  LearnOptions options;
  Command command("move",
                  "Moves messages that were learned to another class. One that was never learned "
                  "is refused." +
                      std::string(kModelHelp),
                  "tally move mail.tally --class ham Maildir/.Junk/cur/1.eml");
  options.attach(command);
  options.attach_create_class(command);
  options.data.attach(command);
  command.parse(arguments);
  if (options.klass.empty()) {
    throw Error(ErrorKind::kUsage, "to which class? Name it with --class ham");
  }
  const std::string model = take_mail_model(options.words);
  const Learned all = change_by_mail(
      model, options,
      [](ModelLearner& learner, const Batch& batch, bool) { return learner.move(batch); });
  tell(fmt::format("{} moved to {}", messages(all.moved), options.klass) +
       (all.known > 0 ? fmt::format(", {} were there already", all.known) : ""));
}

}  // namespace tally::cli
