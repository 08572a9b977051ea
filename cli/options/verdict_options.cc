// SPDX-License-Identifier: Apache-2.0
#include "cli/options/verdict_options.h"

#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

std::optional<std::size_t> find_class(const std::string& name, const std::vector<Label>& classes) {
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (classes[k].to_string() == name) return k;
  }
  return std::nullopt;
}

}  // namespace

std::size_t class_named(const std::string& name, const std::vector<Label>& classes,
                        const std::string& why) {
  if (const std::optional<std::size_t> found = find_class(name, classes)) return *found;
  std::vector<std::string> names;
  for (const Label& label : classes) names.push_back(label.to_string());
  throw Error(ErrorKind::kUsage,
              "the model has no class " + in_quotes(name) + did_you_mean(name, names) + "; " + why);
}

void VerdictOptions::attach_class(Command& command) {
  command.option("--spam", "CLASS", spam_,
                 "of mail: the class that is to be caught (default: spam)");
}

void VerdictOptions::attach(Command& command) {
  command.heading("Verdict");
  attach_class(command);
  command.option("--spam-cutoff", "P", spam_cut_off_,
                 "P(spam) from here on is spam (default: 0.99)");
  command.option("--ham-cutoff", "P", other_cut_off_,
                 "P(spam) up to here is not; between the two is unsure (default: 0.2)");
}

CutOffs VerdictOptions::cut_offs() const {
  CutOffs cut_offs;
  if (spam_cut_off_) cut_offs.spam = *spam_cut_off_;
  if (other_cut_off_) cut_offs.other = *other_cut_off_;
  if (!(cut_offs.other >= 0 && cut_offs.other <= cut_offs.spam && cut_offs.spam <= 1)) {
    throw Error(ErrorKind::kUsage,
                "the cut-offs are probabilities with --ham-cutoff not above --spam-cutoff");
  }
  return cut_offs;
}

std::size_t VerdictOptions::spam_among(const std::vector<Label>& classes) const {
  return class_named(spam_.value_or("spam"), classes,
                     "--spam names the class that is to be caught");
}

std::optional<std::size_t> VerdictOptions::find_spam(const std::vector<Label>& classes) const {
  if (!spam_ && !find_class("spam", classes)) return std::nullopt;
  return spam_among(classes);
}

std::optional<VerdictRule> VerdictOptions::rule(const std::vector<Label>& classes) const {
  const CutOffs cut_offs = this->cut_offs();
  if (classes.size() < 2) return VerdictRule{0, cut_offs};
  const std::optional<std::size_t> spam = find_spam(classes);
  return spam ? std::optional(VerdictRule{*spam, cut_offs}) : std::nullopt;
}

}  // namespace tally::cli
