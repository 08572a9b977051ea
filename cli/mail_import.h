// Other filters' counts as a model of mail.
//
// Both filters count a token once a message, as Tally does a term, so that their counts are ours as
// far as their tokens are our terms.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "tally/count.h"

namespace tally::cli {

struct ImportedMail {
  Model model;
  std::int64_t taken = 0;     ///< tokens that became counts
  std::int64_t left_out = 0;  ///< tokens that are no terms here
};

/// `bogoutil -d wordlist.db`: lines "token spam ham date". Body words, and the words of Subject,
/// From, To, Return-Path and Received are taken; what stands under head: and mime: does not say of
/// which header. `name` is for errors. Throws Error (kData) with the line.
ImportedMail import_bogofilter(std::istream& dump, const std::string& name);

/// `sa-learn --backup`: its tokens are the last five bytes of their SHA-1, so that only a word that
/// is asked for can be found. `words` are these; each is tried as it stands and in lower, upper and
/// title case. Throws Error (kData) with the line.
ImportedMail import_spamassassin(std::istream& backup, const std::string& name,
                                 const std::vector<std::string>& words);

}  // namespace tally::cli
