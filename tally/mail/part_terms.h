// SPDX-License-Identifier: Apache-2.0
// The parts of a message as evidence.
#pragma once

#include <string>
#include <string_view>

#include "tally/mail/charset/charset.h"
#include "tally/mail/mime/mime_tree.h"
#include "tally/mail/mime/transfer_encoding.h"
#include "tally/mail/text_terms.h"
#include "tally/text/html/html_text.h"

namespace tally::mail {

/// Texts become words, files their names and types. Not to be shared between threads.
class PartTerms final : public MimeVisitor {
 public:
  PartTerms(TextTerms& texts, CharsetReader& charsets) : texts_(texts), charsets_(charsets) {}

  /// Begins a message. REQUIRES: `evidence` lives until `finish`.
  void start(Evidence& evidence);
  /// Adds what can be said only when all parts were seen.
  void finish();

  void see_branch(const MimeFields& fields) override;
  void see_leaf(const MimeFields& fields, std::string_view body) override;
  void see_message(const HeaderBlock& headers) override;
  void see_limit(std::string_view what) override;
  void see_fault(std::string_view what) override;

 private:
  void add_fields(const MimeFields& fields);
  void add_file_name(std::string_view name);
  void add_text(const MimeFields& fields, std::string_view body);
  void add_plain(std::string_view text);
  void add_html(std::string_view html);
  std::string_view decode(std::string_view encoded, std::string_view encoding);
  std::string_view to_utf8(std::string_view bytes, std::string_view charset);

  TextTerms& texts_;
  CharsetReader& charsets_;
  Evidence* evidence_ = nullptr;
  text::HtmlText html_;
  std::string decoded_;
  std::string decoded_file_;
  std::size_t parts_ = 0;
  std::size_t plain_bytes_ = 0;
  std::size_t html_bytes_ = 0;
  std::size_t links_ = 0;
};

}  // namespace tally::mail
