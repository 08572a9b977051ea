// SPDX-License-Identifier: Apache-2.0
// What a form or a nomogram for rows of a model needs to know, for programs that draw them themselves.
#pragma once

#include <string>

#include "tally/report.h"

namespace tally {

/// The columns that a row may have, in the schema's order, as a list:
///   {"name", "role", "type", "family", "kind": "number", "low", "high", "whole",
///    "histogram": {"edges": [x …], "rows": [n …], "counted": true}}
///   {…, "kind": "values", "values": [{"value", "rows"} …], "more": 0}    those most often seen first
///   {…, "kind": "text"}                                                 a text, or a time in ISO 8601
/// A histogram has one edge more than rows, and leaves out the half percent at either end. Where none was counted it is
/// what the family's law expects ("counted": false), and where there is no law either there is none.
std::string form_columns_json(const Counts& counts);

/// {"target", "classes": [label …], "loss": {"decisions", "costs", "zero_one"}, "nomogram": …}: what report_json has
/// under these names. The rows of `on` are not looked at. Throws as `estimate`.
std::string nomogram_json(const ReportOn& on);

}  // namespace tally
