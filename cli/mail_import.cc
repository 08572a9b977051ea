#include "cli/mail_import.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "tally/base/sha1.h"
#include "tally/mail.h"

namespace tally::cli {

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
    throw Error(ErrorKind::kData, "expected " + expected + ", found " + quoted(text), place);
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

// bogofilter's prefixes and what they are here: a zone, and what stands before the term in it.
struct Prefix {
  const char* theirs;
  const char* zone;
  const char* ours;
};
constexpr std::array kPrefixes{Prefix{"subj:", "subject", ""}, Prefix{"from:", "header", "from:"},
                               Prefix{"to:", "header", "to:"},
                               Prefix{"rtrn:", "header", "return-path:"},
                               Prefix{"rcvd:", "header", "received:"}};

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

struct BogofilterToken {
  std::string zone, term;
};

BogofilterToken read_token(Tokenizer& tokenizer, std::string_view token) {
  for (const Prefix& prefix : kPrefixes) {
    const std::string_view theirs = prefix.theirs;
    if (token.substr(0, theirs.size()) != theirs) continue;
    const std::string term = as_term(tokenizer, token.substr(theirs.size()));
    return {prefix.zone, term.empty() ? "" : prefix.ours + term};
  }
  if (token.rfind("head:", 0) == 0 || token.rfind("mime:", 0) == 0) return {};
  return {"body", as_term(tokenizer, token)};
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
  ImportedMail out{Model{Counts(mail_schema()), ""}};
  Tokenizer tokenizer{TextOptions{}};
  for (const auto& [text, counts] : tokens) {
    const BogofilterToken token = read_token(tokenizer, text);
    ++(token.term.empty() ? out.left_out : out.taken);
    if (!token.term.empty()) gathered.add(token.zone, token.term, counts);
  }
  out.model = gathered.model();
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
  ImportedMail out{Model{Counts(mail_schema()), ""}};
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
  out.left_out = static_cast<std::int64_t>(tokens.size());
  out.model = gathered.model();
  return out;
}

}  // namespace tally::cli
