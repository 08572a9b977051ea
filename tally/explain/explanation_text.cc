// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/base/shown.h"
#include "tally/estimate/calibrated_said.h"
#include "tally/explain.h"
#include "tally/explain/log_odds.h"
#include "tally/explain/number_text.h"
#include "tally/explain/worked_rule.h"
#include "tally/explain/worked_terms.h"
#include "tally/explain/worked_texts.h"
#include "tally/explain/worked_voices.h"

namespace tally {

namespace {

constexpr std::size_t kMostFeatures = 20;
constexpr std::size_t kLongestFormula = 240;  // in bytes
constexpr std::size_t kLongestFactor = 60;

// The lines of one explanation, top to bottom.
class Writer {
 public:
  Writer(const Explanation& why, Bars bars) : why_(why), bars_(bars) {
    for (const std::size_t place : why.most_telling()) {
      if (!why.features[place].missing) shown_.push_back(place);
    }
    if (shown_.size() > kMostFeatures) {
      hidden_ = shown_.size() - kMostFeatures;
      shown_.resize(kMostFeatures);
    } else {
      std::sort(shown_.begin(), shown_.end());
    }
  }

  std::string write() {
    line("Decision: " + verdict());
    line("Question: " + why_.question);
    line(given());
    const std::string absent = not_given();
    if (!absent.empty()) line(absent);
    if (has_own_estimates(why_.answers)) return weighted();
    if (why_.combine != Combine::kFisher) priors();
    features();
    if (why_.combine == Combine::kFisher) {
      verdicts();
    } else if (why_.combine == Combine::kLearned) {
      if (!why_.rule.empty()) out_ += rule_text(why_);
    } else if (why_.joint_is_defined) {
      joints();
    } else {
      scores();
    }
    if (why_.decision < 0) {
      impossible();
    } else {
      if (why_.joint_is_defined) evidence();
      posteriors();
      risks();
      if (why_.combine == Combine::kSum) contributions();
      out_ += terms_text(why_);
    }
    return std::move(out_);
  }

 private:
  std::string weighted() {
    out_ += voices_text(why_);
    posteriors();
    risks();
    out_ += text_terms_text(why_);
    return std::move(out_);
  }

  void line(const std::string& text) { out_ += shown(text) + "\n"; }
  void heading(const std::string& text) { out_ += "\n" + shown(text) + "\n"; }

  std::string klass(std::size_t k) const {
    return why_.target + " = " + why_.classes[k].to_string();
  }

  std::string decision_text(std::size_t i) const {
    const Label& decision = why_.decisions[i];
    const bool is_class =
        std::find(why_.classes.begin(), why_.classes.end(), decision) != why_.classes.end();
    return is_class ? why_.target + " = " + decision.to_string() : decision.to_string();
  }

  // What was decided, and how sure that is: the class's own probability, and the next one's.
  std::string verdict() const {
    if (why_.decision < 0) return "none: this row is impossible in every class";
    const std::size_t told = why_.told_class(), next = why_.runner_up();
    const auto sure = [&](std::size_t k) {
      return fmt::format("P({} | x) = {}", klass(k), six_digits(why_.posterior[k]));
    };
    return decision_text(static_cast<std::size_t>(why_.decision)) + ", where " + sure(told) +
           (next == told ? "" : ", " + sure(next));
  }

  std::string not_given() const {
    std::string list;
    std::size_t absent = 0;
    for (const WorkedFeature& feature : why_.features) {
      if (!feature.missing) continue;
      ++absent;
      list += (list.empty() ? "" : ", ") + feature.name;
    }
    if (absent == 0) return "";
    return "Not given: " + (absent <= kMostFeatures && list.size() <= kLongestFormula
                                ? list
                                : counted(absent, "feature", "features"));
  }

  std::string given() const {
    std::string list;
    std::size_t known = 0;
    for (const WorkedFeature& feature : why_.features) {
      if (feature.missing || !feature.left_out.empty()) continue;
      ++known;
      list += (list.empty() ? "" : ", ") + feature.name +
              (facts_of(feature.family).cells == CellKind::kGroup ? ": " : " = ") + feature.value;
    }
    if (known == 0) return "Given nothing: the prior decides";
    return known <= kMostFeatures && list.size() <= kLongestFormula
               ? "Given " + list
               : fmt::format("Given {} of {} features", known, why_.features.size());
  }

  void priors() {
    heading("Prior");
    for (std::size_t k = 0; k < why_.classes.size(); ++k) {
      line(fmt::format("  P({}) = {}", klass(k), worked(why_.prior[k])));
    }
  }

