// SPDX-License-Identifier: Apache-2.0
#include "module.h"

#include "tally/inside/base.h"

NB_MODULE(_engine, m) {
  m.doc() = "The engine of Tally: counts, estimates and answers, without the GIL.";
  const std::string_view version = tally::tally_version();
  m.attr("__version__") = nanobind::str(version.data(), version.size());
  m.def("available_threads", &tally::available_threads,
        "The CPUs that this process may use, at least 1.");
  tally::bind::bind_errors(m);
  tally::bind::bind_labels(m);
  tally::bind::bind_blocks(m);
  tally::bind::bind_scorers(m);
  tally::bind::bind_frame(m);
  tally::bind::bind_answers(m);
  tally::bind::bind_model(m);
  tally::bind::bind_counted_rows(m);
  tally::bind::bind_draft(m);
  tally::bind::bind_families(m);
}
