// SPDX-License-Identifier: Apache-2.0
// The answers to the rows of a request, and what they tell about drift.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/serve/service.h"

namespace tally::server {

/// For one request.
class RowAnswers {
 public:
  RowAnswers(Asking& asking, const Answering& answering)
      : asking_(asking), answering_(answering), unseen_(answering.asked.model.counts) {}

  /// Calls `look` with each batch of the table and its answers. Throws Error as Table::read and Inference do.
  void read(Table& table, const std::function<void(const Batch&, const Posteriors&)>& look);

  /// Tells the counters and the log, and adds to the notes what is worth knowing.
  void tell(std::string_view route, std::vector<std::string>& notes);

 private:
  Asking& asking_;
  const Answering& answering_;
  UnseenValues unseen_;
  std::int64_t rows_ = 0;
  std::map<int, std::int64_t> decided_;
};

}  // namespace tally::server
