// SPDX-License-Identifier: Apache-2.0
// filter: a message in, the same message out with a verdict in its headers.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>

#include "cli/mail_model.h"
#include "cli/mail_verdict.h"
#include "cli/options/verdict_options.h"
#include "cli/print/output.h"
#include "cli/remedy.h"
#include "cli/session.h"
#include "cli/spooled_input.h"
#include "tally/inside/infer.h"
#include "tally/inside/mail.h"

namespace tally::cli {

namespace {

constexpr int kError = 3;
constexpr int kTempFail = 75;

struct FilterOptions {
  std::string model, with, header = kUsualHeader, format = kUsualHeaderFormat;
  bool always_zero = false, temp_fail = false, pass_on_error = false, update = false;
  VerdictOptions verdict;
  QuestionOptions question;

  int error_code() const { return temp_fail ? kTempFail : kError; }
};

struct AskedModels {
  std::string own, with;
};

// A user without a model has the one that everybody has.
AskedModels models_to_ask(const FilterOptions& options, const std::string& model) {
  const bool is_missing = ::access(model.c_str(), F_OK) != 0 && errno == ENOENT;
  const bool has_none = is_missing && options.model.empty() && !options.with.empty();
  return has_none ? AskedModels{options.with, ""} : AskedModels{model, options.with};
}

// One class alone cannot be told from another.
void tell_one_class(const std::string& model, const std::vector<Label>& classes) {
  const std::string learned = classes.empty()
                                  ? "nothing yet"
                                  : "mail of one class only, " + in_quotes(classes[0].to_string());
  complain(model + ": the model has learned " + learned +
           ", so all mail is unsure: tally learn --class NAME teaches it others");
}

// A message and the model that judges it, which may learn it afterwards: the message is cut once,
// and the model is opened once.
class Case {
 public:
  Case(const AskedModels& models, Afterwards afterwards, std::string_view message)
      : models_(models),
        own_(std::in_place, models.own, kPatience, afterwards),
        row_(mail_schema_of(own_->outline(), models_.own)) {
    row_.of(message);
  }

  // Reads from the models only what the message needs.
  Verdict judge(const FilterOptions& options) {
    const Batch& message = row_.batch();
    std::optional<ModelInPlace> with;
    if (!models_.with.empty()) with.emplace(models_.with);
    const JudgedMessage judged =
        judge_message(*own_, with ? &*with : nullptr, message, options.question, options.verdict);
    if (judged.learned.size() < 2) tell_one_class(models_.own, judged.learned);
    return judged.verdict;
  }

  // Ends the reading. Nobody who writes waits for a message that is slow to go out.
  void end_reading() {
    learner_.emplace(*std::move(own_));
    own_.reset();
  }

  // Learns the message, unless somebody has learned it before. REQUIRES: end_reading.
  void learn(const Verdict& verdict) {
    Batch message = row_.batch();
    const auto classes = std::make_shared<Dictionary>();
    const std::vector<std::int32_t> codes{classes->code(Label::of(verdict.klass))};
    message.columns.push_back({kMailTarget, Codes::of(codes, classes)});
    if (!learner_->knows(message, 0)) learner_->learn(message, false);
    learner_->commit();
    tune_file_if_outgrown(ModelInPlace(*std::move(learner_)), models_.own, 1);
  }

