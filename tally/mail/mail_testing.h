// SPDX-License-Identifier: Apache-2.0
// What the tests of this room share.
#pragma once

#include <array>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/mail/evidence.h"

namespace tally::mail {

/// The terms of one message or text, by zone.
class Seen {
 public:
  explicit Seen(const MailLimits& limits = {}) : limits_(limits), evidence_(limits_, zones_) {
    for (TermColumn& zone : zones_) zone.start();
  }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;

  Evidence& evidence() { return evidence_; }
  Zones& zones() { return zones_; }

  std::set<std::string> terms(Zone zone) {
    TermColumn& column = zones_[static_cast<std::size_t>(zone)];
    column.end_row();
    std::set<std::string> out;
    const Terms all = column.finish();
    for (std::int64_t i = 0; i < all.starts[1]; ++i) {
      out.emplace(all.dictionary->term(all.codes[i]));
    }
    return out;
  }

 private:
  MailLimits limits_;
  Zones zones_ = make_zones();
  Evidence evidence_;
};

using ZoneTerms = std::array<std::set<std::string>, kZoneNames.size()>;

inline ZoneTerms terms_of(std::string_view message, const MailLimits& limits = {}) {
  Seen seen(limits);
  MessageCutter(limits).cut(message, seen.zones());
  ZoneTerms out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = seen.terms(static_cast<Zone>(i));
  return out;
}

inline bool has(const ZoneTerms& terms, Zone zone, const std::string& term) {
  return terms[static_cast<std::size_t>(zone)].count(term) > 0;
}

/// Texts put together of pieces, the same ones in every run.
class RandomText {
 public:
  explicit RandomText(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}

  std::string next(unsigned most_pieces) {
    std::string out;
    for (auto left = random_() % (most_pieces + 1); left > 0; --left) {
      out += pieces_[random_() % pieces_.size()];
    }
    return out;
  }

 private:
  std::vector<std::string> pieces_;
  std::mt19937 random_{20261115};
};

}  // namespace tally::mail
