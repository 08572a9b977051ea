// SPDX-License-Identifier: Apache-2.0
#include "frame.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "arrow_streams.h"
#include "buffers.h"
#include "label_objects.h"
#include "module.h"
#include "pieces.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

// Holds a Python object, and lets it go with the GIL held.
std::shared_ptr<const void> keep(std::unique_ptr<Buffer> buffer) {
  return {buffer.release(), [](const void* held) {
            const nb::gil_scoped_acquire locked;
            delete static_cast<const Buffer*>(held);
          }};
}

bool has_value(const Numbers& numbers, std::int64_t rows) {
  for (std::int64_t row = 0; row < rows; ++row) {
    if (!std::isnan(numbers.at(row))) return true;
  }
  return false;
}

std::string type_of(const Column& column, std::int64_t rows) {
  if (const auto* codes = std::get_if<Codes>(&column)) {
    const Dictionary& labels = *codes->dictionary;
    if (labels.size() == 0) return "nothing";
    const ValueType type = labels.label(0).type();
    return type == ValueType::kNumber ? "category" : std::string(to_string(type));
  }
  if (const auto* numbers = std::get_if<Numbers>(&column)) {
    return has_value(*numbers, rows) ? std::string(to_string(numbers->holds)) : "nothing";
  }
  return "boolean";
}

ValueType type_in_seconds(const std::string& type) {
  return type == to_string(ValueType::kTime) ? ValueType::kTime : ValueType::kDuration;
}

}  // namespace

void Frame::add(const std::string& name, Column column, std::shared_ptr<const void> owner) {
  batch_.columns.push_back({name, std::move(column)});
  owners_.push_back(std::move(owner));
}

void Frame::add_numbers(const std::string& name, const nb::object& array) {
  auto buffer = std::make_unique<Buffer>(array.ptr(), 1);
  if (buffer->length(0) != rows()) refuse_array("a number for every row");
  const Numbers numbers = buffer->numbers();
  add(name, numbers, keep(std::move(buffer)));
}

void Frame::add_seconds(const std::string& name, const nb::object& amounts, std::int64_t per_second,
                        const std::string& type) {
  const Buffer buffer(amounts.ptr(), 1);
  if (buffer.length(0) != rows()) refuse_array("a number for every row");
  auto seconds = std::make_shared<std::vector<double>>();
  seconds->reserve(static_cast<std::size_t>(rows()));
  for (const std::int64_t amount : buffer.items<const std::int64_t>()) {
    seconds->push_back(amount == std::numeric_limits<std::int64_t>::min()
                           ? std::numeric_limits<double>::quiet_NaN()
                           : seconds_of(amount, per_second));
  }
  const Numbers column = Numbers::of(*seconds).as(type_in_seconds(type));
  add(name, column, std::move(seconds));
}

void Frame::add_bits(const std::string& name, const nb::object& bits, const nb::object& valid) {
  auto buffer = std::make_unique<Buffer>(bits.ptr(), 1);
  if (buffer->items<const std::uint8_t>().size() * 8 < static_cast<std::size_t>(rows())) {
    refuse_array("a bit for every row");
  }
  Bits column{static_cast<const std::uint8_t*>(buffer->data()), 0, {}};
  std::shared_ptr<const void> validity;
  if (!valid.is_none()) {
    auto mask = std::make_unique<Buffer>(valid.ptr(), 1);
    if (mask->items<const std::uint8_t>().size() * 8 < static_cast<std::size_t>(rows())) {
      refuse_array("a bit for every row");
    }
    column.validity.bits = static_cast<const std::uint8_t*>(mask->data());
    validity = keep(std::move(mask));
  }
  add(name, column, keep(std::move(buffer)));
  owners_.push_back(std::move(validity));
}

