// SPDX-License-Identifier: Apache-2.0
#include "cli/print/score_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "tally/inside/base.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostClasses = 20;  // that are shown one by one

std::string defined(const std::optional<double>& figure) {
  return figure ? six_digits(*figure) : "-";
}

std::string line(const std::string& name, const std::string& text) {
  return fmt::format("{:<16}{}\n", name, text);
}

// "weighted", or "naive (30 rows), weighted (120)"
std::string rules_text(const std::map<Rule, std::int64_t>& rules) {
  std::string out;
  for (const auto& [rule, rows] : rules) {
    out += (out.empty() ? "" : ", ") + std::string(to_string(rule));
    if (rules.size() > 1) out += fmt::format(" ({} rows)", rows);
  }
  return out;
}

std::string figures_text(const ScoreSummary& s) {
  std::string out = s.rules.empty() ? "" : line("rule", rules_text(s.rules));
  out += line("rows", count_text(s.rows)) +
         line("accuracy", fmt::format("{} ({} of {})", six_digits(s.accuracy), count_text(s.right),
                                      count_text(s.rows)));
  if (s.left_out) {
    out += line("… left out", fmt::format("{} (these are the rows of the fit: each by the others)",
                                          six_digits(s.left_out->accuracy)));
  }
  if (s.largest) {
    out += line("largest class",
                fmt::format("{} (the accuracy of always saying {})", six_digits(s.largest_share),
                            shown(s.largest->to_string())));
  }
  out += line("balanced", fmt::format("{} (mean recall)", six_digits(s.balanced_accuracy)));
  if (s.top > 0) out += line(fmt::format("top {}", s.top), six_digits(s.top_accuracy));
  if (s.accuracy_bound) {
    out += line("bound", fmt::format("{} (most accuracy, if the model is true)",
                                     six_digits(*s.accuracy_bound)));
  }
  out += line("log loss", six_digits(s.log_loss));
  if (s.left_out) out += line("… left out", six_digits(s.left_out->log_loss));
  out += line("Brier", six_digits(s.brier)) + line("AUC", defined(s.auc)) +
         line("ECE", six_digits(s.ece)) +
         (s.joint_is_defined ? line("log likelihood", six_digits(s.log_likelihood)) : "") +
         line("realised risk", six_digits(s.realised_risk)) +
         line("expected risk", six_digits(s.expected_risk));
  if (s.impossible > 0) {
    out += line("impossible",
                fmt::format("{} (in every class; counted as wrong)", count_text(s.impossible)));
  }
  return out;
}

// A name of so many columns at most: of a longer one the middle is left out.
std::string shortened(const std::string& name, std::size_t most) {
  std::string head = shown(name), tail;
  if (display_width(head) <= most) return name;
  const auto is_inside = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
  };
  while (!head.empty() && display_width(tail) + 1 < most / 2) {
    std::size_t last = head.size() - 1;
    while (last > 0 && is_inside(head[last])) --last;
    tail.insert(0, head.substr(last));
    head.resize(last);
  }
  while (!head.empty() && display_width(head) + 1 + display_width(tail) > most) {
    while (head.size() > 1 && is_inside(head.back())) head.pop_back();
    head.pop_back();
  }
  return head + "…" + tail;
}

// The rows with names that leave room for a column beside them, if they can still be told apart.
void shorten_names(Rows& rows, std::size_t width) {
  std::size_t names = 0, others = 0;
  for (const auto& row : rows) {
    names = std::max(names, display_width(shown(row[0])) + 2);
    for (std::size_t i = 1; i < row.size(); ++i)
      others = std::max(others, display_width(shown(row[i])) + 2);
  }
  if (width >= names + others) return;
  constexpr std::size_t kLeast = 6;
  const std::size_t most = std::max(kLeast, width / 2 - std::min<std::size_t>(2, width / 2));
  Rows shorter = rows;
  std::set<std::string> truths, decisions;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    shorter[i][0] = shortened(rows[i][0], most);
    truths.insert(shorter[i][0]);
  }
  for (std::size_t i = 1; i < rows[0].size(); ++i) {
    shorter[0][i] = shortened(rows[0][i], most);
    decisions.insert(shorter[0][i]);
  }
  if (display_width(rows[0][0]) > most) shorter[0][0] = "truth";
  const bool are_apart = truths.size() + 1 == rows.size() && decisions.size() + 1 == rows[0].size();
  if (are_apart) rows = std::move(shorter);
}

std::string confusion_text(const ScoreSummary& summary, std::size_t width) {
  Rows rows(1, {"truth \\ decision"});
  for (const Label& decision : summary.decisions) rows[0].push_back(decision.to_string());
  auto cell = summary.confusion.begin();
  for (const Label& truth : summary.truths) {
    rows.push_back({truth.to_string()});
    for (std::size_t i = 0; i < summary.decisions.size(); ++i)
      rows.back().push_back(count_text(*cell++));
  }
  shorten_names(rows, width);
  return text_table_within(rows, width);
}

std::string classes_text(const ScoreSummary& summary) {
  Rows rows(1, {"class", "rows", "precision", "recall", "F1", "AUC"});
  for (std::size_t i = 0; i < summary.truths.size(); ++i) {
    const ClassSummary& one = summary.classes[i];
    rows.push_back({summary.truths[i].to_string(), count_text(one.rows), six_digits(one.precision),
                    six_digits(one.recall), six_digits(one.f1), defined(one.auc)});
  }
  return text_table(rows);
}

std::string reliability_text(const std::vector<ReliabilityBin>& bins) {
  Rows rows(1, {"posterior", "rows", "confidence", "accuracy"});
  for (const ReliabilityBin& bin : bins) {
    rows.push_back({fmt::format("{:.3f} to {:.3f}", bin.from, bin.to), count_text(bin.rows),
                    six_digits(bin.confidence), six_digits(bin.accuracy)});
  }
  return text_table(rows);
}

}  // namespace

void FigureOptions::attach(Command& command) {
  command.flag("--json", json_, "as JSON");
  command.option("--top", "K", top_,
                 "also: is the truth among the K likeliest classes? (default 2 of three or more)");
}

ScoreSummary FigureOptions::summary(const Score& score, const Loss& loss) const {
  if (top_ && *top_ < 1) {
    throw Error(ErrorKind::kUsage, "--top " + std::to_string(*top_) + ": expected at least 1");
  }
  const std::int64_t top = top_.value_or(loss.classes().size() > 2 ? 2 : 0);
  return score.summary(
      static_cast<int>(std::min<std::int64_t>(top, std::numeric_limits<int>::max())));
}

std::string score_text(const ScoreSummary& summary, std::size_t width) {
  std::string out = figures_text(summary) + "\n";
  if (summary.truths.size() > kMostClasses) {
    out += fmt::format("The confusion and the figures of {} classes are in --json.\n",
                       summary.truths.size());
  } else {
    out += confusion_text(summary, width) + "\n" + classes_text(summary);
  }
  return out + "\n" + reliability_text(summary.reliability);
}

std::string scores_table(const std::string& heading, const std::vector<std::string>& names,
                         const std::vector<ScoreSummary>& summaries) {
  Rows rows(1, {heading, "accuracy", "balanced", "log loss", "Brier", "AUC", "ECE"});
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const ScoreSummary& s = summaries[i];
    rows.push_back({names[i], six_digits(s.accuracy), six_digits(s.balanced_accuracy),
                    six_digits(s.log_loss), six_digits(s.brier), defined(s.auc),
                    six_digits(s.ece)});
  }
  return text_table(rows);
}

}  // namespace tally::cli
