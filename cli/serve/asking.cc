// SPDX-License-Identifier: Apache-2.0
// predict, explain, score, filter, and what a model is.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/mail_verdict.h"
#include "cli/print/prediction_rules.h"
#include "cli/scored_table.h"
#include "cli/serve/mail_body.h"
#include "cli/serve/request_rows.h"
#include "cli/serve/row_answers.h"
#include "cli/serve/service.h"
#include "cli/worked_out.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

bool wants_csv(const Request& request) { return request.accepts("text/csv"); }

// What `tally explain` prints, or the same as JSON.
Response worked_out(const Request& request, const cli::WorkedOut& out) {
  if (!request.accepts("text/plain")) return json_response(out.json());
  Response response;
  response.type = "text/plain; charset=utf-8";
  response.body = out.text(Bars::kNo);
  return response;
}

// Lines of JSON as the items of a list.
std::string as_list(std::string lines) {
  std::replace(lines.begin(), lines.end(), '\n', ',');
  if (!lines.empty()) lines.pop_back();
  return "[" + lines + "]";
}

std::string as_notes(const std::vector<std::string>& notes) {
  if (notes.empty()) return "";
  return ",\"notes\":" + Json(notes).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Response predictions(const Asking& asking, const std::string& lines,
                     const std::vector<std::string>& notes) {
  if (wants_csv(asking.request)) {
    Response out;
    out.type = "text/csv; charset=utf-8";
    out.body = lines;
    return out;
  }
  return json_response("{\"model\":" + json_text(asking.model.name()) +
                       ",\"predictions\":" + as_list(lines) + as_notes(notes) + "}");
}

// How many of the message's terms no message of these counts had, by zone. REQUIRES: the counts have what the message
// needs.
void tell_unseen_terms(const Asking& asking, const Counts& counts, const Batch& message) {
  for (const Tally& tally : counts.tallies()) {
    const TextTally* const text = as_text(tally);
    const Column* const column = text == nullptr ? nullptr : message.find(tally.name());
    const auto* terms = column == nullptr ? nullptr : std::get_if<Terms>(column);
    if (terms == nullptr || !terms->validity.at(0)) continue;
    std::int64_t unseen = 0;
    terms->for_each(0, [&](std::int32_t code, std::int32_t) {
      unseen += text->find_term(terms->dictionary->term(code)) < 0 ? 1 : 0;
    });
    if (unseen > 0) asking.metrics.unseen(asking.model.name(), tally.name(), unseen);
  }
}

Response predict_mail(Asking& asking) {
  Parameters parameters = *asking.loaded->parameters(Ask::kPredict, asking.request.target.query);
  MessageRow row(asking.loaded->schema());
  const Batch& message = message_in(asking.request, row);
  const OpenModels::Lease open = asking.loaded->open().take();
  const cli::Asked asked = cli::ask_about(message, open.model(), asking.model.path(),
                                          parameters.question, parameters.decision);
  const Asker asker = asked.asker();
  cli::check_columns(parameters.columns, asker);
  parameters.columns.verdict =
      cli::verdict_rule(asker.schema(), asker.classes(), parameters.verdict, parameters.decision);
  const cli::PredictionWriter writer(asker.loss(), parameters.columns, !wants_csv(asking.request));
  asking.told.rows = 1;
  asking.metrics.rows(asking.model.name(), "predict", 1);
  tell_unseen_terms(asking, asked.model.counts, message);
  return predictions(
      asking,
      writer.header() + writer.lines(message, Inference(asker.scorer()).infer(message)).text, {});
}

// Calls `look` with the row that is asked about.
void with_row(const RequestRows& rows, const Schema& schema, std::optional<std::int64_t> number,
              const std::function<void(const Batch&, std::int64_t)>& look) {
  if (number && *number < 0) throw HttpError(400, "row counts from 0");
  std::int64_t before = 0;
  bool found = false;
  Table table = rows.table();
  table.read(schema, 1,
             [&](const Batch& batch, int) -> Table::Finish {
               const std::int64_t wanted = number.value_or(0);
               if (!found && wanted < before + batch.rows) {
                 found = true;
                 look(batch, wanted - before);
               }
               before += batch.rows;
               return {};
             },
             {Role::kTarget, Role::kWeight});
  if (!number && before > 1) {
    throw HttpError(400, "which row? There are several: choose one with row=N, counted from 0");
  }
  if (found) return;
  if (before == 0) throw HttpError(400, "there is no row to explain");
  throw HttpError(400, "row " + std::to_string(*number) + ": there are only " +
                           std::to_string(before) + " rows, counted from 0");
}

// The question about rows of a table, with the prior of these rows if that is asked for.
struct Prepared {
  Prepared(const Asking& asking, Ask ask, ToldTruth truth)
      : loaded(asking.loaded),
        answering(
            loaded->answering(ask, asking.request.target.query, asking.request.may_take_long)),
        rows(asking.request, loaded->schema(), truth,
             answering->asked.loss.classes().size() + answering->asked.loss.decisions().size(),
             asking.limits) {
    if (answering->asker) return;
    if (!asking.request.may_take_long) throw TakesLong();
    cli::Asked asked = answering->asked;
    Table table = rows.table();
    notes.push_back(cli::found_prior(asked, table, 1));
    answering = std::make_shared<const Answering>(std::move(asked), answering->parameters);
  }

  std::shared_ptr<const LoadedModel> loaded;
  std::shared_ptr<const Answering> answering;
  RequestRows rows;
  std::vector<std::string> notes;
};

// The columns of the CSV file, with their types.
Response predict_in_arrow(Asking& asking, Prepared& prepared) {
  const cli::PredictionWriter& writer = *prepared.answering->csv;
  Response out;
  out.type = kArrowType;
  TableWriter rows(
      FileFormat::kArrowStream, writer.no_rows(),
      [&](std::string_view bytes) { out.body += bytes; }, "the answer");
  RowAnswers answers(asking, *prepared.answering);
  Table table = prepared.rows.table();
  answers.read(table, [&](const Batch& batch, const Posteriors& posteriors) {
    rows.write(writer.columns(batch, posteriors).columns);
  });
  rows.finish();
  answers.tell("predict", prepared.notes);
  return out;
}

}  // namespace

