// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/part_terms.h"

#include <algorithm>

#include "tally/mail/ascii.h"
#include "tally/mail/header_terms.h"
#include "tally/mail/mime/uuencode.h"

namespace tally::mail {

namespace {

constexpr std::size_t kLongestExtension = 8;
constexpr std::size_t kBoundaryStart = 12;
constexpr std::size_t kSniffed = 1024;

// Boundaries are made by programs: how they begin tells which, the digits are chance.
std::string shape(std::string_view boundary) {
  std::string out;
  for (const char c : boundary.substr(0, kBoundaryStart)) {
    if (is_digit(c)) {
      out += '0';
    } else if (c > ' ' && c < '\x7f') {
      out += to_lower(c);
    }
  }
  return out;
}

// The structure of a part in HTML, as terms of the message.
class HtmlEvidence final : public text::HtmlStructure {
 public:
  explicit HtmlEvidence(Evidence& evidence) : evidence_(evidence) {}
  void add(std::string_view term) override { evidence_.add(Zone::kStructure, term); }
  void note_limit() override { evidence_.note_limit("html"); }

 private:
  Evidence& evidence_;
};

bool looks_like_html(std::string_view text) {
  text = trimmed(text.substr(0, kSniffed));
  return starts_with_folded(text, "<html") || starts_with_folded(text, "<!doctype html");
}

bool is_html(const MimeFields& fields, std::string_view text) {
  return fields.type == "text/html" || fields.type == "application/xhtml+xml" ||
         looks_like_html(text);
}

bool is_text(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("message/") ||
         type == "application/xhtml+xml";
}

// What the document itself says, where the part does not.
std::string_view charset_of_html(std::string_view html) {
  const std::string_view start = html.substr(0, kSniffed);
  std::size_t at = start.find("charset=");
  if (at == std::string_view::npos) return {};
  at = std::min(start.find_first_not_of("\"' ", at + 8), start.size());
  std::size_t end = at;
  while (end < start.size() && (is_alnum(start[end]) || start[end] == '-' || start[end] == '_')) {
    ++end;
  }
  return start.substr(at, end - at);
}

}  // namespace

void PartTerms::start(Evidence& evidence) {
  evidence_ = &evidence;
  parts_ = plain_bytes_ = html_bytes_ = links_ = 0;
  texts_.start();
}

void PartTerms::finish() {
  const auto add = [&](std::string_view prefix, const std::string& value) {
    evidence_->add(Zone::kStructure, prefix, value);
  };
  const TextStyle& style = texts_.style();
  add("parts:", bucket(parts_));
  add("plain:", bucket(plain_bytes_));
  add("html:", bucket(html_bytes_));
  add("links:", bucket(links_));
  if (style.letters > 0) add("capitals:", bucket(100 * style.capitals / style.letters));
}

void PartTerms::see_branch(const MimeFields& fields) {
  evidence_->add(Zone::kStructure, "type:", fields.type);
  evidence_->add(Zone::kStructure, "boundary:", shape(fields.boundary));
}

void PartTerms::see_message(const HeaderBlock& headers) {
  texts_.add(decode_header(find_header(headers, "subject"), charsets_), Zone::kBody, "",
             *evidence_);
}

void PartTerms::see_limit(std::string_view what) { evidence_->note_limit(what); }

void PartTerms::see_fault(std::string_view what) {
  evidence_->add(Zone::kStructure, "broken:", what);
}

void PartTerms::add_fields(const MimeFields& fields) {
  evidence_->add(Zone::kStructure, "type:", fields.is_declared ? fields.type : "none");
  evidence_->add(Zone::kStructure, "disposition:", fields.disposition);
  evidence_->add(Zone::kStructure, "encoding:", fields.encoding);
  const std::string_view charset = std::string_view(fields.charset).substr(0, 30);
  if (std::none_of(charset.begin(), charset.end(), is_beyond_ascii)) {
    evidence_->add(Zone::kStructure, "charset:", lower(trimmed(charset)));
  }
  add_file_name(fields.file_name);
}

void PartTerms::add_file_name(std::string_view name) {
  if (name.empty()) return;
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && name.size() - dot - 1 <= kLongestExtension) {
    evidence_->add(Zone::kStructure, "extension:", lower(name.substr(dot + 1)));
    name = name.substr(0, dot);
  }
  texts_.add_words(name, Zone::kStructure, "file:", *evidence_);
}

void PartTerms::see_leaf(const MimeFields& fields, std::string_view body) {
  ++parts_;
  add_fields(fields);
  if (is_text(fields.type)) {
    add_text(fields, body);
  } else {
    evidence_->add(Zone::kStructure,
                   "size-of-" + fields.type.substr(0, fields.type.find('/')) + ":",
                   bucket(body.size()));
  }
}

std::string_view PartTerms::decode(std::string_view encoded, std::string_view encoding) {
  const Decoded decoded = decode_transfer(encoded, encoding, evidence_->text_left(), decoded_);
  if (decoded.is_broken) evidence_->add(Zone::kStructure, "broken:", encoding);
  if (decoded.is_cut) evidence_->note_limit("text");
  evidence_->spend_text(decoded.bytes.size());
  return decoded.bytes;
}

std::string_view PartTerms::to_utf8(std::string_view bytes, std::string_view charset) {
  const CharsetReader::Text text = charsets_.read(bytes, charset);
  if (text.outcome == CharsetReader::Outcome::kWrongCharset) see_fault("charset");
  if (text.outcome == CharsetReader::Outcome::kUnknownCharset) see_fault("unknown-charset");
  return text.utf8;
}

void PartTerms::add_text(const MimeFields& fields, std::string_view body) {
  const std::string_view bytes = decode(body, fields.encoding);
  const bool html = is_html(fields, bytes);
  std::string_view charset = fields.charset;
  if (html && charset.empty()) charset = charset_of_html(bytes);
  const std::string_view text = to_utf8(bytes, charset);
  if (html) return add_html(text);
  split_uuencoded(
      text, [&](std::string_view plain) { add_plain(plain); },
      [&](std::string_view name, std::string_view) {
        evidence_->add(Zone::kStructure, "encoding:uuencode");
        add_file_name(name);
      });
}

void PartTerms::add_plain(std::string_view text) {
  plain_bytes_ += text.size();
  texts_.add(text, Zone::kBody, "", *evidence_);
}

void PartTerms::add_html(std::string_view html) {
  HtmlEvidence structure(*evidence_);
  text::read_html(html, html_, &structure);
  html_bytes_ += html_.visible.size();
  links_ += html_.links.size();
  texts_.add(html_.visible, Zone::kBody, "", *evidence_);
  texts_.add(html_.hidden, Zone::kBody, "hidden:", *evidence_);
  for (const std::string& link : html_.links) add_url(link, *evidence_);
}

}  // namespace tally::mail