void Frame::add_codes(const std::string& name, const nb::object& codes, const nb::list& labels) {
  auto buffer = std::make_unique<Buffer>(codes.ptr(), 1);
  if (buffer->length(0) != rows()) refuse_array("a code for every row");
  categories_.insert(name);
  // Two categories may be one label: 1 and 1.0 are.
  auto dictionary = std::make_shared<Dictionary>();
  std::vector<std::int32_t> code_of;
  for (const nb::handle label : labels) code_of.push_back(dictionary->code(to_label(label)));
  if (static_cast<std::size_t>(dictionary->size()) == code_of.size()) {
    const Numbers indices = buffer->numbers();
    return add(name, Codes{indices, std::move(dictionary)}, keep(std::move(buffer)));
  }
  auto own = std::make_shared<std::vector<std::int32_t>>();
  const Numbers given = buffer->numbers();
  for (std::int64_t row = 0; row < rows(); ++row) {
    const double code = given.at(row);
    own->push_back(code < 0 ? -1 : code_of.at(static_cast<std::size_t>(code)));
  }
  const Codes column = Codes::of(*own, std::move(dictionary));
  add(name, column, std::move(own));
}

void Frame::add_texts(const std::string& name, const nb::sequence& texts) {
  auto codes = std::make_shared<std::vector<std::int32_t>>();
  auto dictionary = std::make_shared<Dictionary>();
  for (const nb::handle text : texts) {
    const bool missing = text.is_none() || !PyUnicode_Check(text.ptr());
    const Label label = missing ? Label() : to_label(text);
    codes->push_back(label == Label() ? -1 : dictionary->code(label));
  }
  if (static_cast<std::int64_t>(codes->size()) != rows()) refuse_array("a text for every row");
  const Codes column = Codes::of(*codes, std::move(dictionary));
  add(name, column, std::move(codes));
}

void Frame::add_code_points(const std::string& name, const nb::object& points) {
  const Buffer buffer(points.ptr(), 2);
  if (buffer.length(0) != rows()) refuse_array("a text for every row");
  const auto width = static_cast<std::size_t>(buffer.length(1));
  const std::uint32_t* cell = buffer.items<const std::uint32_t>().data();
  auto codes = std::make_shared<std::vector<std::int32_t>>();
  codes->reserve(static_cast<std::size_t>(rows()));
  auto dictionary = std::make_shared<Dictionary>();
  std::unordered_map<std::string_view, std::int32_t> known;  // by the bytes of the code points
  for (std::int64_t row = 0; row < rows(); ++row, cell += width) {
    std::size_t length = width;
    while (length > 0 && cell[length - 1] == 0) --length;
    const auto [at, is_new] =
        known.try_emplace({reinterpret_cast<const char*>(cell), length * sizeof(*cell)}, -1);
    if (is_new && length > 0) {
      // Of the stable ABI. The order of bytes is told, so that no mark of it is looked for and taken away.
      int order = std::endian::native == std::endian::little ? -1 : 1;
      const nb::object text = nb::steal(PyUnicode_DecodeUTF32(
          reinterpret_cast<const char*>(cell), static_cast<Py_ssize_t>(length * sizeof(*cell)),
          "surrogatepass", &order));
      if (!text.is_valid()) nb::raise_python_error();
      at->second = dictionary->code(to_label(text));
    }
    codes->push_back(at->second);
  }
  const Codes column = Codes::of(*codes, std::move(dictionary));
  add(name, column, std::move(codes));
}

void Frame::add_stream(const std::string& name, const nb::object& capsule) {
  StreamContents contents = read_stream(capsule);
  std::int64_t length = 0;
  for (const auto& array : contents.arrays) length += array->length;
  if (length != rows()) refuse_array("a cell for every row");
  std::shared_ptr<const void> owner;
  Column column = import_column(*contents.schema, contents.arrays, name, owner);
  add(name, std::move(column), std::move(owner));
}

void Frame::add_missing(const std::string& name) {
  auto numbers = std::make_shared<std::vector<double>>(static_cast<std::size_t>(rows()),
                                                       std::numeric_limits<double>::quiet_NaN());
  const Numbers column = Numbers::of(*numbers);
  add(name, column, std::move(numbers));
}

