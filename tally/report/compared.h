// SPDX-License-Identifier: Apache-2.0
// Two models, or two questions, side by side: the section of a page that needs no script.
#pragma once

#include <string>

#include "tally/report.h"
#include "tally/report/pictures.h"

namespace tally {

/// {"a": {"file", "question", "rule", "has_counted_the_rows", "score": as `tally score --json`}, "b": …,
/// "comparison": as `tally compare --json`}.
Json compared_json(const ReportCompared& compared);

/// A <section id="compared">. Names are escaped here.
std::string compared_html(const ReportCompared& compared);

/// The question in words: that of the rule that answers.
std::string question_words(const Question& question, const Model& model);

}  // namespace tally
