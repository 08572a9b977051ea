// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

namespace tally::server {

namespace {

using nlohmann::json;

constexpr int kDeepest = 8;

[[noreturn]] void refuse(const std::string& sentence) { throw HttpError(400, sentence); }

// A tree of values takes many times the room of its text, so they are counted as it grows.
json parse_counted(std::string_view text, std::size_t most) {
  std::size_t values = 0;
  const auto count = [&](int depth, json::parse_event_t event, const json& /*parsed*/) {
    using Event = json::parse_event_t;
    if (depth > kDeepest) refuse("the JSON text is nested too deeply");
    values += event == Event::object_end || event == Event::array_end ? 0 : 1;
    if (values > most) {
      throw HttpError(413, "the request has more than " + std::to_string(most) + " values");
    }
    return true;
  };
  try {
    return json::parse(text.begin(), text.end(), count);
  } catch (const json::parse_error& error) {
    refuse("the body is not JSON: it goes wrong at byte " + std::to_string(error.byte));
  } catch (const json::exception&) {
    refuse("the body is JSON with a number that is too large");
  }
}

const json& member(const json& object, const char* name, const std::string& of) {
  const auto found = object.find(name);
  if (found == object.end()) refuse(of + " has no field " + in_quotes(name));
  return *found;
}

std::string text_member(const json& object, const char* name, const std::string& of) {
  const json& value = member(object, name, of);
  if (!value.is_string()) refuse(of + ": " + name + " is a text");
  return value.get<std::string>();
}

std::string cell_text(const json& value, const std::string& tensor) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return shortest(value.get<double>());
  if (value.is_number() || value.is_boolean()) return value.dump();
  refuse("tensor " + in_quotes(tensor) + ": its data are numbers, texts, true, false or null");
}

// Rows of data may be nested as the shape is.
void put_cells(const json& data, const std::string& tensor, std::vector<std::string>& cells) {
  if (!data.is_array()) return cells.push_back(cell_text(data, tensor));
  for (const json& item : data) put_cells(item, tensor, cells);
}

// --- bytes behind the text ---

template <class T>
T load(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

template <class T>
std::vector<std::string> numbers_in(std::string_view bytes) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    const T value = load<T>(bytes, at);
    if constexpr (std::is_floating_point_v<T>) {
      out.push_back(std::isnan(value) ? "" : shortest(static_cast<double>(value)));
    } else {
      out.push_back(std::to_string(value));
    }
  }
  return out;
}

std::vector<std::string> booleans_in(std::string_view bytes) {
  std::vector<std::string> out;
  for (const char byte : bytes) out.emplace_back(byte != 0 ? "true" : "false");
  return out;
}

// Each text has its length before it.
std::vector<std::string> texts_in(std::string_view bytes, const std::string& tensor) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t left = bytes.size() - at;
    const std::size_t length = left < 4 ? 0 : load<std::uint32_t>(bytes, at);
    if (left < 4 || length > left - 4)
      refuse("tensor " + in_quotes(tensor) + ": its bytes end too soon");
    out.emplace_back(bytes.substr(at + 4, length));
    at += 4 + length;
  }
  return out;
}

struct Datatype {
  std::string_view name;
  std::size_t size;  // 0: texts
  std::vector<std::string> (*numbers)(std::string_view bytes);
};
constexpr std::array kDatatypes{Datatype{"BOOL", 1, booleans_in},
                                Datatype{"INT8", 1, numbers_in<std::int8_t>},
                                Datatype{"INT16", 2, numbers_in<std::int16_t>},
                                Datatype{"INT32", 4, numbers_in<std::int32_t>},
                                Datatype{"INT64", 8, numbers_in<std::int64_t>},
                                Datatype{"UINT8", 1, numbers_in<std::uint8_t>},
                                Datatype{"UINT16", 2, numbers_in<std::uint16_t>},
                                Datatype{"UINT32", 4, numbers_in<std::uint32_t>},
                                Datatype{"UINT64", 8, numbers_in<std::uint64_t>},
                                Datatype{"FP32", 4, numbers_in<float>},
                                Datatype{"FP64", 8, numbers_in<double>},
                                Datatype{"BYTES", 0, nullptr}};

const Datatype& datatype_named(const std::string& name, const std::string& tensor) {
  const auto found = std::find_if(kDatatypes.begin(), kDatatypes.end(),
                                  [&](const Datatype& type) { return type.name == name; });
  if (found != kDatatypes.end()) return *found;
  refuse("tensor " + in_quotes(tensor) + ": the datatype " + in_quotes(name) +
         " is not understood; FP64, INT64, BOOL and BYTES are");
}

// How many rows the shape says: [n] or [n, 1].
std::size_t rows_of(const json& input, const std::string& tensor, std::size_t most) {
  const json& shape = member(input, "shape", "tensor " + in_quotes(tensor));
  const bool is_column =
      shape.is_array() && (shape.size() == 1 || (shape.size() == 2 && shape[1] == 1));
  if (!is_column || !shape[0].is_number_unsigned()) {
    refuse("tensor " + in_quotes(tensor) + ": a column has the shape [rows] or [rows, 1]");
  }
  if (shape[0].get<std::uint64_t>() > most) {
    throw HttpError(413, "tensor " + in_quotes(tensor) + " has more rows than a request may have");
  }
  return shape[0].get<std::size_t>();
}

