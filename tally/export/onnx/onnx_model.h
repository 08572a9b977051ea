// SPDX-License-Identifier: Apache-2.0
// A sheet as an ONNX model, for onnxruntime and whatever else runs such models.
#pragma once

#include <string>

#include "tally/export/sheet.h"

namespace tally {

/// The bytes of a ModelProto. Inputs are named as the columns: strings [rows, 1] for texts, where "" and the model's
/// marks are missing; doubles [rows, 1] for numbers, truths (1 and 0), times and durations (seconds), where NaN is
/// missing; a group of counts is one input [rows, columns] with the name of the group. Outputs: `label` [rows], integers
/// if all classes are such, else strings; `probabilities` [rows, classes], doubles. The metadata (`question`, `rule`,
/// `target`, `classes`, `inputs`, `checks`) are JSON.
std::string to_onnx(const Sheet& sheet, const SheetHead& head);

}  // namespace tally
