// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/import/mail_import.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "tally/inside/estimate.h"
#include "tally/inside/mail.h"
#include "tally/mail/import/sha1.h"

namespace tally {

namespace {

struct Pair {
  std::int64_t spam = 0, ham = 0;
};

// Counts by zone and term, on their way to a model.
class Gathered {
 public:
  Pair messages;

  // Several tokens may be one term here (capitals), and then no message has it twice.
  void add(const std::string& zone, const std::string& term, const Pair& counts) {
    Pair& sum = terms_[{zone, term}];
    sum.spam = std::min(sum.spam + counts.spam, messages.spam);
    sum.ham = std::min(sum.ham + counts.ham, messages.ham);
  }

  Model model() const {
    Counts counts(mail_schema());
    const auto put = [&](const std::string& tally, Part part, const std::string& key,
                         const Pair& pair) {
      if (pair.ham > 0) counts.add_row({tally, part, key, "ham", 0, pair.ham});
      if (pair.spam > 0) counts.add_row({tally, part, key, "spam", 0, pair.spam});
    };
    put("", Part::kWeight, "", messages);
    for (const auto& [key, pair] : terms_) put(key.first, Part::kValue, key.second, pair);
    Model model{std::move(counts), ""};
    model.unicode = {unicode_version()};
    model.sample = RowSample();
    return model;
  }

 private:
  std::map<std::pair<std::string, std::string>, Pair> terms_;
};

struct Line {
  std::string text;
  Place place;
  std::vector<std::string_view> fields;

  [[noreturn]] void refuse(const std::string& expected) const {
    throw Error(ErrorKind::kData, "expected " + expected + ", found " + in_quotes(text), place);
  }
  std::int64_t number(std::size_t field, const std::string& expected) const {
    std::int64_t value = -1;
    if (field < fields.size()) {
      const std::string_view digits = fields[field];
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
    }
    if (value < 0) refuse(expected);
    return value;
  }
};

// Goes through the lines of a dump, cut at `separator`.
template <class F>
void for_each_line(std::istream& dump, const std::string& name, char separator, F&& f) {
  Line line;
  line.place = {name, 0, -1, ""};
  while (std::getline(dump, line.text)) {
    ++line.place.line;
    line.fields.clear();
    std::string_view rest = line.text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(separator), rest.size());
      line.fields.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!line.fields.empty()) f(line);
  }
}

void check_messages(const Pair& messages, const std::string& name, const std::string& remedy) {
  if (messages.spam + messages.ham > 0) return;
  throw Error(ErrorKind::kData, "the dump does not say how many messages there were; " + remedy,
              {name, -1, -1, ""});
}

// The word as one term, or nothing: another filter's word may be two here, or none.
std::string as_term(Tokenizer& tokenizer, std::string_view word) {
  const std::vector<std::string_view>& terms = tokenizer.cut(word);
  return terms.size() == 1 ? std::string(terms.front()) : "";
}

// What headers and links are cut into: lower case, with dashes and dots, no letters beyond ASCII.
std::string mail_word(std::string_view word) {
  std::string out;
  for (const char c : word) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter && !(c >= '0' && c <= '9') && c != '.' && c != '-' && c != '_') return "";
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return out;
}

// Where a token of bogofilter is evidence here: zone and term.
using Places = std::vector<std::pair<std::string, std::string>>;

// bogofilter's prefixes and the headers that they stand for.
constexpr std::pair<std::string_view, std::string_view> kPrefixes[] = {
    {"from:", "from:"}, {"to:", "to:"}, {"rtrn:", "return-path:"}, {"rcvd:", "received:"}};
// head: pools all others, so that what it has counted is what is known about each of them. In some,
// addresses stand.
constexpr std::string_view kPooledHeaders[] = {"content-type:", "content-transfer-encoding:",
                                               "mime-version:", "message-id:",
                                               "in-reply-to:",  "references:",
                                               "x-mailer:",     "user-agent:",
                                               "x-mimeole:",    "x-priority:",
                                               "organization:", "x-sender:"};
constexpr std::string_view kPooledAddresses[] = {"cc:", "reply-to:", "delivered-to:", "list:"};
constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {"html", "type:text/html"},
    {"plain", "type:text/plain"},
    {"alternative", "type:multipart/alternative"},
    {"mixed", "type:multipart/mixed"}};

// A host stands for the domains that it is in as well: shop.example.com, example.com.
template <class F>
void for_each_domain(const std::string& word, F&& f) {
  std::string_view rest = word;
  f(rest);
  for (std::size_t dot = rest.find('.'); dot != rest.npos; dot = rest.find('.')) {
    rest.remove_prefix(dot + 1);
    if (rest.find('.') != rest.npos) f(rest);
  }
}

void add_header(std::string_view name, const std::string& word, bool is_address, Places& places) {
  for_each_domain(word, [&](std::string_view domain) {
    places.emplace_back("header", std::string(name) + std::string(domain));
  });
  if (is_address) places.emplace_back("header", std::string(name) + word + "@");
}

void add_part(const std::string& word, Places& places) {
  places.emplace_back("structure", "charset:" + word);
  places.emplace_back("structure", "encoding:" + word);
  for (const auto& [theirs, ours] : kTypes) {
    if (word == theirs) places.emplace_back("structure", ours);
  }
}

// A word, or the name of a header: that it is there is evidence too.
void add_pooled(const std::string& word, Places& places) {
  places.emplace_back("header", word.rfind("list-", 0) == 0 ? "list:" : word + ":");
  for (const std::string_view name : kPooledHeaders) add_header(name, word, false, places);
  for (const std::string_view name : kPooledAddresses) add_header(name, word, true, places);
  add_part(word, places);
}

