// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/message.h"

#include <algorithm>

#include "tally/mail/header_terms.h"
#include "tally/mail/mime/message_bytes.h"
#include "tally/mail/part_terms.h"

namespace tally {

using mail::Evidence;
using mail::HeaderBlock;

struct MessageCutter::State {
  State(const MailLimits& most, MailPairs with_pairs)
      : limits(most),
        pairs(with_pairs),
        header_terms(texts, charsets),
        part_terms(texts, charsets) {}

  std::string_view read_block(std::string_view message, Evidence& evidence);

  MailLimits limits;
  MailPairs pairs;
  mail::TextTerms texts;
  mail::CharsetReader charsets;
  mail::HeaderTerms header_terms;
  mail::PartTerms part_terms;
  HeaderBlock headers;
  std::string buffer;
};

Zones make_zones() {
  return {TermColumn(true), TermColumn(true), TermColumn(true),
          TermColumn(true), TermColumn(true), TermColumn(true)};
}

// Reads the headers within their limit and gives the body. A message in which only filters and mail
// stores wrote headers has none.
std::string_view MessageCutter::State::read_block(std::string_view message, Evidence& evidence) {
  mail::read_headers(message, static_cast<std::size_t>(limits.header_bytes), headers);
  const bool has_none =
      std::none_of(headers.fields.begin(), headers.fields.end(), mail::is_evidence);
  if (headers.is_broken || has_none) evidence.add(Zone::kStructure, "broken:headers");
  if (headers.is_cut) evidence.note_limit("headers");
  return message.substr(headers.body);
}

MessageCutter::MessageCutter(const MailLimits& limits, MailPairs pairs)
    : state_(new State(limits, pairs)) {}
MessageCutter::~MessageCutter() = default;
MessageCutter::MessageCutter(MessageCutter&&) noexcept = default;

void MessageCutter::cut(std::string_view message, Zones& zones) {
  State& state = *state_;
  Evidence evidence(state.limits, zones, state.pairs);
  const mail::MessageBytes tidy = mail::tidy(message, state.buffer);
  if (tidy.is_cut) evidence.note_limit("size");

  // Of the body only: headers that are no evidence come and go.
  const std::string_view body = state.read_block(tidy.bytes, evidence);
  evidence.add(Zone::kStructure, "size:", mail::bucket(body.size()));
  state.part_terms.start(evidence);
  for (const mail::HeaderField& field : state.headers.fields) {
    state.header_terms.add(field, evidence);
  }
  mail::MimeTree(state.limits.levels, state.limits.parts, state.part_terms)
      .walk(state.headers, body);
  state.part_terms.finish();
}

}  // namespace tally
