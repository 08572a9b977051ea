// SPDX-License-Identifier: Apache-2.0
// The page of the server, and what it needs to know of a model beside its answers.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli/serve/page_files.h"
#include "cli/serve/service.h"
#include "tally/inside/base.h"
#include "tally/inside/draft.h"
#include "tally/inside/report.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

// Its own files and its own server, and nothing else; no script nor style within the document.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for "
    "'script'; trusted-types 'none'";

Response shown(std::string_view body, const char* type, std::string policy) {
  Response out;
  out.type = type;
  out.body = std::string(body);
  out.headers = {{"Content-Security-Policy", std::move(policy)},
                 {"Referrer-Policy", "no-referrer"}};
  return out;
}

// The question of a report, about the whole model: sample and all.
cli::Asked asked_whole(const ServedModel& model, const Pairs& query) {
  const Parameters parameters = parse_parameters(Ask::kReport, query);
  if (parameters.question.estimates_prior()) {
    throw HttpError(400, "prior=estimate is about rows, and there are none");
  }
  return cli::ask_whole(model.path(), parameters.question, parameters.decision);
}

std::int64_t size_of(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

}  // namespace

std::optional<Response> page_file(const std::vector<std::string>& path) {
  if (path.empty()) return shown(kPage, "text/html; charset=utf-8", kPolicy);
  if (path.size() > 1) return std::nullopt;
  if (path[0] == "page.js") return shown(kPageScript, "text/javascript; charset=utf-8", kPolicy);
  if (path[0] == "page.css") return shown(kPageStyle, "text/css; charset=utf-8", kPolicy);
  if (path[0] == "icon.svg") return shown(kPageIcon, "image/svg+xml", kPolicy);
  return std::nullopt;
}

Response form(ServedModel& model, bool allows_learning, std::size_t history) {
  const std::shared_ptr<const LoadedModel> loaded = model.current();
  const Counts& counts = loaded->model().counts;
  Json out{{"name", model.name()},
           {"reads", loaded->reads_mail() ? "mail" : "tables"},
           {"target", loaded->schema().target().name},
           {"rows", counts.total_weight().to_double()},
           {"learning", allows_learning},
           {"history", history}};
  Json classes = Json::array();
  for (const Counts::Class& klass : counts.classes()) {
    classes.push_back({{"class", klass.label.to_string()}, {"rows", klass.weight.to_double()}});
  }
  out["classes"] = std::move(classes);
  out["columns"] = loaded->reads_mail() ? Json::array() : Json::parse(form_columns_json(counts));
  return json_response(out.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Response nomogram(ServedModel& model, const Pairs& query) {
  const cli::Asked asked = asked_whole(model, query);
  return json_response(nomogram_json({asked.model, asked.question, asked.loss}));
}

Response report(ServedModel& model, const Pairs& query, int threads) {
  const cli::Asked asked = asked_whole(model, query);
  const ReportOn on{asked.model, asked.question, asked.loss, nullptr, false, threads};
  const std::string& path = model.path();
  const ReportOrigin origin{program_name(), std::filesystem::path(path).filename().string(),
                            size_of(path), to_json(asked.model.counts.schema())};
  return shown(report_html(on, origin), "text/html; charset=utf-8",
               report_policy() + "; frame-ancestors 'none'");
}

}  // namespace tally::server
