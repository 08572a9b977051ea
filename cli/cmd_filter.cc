// filter: a message in, the same message out with a verdict in its headers.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "cli/mail_model.h"
#include "cli/marked_message.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/spooled_input.h"
#include "cli/verdict.h"
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
};

int error_code(bool temp_fail) { return temp_fail ? kTempFail : kError; }

// The value of the header: names in braces are filled in.
std::string header_value(const std::string& format, const Verdict& verdict) {
  try {
    return fmt::format(fmt::runtime(format), fmt::arg("class", verdict.klass),
                       fmt::arg("p", fmt::format("{:.6g}", verdict.spam)),
                       fmt::arg("version", TALLY_VERSION));
  } catch (const fmt::format_error&) {
    throw Error(ErrorKind::kUsage, "--header-format " + quoted(format) +
                                       ": {class}, {p} and {version} are what can be filled in");
  }
}

Counts counts_of(ModelInPlace& own, const std::string& with, const Batch& batch,
                 OtherTerms totals) {
  if (with.empty()) return own.counts_for(batch, totals);
  ModelInPlace other(with);
  return own.counts_with(other, batch, totals);
}

// Reads from the models only what the message needs.
Verdict judge(const FilterOptions& options, const std::string& model, std::string_view message) {
  ModelInPlace own(model);
  const Schema schema = own.frame().counts.schema();
  if (!schema.is_mail()) {
    throw Error(ErrorKind::kData, "this model reads a table, not mail: fit one with tally fit mail",
                {model, -1, -1, ""});
  }
  MessageRow row(schema);
  const Batch& batch = row.of(message);
  const Question question = question_for(own.frame(), options.question);
  const Counts counts = counts_of(own, options.with, batch, other_terms_needed(question, schema));
  const Scorer scorer(estimate(counts, question, own.frame().rule));
  Inference inference(scorer);
  const Posteriors& answer = inference.infer(batch);
  const std::vector<Label>& classes = scorer.estimates().classes;
  return verdict_of(classes, options.verdict.spam_among(classes), answer.posterior_of(0),
                    options.verdict.cut_offs());
}

void write_message(const SpooledInput& input, const std::string& header, const std::string& value) {
  const bool is_whole = input.beginning().size() == input.size();
  const MarkedMessage marked(input.beginning(), header, is_whole);
  Output out;
  const auto sink = [&](std::string_view piece) { out.write(piece); };
  marked.write_headers(value, sink);
  input.write_from(marked.body_start(), sink);
  out.finish();
}

void write_unchanged(const SpooledInput& input) {
  Output out;
  input.write_from(0, [&](std::string_view piece) { out.write(piece); });
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

// The exit code. Until the message is judged it can still go on unchanged; after that, what is
// written is the marked message or an error.
int filter_input(const FilterOptions& options) {
  const SpooledInput input(STDIN_FILENO);
  Verdict verdict;
  std::string model, value;
  try {
    model = options.model.empty() ? default_mail_model() : options.model;
    verdict = judge(options, model, input.beginning());
    value = header_value(options.format, verdict);
  } catch (const Error& error) {
    if (!options.pass_on_error) throw;
    write_unchanged(input);
    tell("tally: " + std::string(error.what()) + "; the message was passed on unchanged");
    return options.always_zero ? 0 : error_code(options.temp_fail);
  }
  write_message(input, options.header, value);
  if (options.update && verdict.kind != Verdict::Kind::kUnsure) {
    try {
      learn_verdict(model, verdict, input.beginning());
    } catch (const Error& error) {
      // The message is out: what was not learned is told, and nothing else.
      tell("tally: not learned: " + std::string(error.what()));
    }
  }
  return options.always_zero ? 0 : static_cast<int>(verdict.kind);
}

FilterOptions parse_filter(Arguments arguments) {
  FilterOptions options;
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
                 "a model whose counts are added for this question; it is only read");
  command.flag("-e", options.always_zero, "exit code 0 whenever the message was written");
  command.flag("--pass-on-error", options.pass_on_error,
               "on an error, write the message unchanged");
  command.flag("--tempfail", options.temp_fail, "exit code 75 for errors, so that mail is retried");
  command.flag("--update", options.update, "learn the message if the verdict is sure");
  command.heading("Header");
  command.option("--header", "NAME", options.header, "its name (default: X-Tally)");
  command.option("--header-format", "TEXT", options.format,
                 "its value (default: '{class}, p={p}, tally={version}')");
  options.verdict.attach(command);
  options.question.attach(command);
  command.parse(arguments);
  if (models.size() > 1) throw Error(ErrorKind::kUsage, "one model is asked; --with names others");
  if (!models.empty()) options.model = models.front();
  if (!is_header_name(options.header)) {
    throw Error(ErrorKind::kUsage, "--header " + quoted(options.header) +
                                       ": a header's name has no spaces and no colon");
  }
  options.verdict.cut_offs();
  return options;
}

bool has_word(Arguments arguments, std::string_view word) {
  return std::find(arguments.values, arguments.values + arguments.count, word) !=
         arguments.values + arguments.count;
}

}  // namespace

void filter(Arguments arguments) {
  try {
    throw Finished{filter_input(parse_filter(arguments))};
  } catch (const Error& error) {
    tell("tally: " + std::string(error.what()));
  } catch (const ClosedPipe&) {
    tell("tally: the reader of standard output has gone; the message was not written whole");
  } catch (const std::exception& error) {
    tell("tally: a defect in tally: " + std::string(error.what()));
  }
  throw Finished{error_code(has_word(arguments, "--tempfail"))};
}

}  // namespace tally::cli
