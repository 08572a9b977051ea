// learn, forget and move: rows into a model, out of it again, and from one class to another.
#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "cli/mail_model.h"
#include "cli/mail_options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/tuning.h"
#include "tally/assess.h"
#include "tally/explain.h"
#include "tally/text.h"

namespace tally::cli {

namespace {

/// What the three verbs are told.
struct LearnOptions {
  std::vector<std::string> words;  // [MODEL] [DATA …]
  std::string klass;
  bool create = false, again = false;
  DataOptions data;

  void attach(Command& command) {
    command.arguments("MODEL DATA", words,
                      "the model (of mail: may be left out), then rows: files, or mail", true);
    command.option("--class", "NAME", klass, "of mail: its class");
  }
};

constexpr const char* kModelHelp =
    "\nThe model of mail is $XDG_DATA_HOME/tally/mail.tally or ~/.local/share/tally/mail.tally "
    "where none is\nnamed; mail comes from standard input where none is named.";

/// What a piece of a table does to a model.
struct TableChange {
  const char* done;
  RowSample (*sample)(const RowSample& of_model);  // what of the piece to keep at hand
  void (*change)(Model& model, const CountedTable& piece);
};

void add_piece(Model& model, const CountedTable& piece) {
  model.counts.merge(piece.counts);
  model.sample.merge(piece.sample);
  if (is_outgrown(model.rule, model.counts)) tune_model(model);
}

void take_piece_away(Model& model, const CountedTable& piece) {
  model.counts.subtract(piece.counts);
  for (const SampledRow& row : piece.sample.rows()) {
    model.sample.forget(row.digest, row.klass, row.times);
  }
}

constexpr TableChange kLearn{
    "learnt", [](const RowSample& of_model) { return RowSample(of_model.most()); }, add_piece};

constexpr TableChange kForget{"forgotten",
                              [](const RowSample& of_model) {
                                if (of_model.is_off()) return RowSample(0);
                                // Every row that the model's sample may have.
                                RowSample rows(std::numeric_limits<std::int64_t>::max());
                                rows.set_below(of_model.below());
                                return rows;
                              },
                              take_piece_away};

// A table is counted as a piece, and the model changed by it in one transaction.
void change_by_table(const std::string& path, const std::vector<std::string>& inputs,
                     const DataOptions& data, const TableChange& change) {
  if (inputs.empty()) throw Error(ErrorKind::kUsage, "which rows? Name the files of DATA");
  const Model before = load_model(path);
  const Schema& schema = before.counts.schema();
  Table table(inputs, data.read_options(schema.missing));
  const CountedTable piece =
      count_table(table, schema, data.threads(), change.sample(before.sample));
  tell_repaired(table.repaired());
  change_model(path, [&](Model& model) { change.change(model, piece); });
  tell(counted(static_cast<std::size_t>(piece.rows.rows), "row ", "rows ") + change.done);
  tell_skipped(piece.rows);
}

using MailChange = Learned (*)(ModelLearner& learner, const Batch& batch, bool again);

// Messages change the model where it lies, all in one transaction.
Learned change_by_mail(const std::string& path, const LearnOptions& options, MailChange change) {
  std::vector<std::string> paths = options.words;
  if (paths.empty()) paths.emplace_back("-");
  ModelLearner learner(path);
  learner.add_unicode(unicode_version());
  Table table = open_mail(mail_inputs(paths, options.klass), true);
  Learned all;
  {
    const Progress progress(table);
    table.read(learner.frame().counts.schema(), options.data.threads(),
               [&](const Batch& batch, int) -> Table::Finish {
                 return [&] { all += change(learner, batch, options.again); };
               },
               {Role::kTarget});
  }
  learner.commit();
  return all;
}

std::string messages(std::int64_t number) {
  return counted(static_cast<std::size_t>(number), "message", "messages");
}

bool is_about_mail(const LearnOptions& options, const std::string& model) {
  return !options.klass.empty() || options.words.empty() ||
         (std::filesystem::exists(model) && is_mail_model(model));
}

// The model: the first word if it names one, or if rows of a table are meant.
std::string take_model(LearnOptions& options) {
  if (options.words.empty() || names_a_model(options.words.front()) || !options.klass.empty()) {
    return take_mail_model(options.words);
  }
  std::string model = options.words.front();
  options.words.erase(options.words.begin());
  return model;
}

}  // namespace

void learn(Arguments arguments) {
  LearnOptions options;
  Command command("learn",
                  "Adds rows to a model, as if they had been counted with the others. A message "
                  "that is known in\nits class changes nothing, one that is known in another class "
                  "is moved." +
                      std::string(kModelHelp),
                  "tally learn iris.tally more.csv\n"
                  "tally learn mail.tally --class spam message.eml\n"
                  "tally learn --create --class ham < message.eml");
  options.attach(command);
  command.flag("--create", options.create, "of mail: start an empty model where there is none");
  command.flag("--again", options.again, "of mail: count messages that are known once more");
  options.data.attach(command);
  command.parse(arguments);
  const std::string model = take_model(options);
  if (!is_about_mail(options, model)) {
    return change_by_table(model, options.words, options.data, kLearn);
  }
  if (options.klass.empty()) {
    throw Error(ErrorKind::kUsage, "which class is this mail? Name it with --class spam");
  }
  if (options.create && !std::filesystem::exists(model)) {
    make_model_folder(model);
    create_empty_model(mail_schema(), model, RowSample::kUsualMost);
  }
  const Learned all =
      change_by_mail(model, options, [](ModelLearner& learner, const Batch& batch, bool again) {
        return learner.learn(batch, again);
      });
  tune_file_if_outgrown(model);
  tell(fmt::format("{} learned as {}", messages(all.learned), options.klass) +
       (all.moved > 0 ? fmt::format(", {} moved to it", all.moved) : "") +
       (all.known > 0 ? fmt::format(", {} known already", all.known) : ""));
}

void forget(Arguments arguments) {
  LearnOptions options;
  Command command("forget",
                  "Takes rows out of a model, as if they had never been counted. A message that "
                  "was never learned is\nrefused." +
                      std::string(kModelHelp),
                  "tally forget iris.tally mistakes.csv\n"
                  "tally forget mail.tally message.eml");
  options.attach(command);
  options.data.attach(command);
  command.parse(arguments);
  const std::string model = take_model(options);
  if (!is_about_mail(options, model)) {
    return change_by_table(model, options.words, options.data, kForget);
  }
  const Learned all = change_by_mail(
      model, options,
      [](ModelLearner& learner, const Batch& batch, bool) { return learner.forget(batch); });
  tell(messages(all.forgotten) + " forgotten");
  if (!ModelInPlace(model).frame().counts.exact()) {
    tell("warning: the model has dropped rare terms, so that what is left is not exact");
  }
}

void move(Arguments arguments) {
  LearnOptions options;
  Command command("move",
                  "Moves messages that were learned to another class. One that was never learned "
                  "is refused." +
                      std::string(kModelHelp),
                  "tally move mail.tally --class ham Maildir/.Junk/cur/1.eml");
  options.attach(command);
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
