// What a filter says of a message: two cut-offs, and unsure between them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/command.h"
#include "tally/batch.h"
#include "tally/batch/mail_class.h"

namespace tally::cli {

struct CutOffs {
  double spam = 0.99;  ///< P(spam) from here on is spam
  double other = 0.2;  ///< P(spam) up to here is not
};

struct Verdict {
  enum class Kind : std::uint8_t { kSpam, kOther, kUnsure };
  Kind kind = Kind::kUnsure;
  double spam = 0.5;                 ///< P(spam)
  std::string klass = kUnsureName;   ///< the class, or kUnsureName
  std::optional<std::size_t> place;  ///< of the class among the others; nothing: unsure
};

/// Of the classes other than `spam`, the most probable one is named. Where there is no other, spam
/// has not been told from anything: unsure. REQUIRES: 0 <= spam < posterior.size() ==
/// classes.size().
Verdict verdict_of(const std::vector<Label>& classes, std::size_t spam,
                   std::span<const double> posterior, const CutOffs& cut_offs);

/// The place of the class of this name. Throws Error (kUsage) if there is none; `why` says what the
/// name was given for.
std::size_t class_named(const std::string& name, const std::vector<Label>& classes,
                        const std::string& why);

/// By what a message is judged.
struct VerdictRule {
  std::size_t spam = 0;  ///< the place of the class that is to be caught
  CutOffs cut_offs;
};

/// --spam, --spam-cutoff, --ham-cutoff.
class VerdictOptions {
 public:
  void attach(Command& command);
  void attach_class(Command& command);  ///< --spam alone
  /// Throws Error (kUsage) for cut-offs that are no probabilities or the wrong way round.
  CutOffs cut_offs() const;
  /// The place of the class that --spam names. Throws Error (kUsage) if there is none.
  std::size_t spam_among(const std::vector<Label>& classes) const;
  /// The same, or nothing where --spam was not given and there is no class `spam`.
  std::optional<std::size_t> find_spam(const std::vector<Label>& classes) const;
  /// What `filter` judges by, or nothing where find_spam finds nothing among several classes.
  std::optional<VerdictRule> rule(const std::vector<Label>& classes) const;
  bool any() const { return spam_ || spam_cut_off_ || other_cut_off_; }

 private:
  std::optional<std::string> spam_;
  std::optional<double> spam_cut_off_, other_cut_off_;
};

}  // namespace tally::cli