Response predict(Asking& asking) {
  if (asking.loaded->reads_mail()) return predict_mail(asking);
  Prepared prepared(asking, Ask::kPredict, ToldTruth::kIgnored);
  if (asking.request.accepts(kArrowType)) return predict_in_arrow(asking, prepared);
  const cli::PredictionWriter& writer =
      wants_csv(asking.request) ? *prepared.answering->csv : *prepared.answering->json;
  std::string lines = writer.header();
  RowAnswers answers(asking, *prepared.answering);
  Table table = prepared.rows.table();
  answers.read(table, [&](const Batch& batch, const Posteriors& posteriors) {
    lines += writer.lines(batch, posteriors).text;
  });
  answers.tell("predict", prepared.notes);
  return predictions(asking, lines, prepared.notes);
}

Response explain(Asking& asking) {
  asking.told.rows = 1;
  if (asking.loaded->reads_mail()) {
    const auto parameters = asking.loaded->parameters(Ask::kExplain, asking.request.target.query);
    MessageRow row(asking.loaded->schema());
    const Batch& message = message_in(asking.request, row);
    const OpenModels::Lease open = asking.loaded->open().take();
    const cli::Asked asked = cli::ask_about(message, open.model(), asking.model.path(),
                                            parameters->question, parameters->decision);
    return worked_out(asking.request, cli::work_out_row(asked, message, 0, parameters->verdict));
  }
  const Prepared prepared(asking, Ask::kExplain, ToldTruth::kIgnored);
  const Answering& answering = *prepared.answering;
  Response out;
  with_row(prepared.rows, asking.loaded->schema(), answering.parameters.row,
           [&](const Batch& batch, std::int64_t row) {
             out = worked_out(asking.request, cli::work_out_row(answering.asked, batch, row,
                                                                answering.parameters.verdict));
           });
  return out;
}

