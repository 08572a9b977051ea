// What the tests of this room share.
#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>

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
  Zones zones_{TermColumn(true), TermColumn(true), TermColumn(true), TermColumn(true),
               TermColumn(true)};
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

}  // namespace tally::mail
