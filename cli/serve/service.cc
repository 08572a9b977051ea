// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/service.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/serve/problem.h"
#include "tally/inside/base.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

// A body of this size is worked through in about a millisecond.
constexpr std::size_t kQuickBody = 64 << 10;

[[noreturn]] void refuse_path() {
  throw HttpError(404, "not found; /openapi.json lists what there is");
}

Response plain(const Json& json) { return json_response(json.dump()); }

// A health check has no token.
bool is_about_health(const std::vector<std::string>& path) {
  return path == std::vector<std::string>{"healthz"} || path == std::vector<std::string>{"ready"} ||
         (path.size() == 3 && path[0] == "v2" && path[1] == "health");
}

// A message of this size is judged in about a millisecond.
constexpr std::size_t kQuickMessage = 16 << 10;

// The model for a request. Of mail, all but the usual question about a message that is not long may read much of the
// file.
std::shared_ptr<const LoadedModel> loaded_for(Ask ask, ServedModel& model, const Request& request) {
  std::shared_ptr<const LoadedModel> loaded = model.current(request.may_take_long);
  const bool is_quick =
      !loaded->reads_mail() ||
      (ask == Ask::kFilter && request.target.query.empty() && request.body.size() <= kQuickMessage);
  if (!is_quick && !request.may_take_long) throw TakesLong();
  return loaded;
}

// What reads a model for the eye, and takes its time.
constexpr std::string_view kShown[] = {"form", "nomogram", "report"};

}  // namespace

Response json_response(std::string json) {
  Response out;
  out.body = std::move(json);
  if (out.body.empty() || out.body.back() != '\n') out.body += '\n';
  return out;
}

void require_method(const Request& request, std::string_view method) {
  if (request.method == method || (method == "GET" && request.method == "HEAD")) return;
  throw HttpError(
      405, "this is asked with " + std::string(method) + ", not with " + in_quotes(request.method));
}

Service::Service(const ServiceOptions& options)
    : options_(options),
      shelf_(options.models, static_cast<std::size_t>(options.threads)),
      access_(options.hosts, options.tokens),
      history_(options.history) {}

Response Service::answer(const Request& request) {
  Told told;
  Response out;
  try {
    access_.check_browser(request);
    const std::vector<std::string>& path = request.target.segments;
    // The page holds nothing of any model, and asks for the token itself.
    if (!is_about_health(path) && !page_file(path)) access_.check_token(request);
    out = routed(request, told);
  } catch (const TakesLong&) {
    out = {};
    out.is_put_off = true;
  } catch (const std::exception& error) {
    out = problem(error);
    const std::vector<std::string>& path = request.target.segments;
    if (!path.empty() && path[0] == "v2") out = plain_problem(std::move(out));
  }
  out.told = std::move(told);
  return out;
}

bool Service::is_slow(const Request& request) const {
  const std::vector<std::string>& path = request.target.segments;
  return request.body.size() > kQuickBody ||
         (path.size() == 4 &&
          (path[3] == "learn" || path[3] == "forget" || path[3] == "score" ||
           std::find(std::begin(kShown), std::end(kShown), path[3]) != std::end(kShown)));
}

Response Service::routed(const Request& request, Told& told) {
  const std::vector<std::string>& path = request.target.segments;
  if (std::optional<Response> file = page_file(path)) {
    told.route = "page";
    require_method(request, "GET");
    return *std::move(file);
  }
  if (path.size() == 1 && path[0] != "v2") return about_server(request, path[0], told);
  if (!path.empty() && path[0] == "v2") return open_inference(request, told);
  if (path.size() >= 2 && path[0] == "v1" && path[1] == "models") return about_model(request, told);
  refuse_path();
}

bool Service::is_ready() { return !is_draining_ && !shelf_.all().empty(); }

Response Service::about_server(const Request& request, const std::string& what, Told& told) {
  const auto found = [&](const char* route) {
    told.route = route;
    require_method(request, "GET");
  };
  if (what == "healthz") {
    found("healthz");
    return plain({{"live", true}});
  }
  if (what == "ready") {
    found("ready");
    if (is_draining_) throw HttpError(503, "the server is about to end");
    if (!is_ready()) throw HttpError(503, "there is no model yet");
    return plain({{"ready", true}, {"models", shelf_.all().size()}});
  }
  if (what == "metrics") {
    found("metrics");
    std::map<std::string, std::int64_t> reloads;
    for (const auto& model : shelf_.all()) reloads[model->name()] = model->reloads();
    Response out;
    out.type = "text/plain; version=0.0.4; charset=utf-8";
    out.body = metrics_.text(reloads);
    return out;
  }
  if (what == "openapi.json") {
    found("openapi");
    return json_response(openapi_json(options_.allow_learning, !options_.tokens.empty()));
  }
  refuse_path();
}

std::shared_ptr<ServedModel> Service::model_named(const std::string& name, Told& told) {
  std::shared_ptr<ServedModel> model = shelf_.find(name);
  if (!model) {
    throw HttpError(404,
                    "there is no model " + in_quotes(name) + "; /v1/models lists those there are");
  }
  told.model = name;
  return model;
}