Response score(Asking& asking) {
  if (asking.loaded->reads_mail()) {
    throw HttpError(400, "a model of mail is scored from folders of messages: tally score");
  }
  const Prepared prepared(asking, Ask::kScore, ToldTruth::kTaken);
  const Answering& answering = *prepared.answering;
  Table table = prepared.rows.table();
  const cli::ScoredTable scored =
      cli::score_table(answering.asked, *answering.asker, table, std::nullopt, 1);
  ScoreSummary summary = answering.parameters.figures.summary(scored.score, answering.asked.loss);
  cli::complete(summary, answering.asked, *answering.asker, 1,
                [&]() -> std::optional<Table> { return prepared.rows.table(); });
  asking.told.rows = static_cast<std::int64_t>(summary.rows);
  asking.metrics.rows(asking.model.name(), "score", asking.told.rows);
  return json_response(cli::scored_json(summary, scored, false));
}

Response filter(Asking& asking) {
  if (!asking.loaded->reads_mail()) {
    throw HttpError(400, "this model reads a table, not mail: ask it with predict");
  }
  const auto kept = asking.loaded->parameters(Ask::kFilter, asking.request.target.query);
  const Parameters& parameters = *kept;
  cli::check_header(parameters.header, parameters.header_format);
  MessageRow row(asking.loaded->schema());
  const Batch& terms = message_in(asking.request, row);
  const cli::JudgedMessage judged = cli::judge_message(
      asking.loaded->open().take().model(), nullptr, terms, parameters.question, parameters.verdict,
      [&](const Counts& counts) { tell_unseen_terms(asking, counts, terms); });
  const std::string_view message = asking.request.body;
  const Verdict& verdict = judged.verdict;
  asking.told.rows = 1;
  asking.metrics.rows(asking.model.name(), "filter", 1);
  asking.metrics.predicted(asking.model.name(), verdict.klass, 1);
  asking.history.add(asking.model.name(), message, verdict.klass, verdict.spam);
  const std::string value = cli::header_value(parameters.header_format, verdict);
  if (!asking.request.accepts("message/rfc822")) {
    Json out{{"model", asking.model.name()},
             {"verdict", verdict.klass},
             {"p_spam", verdict.spam},
             {"header", parameters.header + ": " + value}};
    if (judged.learned.size() < 2) {
      out["notes"] =
          Json::array({"the model has learned fewer than two classes, so all mail is unsure"});
    }
    return json_response(out.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  Response out;
  out.type = "message/rfc822";
  const MarkedMessage marked(message, parameters.header, true);
  marked.write_headers(value, [&](std::string_view piece) { out.body += piece; });
  out.body += message.substr(marked.body_start());
  return out;
}

Response describe_model(ServedModel& model) {
  const std::shared_ptr<const LoadedModel> loaded = model.current();
  const Schema& schema = loaded->schema();
  Json out{{"name", model.name()},
           {"reads", loaded->reads_mail() ? "mail" : "tables"},
           {"target", schema.target().name},
           {"rows", loaded->model().counts.total_weight().to_double()}};
  Json classes = Json::array(), columns = Json::array();
  for (const Counts::Class& klass : loaded->model().counts.classes()) {
    classes.push_back({{"class", klass.label.to_string()}, {"rows", klass.weight.to_double()}});
  }
  for (const ColumnSchema& column : schema.columns) {
    if (column.role == Role::kTarget) continue;
    Json one{
        {"name", column.name}, {"role", to_string(column.role)}, {"type", to_string(column.type)}};
    if (column.role == Role::kFeature) one["family"] = to_string(column.family);
    columns.push_back(std::move(one));
  }
  out["classes"] = std::move(classes);
  out["columns"] = std::move(columns);
  if (!model.problem().empty()) {
    out["notes"] =
        Json::array({"its file has changed and cannot be read: this is the model of before"});
  }
  return json_response(out.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace tally::server