  // "4/9 = 0.444444"; the number alone where the formula is too long for a line.
  static std::string worked(const WorkedFactor& factor) {
    std::string number = probability_text(factor.log_value);
    if (factor.formula.size() > kLongestFormula || factor.formula == number) return number;
    if (factor.formula.empty()) return number;
    return factor.formula + " = " + number;
  }

  void features() {
    for (const std::size_t place : shown_) feature(why_.features[place]);
    if (hidden_ > 0) {
      line("");
      line(fmt::format("… and {} more features that add less (the JSON form has them all)",
                       hidden_));
    }
  }

  void feature(const WorkedFeature& feature) {
    heading(fmt::format("{} ({})", feature.name, to_string(feature.family)));
    if (!feature.left_out.empty()) return line("  left out, says nothing: " + feature.left_out);
    if (feature.factors.empty()) return line("  " + feature.value + ": see below");
    // A complement's weight is no probability.
    const bool score = facts_of(feature.family).cells == CellKind::kTerms &&
                       why_.combine == Combine::kSum && !why_.joint_is_defined;
    const char* const what = score ? "score" : is_density(feature.family) ? "p" : "P";
    const std::string event =
        feature.event.size() <= kLongestFormula ? feature.event : feature.name;
    for (std::size_t k = 0; k < why_.classes.size(); ++k) {
      line(fmt::format("  {}({} | {}) = {}", what, event, klass(k), worked(feature.factors[k])));
    }
  }

  // A factor as it stands in a product: a short fraction as it is, anything else as its number.
  static std::string in_product(const WorkedFactor& factor, bool fraction) {
    if (fraction && factor.formula.size() <= kLongestFactor) return factor.formula;
    return probability_text(factor.log_value);
  }

  // Whether its formula is a fraction; that of a number is its law.
  static bool is_fraction(const WorkedFactor& factor, Family family) {
    switch (facts_of(family).cells) {
      case CellKind::kLabel:
      case CellKind::kTruth:
      case CellKind::kBin:
        return true;
      case CellKind::kNumber:
        return false;
      case CellKind::kGroup:
        return factor.formula.rfind("Pólya", 0) != 0;
      case CellKind::kTerms:
        return !factor.formula.empty();
    }
    return false;
  }

  void joints() {
    heading("Product");
    for (std::size_t k = 0; k < why_.classes.size(); ++k) {
      std::string product = in_product(why_.prior[k], true);
      for (const std::size_t place : shown_) {
        const WorkedFeature& feature = why_.features[place];
        if (feature.factors.empty()) continue;
        const WorkedFactor& factor = feature.factors[k];
        product += " · " + in_product(factor, is_fraction(factor, feature.family));
      }
      if (hidden_ > 0) product += " · …";
      line(fmt::format("  {} = {} = {}", klass_joint(k), product,
                       probability_text(why_.log_joint[k])));
    }
  }

  // What is no joint probability: a score, of which the posterior is made all the same.
  void scores() {
    heading("Score");
    if (why_.calibrator) line("  calibrated: log prior + bias + slope · log likelihood");
    if (why_.combine == Combine::kMean) {
      line(fmt::format(
          "  the texts' sums are divided by {}",
          counted(static_cast<std::size_t>(why_.known_terms), "known term", "known terms")));
    }
    for (std::size_t k = 0; k < why_.classes.size(); ++k) {
      line(fmt::format("  log score({}) = {}{}", klass(k), calibrated(k),
                       six_digits(why_.log_joint[k])));
    }
  }

  // "log P(y = a) + bias + slope · Σ log P(x | y = a) = −0.69 + 0.1 + 0.4 · −7.2 = "
  std::string calibrated(std::size_t k) const {
    if (!why_.calibrator || std::isinf(why_.log_joint[k])) return "";
    const Calibrator& by = *why_.calibrator;
    std::vector<double> all(why_.classes.size(), 0);
    for (const WorkedFeature& feature : why_.features) {
      for (std::size_t c = 0; c < feature.factors.size(); ++c)
        all[c] += feature.factors[c].log_value;
    }
    bound_said(all);
    const double said = all[k];
    const auto signed_text = [](double x) {
      return (x < 0 ? " - " : " + ") + six_digits(std::abs(x));
    };
    return fmt::format("{}{}{} · {} = ", six_digits(why_.prior[k].log_value),
                       signed_text(by.biases[k]), signed_text(by.slope), six_digits(said));
  }

