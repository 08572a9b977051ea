// SPDX-License-Identifier: Apache-2.0
// Other filters' counts as a model of mail.
//
// Both filters count a token once a message, as Tally does a term, so that their counts are ours as
// far as their tokens are our terms.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "tally/inside/model.h"

namespace tally {

struct ImportedMail {
  Model model;
  std::int64_t taken = 0;                        ///< tokens that became counts
  std::map<std::string, std::int64_t> left_out;  ///< tokens that are no terms here, by why not
};

/// `bogoutil -d wordlist.db`: lines "token spam ham date". Where bogofilter pools what is apart
/// here (head: all headers but five, words of texts and of links), its counts are those of each
/// place. The model's own question is Fisher's rule, which is bogofilter's: there are no messages
/// from which another could learn its weights. `name` is for errors. Throws Error (kData) with the
/// line.
ImportedMail import_bogofilter(std::istream& dump, const std::string& name);

/// `sa-learn --backup`: its tokens are the last five bytes of their SHA-1, so that only a word that
/// is asked for can be found. `words` are these; each is tried as it stands and in lower, upper and
/// title case. Throws Error (kData) with the line.
ImportedMail import_spamassassin(std::istream& backup, const std::string& name,
                                 const std::vector<std::string>& words);

}  // namespace tally
