// SPDX-License-Identifier: Apache-2.0
// Models of small mails, for tests.
#pragma once

#include "tally/count/mail_rows_testing.h"
#include "tally/count/text/text_tally.h"
#include "tally/count/value_tally.h"
#include "tally/model.h"
#include "tally/model/model_testing.h"
#include "tally/model/sample/row_digest.h"

namespace tally {

/// What `fit` makes of these mails.
inline Model fitted(const std::vector<Mail>& mails, const Schema& schema = mail_like(),
                    std::int64_t sample = 0) {
  Model model{Counts(schema), ""};
  model.sample = RowSample(sample);
  const TestTable table = table_of(mails);
  model.counts.add(table.batch());
  RowDigester(schema).add(table.batch(), &model.digests, model.sample);
  return model;
}

}  // namespace tally
