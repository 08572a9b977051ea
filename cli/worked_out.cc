// SPDX-License-Identifier: Apache-2.0
#include "cli/worked_out.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tally/inside/base.h"

namespace tally::cli {

namespace {

// Below the first line, which is the decision.
void put_second(std::string& text, const std::string& line) {
  text.insert(text.find('\n') + 1, line + "\n");
}

}  // namespace

std::string WorkedOut::text(Bars bars) const {
  std::string out = to_text(why, bars);
  if (verdict) {
    put_second(
        out, fmt::format("Cut-offs: spam from {}, other mail up to {}: {}", shortest(cut_offs.spam),
                         shortest(cut_offs.other), shown(verdict->klass)));
  }
  if (!besides.empty()) put_second(out, "Counts: with " + besides);
  return out;
}

std::string WorkedOut::json() const {
  if (!verdict && besides.empty()) return to_json(why);
  auto out = nlohmann::ordered_json::parse(to_json(why));
  if (verdict) {
    out["verdict"] = {{"class", verdict->klass},
                      {"p_spam", verdict->spam},
                      {"spam_from", cut_offs.spam},
                      {"other_up_to", cut_offs.other}};
  }
  // Some of the counts were not counted.
  if (!besides.empty()) out["counts"] = "with " + besides;
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

WorkedOut work_out_row(const Asked& asked, const Batch& batch, std::int64_t row,
                       const VerdictOptions& verdict) {
  WorkedOut out{
      tally::explain(asked.model.counts, asked.question, asked.loss, batch, row, asked.model.rule),
      std::nullopt,
      {},
      asked.besides};
  const bool mail = is_mail(asked.model.counts.schema());
  const std::optional<std::size_t> spam = mail ? verdict.find_spam(out.why.classes) : std::nullopt;
  if (spam && out.why.decision >= 0) {
    out.cut_offs = verdict.cut_offs();
    out.verdict = verdict_of(out.why.classes, *spam, out.why.posterior, out.cut_offs);
  }
  return out;
}

}  // namespace tally::cli
