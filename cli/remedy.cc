// SPDX-License-Identifier: Apache-2.0
#include "cli/remedy.h"

#include <algorithm>
#include <cctype>
#include <new>
#include <span>
#include <vector>

namespace tally::cli {

namespace {

// An option, and what is done with it.
struct Advice {
  std::string option;  // "--ignore"; empty: none is needed
  std::string words;   // "leave the column out with"; how it is said behind a condition: none
  std::string value;   // " x"
};

Advice family_advice(const Remedy& remedy) {
  const std::string& column = remedy.column;
  const std::string value = " " + (column.empty() ? "COLUMN" : shell_word(column)) + "=" +
                            (remedy.value.empty() ? "FAMILY" : remedy.value);
  if (remedy.value.empty()) return {"--family", "", value + " decides otherwise"};
  if (column.empty()) return {"--family", "declare one with", value};
  const bool is_text = remedy.value.starts_with("text");
  return {"--family", is_text ? "declare it as a text with" : "declare it with", value};
}

Advice advice_of(const Remedy& remedy) {
  switch (remedy.kind) {
    case RemedyKind::kInWords:
      return {"", remedy.value, ""};
    case RemedyKind::kDeclareFamily:
      return family_advice(remedy);
    case RemedyKind::kIgnoreColumn:
      if (remedy.column.empty()) return {"--ignore", "leave its column out with", ""};
      return {"--ignore", "leave the column out with", " " + shell_word(remedy.column)};
    case RemedyKind::kMarkMissing:
      return {"--missing", "mark it with", " " + shell_word(remedy.value)};
    case RemedyKind::kDeclareValue:
      return {"--values", "declare it too with", ""};
    case RemedyKind::kNameTarget:
      return {"--target", "name it with", remedy.value.empty() ? "" : ": " + remedy.value};
    case RemedyKind::kNameOtherTarget:
      return {"--target", "choose another column with", ""};
    case RemedyKind::kNameGroup:
      return {"--family", "name it with", " 'PATTERN=multinomial:NAME'"};
    case RemedyKind::kGiveThreshold:
      return {"--binarize", "give a threshold with", ""};
    case RemedyKind::kRaiseCategoryLimit:
      return {"--max-categories", "raise the limit with", ""};
    case RemedyKind::kNameDecimalMark:
      return {"--decimal", "say", " , or --decimal ."};
    case RemedyKind::kSetDelimiter:
      return {"--delimiter", "", " sets another"};
    case RemedyKind::kSetDelimiterOrQuote:
      return {"--delimiter", "choose another with", " or --quote"};
    case RemedyKind::kReadQuotesAsText:
      return {"--quote", "if quotes are plain text here, say", " none"};
    case RemedyKind::kReadWithoutHeader:
      return {"--no-header", "say", " if the first line is no header"};
    case RemedyKind::kKeepNoCells:
      return {"--keep", "leave out", ""};
    case RemedyKind::kNameNoFormat:
      return {"--input-format", "leave", " out"};
    case RemedyKind::kNameCutting:
      return {"--tokens", "",
              (remedy.value.empty() ? " word, --tokens char or --han-pairs" : " " + remedy.value) +
                  " decides otherwise"};
    case RemedyKind::kAskWithMessages:
      return {"", "ask it with: tally predict", ""};
    case RemedyKind::kWorkRuleOut:
      return {"", "`tally tune` makes a new rule", ""};
    case RemedyKind::kMakeCanonical:
      return {"", "run `tally compact` where it may", ""};
    case RemedyKind::kChangeInFile:
      return {"", "change it with tally learn and tally forget", ""};
    case RemedyKind::kLeaveDigestsOut:
      return {"--without-digests", "leave them out with tally copy", ""};
    case RemedyKind::kReadAsMail:
      break;  // said of all classes at once
  }
  return {};
}

bool is_mail(const Remedy& remedy) { return remedy.kind == RemedyKind::kReadAsMail; }

// Which command reads the folders as mail, the first few of them.
std::string mail_phrase(std::span<const Remedy> folders) {
  constexpr std::size_t kMost = 3;
  std::string out = "read it as such: tally fit mail";
  for (const Remedy& folder : folders.first(std::min(kMost, folders.size()))) {
    if (folder.column.empty()) return out + " --class ham=" + folder.value + " --class spam=DIR";
    out += " --class " + folder.column + "=" + folder.value;
  }
  return out + (folders.size() > kMost ? " …" : "");
}

std::string phrase(const Remedy& remedy) {
  const Advice advice = advice_of(remedy);
  const std::string lead = remedy.when.empty() ? advice.words : remedy.when + ":";
  const bool has_both = !lead.empty() && !advice.option.empty();
  return lead + (has_both ? " " : "") + advice.option + advice.value;
}

std::vector<std::string> phrases(const std::vector<Remedy>& remedies) {
  std::vector<std::string> out;
  for (auto at = remedies.begin(); at != remedies.end();) {
    const auto end = std::find_if_not(at, remedies.end(), is_mail);
    if (end != at) {
      out.push_back(mail_phrase({at, end}));
      at = end;
    } else {
      out.push_back(phrase(*at++));
    }
  }
  return out;
}

bool has(const CommandText& command, const std::string& name) {
  return std::any_of(command.options.begin(), command.options.end(), [&](const OptionText& option) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  });
}

}  // namespace

std::string shell_word(std::string_view text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("_-+./:@%").find(c) != std::string_view::npos;
  });
  const std::string safe = in_quotes(text);
  return plain && safe.size() == text.size() + 2 ? std::string(text) : safe;
}

std::string by_options(const Remark& remark) {
  return advised(remark.sentence, phrases(remark.remedies));
}

std::string told(const Error& error) { return by_options({error.located(), error.remedies()}); }

std::string sentence_of(const std::exception& error) {
  if (const auto* known = dynamic_cast<const Error*>(&error)) return told(*known);
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory";
  return "internal error in tally: " + std::string(error.what());
}

std::string told(const Error& error, const CommandText& verb, const CommandText& owner) {
  Remark remark{error.located(), {}};
  for (const Remedy& remedy : error.remedies()) {
    const std::string option = advice_of(remedy).option;
    if (has(verb, option) || !has(owner, option)) remark.remedies.push_back(remedy);
  }
  if (remark.remedies.empty() && !error.remedies().empty()) {
    remark.remedies = {
        Remedy::in_words("the model takes the column so: mend the cell, leave it empty if it is "
                         "missing, or make the model anew with another schema (tally " +
                         owner.verb + " --help)")};
  }
  return by_options(remark);
}

}  // namespace tally::cli
