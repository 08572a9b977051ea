#include "cli/verdict.h"

#include "tally/base/error.h"
#include "tally/base/suggest.h"

namespace tally::cli {

Verdict verdict_of(const std::vector<Label>& classes, std::size_t spam,
                   std::span<const double> posterior, const CutOffs& cut_offs) {
  if (classes.size() < 2) return {};
  Verdict verdict{Verdict::Kind::kUnsure, posterior[spam], kUnsureName};
  if (verdict.spam >= cut_offs.spam) {
    verdict.kind = Verdict::Kind::kSpam;
    verdict.klass = classes[spam].to_string();
  } else if (verdict.spam <= cut_offs.other) {
    verdict.kind = Verdict::Kind::kOther;
    std::size_t best = spam == 0 ? 1 : 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
      if (k != spam && posterior[k] > posterior[best]) best = k;
    }
    verdict.klass = classes[best].to_string();
  }
  return verdict;
}

void VerdictOptions::attach(Command& command) {
  command.heading("Verdict");
  command.option("--spam", "CLASS", spam_, "the class that is to be caught (default: spam)");
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

std::optional<std::size_t> VerdictOptions::find_spam(const std::vector<Label>& classes) const {
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (classes[k].to_string() == spam_) return k;
  }
  return std::nullopt;
}

std::size_t VerdictOptions::spam_among(const std::vector<Label>& classes) const {
  if (const std::optional<std::size_t> found = find_spam(classes)) return *found;
  std::vector<std::string> names;
  for (const Label& label : classes) names.push_back(label.to_string());
  throw Error(ErrorKind::kUsage, "the model has no class " + quoted(spam_) +
                                     did_you_mean(spam_, names) +
                                     "; --spam names the class that is to be caught");
}

}  // namespace tally::cli
