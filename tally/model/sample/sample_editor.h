// SPDX-License-Identifier: Apache-2.0
// Changes to the sample of a model file: only the rows that differ are touched.
#pragma once

#include <string>

#include "tally/model/sample/model_sample.h"

namespace tally {

/// Does to the file what RowSample does in memory. Not to be shared between threads.
class SampleEditor {
 public:
  /// REQUIRES: the Database stays; inside a transaction in which the tables have been checked.
  explicit SampleEditor(Database& db);

  /// See RowSample.
  bool wants(const std::string& digest);
  void add(const SampledRow& row);
  void forget(const std::string& digest, const std::string& klass, std::int64_t times);

  /// Brings `meta` up to date.
  void finish();

 private:
  std::int64_t times_of(const std::string& digest, const std::string& klass);
  bool has(const std::string& digest);
  void set_times(const std::string& digest, const std::string& klass, std::int64_t times);
  void insert(const SampledRow& row);
  void leave_out(const std::string& digest);
  std::string largest();

  Database& db_;
  SampleState state_;
  SampleState written_;
  RowReader of_row_;
  RowReader of_digest_;
  RowWriter put_row_;
  Statement put_times_;
  Statement remove_row_;
  Statement remove_digest_;
  Statement largest_;
};

}  // namespace tally
