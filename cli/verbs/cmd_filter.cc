// SPDX-License-Identifier: Apache-2.0
// filter: a message in, the same message out with a verdict in its headers.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <optional>

#include "cli/mail_model.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/spooled_input.h"
#include "cli/verdict_options.h"
#include "tally/infer.h"
#include "tally/mail.h"

namespace tally::cli {

namespace {

constexpr int kError = 3;
constexpr int kTempFail = 75;

struct FilterOptions {
  std::string model, with, header = "X-Tally", format = "{class}, p={p}, tally={version}";
  bool always_zero = false, temp_fail = false, pass_on_error = false, update = false;
  VerdictOptions verdict;
  QuestionOptions question;

  int error_code() const { return temp_fail ? kTempFail : kError; }
};

std::string sentence_of(const std::exception& error) {
  if (dynamic_cast<const Error*>(&error) != nullptr) return error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory";
  return "a defect in tally: " + std::string(error.what());
}

// The value of the header: names in braces are filled in.
std::string header_value(const std::string& format, const Verdict& verdict) {
  try {
    return header_text(fmt::format(fmt::runtime(format), fmt::arg("class", verdict.klass),
                                   fmt::arg("p", fmt::format("{:.6f}", verdict.spam)),
                                   fmt::arg("version", TALLY_VERSION)));
  } catch (const fmt::format_error&) {
    throw Error(ErrorKind::kUsage, "--header-format " + quoted(format) +
                                       ": {class}, {p} and {version} are what can be filled in");
  }
}

struct AskedModels {
  std::string own, with;
};

// A user without a model has the one that everybody has.
AskedModels models_to_ask(const FilterOptions& options, const std::string& model) {
  const bool is_missing = ::access(model.c_str(), F_OK) != 0 && errno == ENOENT;
  const bool has_none = is_missing && options.model.empty() && !options.with.empty();
  return has_none ? AskedModels{options.with, ""} : AskedModels{model, options.with};
}

Counts counts_of(ModelInPlace& own, const std::string& with, const Batch& batch,
                 OtherTerms totals) {
  if (with.empty()) return own.counts_for(batch, totals);
  ModelInPlace other(with);
  return own.counts_with(other, batch, totals);
}

// One class alone cannot be told from another.
void tell_one_class(const std::string& model, const std::vector<Label>& classes) {
  const std::string learned =
      classes.empty() ? "nothing yet" : "mail of one class only, " + quoted(classes[0].to_string());
  complain(model + ": the model has learned " + learned +
           ", so all mail is unsure: tally learn --class NAME teaches it others");
}

// Reads from the models only what the message needs.
Verdict judge(const FilterOptions& options, const AskedModels& models, std::string_view message) {
  ModelInPlace own(models.own);
  const Schema schema = own.frame().counts.schema();
  if (!schema.is_mail()) {
    throw Error(ErrorKind::kData, "this model reads a table, not mail: fit one with tally fit mail",
                {models.own, -1, -1, ""});
  }
  MessageRow row(schema);
  const Batch& batch = row.of(message);
  const Question question = question_for(own.frame(), options.question);
  const Counts counts = counts_of(own, models.with, batch, other_terms_needed(question, schema));
  if (const std::vector<Label> learned = class_labels(counts); learned.size() < 2) {
    tell_one_class(models.own, learned);
    return {};
  }
  const Scorer scorer(estimate(counts, question, own.frame().rule));
  Inference inference(scorer);
  const Posteriors& answer = inference.infer(batch);
  const std::vector<Label>& classes = scorer.estimates().classes;
  return verdict_of(classes, options.verdict.spam_among(classes), answer.posterior_of(0),
                    options.verdict.cut_offs());
}

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

// Learns a message that was judged surely, unless somebody has learned it before.
void learn_verdict(const std::string& model, const Verdict& verdict, std::string_view message) {
  ModelLearner learner(model);
  MessageRow row(learner.frame().counts.schema());
  Batch batch = row.of(message);
  const auto classes = std::make_shared<Dictionary>();
  const std::vector<std::int32_t> codes{classes->code(Label::of(verdict.klass))};
  batch.columns.push_back({kMailTarget, Codes::of(codes, classes)});
  if (learner.knows(batch, 0)) return;
  learner.learn(batch, false);
  learner.commit();
}

// What is known before anything is written.
struct Judged {
  std::string model;
  Verdict verdict;
  std::string value;  // of the header
  MarkedMessage marked;
};

Judged judge_input(const FilterOptions& options, SpooledInput& input) {
  input.read(STDIN_FILENO);
  const std::string model = options.model.empty() ? default_mail_model() : options.model;
  const Verdict verdict = judge(options, models_to_ask(options, model), input.beginning());
  const bool is_whole = input.beginning().size() == input.size();
  return {model, verdict, header_value(options.format, verdict),
          MarkedMessage(input.beginning(), options.header, is_whole)};
}

// The message is out: what was not learned is told, and nothing else.
void update(const Judged& judged, std::string_view message) {
  if (judged.verdict.kind == Verdict::Kind::kUnsure) return;
  try {
    learn_verdict(judged.model, judged.verdict, message);
    tune_file_if_outgrown(judged.model, 1);
  } catch (const std::exception& error) {
    complain("not learned: " + sentence_of(error));
  }
}

void check_header(const FilterOptions& options) {
  if (!is_header_name(options.header)) {
    throw Error(ErrorKind::kUsage, "--header " + quoted(options.header) +
                                       ": a header's name has no spaces and no colon");
  }
  if (!is_filter_header(options.header)) {
    throw Error(ErrorKind::kUsage,
                "--header " + quoted(options.header) +
                    ": mail that was filtered may be learned, and then this would be evidence; "
                    "X-Tally-…, X-Spam-… and X-Junk-… never are");
  }
  if (!is_one_line(options.format)) {
    throw Error(ErrorKind::kUsage, "--header-format " + quoted(options.format) +
                                       ": a header's value is one line of text");
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
  check_header(options);
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
  if (options.update) update(*judged, input.beginning());
  return options.always_zero ? 0 : static_cast<int>(judged->verdict.kind);
}

}  // namespace

void filter(Arguments arguments) {
  FilterOptions options = options_at_first_sight(arguments);
  try {
    throw Finished{filter_input(arguments, options)};
  } catch (const ClosedPipe&) {
    complain("the reader of standard output has gone; the message was not written whole");
  } catch (const std::exception& error) {
    complain(sentence_of(error));
  }
  throw Finished{options.error_code()};
}

}  // namespace tally::cli
