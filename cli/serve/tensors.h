// SPDX-License-Identifier: Apache-2.0
// The tensors of the Open Inference Protocol: one for each column, as rows in words.
//
//   {"inputs": [{"name": "age", "datatype": "FP64", "shape": [2], "data": [31.5, 70]}, …]}
//
// A tensor may also come as bytes behind the JSON text (the extension binary_tensor_data), as long as the header
// Inference-Header-Content-Length says; and so may an answer, where the request says binary_data_output, or
// binary_data of an output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/serve/http.h"
#include "cli/serve/limits.h"
#include "tally/inside/read.h"

namespace tally::server {

struct TensorRequest {
  std::string id;
  std::vector<CellTexts> rows;
  Pairs parameters;  ///< of the question
  struct Output {
    std::string name;
    std::optional<bool> wants_bytes;  ///< none: as the request says
  };
  std::vector<Output> outputs;  ///< that are wanted; empty: all
  bool wants_bytes = false;     ///< answers as bytes behind the JSON text
};

/// Throws HttpError: 400 for what is no such request, 413 for more cells than allowed.
TensorRequest parse_tensors(const Request& request, const Limits& limits);

/// "FP64", "BOOL" or "BYTES": what a column is sent as.
std::string_view datatype_of(const ColumnSchema& column);

}  // namespace tally::server
