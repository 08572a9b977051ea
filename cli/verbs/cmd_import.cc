// SPDX-License-Identifier: Apache-2.0
// import: what other filters have learned.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <set>

#include "cli/mail_model.h"
#include "cli/options/mail_options.h"
#include "cli/print/output.h"
#include "cli/session.h"
#include "tally/inside/explain.h"
#include "tally/inside/mail.h"

namespace tally::cli {

namespace {

// Every word of the subjects and bodies of this mail.
std::vector<std::string> words_of(const std::vector<std::string>& paths) {
  std::set<std::string> words;
  if (paths.empty()) return {};
  Table table = open_mail(mail_inputs(paths, ""));
  table.read(mail_schema(), 1,
             [&](const Batch& batch, int) -> Table::Finish {
               for (const char* zone : {"subject", "body"}) {
                 const auto& terms = std::get<Terms>(*batch.find(zone));
                 for (std::int64_t row = 0; row < batch.rows; ++row) {
                   terms.for_each(row, [&](std::int32_t code, std::int32_t) {
                     words.emplace(terms.dictionary->term(code));
                   });
                 }
               }
               return {};
             },
             {Role::kTarget});
  return {words.begin(), words.end()};
}

ImportedMail import_from(const std::string& filter, std::istream& dump, const std::string& name,
                         const std::vector<std::string>& words) {
  if (filter == "bogofilter") return import_bogofilter(dump, name);
  if (filter == "spamassassin") return import_spamassassin(dump, name, words_of(words));
  throw Error(ErrorKind::kUsage,
              "from which filter? There are bogofilter and spamassassin, not " + in_quotes(filter));
}

// "4 tokens taken, 3 left out:" and why, a line for each reason.
void tell_import(std::int64_t taken, const std::map<std::string, std::int64_t>& left_out) {
  std::int64_t all = 0;
  for (const auto& [why, tokens] : left_out) all += tokens;
  tell(fmt::format("{} taken, {} left out{}",
                   counted(static_cast<std::size_t>(taken), "token", "tokens"),
                   count_text(static_cast<double>(all)), all > 0 ? ":" : ""));
  for (const auto& [why, tokens] : left_out) {
    tell(fmt::format("  {}: {}", count_text(static_cast<double>(tokens)), why));
  }
}

// Less evidence speaks than in the filter that counted it: docs/mail.md has the figures.
void tell_cut_off(const std::string& filter) {
  if (filter != "bogofilter") return;
  tell("bogofilter's cut-off 0.99 is 0.55 here: tally filter --spam-cutoff 0.55");
}

}  // namespace

void import_mail(Arguments arguments) {
  std::string filter, dump, output;
  std::vector<std::string> words;
  Command command("import",
                  "Makes a model of what another filter has learned: the counts of its tokens, "
                  "from\n`bogoutil -d wordlist.db` or `sa-learn --backup`. "
                  "SpamAssassin keeps\nits tokens as hashes: --words names mail whose words are "
                  "looked up among them.",
                  "tally import bogofilter dump.txt -o old.tally\n"
                  "tally import spamassassin backup.txt --words Maildir/cur -o old.tally");
  command.argument("FILTER", filter, "bogofilter or spamassassin");
  command.argument("DUMP", dump, "bogoutil -d, or sa-learn --backup; - for standard input");
  command.option("--words", "PATH", words, kMailHelp);
  command.option("-o,--output", "MODEL", output, "the model to write");
  command.parse(arguments);
  if (output.empty()) {
    output = default_mail_model();
    make_model_folder(output);
  }
  std::ifstream file;
  if (dump != "-") {
    file.open(dump, std::ios::binary);
    if (!file) throw_system_error(errno, "open", dump);
  }
  ImportedMail imported = import_from(filter, dump == "-" ? std::cin : file, dump, words);
  if (imported.taken == 0) {
    throw Error(ErrorKind::kData,
                "no token of the dump is a term here" +
                    std::string(filter == "spamassassin"
                                    ? ": name mail with --words whose words are looked up in it"
                                    : "") +
                    "; nothing was written",
                {dump, -1, -1, ""});
  }
  tune_model(imported.model);
  save_model(imported.model, output);
  tell_import(imported.taken, imported.left_out);
  tell_cut_off(filter);
  tell("model: " + output);
}

}  // namespace tally::cli
