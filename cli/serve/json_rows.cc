// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/json_rows.h"

#include <nlohmann/json.hpp>

#include "cli/serve/http.h"

namespace tally::server {

namespace {

using nlohmann::json;

constexpr const char* kShape =
    R"(expected {"rows": [{"column": value, …}, …]}, an array of such records, or one record)";

// Hears the events of the parser.
class RowListener {
 public:
  RowListener(std::size_t most_cells, std::vector<CellTexts>& rows)
      : most_cells_(most_cells), rows_(rows) {}

  bool null() { return cell(""); }
  bool boolean(bool value) { return cell(value ? "true" : "false"); }
  bool number_integer(json::number_integer_t value) { return cell(std::to_string(value)); }
  bool number_unsigned(json::number_unsigned_t value) { return cell(std::to_string(value)); }
  bool number_float(json::number_float_t /*value*/, const json::string_t& text) {
    return cell(text);
  }
  bool string(json::string_t& value) { return cell(std::move(value)); }
  bool binary(json::binary_t& /*value*/) { return wrong(); }

  bool start_object(std::size_t /*elements*/) {
    if (depth_ == 0) {
      first_is_row_ = true;
    } else if (!(in_rows_ && !in_row_)) {
      return in_row_ ? nested() : wrong();
    }
    ++depth_;
    in_row_ = true;
    if (++cells_ > most_cells_) return too_many();  // an empty row takes room, too
    rows_.emplace_back();
    return true;
  }
  bool end_object() {
    --depth_;
    in_row_ = false;
    return true;
  }
  bool start_array(std::size_t /*elements*/) {
    if (depth_ == 0) {
      in_rows_ = true;
    } else if (first_is_row_ && depth_ == 1 && key_ == "rows" && rows_.front().empty()) {
      // The record was the wrapper.
      rows_.clear();
      first_is_row_ = in_row_ = false;
      in_rows_ = is_wrapped_ = true;
    } else {
      return in_row_ ? nested() : wrong();
    }
    ++depth_;
    return true;
  }
  bool end_array() {
    --depth_;
    in_rows_ = false;
    return true;
  }
  bool key(json::string_t& name) {
    if (is_wrapped_ && !in_row_) {
      throw HttpError(400, "there is no field " + in_quotes(name) + " beside 'rows'");
    }
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const json::exception& /*error*/) {
    throw HttpError(400, "the body is not JSON: it goes wrong at byte " + std::to_string(position));
  }

 private:
  bool cell(std::string text) {
    if (!in_row_) return wrong();
    if (++cells_ > most_cells_) return too_many();
    rows_.back().emplace_back(key_, std::move(text));
    return true;
  }
  [[noreturn]] bool wrong() const { throw HttpError(400, kShape); }
  [[noreturn]] bool nested() const {
    throw HttpError(400,
                    "row " + std::to_string(rows_.size() - 1) + ": column " + in_quotes(key_) +
                        " holds a list or a record; a cell is a number, a text, true, false or "
                        "null");
  }
  [[noreturn]] bool too_many() const {
    throw HttpError(413, "the request has more than " + std::to_string(most_cells_) +
                             " cells; send the rows in several requests");
  }

  std::size_t most_cells_;
  std::vector<CellTexts>& rows_;
  std::size_t cells_ = 0;
  int depth_ = 0;
  bool in_rows_ = false, in_row_ = false;
  bool first_is_row_ = false;  // the outermost record may still turn out to be the wrapper
  bool is_wrapped_ = false;
  std::string key_;
};

}  // namespace

std::vector<CellTexts> parse_rows(std::string_view text, std::size_t most_cells) {
  std::vector<CellTexts> rows;
  RowListener listener(most_cells, rows);
  json::sax_parse(text.begin(), text.end(), &listener);
  return rows;
}

}  // namespace tally::server
