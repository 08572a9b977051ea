// SPDX-License-Identifier: Apache-2.0
// learn and forget: on disk before they are answered, and once for each Idempotency-Key.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "cli/options/mail_options.h"
#include "cli/serve/mail_body.h"
#include "cli/serve/request_rows.h"
#include "cli/serve/service.h"
#include "cli/table_change.h"
#include "tally/inside/base.h"
#include "tally/inside/text.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestKey = 255;

OnceRequest once_of(const Request& request, Ask ask) {
  const auto key = request.header("idempotency-key");
  if (!key) return {};
  const bool is_printable =
      std::all_of(key->begin(), key->end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (request.count("idempotency-key") > 1 || key->empty() || key->size() > kLongestKey ||
      !is_printable) {
    throw HttpError(400, "an Idempotency-Key is one text of up to 255 printable ASCII characters");
  }
  Sha256 hash;
  const auto add = [&](std::string_view text) {
    hash.add(std::to_string(text.size()) + ":");
    hash.add(text);
  };
  add(to_string(ask));
  for (const auto& [name, value] : request.target.query) {
    add(name);
    add(value);
  }
  add(request.content_type());
  add(request.body);
  return {std::string(*key), hexadecimal(hash.digest())};
}

// Rows of a table are counted as a piece, and the model is changed by it in one transaction.
OnceAnswer change_by_rows(Asking& asking, const LoadedModel& loaded, Ask ask,
                          const OnceRequest& once) {
  if (const Parameters told = parse_parameters(ask, asking.request.target.query);
      !told.klass.empty() || told.create_class) {
    throw HttpError(
        400,
        "class is about mail; this model reads a table, and its rows have their class in "
        "a column");
  }
  const cli::TableChange& how = ask == Ask::kLearn ? cli::kLearnTable : cli::kForgetTable;
  const RequestRows rows(asking.request, loaded.schema(), ToldTruth::kTaken, 1, asking.limits);
  OnceAnswer answer;
  asking.model.change([&] {
    const Model before = load_model(loaded.path());
    const Schema& schema = before.counts.schema();
    if (schema != loaded.schema()) throw HttpError(503, "the model is being replaced: try again");
    Table table = rows.table();
    const Piece piece = cli::count_quietly(
        table, schema, 1, schema, [](const Batch&) {}, how.kept(before));
    answer = change_model_once(loaded.path(), once, [&](Model& model) {
      how.change(model, piece);
      return Json{{how.done, piece.rows.rows}, {"skipped", piece.rows.without_target}}.dump();
    });
    if (answer.is_new) asking.told.rows = piece.rows.rows;
  });
  return answer;
}

// A message with its class, if that is told.
Batch with_class(const Batch& message, const std::string& klass) {
  if (klass.empty()) return message;
  struct Owned {
    std::shared_ptr<const void> message;
    std::vector<std::int32_t> codes;
  };
  const auto classes = std::make_shared<Dictionary>();
  const auto owned =
      std::make_shared<Owned>(Owned{message.owner, {classes->code(Label::of(klass))}});
  Batch out = message;
  out.columns.push_back({kMailTarget, Codes::of(owned->codes, classes)});
  out.owner = owned;
  return out;
}

OnceAnswer change_by_mail(Asking& asking, const LoadedModel& loaded, Ask ask,
                          const OnceRequest& once) {
  MessageRow row(loaded.schema());
  const Batch& unlabelled = message_in(asking.request, row);
  const Parameters parameters = parse_parameters(ask, asking.request.target.query);
  if (ask == Ask::kLearn && parameters.klass.empty()) {
    throw HttpError(400, "which class is this mail? Name it with class=spam");
  }
  // Throws for a class that cannot stand in a header.
  if (!parameters.klass.empty()) cli::mail_inputs({"-"}, parameters.klass);
  const Batch message = with_class(unlabelled, parameters.klass);
  OnceAnswer answer;
  asking.model.change([&] {
    std::int64_t learned = 0;
    {
      ModelLearner learner(loaded.path());
      if (std::optional<std::string> earlier = learner.answered(once)) {
        answer = {*std::move(earlier), false};
        return;
      }
      if (ask == Ask::kLearn && !parameters.create_class) {
        cli::check_known_class(learner.outline().counts.class_labels(), parameters.klass);
      }
      learner.add_unicode(unicode_version());
      const Learned done = ask == Ask::kLearn ? learner.learn(message) : learner.forget(message);
      learned = done.learned;
      Json told;
      if (ask == Ask::kLearn) {
        told = {{"learned", done.learned}, {"known", done.known}, {"moved", done.moved}};
      } else {
        told = {{"forgotten", done.forgotten}};
      }
      answer = {told.dump(), true};
      learner.remember(once, answer.text);
      learner.commit();
      asking.told.rows = 1;
    }
    // What is acknowledged is on disk; the rule follows from it, and may be put off.
    tune_file_if_outgrown(loaded.path(), learned);
  });
  return answer;
}

}  // namespace

Response change(Asking& asking, Ask ask) {
  const OnceRequest once = once_of(asking.request, ask);
  const std::shared_ptr<const LoadedModel>& loaded = asking.loaded;
  const OnceAnswer answer = loaded->reads_mail() ? change_by_mail(asking, *loaded, ask, once)
                                                 : change_by_rows(asking, *loaded, ask, once);
  if (answer.is_new) asking.metrics.rows(asking.model.name(), to_string(ask), asking.told.rows);
  Response out = json_response(answer.text);
  if (!answer.is_new) out.headers.emplace_back("Idempotent-Replayed", "true");
  return out;
}

}  // namespace tally::server
