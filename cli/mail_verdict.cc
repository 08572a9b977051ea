// SPDX-License-Identifier: Apache-2.0
#include "cli/mail_verdict.h"

#include <fmt/format.h>

#include "tally/inside/base.h"
#include "tally/inside/mail.h"

namespace tally::cli {

void check_header(const std::string& name, const std::string& format) {
  if (!is_header_name(name)) {
    throw Error(ErrorKind::kUsage,
                "--header " + in_quotes(name) + ": a header's name has no spaces and no colon");
  }
  if (!is_filter_header(name)) {
    throw Error(ErrorKind::kUsage,
                "--header " + in_quotes(name) +
                    ": mail that was filtered may be learned, and then this would be evidence; "
                    "X-Tally-…, X-Spam-… and X-Junk-… never are");
  }
  if (!is_one_line(format)) {
    throw Error(ErrorKind::kUsage,
                "--header-format " + in_quotes(format) + ": a header's value is one line of text");
  }
}

std::string header_value(const std::string& format, const Verdict& verdict) {
  try {
    return header_text(fmt::format(fmt::runtime(format), fmt::arg("class", verdict.klass),
                                   fmt::arg("p", fmt::format("{:.6f}", verdict.spam)),
                                   fmt::arg("version", tally_version())));
  } catch (const fmt::format_error&) {
    throw Error(ErrorKind::kUsage, "--header-format " + in_quotes(format) +
                                       ": {class}, {p} and {version} are what can be filled in");
  }
}

JudgedMessage judge_message(ModelInPlace& model, ModelInPlace* with, const Batch& message,
                            const QuestionOptions& question, const VerdictOptions& verdict,
                            const std::function<void(const Counts&)>& look) {
  const Question asked = question_for(model.outline(), question);
  const Model part = part_for(model, asked, message, with);
  look(part.counts);
  JudgedMessage out{{}, part.counts.class_labels()};
  if (out.learned.size() < 2) return out;
  const Asker asker(part, asked);
  out.verdict =
      verdict_of(asker.classes(), verdict.spam_among(asker.classes()),
                 Inference(asker.scorer()).infer(message).posterior_of(0), verdict.cut_offs());
  return out;
}

}  // namespace tally::cli
