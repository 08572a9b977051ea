// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "tally/base/error.h"
#include "tally/base/suggest.h"
#include "tally/inside/decide.h"

namespace tally {

namespace {

constexpr const char* kReject = "reject";

std::optional<std::size_t> find_class(const std::vector<Label>& classes, const std::string& text) {
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (classes[k].to_string() == text) return k;
  }
  return std::nullopt;
}

std::string suggestion(const std::vector<Label>& classes, const std::string& text) {
  std::vector<std::string> names;
  for (const Label& klass : classes) names.push_back(klass.to_string());
  return did_you_mean(text, names);
}

// Which class each column of a labelled matrix is about.
class LossTable {
 public:
  LossTable(const std::string& file, const std::vector<Label>& classes)
      : file_(file), classes_(classes) {}

  [[noreturn]] void refuse(const std::string& sentence) const {
    throw Error(ErrorKind::kData, sentence, {file_, -1, -1, ""});
  }

  std::vector<std::size_t> columns(const std::vector<std::string>& header) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 1; i < header.size(); ++i) {
      const std::optional<std::size_t> k = find_class(classes_, header[i]);
      if (!k) {
        refuse("the column " + in_quotes(header[i]) + " is no class of the model" +
               suggestion(classes_, header[i]));
      }
      if (std::find(out.begin(), out.end(), *k) != out.end()) {
        refuse("the class " + in_quotes(header[i]) + " has two columns");
      }
      out.push_back(*k);
    }
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      if (std::find(out.begin(), out.end(), k) == out.end()) {
        refuse("the class " + in_quotes(classes_[k].to_string()) +
               " has no column; the first row must name every class");
      }
    }
    return out;
  }

  double cost(const std::string& decision, const Label& klass, const std::string& text) const {
    const std::optional<double> cost = parse_number(text);
    if (!cost || !std::isfinite(*cost)) {
      refuse("expected a finite number as the cost of " + in_quotes(decision) +
             " when the truth is " + in_quotes(klass.to_string()) + ", found " + in_quotes(text));
    }
    return *cost;
  }

 private:
  const std::string& file_;
  const std::vector<Label>& classes_;
};

}  // namespace

// Brings the decisions, and with them the rows of costs, into label order.
Loss::Loss(std::vector<Label> decisions, std::vector<Label> classes, std::vector<double> costs,
           bool is_zero_one)
    : classes_(std::move(classes)), is_zero_one_(is_zero_one) {
  std::vector<std::size_t> order(decisions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return decisions[a] < decisions[b]; });
  for (const std::size_t i : order) {
    decisions_.push_back(decisions[i]);
    const auto row = costs.begin() + static_cast<std::ptrdiff_t>(i * classes_.size());
    costs_.insert(costs_.end(), row, row + static_cast<std::ptrdiff_t>(classes_.size()));
  }
}

Loss Loss::zero_one(const std::vector<Label>& classes) {
  std::vector<double> costs(classes.size() * classes.size(), 1);
  for (std::size_t k = 0; k < classes.size(); ++k) costs[k * classes.size() + k] = 0;
  return Loss(classes, classes, std::move(costs), true);
}

Loss Loss::labelled(const std::vector<std::vector<std::string>>& cells, const std::string& file,
                    const std::vector<Label>& classes) {
  const LossTable table(file, classes);
  if (cells.empty()) table.refuse("the loss matrix is empty; its first row names the classes");
  const std::vector<std::size_t> class_of = table.columns(cells[0]);
  std::vector<Label> decisions;
  std::vector<double> costs;
  for (std::size_t row = 1; row < cells.size(); ++row) {
    if (cells[row].size() != cells[0].size()) {
      table.refuse("expected " + std::to_string(cells[0].size()) + " cells in row " +
                   std::to_string(row + 1) + " of the loss matrix, found " +
                   std::to_string(cells[row].size()));
    }
    const std::string& name = cells[row][0];
    const std::optional<std::size_t> k = find_class(classes, name);
    const Label decision = k ? classes[*k] : Label::of(name);
    if (std::find(decisions.begin(), decisions.end(), decision) != decisions.end()) {
      table.refuse("the decision " + in_quotes(name) + " has two rows");
    }
    decisions.push_back(decision);
    costs.resize(decisions.size() * classes.size());
    for (std::size_t i = 0; i < class_of.size(); ++i) {
      costs[(decisions.size() - 1) * classes.size() + class_of[i]] =
          table.cost(name, classes[class_of[i]], cells[row][i + 1]);
    }
  }
  if (decisions.empty())
    table.refuse("the loss matrix has no decision: each row below the first is one");
  return Loss(std::move(decisions), classes, std::move(costs), false);
}

Loss Loss::with_class_weights(const std::vector<std::pair<std::string, double>>& weights) const {
  std::vector<double> factors(classes_.size(), 1);
  std::vector<bool> named(classes_.size(), false);
  for (const auto& [name, weight] : weights) {
    const std::optional<std::size_t> k = find_class(classes_, name);
    if (!k) {
      throw Error(ErrorKind::kUsage, "a class weight names " + in_quotes(name) +
                                         ", which is no class" + suggestion(classes_, name));
    }
    if (named[*k]) throw Error(ErrorKind::kUsage, "class " + in_quotes(name) + " has two weights");
    if (!(weight > 0) || !std::isfinite(weight)) {
      throw Error(ErrorKind::kUsage, "the weight of class " + in_quotes(name) +
                                         " must be a finite number above 0, not " +
                                         shortest(weight));
    }
    named[*k] = true;
    factors[*k] = weight;
  }
  const bool changes = std::any_of(factors.begin(), factors.end(), [](double f) { return f != 1; });
  std::vector<double> costs = costs_;
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] *= factors[i % classes_.size()];
  if (!std::all_of(costs.begin(), costs.end(), [](double c) { return std::isfinite(c); })) {
    throw Error(ErrorKind::kUsage, "the class weights make a cost too large for a number");
  }
  return Loss(decisions_, classes_, std::move(costs), is_zero_one_ && !changes);
}

Loss Loss::with_reject(double cost) const {
  if (!(cost >= 0) || !std::isfinite(cost)) {
    throw Error(
        ErrorKind::kUsage,
        "the cost of rejecting must be a finite number of 0 or more, not " + shortest(cost));
  }
  const Label reject = Label::of(kReject);
  if (std::any_of(decisions_.begin(), decisions_.end(),
                  [](const Label& decision) { return decision.to_string() == kReject; })) {
    throw Error(ErrorKind::kUsage,
                "there is a decision called 'reject' already; give its cost in the loss matrix");
  }
  std::vector<Label> decisions = decisions_;
  decisions.push_back(reject);
  std::vector<double> costs = costs_;
  costs.insert(costs.end(), classes_.size(), cost);
  return Loss(std::move(decisions), classes_, std::move(costs), false);
}

Loss Loss::with_alarm_above(std::size_t klass, double log_odds) const {
  const auto at = std::find(decisions_.begin(), decisions_.end(), classes_[klass]);
  if (at == decisions_.end() || decisions_.size() < 2) {
    throw Error(ErrorKind::kUsage, "a bound on deciding " + in_quotes(classes_[klass].to_string()) +
                                       " makes sense only where that may be decided, and something "
                                       "else too");
  }
  Loss out = *this;
  out.alarm_ = {klass, static_cast<std::size_t>(at - decisions_.begin()), log_odds};
  return out;
}

}  // namespace tally
