// SPDX-License-Identifier: Apache-2.0
// The columns of a batch by name: there may be very many.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "tally/base/error.h"
#include "tally/inside/batch.h"

namespace tally {

/// Keeps a reference.
class ColumnsByName {
 public:
  explicit ColumnsByName(const Batch& rows) : rows_(rows) {
    for (const NamedColumn& column : rows.columns) columns_.emplace(column.name, &column.values);
  }
  /// Throws Error (kData) if there is none.
  const Column& operator[](const std::string& name) const {
    const auto found = columns_.find(name);
    if (found == columns_.end()) {
      throw Error(ErrorKind::kData, "there is no such column", rows_.place(0, name));
    }
    return *found->second;
  }

 private:
  const Batch& rows_;
  std::unordered_map<std::string_view, const Column*> columns_;
};

}  // namespace tally