Response Service::about_model(const Request& request, Told& told) {
  const std::vector<std::string>& path = request.target.segments;
  told.route = "models";
  if (path.size() == 2) {
    require_method(request, "GET");
    Json names = Json::array();
    for (const auto& model : shelf_.all()) names.push_back(model->name());
    return plain({{"models", names}});
  }
  const std::string what = path.size() == 4 ? path[3] : "";
  if (path.size() >= 4 && path[3] == "history") {
    told.route = "history";
    return about_history(model_named(path[2], told)->name(), request);
  }
  if (path.size() > 4 || (path.size() == 4 && what.empty())) refuse_path();
  const std::shared_ptr<ServedModel> model = model_named(path[2], told);
  if (path.size() == 3) {
    require_method(request, "GET");
    return describe_model(*model);
  }
  if (std::find(std::begin(kShown), std::end(kShown), what) != std::end(kShown)) {
    return read_of_model(*model, request, told);
  }
  for (const Ask ask :
       {Ask::kPredict, Ask::kExplain, Ask::kScore, Ask::kLearn, Ask::kForget, Ask::kFilter}) {
    if (what != to_string(ask)) continue;
    told.route = what;
    require_method(request, "POST");
    Asking asking{request, *model,  loaded_for(ask, *model, request), options_.limits, metrics_,
                  told,    history_};
    switch (ask) {
      case Ask::kPredict:
        return predict(asking);
      case Ask::kExplain:
        return explain(asking);
      case Ask::kScore:
        return score(asking);
      case Ask::kFilter:
        return filter(asking);
      case Ask::kReport:
        break;
      case Ask::kLearn:
      case Ask::kForget:
        if (!options_.allow_learning) {
          throw HttpError(403,
                          "this server does not learn: it has to be started with "
                          "allow-learning");
        }
        return change(asking, ask);
    }
  }
  refuse_path();
}

Response Service::read_of_model(ServedModel& model, const Request& request, Told& told) {
  const std::string& what = request.target.segments[3];
  told.route = what;
  require_method(request, "GET");
  if (what == "form") return form(model, options_.allow_learning, history_.most());
  return what == "report" ? one_report(model, request) : nomogram(model, request.target.query);
}

Response Service::one_report(ServedModel& model, const Request& request) {
  const struct Turn {
    explicit Turn(std::atomic<int>& all) : all_(all), before(all++) {}
    ~Turn() { --all_; }
    std::atomic<int>& all_;
    int before;
  } turn(reports_);
  if (turn.before >= std::max(1, options_.threads / 2)) {
    throw HttpError(503, "other reports are being made, which take long: try again");
  }
  return report(model, request.target.query, options_.threads);
}

Response Service::about_history(const std::string& model, const Request& request) {
  const std::vector<std::string>& path = request.target.segments;
  if (path.size() > 5) refuse_path();
  if (path.size() == 4 && request.method == "DELETE") {
    history_.clear(model);
    return json_response(history_.json(model));
  }
  require_method(request, "GET");
  if (path.size() == 4) return json_response(history_.json(model));
  std::optional<std::string> message = history_.message(model, path[4]);
  if (!message) throw HttpError(404, "this message is not kept, or no longer");
  Response out;
  out.type = "message/rfc822";
  out.body = *std::move(message);
  // A browser saves it, and runs nothing of it.
  out.headers = {{"Content-Disposition", "attachment; filename=\"message.eml\""},
                 {"Content-Security-Policy", "sandbox; default-src 'none'"}};
  return out;
}

Response Service::open_inference(const Request& request, Told& told) {
  const std::vector<std::string>& path = request.target.segments;
  told.route = "v2";
  if (path.size() == 1) {
    require_method(request, "GET");
    return plain({{"name", "tally"},
                  {"version", tally_version()},
                  {"extensions", Json::array({"binary_tensor_data"})}});
  }
  if (path.size() == 3 && path[1] == "health") {
    require_method(request, "GET");
    if (path[2] == "live") return plain({{"live", true}});
    if (path[2] != "ready") refuse_path();
    if (!is_ready()) throw HttpError(503, "the server is not ready");
    return plain({{"ready", true}});
  }
  if (path.size() < 3 || path[1] != "models") refuse_path();
  const std::shared_ptr<ServedModel> model = model_named(path[2], told);
  // A model has one version: what its file holds.
  std::size_t at = 3;
  if (path.size() >= 5 && path[3] == "versions") {
    if (path[4] != "1") throw HttpError(404, "a model has the version 1 alone");
    at = 5;
  }
  if (path.size() == at) {
    require_method(request, "GET");
    return describe_tensors(*model);
  }
  if (path.size() != at + 1) refuse_path();
  if (path[at] == "ready") {
    require_method(request, "GET");
    model->current();
    return plain({{"name", model->name()}, {"ready", true}});
  }
  if (path[at] != "infer") refuse_path();
  told.route = "infer";
  require_method(request, "POST");
  Asking asking{request, *model,  model->current(request.may_take_long), options_.limits, metrics_,
                told,    history_};
  return infer(asking);
}

}  // namespace tally::server
