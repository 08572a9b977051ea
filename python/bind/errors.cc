// SPDX-License-Identifier: Apache-2.0
// tally::Error, translated once.
#include <nanobind/stl/string.h>

#include "module.h"
#include "python_words.h"
#include "tally/base/error.h"

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
  PyObject* type = PyErr_NewExceptionWithDoc(full.c_str(), doc, base, nullptr);
  if (type == nullptr) nb::raise_python_error();
  m.attr(name) = nb::borrow(type);
  return type;
}

}  // namespace

void bind_errors(nb::module_& m) {
  error_type = add_type(m, "Error", "What went wrong, where, and what to do.", PyExc_ValueError);
  usage_error_type = add_type(m, "UsageError", "The question itself is wrong.", error_type);
  data_error_type =
      add_type(m, "DataError", "Data or a model does not say what it should.", error_type);
  m.def("python_words", &python_words, nb::arg("sentence"),
        "An error of the engine in the words of Python.");
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      PyErr_SetString(type_of(error.kind()), python_words(error.what()).c_str());
    }
  });
}

}  // namespace tally::bind
