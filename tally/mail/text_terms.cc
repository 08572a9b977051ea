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
  for (const std::string_view word : tokenizer_.cut(text)) evidence.add(zone, prefix, word);
}

// `pair_` is the word before, of this piece of the text or of an earlier one.
void TextTerms::add_pairs(const std::vector<std::string_view>& words, Evidence& evidence) {
  for (const std::string_view word : words) {
    const std::size_t before = pair_.size();
    if (before == 0) {
      pair_ = word;
      continue;
    }
    pair_.append(1, ' ').append(word);
    evidence.add_pair(pair_);
    pair_.erase(0, before + 1);
  }
}

void TextTerms::add_plain(std::string_view text, Zone zone, std::string_view prefix,
                          Evidence& evidence) {
  if (!prefix.empty()) {
    add_words(text, zone, prefix, evidence);
  } else {
    const std::vector<std::string_view>& words = tokenizer_.cut(text);
    for (const std::string_view word : words) evidence.add(zone, word);
    if (evidence.has_pairs()) add_pairs(words, evidence);
  }
  add_marks(text, zone, prefix, evidence, style_);
}

void TextTerms::add(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence) {
  find_links(text, links_);
  pair_.clear();
  std::size_t at = 0;
  for (const LinkSpan& link : links_) {
    add_plain(text.substr(at, link.start - at), zone, prefix, evidence);
    const std::string_view span = text.substr(link.start, link.end - link.start);
    if (link.is_address) {
      add_address(lower(span), Zone::kLink, "", evidence);
    } else {
      add_url(span, evidence);
    }
    at = link.end;
  }
  add_plain(text.substr(at), zone, prefix, evidence);
}

}  // namespace tally::mail
