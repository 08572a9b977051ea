// SPDX-License-Identifier: Apache-2.0
#include "label_objects.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace tally::bind {

namespace nb = nanobind;

nb::object to_python(const Label& label) {
  const std::string text = label.to_string();
  switch (label.type()) {
    case ValueType::kBoolean:
      return nb::bool_(text == "true");
    case ValueType::kNumber: {
      const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
      nb::object made = nb::steal(whole ? PyLong_FromString(text.c_str(), nullptr, 10)
                                        : PyFloat_FromDouble(parse_number(text).value_or(0)));
      if (!made.is_valid()) nb::raise_python_error();
      return made;
    }
    default:
      break;
  }
  return nb::str(text.c_str(), text.size());
}

nb::list to_python(const std::vector<Label>& labels) {
  nb::list out;
  for (const Label& label : labels) out.append(to_python(label));
  return out;
}

Label to_label(const nb::handle& value) {
  if (PyBool_Check(value.ptr())) return Label::of(value.is(Py_True));
  if (PyUnicode_Check(value.ptr())) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (text == nullptr) nb::raise_python_error();
    return Label::of(std::string_view(text, static_cast<std::size_t>(size)));
  }
  if (PyLong_Check(value.ptr())) {
    int overflow = 0;
    const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow == 0) return Label::of(static_cast<std::int64_t>(whole));
  }
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr || !std::isfinite(number)) {
    PyErr_Clear();
    throw std::invalid_argument("expected labels that are texts, finite numbers or booleans");
  }
  return Label::of(number);
}

}  // namespace tally::bind
