// SPDX-License-Identifier: Apache-2.0
// Headers as evidence.
//
//   From: Alice <alice@example.org>    from:  from:alice  from:alice@example.org  from:alice@
//                                      from:example.org  from:.org
//
// A header's name alone ("from:") says that it is there. What a mailing list writes about itself
// into a dozen headers (List-Id, Sender, Precedence …) has the one name `list`. Dates give their
// time zone only; the headers of references and signatures their hosts only; Received neither its
// date nor its number.
#pragma once

#include <string>
#include <string_view>

#include "tally/mail/charset/charset.h"
#include "tally/mail/mime/header_block.h"
#include "tally/mail/text_terms.h"

namespace tally::mail {

/// Whether a header (lower case) says nothing about the message itself: what filters wrote, this
/// one included, and the marks that a mail store adds and takes away.
bool is_no_evidence(std::string_view name);
/// The opposite, of a header as written.
bool is_evidence(const HeaderField& field);

/// The value of a header as text: unfolded, encoded words decoded (RFC 2047), other bytes as
/// CharsetReader guesses them. `charsets` must outlive the answer's use.
std::string decode_header(std::string_view value, CharsetReader& charsets);

/// Not to be shared between threads.
class HeaderTerms {
 public:
  HeaderTerms(TextTerms& texts, CharsetReader& charsets) : texts_(texts), charsets_(charsets) {}

  /// Adds the terms of a header to the zone `header`, of the subject to the zone `subject`.
  void add(const HeaderField& field, Evidence& evidence);

 private:
  void add_subject(std::string_view value, Evidence& evidence);
  void add_words(std::string_view text, Evidence& evidence);
  void add_hosts(std::string_view text, Evidence& evidence);
  void add_word(std::string_view word, Evidence& evidence);

  TextTerms& texts_;
  CharsetReader& charsets_;
  std::string prefix_;  // the name in lower case, and a colon
};

}  // namespace tally::mail