bool is_scheme(std::string_view word) {
  return word == "http" || word == "https" || word == "mailto" || word == "ftp";
}

// Words of links are words to bogofilter, and pieces of a path or hosts here.
void add_body(const std::string& word, std::string_view as_written, Places& places) {
  if (!word.empty()) places.emplace_back("body", word);
  const std::string link = mail_word(as_written);
  if (link.empty()) return;
  if (link.find('.') == std::string::npos) {
    places.emplace_back("link", (is_scheme(link) ? "scheme:" : "/") + link);
  } else {
    for_each_domain(link, [&](std::string_view domain) { places.emplace_back("link", domain); });
  }
}

// Nothing: it is no word here.
Places places_of(Tokenizer& tokenizer, std::string_view token) {
  Places places;
  const auto cut = [&](std::string_view prefix) {
    if (token.substr(0, prefix.size()) != prefix) return false;
    token.remove_prefix(prefix.size());
    return true;
  };
  if (cut("subj:")) {
    const std::string term = as_term(tokenizer, token);
    if (!term.empty()) places.emplace_back("subject", term);
    return places;
  }
  for (const auto& [theirs, ours] : kPrefixes) {
    if (!cut(theirs)) continue;
    if (const std::string word = mail_word(token); !word.empty()) {
      add_header(ours, word, true, places);
    }
    return places;
  }
  const bool is_pooled = cut("head:"), is_part = !is_pooled && cut("mime:");
  if (!is_pooled && !is_part) {
    add_body(as_term(tokenizer, token), token, places);
  } else if (const std::string word = mail_word(token); !word.empty()) {
    is_pooled ? add_pooled(word, places) : add_part(word, places);
  }
  return places;
}

// Forms of a word that are tokens of their own where case is kept.
std::set<std::string> forms_of(const std::string& word) {
  std::string lower = word, upper = word;
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  std::string title = lower;
  if (!title.empty()) title[0] = upper[0];
  return {word, lower, upper, title};
}

// The last five bytes of a token's SHA-1 in hexadecimal digits.
std::string spamassassin_name(const std::string& token) {
  const auto digest = sha1(token);
  std::string out;
  for (std::size_t i = 15; i < 20; ++i) {
    for (const int digit : {digest[i] >> 4, digest[i] & 15}) out += "0123456789abcdef"[digit];
  }
  return out;
}

}  // namespace

ImportedMail import_bogofilter(std::istream& dump, const std::string& name) {
  const std::string expected = "'token spam ham date', as bogoutil -d writes it";
  std::vector<std::pair<std::string, Pair>> tokens;
  Gathered gathered;
  for_each_line(dump, name, ' ', [&](const Line& line) {
    const Pair counts{line.number(1, expected), line.number(2, expected)};
    if (line.fields[0] == ".MSG_COUNT") {
      gathered.messages = counts;
    } else if (line.fields[0].front() != '.') {
      tokens.emplace_back(line.fields[0], counts);
    }
  });
  check_messages(gathered.messages, name, "its line .MSG_COUNT is missing");
  ImportedMail out{Model{Counts(mail_schema()), ""}, 0, {}};
  Tokenizer tokenizer{TextOptions{}};
  for (const auto& [text, counts] : tokens) {
    const Places places = places_of(tokenizer, text);
    ++(places.empty() ? out.left_out["no word here, or several"] : out.taken);
    for (const auto& [zone, term] : places) gathered.add(zone, term, counts);
  }
  out.model = gathered.model();
  Question question;
  question.combine = Combine::kFisher;
  out.model.default_question = to_json(question);
  return out;
}

ImportedMail import_spamassassin(std::istream& backup, const std::string& name,
                                 const std::vector<std::string>& words) {
  const std::string expected = "a line of sa-learn --backup: v, t or s, with tabs between";
  std::unordered_map<std::string, Pair> tokens;
  Gathered gathered;
  for_each_line(backup, name, '\t', [&](const Line& line) {
    if (line.fields[0] == "v") {
      if (line.fields.size() < 3) line.refuse(expected);
      if (line.fields[2] == "num_spam") gathered.messages.spam = line.number(1, expected);
      if (line.fields[2] == "num_nonspam") gathered.messages.ham = line.number(1, expected);
    } else if (line.fields[0] == "t") {
      if (line.fields.size() < 5) line.refuse(expected);
      tokens[std::string(line.fields[4])] = {line.number(1, expected), line.number(2, expected)};
    } else if (line.fields[0] != "s") {
      line.refuse(expected);
    }
  });
  check_messages(gathered.messages, name, "its lines num_spam and num_nonspam are missing");
  ImportedMail out{Model{Counts(mail_schema()), ""}, 0, {}};
  Tokenizer tokenizer{TextOptions{}};
  for (const std::string& word : words) {
    for (const std::string& form : forms_of(word)) {
      const auto found = tokens.find(spamassassin_name(form));
      const std::string term = found == tokens.end() ? "" : as_term(tokenizer, form);
      if (term.empty()) continue;
      gathered.add("body", term, found->second);
      tokens.erase(found);
      ++out.taken;
    }
  }
  if (!tokens.empty()) {
    out.left_out["hashes of no word that was given"] = static_cast<std::int64_t>(tokens.size());
  }
  out.model = gathered.model();
  return out;
}

}  // namespace tally