 private:
  AskedModels models_;
  std::optional<ModelInPlace> own_;      // until the message is judged
  std::optional<ModelLearner> learner_;  // from then on
  MessageRow row_;
};

void write_marked(const SpooledInput& input, const MarkedMessage& marked,
                  const std::string& value) {
  Output out;
  const auto sink = [&](std::string_view piece) { out.write(piece); };
  marked.write_headers(value, sink);
  input.write_from(marked.body_start(), sink);
  out.finish();
}

void write_unchanged(const SpooledInput& input) {
  Output out;
  input.pass_on(STDIN_FILENO, [&](std::string_view piece) { out.write(piece); });
  out.finish();
}

// What is known before anything is written.
struct Judged {
  std::string model;
  std::unique_ptr<Case> to_learn;  // none where another model was asked
  Verdict verdict;
  std::string value;  // of the header
  MarkedMessage marked;
};

Judged judge_input(const FilterOptions& options, SpooledInput& input) {
  input.read(STDIN_FILENO);
  const std::string model = options.model.empty() ? default_mail_model() : options.model;
  const AskedModels models = models_to_ask(options, model);
  auto message = std::make_unique<Case>(
      models, options.update ? Afterwards::kLearn : Afterwards::kNothing, input.beginning());
  const Verdict verdict = message->judge(options);
  if (options.update && models.own == model) {
    message->end_reading();
  } else {
    message.reset();
  }
  const bool is_whole = input.beginning().size() == input.size();
  return {model, std::move(message), verdict, header_value(options.format, verdict),
          MarkedMessage(input.beginning(), options.header, is_whole)};
}

// The message is out: what was not learned is told, and nothing else.
void update(Judged& judged) {
  if (judged.verdict.kind == Verdict::Kind::kUnsure) return;
  try {
    if (judged.to_learn == nullptr) {
      ModelLearner(judged.model);  // was not there to be asked, and says so
    } else {
      judged.to_learn->learn(judged.verdict);
    }
  } catch (const std::exception& error) {
    complain("not learned: " + sentence_of(error));
  }
}

void parse_filter(Arguments arguments, FilterOptions& options) {
  std::vector<std::string> models;
  Command command(
      "filter",
      "Passes a message from standard input to standard output, with a verdict in its headers.\n"
      "Exit code: 0 spam, 1 any other class, 2 unsure, 3 error.",
      "tally filter -e mail.tally < message.eml > marked.eml\n"
      "tally filter -e --pass-on-error < message.eml > marked.eml");
  command.arguments("MODEL", models,
                    "the model (default: $XDG_DATA_HOME/tally/mail.tally, "
                    "~/.local/share/tally/mail.tally)",
                    true);
  command.option("--with", "MODEL", options.with,
                 "a model whose counts are added for this question; it is only read, and asked "
                 "alone where the default model is missing");
  command.flag("-e", options.always_zero, "exit code 0 whenever the message was written");
  command.flag("--pass-on-error", options.pass_on_error,
               "on any error, wrong usage included, write the message unchanged");
  command.flag("--tempfail", options.temp_fail, "exit code 75 for errors, so that mail is retried");
  command.flag("--update", options.update, "learn the message if the verdict is sure");
  command.heading("Header");
  command.option("--header", "NAME", options.header,
                 "its name (default: X-Tally): X-Tally-…, X-Spam-…, X-Junk-… or what else is never "
                 "evidence");
  command.option("--header-format", "TEXT", options.format,
                 "its value (default: '{class}, p={p}, tally={version}')");
  options.verdict.attach(command);
  options.question.attach(command);
  command.parse(arguments);
  if (models.size() > 1) throw Error(ErrorKind::kUsage, "one model is asked; --with names others");
  if (!models.empty()) options.model = models.front();
  check_header(options.header, options.format);
  options.verdict.cut_offs();
}

bool has_word(Arguments arguments, std::string_view word) {
  return std::find(arguments.values, arguments.values + arguments.count, word) !=
         arguments.values + arguments.count;
}

// What to do on an error has to be known when the command line itself is wrong.
FilterOptions options_at_first_sight(Arguments arguments) {
  FilterOptions options;
  options.always_zero = has_word(arguments, "-e");
  options.temp_fail = has_word(arguments, "--tempfail");
  options.pass_on_error = has_word(arguments, "--pass-on-error");
  return options;
}

// The exit code. Until the message is judged it can still go on unchanged; after that, what is
// written is the marked message or an error.
int filter_input(Arguments arguments, FilterOptions& options) {
  SpooledInput input;
  std::optional<Judged> judged;
  try {
    parse_filter(arguments, options);
    judged.emplace(judge_input(options, input));
  } catch (const std::exception& error) {
    if (!options.pass_on_error) throw;
    write_unchanged(input);
    complain(sentence_of(error) + "; the message was passed on unchanged");
    return options.always_zero ? 0 : options.error_code();
  }
  write_marked(input, judged->marked, judged->value);
  if (options.update) update(*judged);
  return options.always_zero ? 0 : static_cast<int>(judged->verdict.kind);
}

}  // namespace

void filter(Arguments arguments) {
  FilterOptions options = options_at_first_sight(arguments);
  try {
    throw Finished{filter_input(arguments, options)};
  } catch (const ClosedPipe&) {
    complain("standard output was closed; the message is incomplete");
  } catch (const std::exception& error) {
    complain(sentence_of(error));
  }
  throw Finished{options.error_code()};
}

}  // namespace tally::cli
