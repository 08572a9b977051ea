// SPDX-License-Identifier: Apache-2.0
// A model that was read from its file, and the questions that it has been asked lately.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/print/prediction_writer.h"
#include "cli/serve/open_models.h"
#include "cli/serve/parameters.h"
#include "cli/session.h"

namespace tally::server {

/// A question, ready for any rows. Immutable; free to share between threads.
struct Answering {
  Answering(cli::Asked model, Parameters asked_with);

  cli::Asked asked;
  Parameters parameters;
  /// Nothing where the prior is to be found out from the rows at hand.
  std::optional<Asker> asker;
  std::optional<cli::PredictionWriter> json, csv;
};

/// May be used by several threads at once. Of mail it holds the frame alone: mail is asked where the model lies.
class LoadedModel {
 public:
  /// Throws Error as `load_to_ask` does.
  explicit LoadedModel(std::string path, std::size_t most_open = 1);

  const std::string& path() const { return path_; }
  const Model& model() const { return model_; }
  const Schema& schema() const { return model_.counts.schema(); }
  bool reads_mail() const { return reads_mail_; }

  /// The question of these parameters, worked out now or lately; TakesLong is thrown where it would have to be
  /// worked out and that may not take long. Throws HttpError as parse_parameters does, and Error as `ask`.
  /// REQUIRES: no mail.
  std::shared_ptr<const Answering> answering(Ask ask, const Pairs& query,
                                             bool may_take_long = true) const;

  /// The parameters alone, read now or lately. Throws as parse_parameters.
  std::shared_ptr<const Parameters> parameters(Ask ask, const Pairs& query) const;
  /// The model where it lies, for messages. REQUIRES: mail.
  OpenModels& open() const { return open_; }

 private:
  template <class T>
  struct Kept {
    std::string key;
    std::shared_ptr<const T> value;
  };
  // The value of the key, made if it is not among the latest.
  template <class T, class Make>
  std::shared_ptr<const T> kept_or(std::list<Kept<T>>& kept, std::size_t most, std::string key,
                                   Make&& make) const;
  std::string path_;
  Model model_;
  bool reads_mail_;
  std::size_t most_kept_;
  mutable std::mutex mutex_;
  mutable std::list<Kept<Answering>> answerings_;   // the latest first; guarded by mutex_
  mutable std::list<Kept<Parameters>> parameters_;  // likewise
  mutable OpenModels open_;
};

}  // namespace tally::server