class TensorReader {
 public:
  TensorReader(const Request& request, const Limits& limits) : most_(limits.cells) {
    std::string_view text = request.body;
    if (const auto length = request.header("inference-header-content-length")) {
      const std::optional<double> number = parse_number(*length);
      if (length->find_first_not_of("0123456789") != std::string_view::npos || !number ||
          *number > static_cast<double>(text.size())) {
        refuse("Inference-Header-Content-Length is not the length of a part of the body");
      }
      binary_ = text.substr(static_cast<std::size_t>(*number));
      text = text.substr(0, static_cast<std::size_t>(*number));
    }
    read(parse_counted(text, most_));
    if (!binary_.empty()) refuse("there are bytes behind the last tensor");
  }

  TensorRequest take() { return std::move(out_); }

 private:
  void read(const json& body) {
    if (!body.is_object()) refuse("expected {\"inputs\": [tensors]}");
    if (const auto id = body.find("id"); id != body.end()) {
      if (!id->is_string()) refuse("id is a text");
      out_.id = id->get<std::string>();
    }
    if (const auto parameters = body.find("parameters"); parameters != body.end()) {
      if (!parameters->is_object()) refuse("parameters are an object");
      for (const auto& [name, value] : parameters->items()) {
        if (name == "binary_data_output") {
          out_.wants_bytes = truth_of(value, name);
          continue;
        }
        out_.parameters.emplace_back(name, cell_text(value, "parameters"));
      }
    }
    if (const auto outputs = body.find("outputs"); outputs != body.end()) {
      if (!outputs->is_array()) refuse("outputs are a list");
      for (const json& output : *outputs) {
        if (!output.is_object()) refuse("an output is an object with a name");
        out_.outputs.push_back({text_member(output, "name", "an output"), wants_bytes(output)});
      }
    }
    const json& inputs = member(body, "inputs", "the request");
    if (!inputs.is_array() || inputs.empty()) refuse("inputs are a list of at least one tensor");
    for (const json& input : inputs) read_tensor(input);
  }

  static bool truth_of(const json& value, const std::string& name) {
    if (!value.is_boolean()) refuse(name + " is true or false");
    return value.get<bool>();
  }
  static std::optional<bool> wants_bytes(const json& output) {
    const auto parameters = output.find("parameters");
    if (parameters == output.end() || !parameters->is_object()) return std::nullopt;
    const auto found = parameters->find("binary_data");
    if (found == parameters->end()) return std::nullopt;
    return truth_of(*found, "binary_data");
  }

  void read_tensor(const json& input) {
    if (!input.is_object()) refuse("a tensor is an object with name, datatype, shape and data");
    const std::string name = text_member(input, "name", "a tensor");
    const std::string called = "tensor " + in_quotes(name);
    const Datatype& type = datatype_named(text_member(input, "datatype", called), name);
    const std::size_t rows = rows_of(input, name, most_);
    std::vector<std::string> cells = cells_of(input, name, type);
    if (cells.size() != rows) {
      refuse(called + ": its shape says " + std::to_string(rows) + " values, and there are " +
             std::to_string(cells.size()));
    }
    if (out_.rows.empty() && !has_rows_) out_.rows.resize(rows);
    has_rows_ = true;
    if (out_.rows.size() != rows) {
      refuse(called + " has " + std::to_string(rows) + " rows, and those before it " +
             std::to_string(out_.rows.size()));
    }
    cells_ += rows;
    if (cells_ > most_)
      throw HttpError(413, "the request has more than " + std::to_string(most_) + " cells");
    for (std::size_t row = 0; row < rows; ++row) {
      out_.rows[row].emplace_back(name, std::move(cells[row]));
    }
  }

  std::vector<std::string> cells_of(const json& input, const std::string& name,
                                    const Datatype& type) {
    const auto parameters = input.find("parameters");
    const bool is_binary = parameters != input.end() && parameters->is_object() &&
                           parameters->contains("binary_data_size");
    if (!is_binary) {
      std::vector<std::string> cells;
      const json& data = member(input, "data", "tensor " + in_quotes(name));
      if (!data.is_array()) refuse("tensor " + in_quotes(name) + ": data is a list");
      put_cells(data, name, cells);
      return cells;
    }
    const json& size = parameters->at("binary_data_size");
    if (!size.is_number_unsigned() || size.get<std::uint64_t>() > binary_.size()) {
      refuse("tensor " + in_quotes(name) + ": binary_data_size is more than there is");
    }
    const std::string_view bytes = binary_.substr(0, size.get<std::size_t>());
    binary_.remove_prefix(bytes.size());
    if (type.size == 0) return texts_in(bytes, name);
    if (bytes.size() % type.size != 0)
      refuse("tensor " + in_quotes(name) + ": its bytes end too soon");
    if (bytes.size() / type.size > most_) throw HttpError(413, "the request has too many cells");
    return type.numbers(bytes);
  }

  std::size_t most_, cells_ = 0;
  bool has_rows_ = false;
  std::string_view binary_;
  TensorRequest out_;
};

}  // namespace

TensorRequest parse_tensors(const Request& request, const Limits& limits) {
  return TensorReader(request, limits).take();
}

std::string_view datatype_of(const ColumnSchema& column) {
  switch (column.type) {
    case ValueType::kNumber:
      return "FP64";
    case ValueType::kBoolean:
      return "BOOL";
    case ValueType::kText:
    case ValueType::kTime:
    case ValueType::kDuration:
      break;
  }
  return "BYTES";
}

}  // namespace tally::server
