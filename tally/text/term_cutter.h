// SPDX-License-Identifier: Apache-2.0
// The text columns of a batch become terms.
//
//   TermCutter cutter(schema);      // one per thread
//   cutter.cut(batch);              // Texts in, Terms out; the rest as it was
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/batch.h"
#include "tally/text/term_column.h"
#include "tally/text/tokenizer.h"

namespace tally {

/// Not to be shared between threads.
class TermCutter {
 public:
  /// For the features of family text whose terms no reader gives. Throws Error (kUsage) as Tokenizer does.
  explicit TermCutter(const Schema& schema);

  /// Replaces each Texts column of such a feature by its Terms, and adds the column of its pairs
  /// (`pairs_of`) if the schema asks for one; leaves all else alone. The columns are valid until
  /// the next call.
  void cut(Batch& batch);

  /// How many malformed sequences of bytes have become U+FFFD so far.
  std::int64_t repaired() const;

 private:
  struct Cut {
    std::string name;
    TokenKind tokens;
    Tokenizer tokenizer;
    bool has_pairs;
    TermColumn terms, pairs;

    void start();
    void add_pairs();
    void end_row(bool is_valid);
  };
  std::vector<Cut> columns_;
};

}  // namespace tally
