// SPDX-License-Identifier: Apache-2.0
// The parts of the module `tally._engine`, each bound in a file of its own.
#pragma once

#include <nanobind/nanobind.h>

namespace tally::bind {

void bind_errors(nanobind::module_& m);        ///< tally::Error as Python exceptions
void bind_labels(nanobind::module_& m);        ///< classes of rows as codes
void bind_blocks(nanobind::module_& m);        ///< the counts of matrices
void bind_scorers(nanobind::module_& m);       ///< answers for matrices
void bind_frame(nanobind::module_& m);         ///< tables as columns
void bind_answers(nanobind::module_& m);       ///< answers for tables
void bind_draft(nanobind::module_& m);         ///< what the columns of tables are
void bind_families(nanobind::module_& m);      ///< the names that the engine knows
void bind_model(nanobind::module_& m);         ///< the counts of tables
void bind_counted_rows(nanobind::module_& m);  ///< pieces, as rows

}  // namespace tally::bind
