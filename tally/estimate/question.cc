// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/question.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "tally/base/error.h"

namespace tally {

namespace {

constexpr std::array kRuleNames{"naive", "weighted", "full", "tan", "auto"};
constexpr std::array kMethodNames{"smooth", "ml", "map", "bayes"};
constexpr std::array kPriorNames{"smoothed", "empirical", "uniform", "given", "estimate"};
constexpr std::array kCombineNames{"sum", "mean", "fisher", "learned"};

void require(bool holds, const std::string& what, double found) {
  if (!holds) throw Error(ErrorKind::kUsage, what + ", not " + shortest(found));
}

bool positive(double x) { return x > 0 && std::isfinite(x); }
bool not_negative(double x) { return x >= 0 && std::isfinite(x); }

void validate_normal(const NormalPrior& normal) {
  if (normal.mean) {
    require(std::isfinite(*normal.mean), "the prior mean μ0 must be a finite number", *normal.mean);
  }
  require(positive(normal.kappa), "κ0 must be a finite number above 0", normal.kappa);
  require(positive(normal.alpha), "α0 must be a finite number above 0", normal.alpha);
  if (normal.beta)
    require(positive(*normal.beta), "β0 must be a finite number above 0", *normal.beta);
}

void validate_gamma(const GammaPrior& gamma) {
  require(positive(gamma.shape), "the gamma prior's shape a must be a finite number above 0",
          gamma.shape);
  if (gamma.rate) {
    require(positive(*gamma.rate), "the gamma prior's rate b must be a finite number above 0",
            *gamma.rate);
  }
}

void validate_given(const Question& question) {
  constexpr double kSlack = 1e-9;
  std::set<std::string_view> named;
  double sum = 0;
  for (const auto& [klass, p] : question.given_prior) {
    require(not_negative(p),
            "the prior of class " + in_quotes(klass) + " must be a number from 0 to 1", p);
    if (!named.insert(klass).second) {
      throw Error(ErrorKind::kUsage, "the prior names class " + in_quotes(klass) + " twice");
    }
    sum += p;
  }
  require(std::abs(sum - 1) <= kSlack, "the given prior must sum to 1", sum);
}

void validate_complement(const Question& question, TextModel model) {
  if (model != TextModel::kComplement && model != TextModel::kNormalisedComplement) return;
  if (question.method == Method::kBayes) {
    throw Error(ErrorKind::kUsage,
                "complement weights are no probabilities, so that there is nothing to integrate: "
                "ask for smooth, or for the text model multinomial");
  }
  if (effective_lambda(question) == 0) {
    throw Error(ErrorKind::kUsage,
                "complement needs a λ above 0: a term that no other class has would weigh "
                "infinitely");
  }
}

void validate_text(const Question& question) {
  require(positive(question.fisher.strength), "fisher's strength s must be a number above 0",
          question.fisher.strength);
  require(question.fisher.min_deviation >= 0 && question.fisher.min_deviation < 0.5,
          "fisher's least deviation must be a number from 0 to below 0.5",
          question.fisher.min_deviation);
  require(not_negative(question.min_documents),
          "the least number of rows with a term must be a finite number of 0 or more",
          question.min_documents);
  if (question.text_model) validate_complement(question, *question.text_model);
}

}  // namespace

std::string_view to_string(Rule rule) { return kRuleNames[static_cast<std::size_t>(rule)]; }
std::string_view to_string(Method method) { return kMethodNames[static_cast<std::size_t>(method)]; }
std::string_view to_string(PriorKind prior) { return kPriorNames[static_cast<std::size_t>(prior)]; }

std::string_view to_string(Combine combine) {
  return kCombineNames[static_cast<std::size_t>(combine)];
}

std::optional<Rule> parse_rule(std::string_view text) {
  for (std::size_t i = 0; i < kRuleNames.size(); ++i) {
    if (text == kRuleNames[i]) return static_cast<Rule>(i);
  }
  return std::nullopt;
}

bool names_estimates(const Question& question) {
  const Question plain;
  return question.method != plain.method || question.lambda != plain.lambda ||
         question.lambda_by_evidence || question.calibrate ||
         question.lost_degrees != plain.lost_degrees ||
         question.variance_floor != plain.variance_floor ||
         question.var_smoothing != plain.var_smoothing || question.normal != plain.normal ||
         question.gamma != plain.gamma || question.text_model || question.combine ||
         question.fisher != plain.fisher || skips_terms(question);
}

std::optional<Method> parse_method(std::string_view text) {
  for (std::size_t i = 0; i < kMethodNames.size(); ++i) {
    if (text == kMethodNames[i]) return static_cast<Method>(i);
  }
  return std::nullopt;
}

std::optional<Combine> parse_combine(std::string_view text) {
  for (std::size_t i = 0; i < kCombineNames.size(); ++i) {
    if (text == kCombineNames[i]) return static_cast<Combine>(i);
  }
  return std::nullopt;
}

std::vector<std::string> method_names() { return {kMethodNames.begin(), kMethodNames.end()}; }
std::vector<std::string> rule_names() { return {kRuleNames.begin(), kRuleNames.end()}; }
std::vector<std::string> combine_names() { return {kCombineNames.begin(), kCombineNames.end()}; }

std::vector<std::string> prior_names() {
  std::vector<std::string> out(kPriorNames.begin(), kPriorNames.end());
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(PriorKind::kGiven));
  return out;
}

