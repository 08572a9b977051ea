// SPDX-License-Identifier: Apache-2.0
#include "arrow_streams.h"

#include <stdexcept>

namespace tally::bind {

namespace nb = nanobind;

namespace {

template <class T>
struct Releasing {
  void operator()(T* value) const {
    if (value->release != nullptr) {
      const nb::gil_scoped_acquire locked;
      value->release(value);
    }
    delete value;
  }
};

ArrowArrayStream& stream_in(const nb::object& capsule) {
  auto* stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) {
    PyErr_Clear();
    throw std::invalid_argument("expected a capsule of an Arrow stream");
  }
  if (stream->release == nullptr) {
    throw std::invalid_argument("the Arrow stream has been read already");
  }
  return *stream;
}

}  // namespace

StreamContents read_stream(const nb::object& capsule) {
  ArrowArrayStream& stream = stream_in(capsule);
  const auto check = [&](int status) {
    if (status == 0) return;
    const char* sentence = stream.get_last_error(&stream);
    throw Error(ErrorKind::kData,
                sentence == nullptr ? "the Arrow stream cannot be read" : sentence);
  };
  StreamContents contents;
  contents.schema = {new ArrowSchema{}, Releasing<ArrowSchema>()};
  check(stream.get_schema(&stream, contents.schema.get()));
  for (;;) {
    std::shared_ptr<ArrowArray> array(new ArrowArray{}, Releasing<ArrowArray>());
    check(stream.get_next(&stream, array.get()));
    if (array->release == nullptr) break;
    contents.arrays.push_back(std::move(array));
  }
  stream.release(&stream);
  return contents;
}

}  // namespace tally::bind
