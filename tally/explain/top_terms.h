// SPDX-License-Identifier: Apache-2.0
// The most informative terms of a class, and the whole dictionary of a text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

struct TellingTerm {
  std::int32_t slot;
  double nats;
};

/// The `most` terms that speak for classes[k], most telling first, whatever the question: those
/// with the greatest d_k · log of ((d_k + 1) / (N_k + 2)) / ((d_rest + 1) / (N_rest + 2)), rows
/// with the term times what one of them says. Only those that speak for the class; equals in order
/// of term. REQUIRES: a text.
std::vector<TellingTerm> top_terms(const TextTally& tally,
                                   const std::vector<Counts::Class>& classes, std::size_t k,
                                   std::size_t most = 10);

/// The dictionaries of all texts, sorted by code point and numbered from 1, with the rows that have
/// each term and its tokens, per class: a table for people, CSV, or JSON. Throws Error (kUsage) if
/// the model has no text.
std::string dictionary_text(const Counts& counts);
std::string dictionary_csv(const Counts& counts);
std::string dictionary_json(const Counts& counts);

}  // namespace tally