void validate(const Question& question) {
  require(not_negative(question.lambda), "λ must be a finite number of 0 or more", question.lambda);
  if (question.method == Method::kBayes && question.lambda == 0) {
    throw Error(ErrorKind::kUsage,
                "the posterior predictive needs a proper prior: give a λ above 0, or ask for ml");
  }
  if (question.method == Method::kMl && question.lambda_by_evidence) {
    throw Error(ErrorKind::kUsage,
                "maximum likelihood adds no λ: leave λ by evidence out, or ask for smooth");
  }
  require(question.lost_degrees == 0 || question.lost_degrees == 1,
          "the variance is taken over n (0 degrees lost) or n − 1 (1 lost)", question.lost_degrees);
  require(positive(question.variance_floor), "the variance floor must be a finite number above 0",
          question.variance_floor);
  if (question.var_smoothing) {
    require(not_negative(*question.var_smoothing),
            "the variance smoothing must be a finite number of 0 or more", *question.var_smoothing);
    if (question.method == Method::kMap || question.method == Method::kBayes) {
      throw Error(ErrorKind::kUsage, "variance smoothing belongs to smooth and ml: " +
                                         std::string(to_string(question.method)) +
                                         " has a prior for the variance instead");
    }
  }
  validate_normal(question.normal);
  validate_gamma(question.gamma);
  if (question.prior == PriorKind::kGiven) validate_given(question);
  if (has_own_estimates(question.rule) && names_estimates(question)) {
    throw Error(
        ErrorKind::kUsage,
        "the " + std::string(to_string(question.rule)) +
            " rule has estimates of its own, and learns how far to trust them: λ, the method, "
            "variances, the priors of parameters, calibration and how texts are modelled and "
            "combined are questions to the rule naive");
  }
  validate_text(question);
}

double effective_lambda(const Question& question) {
  return question.method == Method::kMl ? 0 : question.lambda;
}

double lambda_of(const Question& question, std::string_view feature) {
  const auto& lambdas = question.lambdas;
  const auto at = std::lower_bound(lambdas.begin(), lambdas.end(), feature,
                                   [](const auto& one, auto name) { return one.first < name; });
  const bool known = at != lambdas.end() && at->first == feature;
  return known && question.method != Method::kMl ? at->second : effective_lambda(question);
}

Combine combine_of(const Question& question, const Schema& schema) {
  if (!question.combine) {
    return schema.row_traits().have_rule ? Combine::kLearned : Combine::kSum;
  }
  if (*question.combine != Combine::kSum && !schema.has_text()) {
    throw Error(ErrorKind::kUsage, "combining by " + std::string(to_string(*question.combine)) +
                                       " is about texts, and this model has none: leave it out");
  }
  return *question.combine;
}

OtherTerms other_terms_needed(const Question& question, const Schema& schema) {
  if (asks_terms_alone(combine_of(question, schema))) return OtherTerms::kLeftOut;
  return skips_terms(question) ? OtherTerms::kEach : OtherTerms::kTotals;
}

TextModel text_model_of(const Question& question, const TextOptions& text) {
  const TextModel model = question.text_model.value_or(text.model);
  validate_complement(question, model);
  return model;
}

bool skips_terms(const Question& question) {
  return question.min_documents > 0 || !question.stop_words.empty();
}

}  // namespace tally