void Frame::rename(const std::map<std::string, std::string>& names) {
  std::set<std::string> renamed_categories;
  for (NamedColumn& column : batch_.columns) {
    const auto other = names.find(column.name);
    if (other == names.end()) continue;
    if (categories_.erase(column.name) != 0) renamed_categories.insert(other->second);
    column.name = other->second;
  }
  categories_.merge(renamed_categories);
}

void Frame::replace(const std::string& name,
                    const std::shared_ptr<const std::vector<std::int8_t>>& codes,
                    const std::shared_ptr<const Dictionary>& labels) {
  for (NamedColumn& column : batch_.columns) {
    if (column.name != name) continue;
    column.values = Codes{Numbers::of(std::span<const std::int8_t>(*codes)), labels};
    owners_.push_back(codes);
  }
}

bool Frame::has_great_numbers(const std::string& name) const {
  constexpr double kMost = 9007199254740992;
  const Column* column = batch_.find(name);
  const auto* numbers = column == nullptr ? nullptr : std::get_if<Numbers>(column);
  if (numbers == nullptr) return false;
  if (numbers->type != NumberType::kInt64 && numbers->type != NumberType::kUInt64) return false;
  bool found = false;
  for_each_number(*numbers, rows(),
                  [&](std::int64_t, double value) { found |= std::abs(value) >= kMost; });
  return found;
}

void Frame::name_numbers(const std::string& name) {
  for (NamedColumn& column : batch_.columns) {
    if (column.name != name || !std::holds_alternative<Numbers>(column.values)) continue;
    const Numbers numbers = std::get<Numbers>(column.values);
    auto codes = std::make_shared<std::vector<std::int32_t>>();
    auto dictionary = std::make_shared<Dictionary>();
    visit_type(numbers.type, [&](auto type) {
      using T = decltype(type);
      const auto* data = static_cast<const char*>(numbers.data);
      for (std::int64_t row = 0; row < rows(); ++row) {
        const double rounded = numbers.at(row);
        Label label = std::isnan(rounded) ? Label() : Label::of(rounded);
        if constexpr (std::is_integral_v<T>) {
          const T value = internal::load<T>(data, row * numbers.stride);
          using Whole = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
          if (!std::isnan(rounded)) label = Label::of(static_cast<Whole>(value));
        }
        codes->push_back(label == Label() ? -1 : dictionary->code(label));
      }
    });
    column.values = Codes::of(*codes, std::move(dictionary));
    owners_.push_back(std::move(codes));
  }
}

std::vector<std::pair<std::string, std::string>> Frame::types() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const NamedColumn& column : batch_.columns) {
    out.emplace_back(column.name, type_of(column.values, rows()));
  }
  return out;
}

void keep_great_numbers_apart(const std::vector<std::shared_ptr<Frame>>& frames,
                              const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool great = std::any_of(frames.begin(), frames.end(), [&](const auto& frame) {
      return frame->has_great_numbers(name);
    });
    if (!great) continue;
    for (const auto& frame : frames) frame->name_numbers(name);
  }
}

std::vector<std::shared_ptr<Frame>> frames_of_stream(const nb::object& capsule,
                                                     const std::vector<std::string>& leave_out,
                                                     const std::string& source,
                                                     std::int64_t first_row) {
  StreamContents contents = read_stream(capsule);
  if (std::string_view(contents.schema->format) != "+s") {
    throw std::invalid_argument("expected a table, found a single column");
  }
  std::vector<std::shared_ptr<Frame>> frames;
  for (const auto& array : contents.arrays) {
    Batch batch = import_batch(*contents.schema, array, leave_out);
    batch.file = source;
    batch.first_row = first_row;
    first_row += batch.rows;
    frames.push_back(std::make_shared<Frame>(std::move(batch)));
  }
  if (frames.empty()) frames.push_back(std::make_shared<Frame>(0));
  return frames;
}