  void verdicts() {
    heading("Verdict (Fisher's method)");
    for (std::size_t k = 0; k < why_.classes.size(); ++k) {
      const FisherVerdict& verdict = why_.verdicts[k];
      line(fmt::format("  {}: {}, Q(−Σ log f) = {}, Q(−Σ log(1 − f)) = {}, S = {}", klass(k),
                       counted(static_cast<std::size_t>(verdict.witnesses), "witness", "witnesses"),
                       probability_text(verdict.log_tail_for),
                       probability_text(verdict.log_tail_against),
                       probability_text(verdict.log_s)));
    }
  }

  void impossible() {
    heading("Evidence");
    line(
        "  P(x) = 0: this row is impossible in every class, so there is no posterior and no "
        "decision.");
    line("  A value that a class never had has probability 0 when λ = 0; ask with λ > 0.");
  }

  std::string klass_joint(std::size_t k) const { return fmt::format("P({}, x)", klass(k)); }

  void evidence() {
    heading("Evidence");
    const std::string total = probability_text(why_.log_evidence);
    std::string sum;
    for (const double log_joint : why_.log_joint) {
      sum += (sum.empty() ? "" : " + ") + probability_text(log_joint);
    }
    if (why_.classes.size() == 1) sum = klass_joint(0);
    line(why_.classes.size() <= kShownClasses ? fmt::format("  P(x) = {} = {}", sum, total)
                                              : fmt::format("  P(x) = Σ P(y, x) = {}", total));
  }

  void posteriors() {
    heading("Posterior");
    for (std::size_t k = 0; k < why_.classes.size(); ++k) {
      if (!why_.joint_is_defined) {
        line(fmt::format("  P({} | x) = {}", klass(k), six_digits(why_.posterior[k])));
        continue;
      }
      line(fmt::format("  P({} | x) = {} / {} = {}", klass(k), probability_text(why_.log_joint[k]),
                       probability_text(why_.log_evidence), six_digits(why_.posterior[k])));
    }
  }

  void risks() {
    heading("Risk");
    const std::size_t classes = why_.classes.size();
    for (std::size_t i = 0; i < why_.decisions.size(); ++i) {
      std::string sum;
      for (std::size_t k = 0; k < classes && classes <= kShownClasses; ++k) {
        const double cost = why_.costs[i * classes + k];
        if (cost == 0) continue;
        sum +=
            (sum.empty() ? "" : " + ") + six_digits(cost) + " · " + six_digits(why_.posterior[k]);
      }
      if (!sum.empty()) sum += " = ";
      line(fmt::format("  R({} | x) = {}{}", why_.decisions[i].to_string(), sum,
                       six_digits(why_.risk[i])));
    }
    bound();
  }

  // Why the least risk may not be what is decided.
  void bound() {
    if (!why_.alarm || why_.decision < 0) return;
    const Loss::Alarm& alarm = *why_.alarm;
    const double odds = alarm_log_odds(why_.log_joint, alarm.klass);
    line(fmt::format("  {} is decided only where its log-odds are above {}: here they are {}",
                     why_.decisions[alarm.decision].to_string(), six_digits(alarm.log_odds),
                     six_digits(odds)));
  }

  void contributions() {
    const std::size_t told = why_.told_class();
    heading(fmt::format("What each feature adds to the log-odds of {} (nats)", klass(told)));
    std::vector<LogOdds> added;
    for (const std::size_t place : why_.most_telling()) {
      const WorkedFeature& feature = why_.features[place];
      if (feature.factors.empty()) continue;
      if (std::find(shown_.begin(), shown_.end(), place) == shown_.end()) continue;
      added.push_back({feature.name, feature.contributions[told]});
    }
    out_ += log_odds_text(added, bars_);
    for (const WorkedFeature& feature : why_.features) {
      if (!feature.factors.empty()) warn_of_certainty(feature, feature.contributions[told]);
    }
  }

  // exp(50) is 5 · 10^21: no number of rows makes a single column so sure, but a density far out in
  // its tail does.
  void warn_of_certainty(const WorkedFeature& feature, double nats) {
    constexpr double kTooSure = 50;
    if (std::abs(nats) <= kTooSure || std::isinf(nats)) return;
    line(
        fmt::format("Note: {} alone moves the log-odds by {} nats. That is more than rows can "
                    "tell: {}",
                    feature.name, six_digits(nats),
                    is_density(feature.family) ? "its value lies far outside of a narrow class"
                                               : "one column outvotes all others"));
  }

  const Explanation& why_;
  Bars bars_;
  std::vector<std::size_t> shown_;
  std::size_t hidden_ = 0;
  std::string out_;
};

}  // namespace

std::string to_text(const Explanation& explanation, Bars bars) {
  return Writer(explanation, bars).write();
}

}  // namespace tally
