// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/arff.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <utility>

#include "tally/base/error.h"
#include "tally/label.h"
#include "tally/read/csv/dialect.h"

namespace tally::csv {

namespace {

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool same_word(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

// A word of an ARFF file, with or without quotes.
struct Word {
  std::string text;
  bool is_quoted = false;
};

// Takes a word from the front: in single or double quotes, where a backslash makes the next byte
// plain; else up to a byte of `ends`. std::nullopt if a quote is not closed.
std::optional<Word> take_word(std::string_view& text, std::string_view ends) {
  text = without_blanks(text);
  Word word;
  if (text.empty() || (text.front() != '\'' && text.front() != '"')) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    word.text = without_blanks(text.substr(0, end));
    text.remove_prefix(end);
    return word;
  }
  const char quote = text.front();
  word.is_quoted = true;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == quote) {
      text = without_blanks(text.substr(at + 1));
      return word;
    }
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    word.text += text[at];
  }
  return std::nullopt;
}

void append_cell(const Word& word, std::string& out) {
  if (word.text == "?" && !word.is_quoted) return;
  const bool needs_quotes =
      word.text.find_first_of(",\"") != std::string::npos || without_blanks(word.text) != word.text;
  if (!needs_quotes) {
    out += word.text;
    return;
  }
  out += '"';
  for (const char byte : word.text) out.append(byte == '"' ? 2 : 1, byte);
  out += '"';
}

}  // namespace

ArffSource::ArffSource(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)), name_(std::move(name)) {
  read_header();
}

void ArffSource::fail(const std::string& sentence) const {
  throw Error(ErrorKind::kData, sentence, Place{name_, line_, -1, ""});
}

// The next line without its end; false if there is none.
bool ArffSource::next_line(std::string& line) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::size_t end = input_.find('\n', used_);
  while (end == std::string::npos && !ended_) {
    input_.erase(0, std::exchange(used_, 0));
    const std::size_t before = input_.size();
    input_.resize(before + kPiece);
    const std::size_t got = source_->read(input_.data() + before, kPiece);
    input_.resize(before + got);
    ended_ = got == 0;
    end = input_.find('\n', before);
  }
  if (end == std::string::npos) {
    if (used_ == input_.size()) return false;
    end = input_.size();
  }
  line.assign(input_, used_, end - used_);
  used_ = std::min(end + 1, input_.size());
  ++line_;
  return true;
}

void ArffSource::read_header() {
  std::string text;
  while (next_line(text)) {
    std::string_view line = without_blanks(text);
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view keyword = line.substr(0, end);
    if (line.empty() || line.front() == '%' || same_word(keyword, "@relation")) {
      output_ += '\n';
    } else if (same_word(keyword, "@attribute")) {
      declare(line.substr(end));
      output_ += '\n';
    } else if (same_word(keyword, "@data")) {
      if (attributes_.empty()) fail("there is no @attribute before @data");
      for (std::size_t i = 0; i < attributes_.size(); ++i) {
        if (i > 0) output_ += ',';
        append_cell({attributes_[i].name, true}, output_);
      }
      output_ += '\n';
      return;
    } else {
      fail("expected @attribute or @data, found " + in_quotes(keyword));
    }
  }
  fail("there is no line @data");
}

void ArffSource::declare(std::string_view rest) {
  std::optional<Word> name = take_word(rest, " \t{");
  if (!name || name->text.empty()) fail("an attribute has no name, or a quote is not closed");
  ArffAttribute& attribute = attributes_.emplace_back();
  attribute.name = std::move(name->text);
  rest = without_blanks(rest);
  if (rest.starts_with('{')) {
    attribute.is_nominal = true;
    attribute.values = parse_values(rest);
    return;
  }
  const std::string_view type = rest.substr(0, rest.find_first_of(" \t"));
  for (const std::string_view numeric : {"numeric", "real", "integer"}) {
    attribute.is_numeric = attribute.is_numeric || same_word(type, numeric);
  }
  if (attribute.is_numeric || same_word(type, "string") || same_word(type, "date")) return;
  fail("the attribute " + in_quotes(attribute.name) + " has the type " + in_quotes(type) +
       "; known are numeric, real, integer, string, date and {a, b}");
}

std::vector<std::string> ArffSource::parse_values(std::string_view list) const {
  std::vector<std::string> values;
  list.remove_prefix(1);
  for (;;) {
    std::optional<Word> value = take_word(list, ",}");
    if (!value || list.empty()) fail("a list of values is not closed by }");
    if (!value->text.empty() || value->is_quoted) values.push_back(std::move(value->text));
    if (list.front() == '}') return values;
    if (list.front() != ',') fail("expected a comma between values, found " + in_quotes(list));
    list.remove_prefix(1);
  }
}

int ArffSource::class_attribute() const {
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    if (same_word(attributes_[i].name, "class")) return static_cast<int>(i);
  }
  return attributes_.back().is_nominal ? static_cast<int>(attributes_.size()) - 1 : -1;
}

std::size_t ArffSource::read(char* to, std::size_t most) {
  constexpr std::size_t kEnough = std::size_t{1} << 16;
  if (given_ == output_.size()) {
    output_.clear();
    given_ = 0;
    for (std::string line; output_.size() < kEnough && next_line(line);) {
      const std::string_view text = without_blanks(line);
      if (!text.empty() && text.front() != '%') translate(text, output_);
      output_ += '\n';
    }
  }
  const std::size_t given = output_.copy(to, most, given_);
  given_ += given;
  return given;
}

// A comma, a semicolon would be text; Weka takes blanks between cells as well as a comma.
void ArffSource::translate(std::string_view line, std::string& out) {
  if (line.front() == '{') return translate_sparse(line, out);
  const bool has_commas = line.find(',') != std::string_view::npos || attributes_.size() == 1;
  for (std::string_view rest = line;;) {
    const std::optional<Word> word = take_word(rest, has_commas ? "," : " \t");
    if (!word) fail("a quote is not closed");
    append_cell(*word, out);
    if (rest.empty()) return;
    if (has_commas && rest.front() != ',') {
      fail("expected a comma behind a quoted value, found " + in_quotes(rest.substr(0, 20)));
    }
    if (has_commas || is_blank(rest.front())) rest.remove_prefix(1);
    out += ',';
  }
}

void ArffSource::translate_sparse(std::string_view line, std::string& out) {
  if (line.back() != '}') fail("a sparse row is not closed by }");
  std::vector<Word> cells;
  for (const ArffAttribute& attribute : attributes_) {
    cells.push_back(
        {attribute.is_nominal && !attribute.values.empty() ? attribute.values[0] : "0", true});
  }
  std::string_view rest = without_blanks(line.substr(1, line.size() - 2));
  while (!rest.empty()) {
    const std::optional<Word> index = take_word(rest, " \t,");
    const std::optional<double> number = index ? parse_number(index->text) : std::nullopt;
    if (!number || !(*number >= 0) || *number >= static_cast<double>(cells.size())) {
      fail("a sparse row has no attribute " + in_quotes(index ? index->text : ""));
    }
    std::optional<Word> value = take_word(rest, ",");
    if (!value) fail("a quote is not closed");
    cells[static_cast<std::size_t>(*number)] = *std::move(value);
    if (rest.starts_with(',')) rest = without_blanks(rest.substr(1));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    append_cell(cells[i], out);
  }
}

}  // namespace tally::csv
