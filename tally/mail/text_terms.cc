#include "tally/mail/text_terms.h"

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

// Spam splits and misspells words of Chinese too: pairs of characters do not mind.
TextOptions word_options() {
  TextOptions options;
  options.pairs_of_han = true;
  return options;
}

}  // namespace

TextTerms::TextTerms() : tokenizer_(word_options()) {}

void TextTerms::add_words(std::string_view text, Zone zone, std::string_view prefix,
                          Evidence& evidence) {
  for (const std::string_view word : tokenizer_.cut(text)) {
    if (prefix.empty()) {
      evidence.add(zone, word);
    } else {
      evidence.add(zone, prefix, word);
    }
  }
}

void TextTerms::add(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence) {
  find_links(text, links_);
  std::size_t at = 0;
  const auto add_plain = [&](std::size_t end) {
    const std::string_view plain = text.substr(at, end - at);
    add_words(plain, zone, prefix, evidence);
    add_marks(plain, zone, prefix, evidence, style_);
  };
  for (const LinkSpan& link : links_) {
    add_plain(link.start);
    const std::string_view span = text.substr(link.start, link.end - link.start);
    if (link.is_address) {
      add_address(lower(span), Zone::kLink, "", evidence);
    } else {
      add_url(span, evidence);
    }
    at = link.end;
  }
  add_plain(text.size());
}

}  // namespace tally::mail
