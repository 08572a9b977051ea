// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/header_terms.h"

#include <algorithm>

#include "tally/mail/ascii.h"
#include "tally/mail/mime/encoded_words.h"
#include "tally/mail/mime/filter_headers.h"

namespace tally::mail {

namespace {

constexpr std::size_t kLongestName = 40;
constexpr std::size_t kLongestWord = 40;
constexpr int kMostDigits = 7;  // a word with more of them is a number of something

constexpr std::string_view kStoreStarts[] = {"x-mozilla-", "x-gmail-labels", "x-evolution",
                                             "x-imap", "x-kmail-"};
constexpr std::string_view kStoreHeaders[] = {"status",
                                              "x-status",
                                              "x-uid",
                                              "x-uidl",
                                              "x-keywords",
                                              "content-length",
                                              "lines",
                                              "x-folder",
                                              "x-account-key",
                                              "x-pmflags",
                                              "replied",
                                              "forwarded",
                                              "x-label",
                                              "x-gnus-mail-source",
                                              "x-offlineimap",
                                              "x-tuid",
                                              "x-sylpheed-account-id"};

constexpr std::string_view kHostHeaders[] = {"message-id",
                                             "references",
                                             "in-reply-to",
                                             "resent-message-id",
                                             "dkim-signature",
                                             "domainkey-signature",
                                             "arc-seal",
                                             "arc-message-signature",
                                             "x-google-dkim-signature",
                                             "content-id",
                                             "thread-index",
                                             "x-gm-message-state",
                                             "x-google-smtp-source",
                                             "x-received-id",
                                             "autocrypt",
                                             "openpgp",
                                             "face",
                                             "x-face"};
constexpr std::string_view kDateHeaders[] = {"date", "resent-date", "x-original-date",
                                             "delivery-date", "expires"};
constexpr std::string_view kPathHeaders[] = {"received", "x-received"};

// A list writes its name into all of these: one fact, not ten.
constexpr std::string_view kListHeaders[] = {
    "sender",      "errors-to",         "precedence", "mailing-list", "x-mailing-list",
    "x-beenthere", "x-mailman-version", "x-loop",     "x-list",       "x-egroups-return"};

template <std::size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_of_list(std::string_view name) {
  return name.starts_with("list-") || is_one_of(name, kListHeaders);
}

std::string small_name(const HeaderField& field) {
  return lower(field.name.substr(0, kLongestName));
}

std::string unfolded(std::string_view value) {
  std::string out(trimmed(value));
  for (char& c : out) {
    if (c == '\n' || c == '\0' || c == '\r') c = ' ';
  }
  return out;
}

bool is_word_char(char c) {
  return is_alnum(c) || is_beyond_ascii(c) || c == '.' || c == '-' || c == '_' || c == '@' ||
         c == '+' || c == '$' || c == '!' || c == '*' || c == '#';
}

std::string_view without_edges(std::string_view word) {
  const auto is_edge = [](char c) { return c == '.' || c == '-' || c == '_' || c == '*'; };
  while (!word.empty() && is_edge(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_edge(word.back())) word.remove_suffix(1);
  return word;
}

template <class F>
void for_each_word(std::string_view text, F&& f) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word_char(text[end])) ++end;
    const std::string_view word = without_edges(text.substr(i, end - i));
    if (!word.empty()) f(word);
    i = end + 1;
  }
}

// "from a (b [192.0.2.1]) by c with SMTP id X for <d>; date": the date and X change every time.
std::string path_words(std::string_view text) {
  std::string out(text.substr(0, text.rfind(';')));
  for (std::size_t at = out.find(" id "); at != std::string::npos; at = out.find(" id ", at)) {
    const std::size_t start = at + 4;
    const std::size_t end = std::min(out.find_first_of(" ;)", start), out.size());
    out.erase(start, end - start);
    at = start;
  }
  return out;
}

// "+0200" or "GMT" at the end of a date; its form where there is none.
std::string_view time_zone(std::string_view date) {
  const std::size_t comment = date.find('(');
  date = trimmed(date.substr(0, comment));
  const std::size_t space = date.rfind(' ');
  const std::string_view zone = date.substr(space == std::string_view::npos ? 0 : space + 1);
  return zone.size() <= 5 && zone.find(':') == std::string_view::npos ? zone : "none";
}

}  // namespace

bool is_no_evidence(std::string_view name) {
  return is_filter_header(name) || is_one_of(name, kStoreHeaders) ||
         std::any_of(std::begin(kStoreStarts), std::end(kStoreStarts),
                     [&](std::string_view start) { return name.starts_with(start); });
}

bool is_evidence(const HeaderField& field) { return !is_no_evidence(small_name(field)); }

std::string decode_header(std::string_view value, CharsetReader& charsets) {
  std::string text = unfolded(value);
  if (text.find("=?") != std::string::npos) text = decode_words(text, charsets);
  return std::string(charsets.read(text, "").utf8);
}

void HeaderTerms::add(const HeaderField& field, Evidence& evidence) {
  const std::string name = small_name(field);
  if (is_no_evidence(name)) return;
  if (name == "subject") return add_subject(field.value, evidence);
  prefix_ = is_of_list(name) ? "list:" : name + ":";
  evidence.add(Zone::kHeader, prefix_);
  const std::string text = decode_header(field.value, charsets_);
  if (is_one_of(name, kDateHeaders)) {
    evidence.add(Zone::kHeader, prefix_, lower(time_zone(text)));
  } else if (is_one_of(name, kHostHeaders)) {
    add_hosts(text, evidence);
  } else if (is_one_of(name, kPathHeaders)) {
    add_words(path_words(text), evidence);
  } else {
    add_words(text, evidence);
  }
}

void HeaderTerms::add_subject(std::string_view value, Evidence& evidence) {
  texts_.add(decode_header(value, charsets_), Zone::kSubject, "", evidence);
}

void HeaderTerms::add_words(std::string_view text, Evidence& evidence) {
  for_each_word(text, [&](std::string_view word) { add_word(word, evidence); });
}

void HeaderTerms::add_hosts(std::string_view text, Evidence& evidence) {
  for_each_word(text, [&](std::string_view word) {
    const std::string host = lower(word.substr(word.rfind('@') + 1));
    if (is_host_name(host) || is_ip_address(host)) {
      add_host(host, Zone::kHeader, prefix_, evidence);
    }
  });
}

void HeaderTerms::add_word(std::string_view word, Evidence& evidence) {
  if (std::any_of(word.begin(), word.end(), is_beyond_ascii)) {
    return texts_.add_words(word, Zone::kHeader, prefix_, evidence);
  }
  const std::string small = lower(word);
  const std::size_t at = small.rfind('@');
  if (at != std::string::npos && at + 1 < small.size()) {
    add_address(small, Zone::kHeader, prefix_, evidence);
  } else if (is_host_name(small) || is_ip_address(small)) {
    add_host(small, Zone::kHeader, prefix_, evidence);
  } else if (small.size() <= kLongestWord &&
             std::count_if(small.begin(), small.end(), is_digit) <= kMostDigits) {
    evidence.add(Zone::kHeader, prefix_, small);
  } else {
    evidence.add(Zone::kHeader, prefix_, "long:" + bucket(small.size()));
  }
}

}  // namespace tally::mail
