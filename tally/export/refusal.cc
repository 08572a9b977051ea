// SPDX-License-Identifier: Apache-2.0
#include "tally/export/refusal.h"

namespace tally {

void refuse_export(const std::string& what, std::vector<Remedy> remedies) {
  throw Error(ErrorKind::kUsage, Remark{what + " cannot be exported", std::move(remedies)});
}

void refuse_text(const SheetTerms& text, const std::string& format) {
  throw Error(ErrorKind::kUsage, Remark{"what the terms of " + in_quotes(text.column) +
                                            " say cannot be exported to " + format,
                                        {Remedy::in_words("SQL, ONNX, C and JSON take texts")}});
}

void refuse_together(const Sheet& sheet, const std::string& format) {
  if (sheet.together == nullptr) return;
  throw Error(ErrorKind::kUsage, Remark{"what columns say together cannot be exported to " + format,
                                        {Remedy::in_words("ask the rule weighted or naive"),
                                         Remedy::in_words("JSON takes the rule full")}});
}

}  // namespace tally
