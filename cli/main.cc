// SPDX-License-Identifier: Apache-2.0
// tally: a table of verbs. What a verb throws becomes a message and an exit code here, once.
#include <unistd.h>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cli/features.h"
#include "cli/manual/manual.h"
#include "cli/print/output.h"
#include "cli/remedy.h"
#include "cli/signals.h"
#include "cli/two_passes.h"
#include "cli/verbs/verbs.h"
#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {
namespace {

void help_with_all(Arguments arguments);

const std::vector<Verb> kVerbs = {
    {"fit", "count a table: make a model", fit},
    {"learn", "add rows to a model", learn},
    {"forget", "take rows out of a model again", forget},
    {"move", "move mail that was learned to another class", move},
    {"filter", "pass a message on, with a verdict in its headers", filter},
    {"milter", "judge mail for Postfix or Sendmail", milter},
    {"watch", "learn what is moved into or out of Junk", watch_mail},
    {"import", "take over what another mail filter has learned", import_mail},
    {"merge", "add models up to one", merge},
    {"tune", "work out how a model combines its texts", tune},
    {"predict", "decide rows and give their probabilities", predict},
    {"score", "compare decisions with the truth", score},
    {"cv", "score rows by the counts of the others", cv},
    {"split", "draw rows for training and rows for testing", split},
    {"sweep", "score over a range of a parameter, with curves", sweep},
    {"rank", "rank features by what they tell about the class", rank},
    {"sample", "draw rows from a model", sample},
    {"compare", "compare two models, or two questions, on the same rows", compare},
    {"report", "write a page to look at: features, nomogram, figures", report},
    {"export", "write a model as SQL, ONNX, PMML, C or JSON, for other programs", export_model},
    {"explain", "work one decision out, step by step", explain},
    {"show", "print a model: classes, counts, estimates", show},
    {"network", "show which columns depend on each other", network},
    {"schema", "print what a table's columns would be taken for", schema},
    {"tokens", "show how texts are cut into terms", tokens},
    {"check", "check that a model file is sound", check},
    {"compact", "rewrite a model file in its smallest, canonical form", compact},
    {"copy", "copy a model, safely while it is in use", copy},
    {"serve", "answer requests over HTTP", serve},
    {"help", "print the help of a verb, the manual, completions for a shell", help_with_all},
};

void help_with_all(Arguments arguments) { help(arguments, kVerbs); }

[[noreturn]] void refuse_verb(const std::string& name) {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) names.emplace_back(verb.name);
  throw Error(ErrorKind::kUsage, "there is no verb " + in_quotes(name) + did_you_mean(name, names) +
                                     "; tally --help lists them");
}

void run(int count, char** values) {
  const std::string name = values[1];
  if (name == "--help" || name == "-h") return print(overview(kVerbs));
  if (name == "--version") return print(told_version());
  for (const Verb& verb : kVerbs) {
    if (name == verb.name) return verb.run({count - 2, values + 2});
  }
  refuse_verb(name);
}

int fail(ErrorKind kind, std::string_view sentence) {
  complain(sentence);
  return static_cast<int>(kind);
}

// A model's columns are what fit was told: other verbs cannot choose them.
std::string told_by(const std::string& verb, const Error& error) {
  if (error.remedies().empty()) return told(error);
  const std::vector<CommandText> commands = describe(kVerbs);
  const auto named = [&](const std::string& name) {
    return std::find_if(commands.begin(), commands.end(),
                        [&](const CommandText& command) { return command.verb == name; });
  };
  const auto at = named(verb);
  return at == commands.end() ? told(error) : told(error, *at, *named("fit"));
}

int guarded_run(int count, char** values) {
  try {
    run(count, values);
    return EXIT_SUCCESS;
  } catch (const HelpWasShown&) {
    return EXIT_SUCCESS;
  } catch (const Finished& finished) {
    return finished.code;
  } catch (const ClosedPipe&) {
    // The reader has seen enough (| head): nothing to complain about.
    return static_cast<int>(ErrorKind::kInputOutput);
  } catch (const Error& error) {
    return fail(error.kind(), told_by(values[1], named_as_given(error)));
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kDefect,
                "out of memory: fewer --threads or a smaller --max-categories need less");
  } catch (const std::exception& error) {
    return fail(ErrorKind::kDefect, "internal error in tally: " + std::string(error.what()));
  }
}

// Memory that is new is dearer than what is written to it. What was freed (a table that has grown)
// stays with the process for the next use, instead of going back to the system at once.
void keep_freed_memory() {
#ifdef M_MMAP_THRESHOLD
  constexpr int kMost = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, kMost);
  mallopt(M_TRIM_THRESHOLD, kMost);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
}

}  // namespace
}  // namespace tally::cli

// Python's wheel has the program inside its extension (python/tally/_command.py).
#ifdef TALLY_PROGRAM_IN_MODULE
extern "C" __attribute__((visibility("default"))) int tally_program(int argc, char** argv) {
#else
int main(int argc, char** argv) {
#endif
  // A closed pipe and a file that grew too large are errors of write(), not signals.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  tally::cli::remove_unfinished_files_on_signals();
  tally::cli::keep_freed_memory();
  if (argc < 2) {
    std::fputs(tally::cli::overview(tally::cli::kVerbs).c_str(), stderr);
    return static_cast<int>(tally::ErrorKind::kUsage);
  }
  return tally::cli::guarded_run(argc, argv);
}
