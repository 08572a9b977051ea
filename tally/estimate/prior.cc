// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/prior.h"

#include <algorithm>
#include <cmath>

#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/base/suggest.h"
#include "tally/estimate/share.h"

namespace tally {

namespace {

std::vector<double> from_weights(const std::vector<Counts::Class>& classes, double lambda) {
  ExactSum total;
  for (const Counts::Class& klass : classes) total += klass.weight;
  const Shares shares(total, static_cast<double>(classes.size()), lambda);
  std::vector<double> out;
  for (const Counts::Class& klass : classes) out.push_back(shares.log_share(klass.weight));
  return out;
}

void refuse_strange_classes(const std::vector<Counts::Class>& classes, const Question& question) {
  std::vector<std::string> names;
  for (const Counts::Class& klass : classes) names.push_back(klass.label.to_string());
  for (const auto& entry : question.given_prior) {
    if (std::find(names.begin(), names.end(), entry.first) != names.end()) continue;
    throw Error(ErrorKind::kUsage, "the given prior names " + in_quotes(entry.first) +
                                       ", which is no class of the model" +
                                       did_you_mean(entry.first, names));
  }
}

std::vector<double> as_given(const std::vector<Counts::Class>& classes, const Question& question) {
  refuse_strange_classes(classes, question);
  const auto& given = question.given_prior;
  std::vector<double> out;
  for (const Counts::Class& klass : classes) {
    const std::string name = klass.label.to_string();
    const auto at =
        std::find_if(given.begin(), given.end(), [&](const auto& g) { return g.first == name; });
    if (at == given.end()) {
      throw Error(ErrorKind::kUsage, "the given prior does not name class " + in_quotes(name) +
                                         "; name every class of the model");
    }
    out.push_back(safe_log(at->second));
  }
  return out;
}

}  // namespace

std::vector<double> log_prior(const std::vector<Counts::Class>& classes, const Question& question) {
  switch (question.prior) {
    case PriorKind::kSmoothed:
      return from_weights(classes, effective_lambda(question));
    case PriorKind::kEmpirical:
      return from_weights(classes, 0);
    case PriorKind::kGiven:
      return as_given(classes, question);
    case PriorKind::kEstimated:
      throw Error(
          ErrorKind::kUsage,
          "the prior of the rows at hand is known when all of them have been read, and here "
          "they are answered one by one; give it, or leave it to the counts");
    case PriorKind::kUniform:
      break;
  }
  return std::vector<double>(classes.size(), -std::log(static_cast<double>(classes.size())));
}

Question among_classes(Question question, const std::vector<Counts::Class>& classes) {
  if (question.prior != PriorKind::kGiven) return question;
  auto& given = question.given_prior;
  const std::size_t before = given.size();
  given.erase(std::remove_if(given.begin(), given.end(),
                             [&](const auto& entry) {
                               return std::none_of(classes.begin(), classes.end(),
                                                   [&](const Counts::Class& klass) {
                                                     return klass.label.to_string() == entry.first;
                                                   });
                             }),
              given.end());
  if (given.size() == before) return question;
  double sum = 0;
  for (const auto& entry : given) sum += entry.second;
  if (sum == 0) question.prior = PriorKind::kUniform;
  for (auto& entry : given) entry.second /= sum == 0 ? 1 : sum;
  return question;
}

}  // namespace tally
