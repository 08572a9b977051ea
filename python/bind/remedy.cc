// SPDX-License-Identifier: Apache-2.0
#include "remedy.h"

#include <vector>

#include "module.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

std::string repr(const std::string& text) {
  // A name that is no UTF-8 is shown all the same.
  const nb::object object =
      nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  return nb::repr(object).c_str();
}

std::string families(const std::string& column, const std::string& family) {
  return "families={" + repr(column.empty() ? "COLUMN" : column) + ": " +
         repr(family.empty() ? "FAMILY" : family) + "}";
}

std::string phrase(const Remedy& remedy) {
  switch (remedy.kind) {
    case RemedyKind::kDeclareFamily: {
      const std::string said = families(remedy.column, remedy.value);
      if (remedy.value.empty()) return said + " decides otherwise";
      return remedy.when.empty() ? "say " + said : remedy.when + ": " + said;
    }
    case RemedyKind::kIgnoreColumn: {
      const std::string said =
          remedy.column.empty() ? "drop its column" : "drop the column " + repr(remedy.column);
      return remedy.when.empty() ? said : remedy.when + ": " + said;
    }
    case RemedyKind::kMarkMissing:
      return "make it None";
    case RemedyKind::kDeclareValue:
      return "the model was fitted to declared values and takes no other";
    case RemedyKind::kNameTarget:
    case RemedyKind::kNameOtherTarget:
      return "name another column as y";
    case RemedyKind::kNameGroup:
      return "say " + families("PATTERN", "multinomial:NAME");
    case RemedyKind::kGiveThreshold:
      return "make its numbers 0 and 1";
    case RemedyKind::kNameCutting:
      return (remedy.value.empty()
                  ? "text={'tokens': 'word'}, {'tokens': 'char'} or {'han_pairs': True}"
                  : "text={'tokens': " + repr(remedy.value) + "}") +
             " decides otherwise";
    // What the program does with a model's file.
    case RemedyKind::kAskWithMessages:
      return "ask it with the program: tally predict";
    case RemedyKind::kWorkRuleOut:
      return "tally tune makes a new rule in the model's file";
    case RemedyKind::kMakeCanonical:
      return "run tally compact where it may";
    case RemedyKind::kChangeInFile:
      return "change its file with tally learn and tally forget";
    case RemedyKind::kLeaveDigestsOut:
      return "leave them out with tally copy --without-digests";
    // Python reads no file of a table.
    case RemedyKind::kRaiseCategoryLimit:
    case RemedyKind::kNameDecimalMark:
    case RemedyKind::kSetDelimiter:
    case RemedyKind::kSetDelimiterOrQuote:
    case RemedyKind::kReadQuotesAsText:
    case RemedyKind::kReadWithoutHeader:
    case RemedyKind::kKeepNoCells:
    case RemedyKind::kNameNoFormat:
    case RemedyKind::kReadAsMail:
    case RemedyKind::kInWords:
      break;
  }
  return to_string(remedy);
}

}  // namespace

std::string by_parameters(const Remark& remark) {
  std::vector<std::string> phrases;
  for (const Remedy& remedy : remark.remedies) phrases.push_back(phrase(remedy));
  return advised(remark.sentence, phrases);
}

}  // namespace tally::bind
