// SPDX-License-Identifier: Apache-2.0
#include "tally/text_options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "tally/batch/parse_name.h"

namespace tally {

namespace {

constexpr std::array kTokenNames{"word", "char", "whitespace", "regex"};
constexpr std::array kModelNames{"multinomial", "boolean", "bernoulli", "complement",
                                 "normalised-complement"};
constexpr int kMostGrams = 16;
constexpr int kMostCharacters = 1000;

template <class Integer>
bool read_integer(std::string_view text, Integer& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_grams(std::string_view text, TextOptions& options) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return false;
  return read_integer(text.substr(0, dash), options.shortest_gram) &&
         read_integer(text.substr(dash + 1), options.longest_gram);
}

using Limits = std::vector<std::int64_t>;

bool read_limits(std::string_view text, Limits& limits) {
  limits.clear();
  for (bool more = true; more;) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (!read_integer(text.substr(0, end), limits.emplace_back()) || limits.back() < 1)
      return false;
    more = end < text.size();
    text.remove_prefix(more ? end + 1 : end);
  }
  return true;
}

std::string limits_text(const Limits& limits) {
  std::string out;
  for (const std::int64_t limit : limits) out += (out.empty() ? "" : ",") + std::to_string(limit);
  return out;
}

bool read_tokens(std::string_view text, TextOptions& options) {
  const std::optional<TokenKind> kind = parse_token_kind(text);
  options.tokens = kind.value_or(TokenKind::kGiven);
  options.given.reader = kind ? "" : text;
  return !text.empty();
}

// The reader is known by its name; of the rest the text has its limits at most.
bool declare_given(const KnownReader& reader, TextOptions& options) {
  std::optional<GivenTerms> declared = reader ? reader(options.given.reader) : std::nullopt;
  if (!declared) return false;
  if (!options.given.limits.empty()) {
    if (options.given.limits.size() != declared->limits.size()) return false;
    declared->limits = std::move(options.given.limits);
  }
  options.given = *std::move(declared);
  return true;
}

template <class Enum>
bool assign(std::optional<Enum> parsed, Enum& value) {
  if (parsed) value = *parsed;
  return parsed.has_value();
}

bool set_field(std::string_view key, std::string_view value, TextOptions& options) {
  if (key == "tokens") return read_tokens(value, options);
  if (key == "model") return assign(parse_text_model(value), options.model);
  if (key == "grams") return read_grams(value, options);
  if (key == "length") return read_integer(value, options.longest_token);
  if (key == "limits") return read_limits(value, options.given.limits);
  if (key == "most") return read_integer(value, options.most_terms);
  if (key == "html" && value == "read") return options.html = true;
  if (key == "fold" && value == "no") return !(options.fold = false);
  if (key == "han" && value == "pairs") return options.pairs_of_han = true;
  if (key == "digits" && value == "alike") return options.digits_alike = true;
  if (key == "pairs" && value == "apart") return options.pairs = true;
  if (key == "count" && value == "once") return options.once = true;
  return false;
}

}  // namespace

std::string_view to_string(TokenKind kind) {
  return kind == TokenKind::kGiven ? "given" : kTokenNames[static_cast<std::size_t>(kind)];
}
std::string_view to_string(TextModel model) { return kModelNames[static_cast<std::size_t>(model)]; }
std::optional<TokenKind> parse_token_kind(std::string_view text) {
  return parse_name<TokenKind>(kTokenNames, text);
}
std::optional<TextModel> parse_text_model(std::string_view text) {
  return parse_name<TextModel>(kModelNames, text);
}
std::vector<std::string> token_kind_names() { return {kTokenNames.begin(), kTokenNames.end()}; }
std::vector<std::string> text_model_names() { return {kModelNames.begin(), kModelNames.end()}; }

std::string to_string(const TextOptions& options) {
  const TextOptions usual;
  const bool is_given = options.tokens == TokenKind::kGiven;
  std::string out =
      "tokens=" + (is_given ? options.given.reader : std::string(to_string(options.tokens)));
  if (options.model != usual.model) out += " model=" + std::string(to_string(options.model));
  if (options.shortest_gram != 1 || options.longest_gram != 1) {
    out += " grams=" + std::to_string(options.shortest_gram) + "-" +
           std::to_string(options.longest_gram);
  }
  if (options.html) out += " html=read";
  if (!options.fold) out += " fold=no";
  if (options.pairs_of_han) out += " han=pairs";
  if (options.digits_alike) out += " digits=alike";
  if (options.pairs) out += " pairs=apart";
  if (options.once) out += " count=once";
  if (options.longest_token != usual.longest_token) {
    out += " length=" + std::to_string(options.longest_token);
  }
  if (options.most_terms != 0) out += " most=" + std::to_string(options.most_terms);
  if (is_given) out += " limits=" + limits_text(options.given.limits);
  if (!options.regex.empty()) out += " regex=" + options.regex;
  return out;
}

std::optional<TextOptions> parse_text_options(std::string_view text, const KnownReader& reader) {
  TextOptions options;
  while (!text.empty()) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view key = text.substr(0, equals);
    if (key == "regex") {
      options.regex = text.substr(equals + 1);
      break;
    }
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end < equals || !set_field(key, text.substr(equals + 1, end - equals - 1), options)) {
      return std::nullopt;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (options.tokens != TokenKind::kGiven) {
    options.given = {};
  } else if (!declare_given(reader, options)) {
    return std::nullopt;
  }
  if (!impossibility(options).empty()) return std::nullopt;
  return options;
}

std::string impossibility(const TextOptions& options) {
  if (options.shortest_gram < 1 || options.longest_gram > kMostGrams) {
    return "n-grams have from 1 to " + std::to_string(kMostGrams) + " tokens";
  }
  if (options.shortest_gram > options.longest_gram) {
    return "the n-grams " + std::to_string(options.shortest_gram) + "-" +
           std::to_string(options.longest_gram) + " run backwards";
  }
  if (options.longest_token < 1 || options.longest_token > kMostCharacters) {
    return "the longest token has from 1 to " + std::to_string(kMostCharacters) + " characters";
  }
  const bool has_words = options.tokens == TokenKind::kWord || options.tokens == TokenKind::kGiven;
  if (options.pairs_of_han && !has_words) return "pairs of characters stand for words";
  if (options.pairs && options.longest_gram > 1) {
    return "pairs stand apart from single tokens: either pairs or n-grams";
  }
  if (options.pairs && options.tokens == TokenKind::kGiven) {
    return options.given.reader + " has a zone for its pairs";
  }
  if (options.html && options.tokens == TokenKind::kGiven) {
    return options.given.reader + " reads its HTML by itself";
  }
  if (options.most_terms < 0) return "a number of terms cannot be negative";
  if ((options.tokens == TokenKind::kRegex) == options.regex.empty()) {
    return "a regular expression belongs to the tokens 'regex', and these to it";
  }
  return "";
}

}  // namespace tally