nb::list Frame::labels(const std::string& name, const nb::object& codes) const {
  const Buffer to(codes.ptr(), 1, true);
  const auto out = to.items<std::int32_t>();
  const Column* const column = batch_.find(name);
  if (column == nullptr || static_cast<std::int64_t>(out.size()) != rows()) {
    refuse_array("a code a row, of a column that is there");
  }
  std::map<std::string, std::int32_t> code_of;
  nb::list texts;
  for (std::int64_t row = 0; row < rows(); ++row) {
    const std::optional<Label> label = cell_label(*column, row);
    std::int32_t& code = out[static_cast<std::size_t>(row)];
    code = -1;
    if (!label) continue;
    std::string text = label->to_string();
    const auto [known, is_new] = code_of.emplace(text, static_cast<std::int32_t>(code_of.size()));
    if (is_new) texts.append(nb::str(text.data(), text.size()));
    code = known->second;
  }
  return texts;
}

void bind_frame(nb::module_& m) {
  nb::class_<Frame>(m, "Frame", "Named columns of equal length, each where it lies.")
      .def(nb::init<std::int64_t>(), nb::arg("rows"))
      .def_prop_ro("rows", &Frame::rows)
      .def("add_numbers", &Frame::add_numbers, nb::arg("name"), nb::arg("array"),
           "Numbers; NaN is missing.")
      .def(
          "add_seconds", &Frame::add_seconds, nb::arg("name"), nb::arg("amounts"),
          nb::arg("per_second"), nb::arg("type"),
          "Times or durations in whole units, so many to the second; the least integer is missing.")
      .def("add_bits", &Frame::add_bits, nb::arg("name"), nb::arg("bits"), nb::arg("valid").none(),
           "Booleans, eight to the byte, the first in the least bit.")
      .def("add_codes", &Frame::add_codes, nb::arg("name"), nb::arg("codes"), nb::arg("labels"),
           "Codes into a list of labels; a negative one is missing.")
      .def("add_texts", &Frame::add_texts, nb::arg("name"), nb::arg("texts"),
           "Texts; an empty one, and whatever is no text, is missing.")
      .def("add_code_points", &Frame::add_code_points, nb::arg("name"), nb::arg("points"),
           "Texts as rows of code points, filled up with zeros; an empty one is missing.")
      .def("add_stream", &Frame::add_stream, nb::arg("name"), nb::arg("capsule"),
           "One column from an Arrow stream.")
      .def("rename", &Frame::rename, nb::arg("names"), "Gives columns other names, old to new.")
      .def("add_missing", &Frame::add_missing, nb::arg("name"), "A column without a value.")
      .def("labels", &Frame::labels, nb::arg("name"), nb::arg("codes"),
           nb::sig("def labels(self, name: str, codes: object) -> list[str]"),
           "The different labels of a column as texts, and into an array of int32 which of them "
           "each row has: "
           "-1 where it has none.")
      .def("types", &Frame::types, "The columns and what their cells are.");
  m.def("frames_of_stream", &frames_of_stream, nb::arg("capsule"), nb::arg("leave_out"),
        nb::arg("source") = "", nb::arg("first_row") = 0,
        "The batches of an Arrow stream of tables.");
  m.def(
      "seconds_text",
      [](std::int64_t amount, std::int64_t per_second, const std::string& type) {
        return numeric_text(seconds_of(amount, per_second), type_in_seconds(type));
      },
      nb::arg("amount"), nb::arg("per_second"), nb::arg("type"),
      "A time or a duration in whole units as the engine writes it.");
  m.def("keep_great_numbers_apart", &keep_great_numbers_apart, nb::arg("frames"), nb::arg("names"),
        "Makes labels of the columns named that have whole numbers beyond the exact doubles.");
  m.def("free_texts", &free_texts, nb::arg("frames"),
        "The columns that hold sentences rather than names, by their first megabyte.");
}

}  // namespace tally::bind
