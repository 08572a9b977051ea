// SPDX-License-Identifier: Apache-2.0
// tally::Error, translated once.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "module.h"
#include "remedy.h"
#include "tally/error.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

// Kept for as long as the interpreter lives.
PyObject* error_type = nullptr;
PyObject* usage_error_type = nullptr;
PyObject* data_error_type = nullptr;

PyObject* type_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return usage_error_type;
    case ErrorKind::kData:
      return data_error_type;
    case ErrorKind::kNoInput:
      return PyExc_FileNotFoundError;
    case ErrorKind::kNoPermission:
      return PyExc_PermissionError;
    case ErrorKind::kCannotCreate:
    case ErrorKind::kInputOutput:
    case ErrorKind::kTryAgain:
      return PyExc_OSError;
    case ErrorKind::kUnavailable:
    case ErrorKind::kDefect:
      break;
  }
  return error_type;
}

PyObject* add_type(nb::module_& m, const char* name, const char* doc, PyObject* base) {
  const std::string full = std::string("tally._engine.") + name;
  nb::dict parts;  // of an error that the engine did not make
  if (base == PyExc_ValueError) {
    parts["sentence"] = "";
    parts["place"] = nb::dict();
    parts["remedies"] = nb::tuple();
  }
  PyObject* type = PyErr_NewExceptionWithDoc(full.c_str(), doc, base, parts.ptr());
  if (type == nullptr) nb::raise_python_error();
  m.attr(name) = nb::borrow(type);
  return type;
}

// What is known of it.
nb::dict to_python(const Place& place) {
  nb::dict out;
  if (!place.file.empty()) out["file"] = place.file;
  if (place.line >= 0) out["line"] = place.line;
  if (place.row >= 0) out["row"] = place.row;
  if (!place.column.empty()) out["column"] = place.column;
  return out;
}

nb::tuple to_python(const std::vector<Remedy>& remedies) {
  nb::list out;
  for (const Remedy& remedy : remedies) {
    nb::dict parts;
    parts["kind"] = to_string(remedy.kind);
    if (!remedy.column.empty()) parts["column"] = remedy.column;
    if (!remedy.value.empty()) parts["value"] = remedy.value;
    if (!remedy.when.empty()) parts["when"] = remedy.when;
    out.append(parts);
  }
  return nb::tuple(out);
}

nb::object to_python(const Error& error) {
  const std::string told = by_parameters({error.located(), error.remedies()});
  nb::object out = nb::borrow(type_of(error.kind()))(told);
  out.attr("sentence") = error.sentence();
  out.attr("place") = to_python(error.place());
  out.attr("remedies") = to_python(error.remedies());
  return out;
}

}  // namespace

void bind_errors(nb::module_& m) {
  error_type =
      add_type(m, "Error", "What went wrong: `sentence`, `place` and `remedies` are its parts.",
               PyExc_ValueError);
  usage_error_type = add_type(m, "UsageError", "The question itself is wrong.", error_type);
  data_error_type =
      add_type(m, "DataError", "Data or a model does not say what it should.", error_type);
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      PyErr_SetObject(type_of(error.kind()), to_python(error).ptr());
    }
  });
}

}  // namespace tally::bind
