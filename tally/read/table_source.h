// SPDX-License-Identifier: Apache-2.0
// The interface behind Table: an implementation for each kind of file.
#pragma once

#include <string>
#include <vector>

#include "tally/read.h"

namespace tally {

/// The functions do what those of Table do, except that `read` may leave texts as they were written
/// (Texts): Table cuts them.
class TableSource {
 public:
  virtual ~TableSource() = default;
  virtual const std::vector<std::string>& column_names() = 0;
  virtual std::vector<ColumnSample> sample() = 0;
  virtual std::vector<ColumnSample> profile() { return sample(); }
  virtual void read(const Schema& schema, int threads, const Table::Work& work,
                    const std::vector<Role>& optional) = 0;
  virtual ReadProgress progress() const = 0;
  // NOLINTNEXTLINE(performance-unnecessary-value-param): an override keeps them
  virtual void take_strays(std::vector<std::string> /*columns*/) {}
  virtual StraysByColumn strays() const { return {}; }
};

}  // namespace tally
