// SPDX-License-Identifier: Apache-2.0
// Pieces of small mails, for tests.
#pragma once

#include <vector>

#include "tally/count/mail_rows_testing.h"
#include "tally/fit.h"

namespace tally {

/// The rows, dealt out to some workers in turn.
inline Piece counted(const std::vector<Mail>& mails, const Kept& kept, std::size_t workers = 1) {
  std::vector<PieceCounter> counters(workers, PieceCounter(mail_like(), kept));
  for (std::size_t i = 0; i < mails.size(); ++i) {
    counters[i % workers].add(table_of({mails[i]}).batch());
  }
  return together(std::move(counters), static_cast<int>(workers));
}

}  // namespace tally
