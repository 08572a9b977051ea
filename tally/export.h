// SPDX-License-Identifier: Apache-2.0
// export: a model leaves. What it answers to one question becomes a file that other programs run.
//
//   const Sheet sheet = sheet_of(estimate(counts, question, rule), counts);
//   const SheetHead head{to_json(question), "0.9.0", checks};
//   to_sql(sheet, head, {SqlDialect::kSqlite, "visitors", {"id"}});
//   to_c(sheet, head, "visitors");
//   to_onnx(sheet, head);
//   to_pmml(sheet, head);
//   to_json(sheet, head);
//
// The question (λ, prior, estimate, rule) is fixed: what leaves is no longer counts, and cannot learn, forget or
// be asked otherwise. Answers are those of `infer` to about 1e-12.
#pragma once

#include "tally/export/c/c_header.h"       // IWYU pragma: export
#include "tally/export/json_text.h"        // IWYU pragma: export
#include "tally/export/onnx/onnx_model.h"  // IWYU pragma: export
#include "tally/export/pmml/pmml_model.h"  // IWYU pragma: export
#include "tally/export/sheet.h"            // IWYU pragma: export
#include "tally/export/sheet_checks.h"     // IWYU pragma: export
#include "tally/export/sql/sql_select.h"   // IWYU pragma: export
