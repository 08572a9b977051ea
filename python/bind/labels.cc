// SPDX-License-Identifier: Apache-2.0
// The classes of rows as codes, for labels that are whole numbers.
#include "integer_labels.h"
#include "module.h"

namespace tally::bind {

namespace nb = nanobind;

void bind_labels(nb::module_& m) {
  m.def(
      "distinct_integers",
      [](const nb::object& labels, int threads) {
        const Buffer buffer(labels.ptr(), 1);
        std::vector<std::int64_t> found;
        {
          const nb::gil_scoped_release unlocked;
          found = distinct_integers(buffer, threads);
        }
        return nb::bytes(found.data(), found.size() * sizeof(std::int64_t));
      },
      nb::arg("labels"), nb::arg("threads"),
      "The different whole numbers of an array, sorted, as bytes of int64.");
  m.def(
      "encode_integers",
      [](const nb::object& labels, const nb::object& classes, const nb::object& codes) {
        const Buffer from(labels.ptr(), 1), known(classes.ptr(), 1), to(codes.ptr(), 1, true);
        const IntegerClasses places(from, known.items<const std::int64_t>());
        const auto out = to.items<std::int32_t>();
        if (static_cast<std::int64_t>(out.size()) != places.rows()) refuse_array("a code a row");
        const nb::gil_scoped_release unlocked;
        return places.encode(0, places.rows(), out.data());
      },
      nb::arg("labels"), nb::arg("classes"), nb::arg("codes"),
      "Writes the place of each label among the sorted classes, -1 where it has none. True if all "
      "have one.");
}

}  // namespace tally::bind
