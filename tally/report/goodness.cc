// SPDX-License-Identifier: Apache-2.0
#include "tally/report/goodness.h"

#include <algorithm>
#include <cmath>

#include "tally/estimate/prior.h"
#include "tally/explain/explainer.h"
#include "tally/inside/explain.h"
#include "tally/report/answered_rows.h"
#include "tally/report/base64.h"
#include "tally/report/score_pictures.h"

namespace tally {

namespace {

constexpr std::size_t kMostNumbers = 65'536;  // of posteriors within the page
constexpr std::size_t kMostErrors = 20;

Json labels(const std::vector<Label>& all) {
  Json out = Json::array();
  for (const Label& label : all) out.push_back(label.to_string());
  return out;
}

// What the page decides anew.
Json rows_json(const AnsweredRows& rows) {
  const std::size_t K = rows.answers.classes, each = K == 2 ? 1 : K, n = rows.truths.size();
  const std::size_t every = std::max<std::size_t>(1, (n * each + kMostNumbers - 1) / kMostNumbers);
  std::vector<double> p, weights;
  std::vector<std::int16_t> truths;
  bool weighted = false;
  for (std::size_t row = 0; row < n; row += every) {
    const auto posterior = rows.answers.posterior_of(static_cast<std::int64_t>(row));
    const bool impossible = rows.answers.impossible(static_cast<std::int64_t>(row));
    for (std::size_t k = K == 2 ? 1 : 0; k < K; ++k) p.push_back(impossible ? -1 : posterior[k]);
    const auto& all = rows.summary.truths;
    truths.push_back(static_cast<std::int16_t>(
        std::lower_bound(all.begin(), all.end(), rows.truths[row]) - all.begin()));
    weights.push_back(rows.weights[row]);
    weighted = weighted || rows.weights[row] != 1;
  }
  Json out = {{"n", n},
              {"every", every},
              {"p", base64_of(std::span<const double>(p))},
              {"truth", base64_of(std::span<const std::int16_t>(truths))}};
  if (weighted) out["weight"] = base64_of(std::span<const double>(weights));
  return out;
}

std::string what_rows(const AnsweredRows& rows) {
  if (rows.of == "data")
    return "on the rows of the data, which the model is asked about as they are";
  return std::string(rows.of == "sample" ? "on the rows of the model’s own sample"
                                         : "on the rows that the model has counted") +
         ", each left out of the counts in turn";
}

Json pictures_json(const AnsweredRows& rows, Pictures& pictures) {
  Json out = Json::array();
  for (const ScorePicture picture : kScorePictures) {
    if (picture == ScorePicture::kConfusion) continue;  // the page has a table, which it fills anew
    std::optional<std::string> svg = draw_for_page(picture, rows.score, rows.summary);
    if (!svg) continue;
    out.push_back({{"name", to_string(picture)},
                   {"picture", pictures.add(std::move(*svg))},
                   {"caption", caption_of(picture)}});
  }
  return out;
}

// The surest decisions that are wrong, each worked out. Only of rows that were given: nobody is to find those
// of a sample in a report.
Json errors_json(const ReportOn& on, const AnsweredRows& rows) {
  Json out = Json::array();
  if (on.rows == nullptr) return out;
  const std::vector<Label>& classes = on.loss.classes();
  std::vector<std::pair<double, std::size_t>> wrong;  // by −log-odds
  std::vector<double> odds(classes.size());
  for (std::size_t row = 0; row < rows.truths.size(); ++row) {
    if (rows.decisions[row] < 0) continue;
    const Label& decided = on.loss.decisions()[static_cast<std::size_t>(rows.decisions[row])];
    const auto at = std::lower_bound(classes.begin(), classes.end(), decided);
    if (decided == rows.truths[row] || at == classes.end() || *at != decided) continue;
    const auto r = static_cast<std::int64_t>(row);
    posterior_log_odds(rows.answers.posterior_of(r), rows.answers.log_posterior_of(r), odds);
    wrong.emplace_back(-odds[static_cast<std::size_t>(at - classes.begin())], row);
  }
  const std::size_t shown = std::min(wrong.size(), kMostErrors);
  std::partial_sort(wrong.begin(), wrong.begin() + static_cast<std::ptrdiff_t>(shown), wrong.end());
  if (shown == 0) return out;
  const Explainer explainer(on.model.counts, on.question, on.loss, on.model.rule);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t row = wrong[i].second;
    const auto r = static_cast<std::int64_t>(row);
    const Label& decided = on.loss.decisions()[static_cast<std::size_t>(rows.decisions[row])];
    const auto k = std::lower_bound(classes.begin(), classes.end(), decided) - classes.begin();
    // With dictionaries of its own, so that nobody looks up the terms of all other rows.
    const RowStore one = on.rows->gather({r});
    out.push_back({{"row", on.rows->numbers()[row]},
                   {"truth", rows.truths[row].to_string()},
                   {"decision", decided.to_string()},
                   {"p", rows.answers.posterior_of(r)[static_cast<std::size_t>(k)]},
                   {"text", to_text(explainer.explain(one.batch(), 0))}});
  }
  return out;
}

// log P(class), as the answers start from it.
std::vector<double> log_prior_asked(const ReportOn& on) {
  const std::vector<Counts::Class> classes = on.model.counts.classes();
  return is_weighed(rule_of(on.question, on.model.rule)) ? log_prior_of(classes, on.question)
                                                         : log_prior(classes, on.question);
}

// What the prior alone would lose on these rows; infinite if it holds one for impossible.
double log_loss_of_prior(const AnsweredRows& rows, const std::vector<Label>& classes,
                         const std::vector<double>& log_prior) {
  ExactSum loss, weight;
  for (std::size_t row = 0; row < rows.truths.size(); ++row) {
    const auto at = std::lower_bound(classes.begin(), classes.end(), rows.truths[row]);
    const bool known = at != classes.end() && *at == rows.truths[row];
    const double log_p = known ? log_prior[static_cast<std::size_t>(at - classes.begin())]
                               : -std::numeric_limits<double>::infinity();
    if (!std::isfinite(log_p)) return std::numeric_limits<double>::infinity();
    loss.add_product(rows.weights[row], -log_p);
    weight.add(rows.weights[row]);
  }
  return ratio(loss, weight);
}

// From which prior the answers were made, and whether the page may put another in its place.
void add_prior(const ReportOn& on, const AnsweredRows& rows, Json& out) {
  const std::vector<double> log_prior = log_prior_asked(on);
  std::vector<double> prior;
  for (const double one : log_prior) prior.push_back(std::exp(one));
  out["log_loss_prior"] = log_loss_of_prior(rows, on.loss.classes(), log_prior);
  out["prior"] = prior;
  out["prior_moves"] = combine_of(on.question, on.model.counts.schema()) != Combine::kFisher;
  out["kept"] = nullptr;
  if (is_weighed(rule_of(on.question, on.model.rule))) {
    out["kept"] = {{"shares", prior}, {"rows", on.model.counts.total_weight().to_double()}};
  }
}

}  // namespace

Json goodness(const ReportOn& on, Pictures& pictures) {
  std::optional<AnsweredRows> answered;
  try {
    answered = answered_rows(on);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUsage) throw;
    return {{"reason", error.what()}};
  }
  if (answered->summary.rows == 0) return {{"reason", "there is no row to score"}};
  Json out = {{"of", answered->of},
              {"what", what_rows(*answered)},
              {"score", Json::parse(to_json(answered->summary))},
              {"truths", labels(answered->summary.truths)}};
  add_prior(on, *answered, out);
  out["rows"] = rows_json(*answered);
  out["pictures"] = pictures_json(*answered, pictures);
  out["errors"] = errors_json(on, *answered);
  return out;
}

}  // namespace tally
