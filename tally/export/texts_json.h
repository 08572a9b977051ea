// SPDX-License-Identifier: Apache-2.0
// What texts say under the rule `weighted`, as JSON.
#pragma once

#include "tally/export/json_parts.h"
#include "tally/export/sheet_texts.h"

namespace tally {

/// docs/export.md describes it.
ExportJson texts_as_json(const SheetTexts& texts, const std::vector<Label>& classes);

/// How texts are cut into terms.
ExportJson cutting_as_json(const TextOptions& options);

}  // namespace tally
