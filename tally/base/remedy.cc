// SPDX-License-Identifier: Apache-2.0
#include "tally/error.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "tally/base/error.h"

namespace tally {

namespace {

std::string in_plain_words(const Remedy& remedy) {
  const std::string& column = remedy.column;
  switch (remedy.kind) {
    case RemedyKind::kInWords:
      return remedy.value;
    case RemedyKind::kDeclareFamily:
      if (remedy.value.empty()) return "a family that is declared decides otherwise";
      return "declare " + (column.empty() ? "a column" : "the column " + in_quotes(column)) +
             " as " + remedy.value;
    case RemedyKind::kIgnoreColumn:
      return "leave " + (column.empty() ? "its column" : "the column " + in_quotes(column)) +
             " out";
    case RemedyKind::kMarkMissing:
      return "mark " + in_quotes(remedy.value) + " as missing";
    case RemedyKind::kDeclareValue:
      return "declare it too";
    case RemedyKind::kNameTarget:
      return "name it" + (remedy.value.empty() ? "" : ": " + remedy.value);
    case RemedyKind::kNameOtherTarget:
      return "choose another column";
    case RemedyKind::kNameGroup:
      return "give the group a name";
    case RemedyKind::kGiveThreshold:
      return "give a threshold";
    case RemedyKind::kRaiseCategoryLimit:
      return "raise the limit";
    case RemedyKind::kNameDecimalMark:
      return "say whether the decimal mark is a comma or a point";
    case RemedyKind::kSetDelimiter:
      return "if it is another, set the delimiter";
    case RemedyKind::kSetDelimiterOrQuote:
      return "choose another delimiter or quote";
    case RemedyKind::kReadQuotesAsText:
      return "if quotes are plain text here, read them so";
    case RemedyKind::kReadWithoutHeader:
      return "read the table without a header if the first line is none";
    case RemedyKind::kKeepNoCells:
      return "do not ask for them";
    case RemedyKind::kNameNoFormat:
      return "name no format";
    case RemedyKind::kReadAsMail:
      return "read it as mail";
    case RemedyKind::kNameCutting:
      return (remedy.value.empty() ? "a cutting" : "the cutting " + in_quotes(remedy.value)) +
             " that is named decides otherwise";
    case RemedyKind::kAskWithMessages:
      return "ask it with messages";
    case RemedyKind::kWorkRuleOut:
      return "work its rule out again";
    case RemedyKind::kMakeCanonical:
      return "make the file canonical where that may be written";
    case RemedyKind::kChangeInFile:
      return "change it in its file";
    case RemedyKind::kLeaveDigestsOut:
      return "copy it without them";
  }
  return "";
}

}  // namespace

std::string_view to_string(RemedyKind kind) {
  switch (kind) {
    case RemedyKind::kInWords:
      return "in_words";
    case RemedyKind::kDeclareFamily:
      return "declare_family";
    case RemedyKind::kIgnoreColumn:
      return "ignore_column";
    case RemedyKind::kMarkMissing:
      return "mark_missing";
    case RemedyKind::kDeclareValue:
      return "declare_value";
    case RemedyKind::kNameTarget:
      return "name_target";
    case RemedyKind::kNameOtherTarget:
      return "name_other_target";
    case RemedyKind::kNameGroup:
      return "name_group";
    case RemedyKind::kGiveThreshold:
      return "give_threshold";
    case RemedyKind::kRaiseCategoryLimit:
      return "raise_category_limit";
    case RemedyKind::kNameDecimalMark:
      return "name_decimal_mark";
    case RemedyKind::kSetDelimiter:
      return "set_delimiter";
    case RemedyKind::kSetDelimiterOrQuote:
      return "set_delimiter_or_quote";
    case RemedyKind::kReadQuotesAsText:
      return "read_quotes_as_text";
    case RemedyKind::kReadWithoutHeader:
      return "read_without_header";
    case RemedyKind::kKeepNoCells:
      return "keep_no_cells";
    case RemedyKind::kNameNoFormat:
      return "name_no_format";
    case RemedyKind::kReadAsMail:
      return "read_as_mail";
    case RemedyKind::kNameCutting:
      return "name_cutting";
    case RemedyKind::kAskWithMessages:
      return "ask_with_messages";
    case RemedyKind::kWorkRuleOut:
      return "work_rule_out";
    case RemedyKind::kMakeCanonical:
      return "make_canonical";
    case RemedyKind::kChangeInFile:
      return "change_in_file";
    case RemedyKind::kLeaveDigestsOut:
      return "leave_digests_out";
  }
  return "";
}

Remedy Remedy::of(RemedyKind kind, std::string value) { return {kind, "", std::move(value), ""}; }

Remedy Remedy::in_words(std::string words) { return of(RemedyKind::kInWords, std::move(words)); }

Remedy Remedy::family(std::string column, std::string family, std::string when) {
  return {RemedyKind::kDeclareFamily, std::move(column), std::move(family), std::move(when)};
}

Remedy Remedy::ignore(std::string column, std::string when) {
  return {RemedyKind::kIgnoreColumn, std::move(column), "", std::move(when)};
}

Remedy Remedy::missing(std::string text, std::string when) {
  return {RemedyKind::kMarkMissing, "", std::move(text), std::move(when)};
}

std::string to_string(const Remedy& remedy) {
  return (remedy.when.empty() ? "" : remedy.when + ": ") + in_plain_words(remedy);
}

std::string advised(const std::string& sentence, const std::vector<std::string>& phrases) {
  if (phrases.empty()) return sentence;
  const bool is_question = sentence.ends_with('?');
  std::string out = sentence + (is_question ? " " : "; ");
  const std::size_t start = out.size();
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (i > 0) out += i + 1 < phrases.size() ? ", " : ", or ";
    out += phrases[i];
  }
  if (is_question) {
    out[start] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[start])));
  }
  return out;
}

std::string to_string(const Remark& remark) {
  std::vector<std::string> phrases;
  for (const Remedy& remedy : remark.remedies) {
    std::string phrase = to_string(remedy);
    if (std::find(phrases.begin(), phrases.end(), phrase) != phrases.end()) continue;
    phrases.push_back(std::move(phrase));
  }
  return advised(remark.sentence, phrases);
}

}  // namespace tally
