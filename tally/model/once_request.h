// SPDX-License-Identifier: Apache-2.0
// A change that is made once, however often it is asked for.
//
//   OnceAnswer answer = change_model_once(path, {"order-17", digest}, [&](Model& model) {
//     learn(model, piece, "");
//     return std::string("12 rows learned");
//   });
//
// A client that sends a change over a network and gets no answer cannot know whether it was made.
// It sends the change again with the same key. The model file stores the key in the transaction of
// the change, so a crash in between leaves both or neither. Keys belong to the file's history and
// not to the counts: the canonical image (`compact_model`, `copy_model`, `save_model`) has none.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "tally/model.h"

namespace tally {

/// What is asked for.
struct OnceRequest {
  std::string key;     ///< chosen by the client; empty: nothing is remembered
  std::string digest;  ///< of all that matters in the request: the same key means the same request
};

struct OnceAnswer {
  std::string text;
  bool is_new = true;  ///< else the change had been made before, and this was the answer then
};

/// How many requests a file remembers at least: the latest.
inline constexpr std::int64_t kMostRequests = 4096;

/// As `change_model`, but for a request that the file remembers: then nothing is changed. Throws Error
/// (kData) besides if the key was used for another request.
OnceAnswer change_model_once(const std::string& path, const OnceRequest& request,
                             const std::function<std::string(Model&)>& change,
                             std::chrono::milliseconds patience = kPatience);

}  // namespace tally
