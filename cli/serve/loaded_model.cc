// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/loaded_model.h"

#include <algorithm>
#include <filesystem>

#include "cli/print/prediction_rules.h"

namespace tally::server {

namespace {

// Every question has tables of its own, as large as the model or larger.
constexpr std::size_t kMostKept = 32, kMostKeptOfLarge = 3;
constexpr std::uintmax_t kLarge = 8 << 20;

Model read_to_serve(const std::string& path) {
  {
    const ModelInPlace open(path);
    if (is_mail(open.outline().counts.schema())) return open.outline();
  }
  return load_to_ask(path);
}

// The same parameters in another order are the same question.
std::string key_of(Ask ask, Pairs query) {
  std::sort(query.begin(), query.end());
  std::string key(to_string(ask));
  for (const auto& [name, value] : query) {
    key += '\0' + name + '\0' + value;
  }
  return key;
}

}  // namespace

Answering::Answering(cli::Asked model, Parameters asked_with)
    : asked(std::move(model)), parameters(std::move(asked_with)) {
  cli::PredictionColumns& columns = parameters.columns;
  columns.rule = asked.named_rule();
  columns.verdict = cli::verdict_rule(asked.model.counts.schema(), asked.loss.classes(),
                                      parameters.verdict, parameters.decision);
  if (asked.question.prior == PriorKind::kEstimated) return;
  asker = asked.asker();
  cli::check_columns(columns, *asker);
  json.emplace(asker->loss(), columns, true);
  csv.emplace(asker->loss(), columns, false);
}

LoadedModel::LoadedModel(std::string path, std::size_t most_open)
    : path_(std::move(path)),
      model_(read_to_serve(path_)),
      reads_mail_(is_mail(model_.counts.schema())),
      open_(path_, most_open) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path_, error);
  most_kept_ = !error && size < kLarge ? kMostKept : kMostKeptOfLarge;
}

template <class T, class Make>
std::shared_ptr<const T> LoadedModel::kept_or(std::list<Kept<T>>& kept, std::size_t most,
                                              std::string key, Make&& make) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(kept.begin(), kept.end(), [&](const Kept<T>& one) { return one.key == key; });
    if (found != kept.end()) {
      kept.splice(kept.begin(), kept, found);
      return found->value;
    }
  }
  std::shared_ptr<const T> made = make();
  const std::lock_guard lock(mutex_);
  kept.push_front({std::move(key), made});
  if (kept.size() > most) kept.pop_back();
  return made;
}

std::shared_ptr<const Answering> LoadedModel::answering(Ask ask, const Pairs& query,
                                                        bool may_take_long) const {
  return kept_or(answerings_, most_kept_, key_of(ask, query), [&] {
    if (!may_take_long) throw TakesLong();
    Parameters parameters = parse_parameters(ask, query);
    const bool whole = cli::needs_sample(model_, parameters.question, parameters.decision);
    cli::Asked asked =
        whole ? cli::ask(path_, parameters.question, parameters.decision)
              : cli::ask(Model(model_), path_, parameters.question, parameters.decision);
    return std::make_shared<const Answering>(std::move(asked), std::move(parameters));
  });
}

std::shared_ptr<const Parameters> LoadedModel::parameters(Ask ask, const Pairs& query) const {
  return kept_or(parameters_, kMostKept, key_of(ask, query),
                 [&] { return std::make_shared<const Parameters>(parse_parameters(ask, query)); });
}

}  // namespace tally::server
