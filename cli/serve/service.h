// SPDX-License-Identifier: Apache-2.0
// What the server answers: requests in, responses out, without a socket.
//
//   GET  /healthz /ready /metrics /openapi.json /v1/models /v1/models/NAME
//   POST /v1/models/NAME/predict /explain /score /filter, and where it is allowed /learn /forget
//   GET  /v1/models/NAME/form /nomogram /report /history /history/ID, and the page that uses them: / /page.js /page.css /icon.svg
//   GET  /v2 /v2/health/live /v2/health/ready /v2/models/NAME /v2/models/NAME/ready; POST /v2/models/NAME/infer
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "cli/serve/access.h"
#include "cli/serve/history.h"
#include "cli/serve/http.h"
#include "cli/serve/limits.h"
#include "cli/serve/metrics.h"
#include "cli/serve/shelf.h"

namespace tally::server {

struct ServiceOptions {
  std::vector<std::string> models;  ///< files and folders
  std::vector<std::string> hosts;   ///< see Access
  std::vector<std::string> tokens;
  bool allow_learning = false;
  std::size_t history = 0;  ///< how many judged messages are kept in memory
  int threads = 1;          ///< that a request may use; so many models of mail are kept open
  Limits limits;
};

/// May be used by several threads at once.
class Service {
 public:
  /// Throws Error as Shelf does.
  explicit Service(const ServiceOptions& options);

  /// Never throws: what goes wrong is an answer, too. Where the request may not take long, an answer may be put off.
  Response answer(const Request& request);

  /// Whether the answer is known to take long, so that others should not wait for it: rows that are learned, a large
  /// body. Of others this shows when they are answered (Request::may_take_long).
  bool is_slow(const Request& request) const;

  /// From now on the server is not ready, so that nobody sends it more.
  void drain() { is_draining_ = true; }

  /// Lets go of what nobody has needed lately; to be called now and then.
  void tidy() { shelf_.tidy(); }

  Metrics& metrics() { return metrics_; }
  const Limits& limits() const { return options_.limits; }
  Shelf& shelf() { return shelf_; }

 private:
  Response routed(const Request& request, Told& told);
  Response about_server(const Request& request, const std::string& what, Told& told);
  Response about_model(const Request& request, Told& told);
  Response about_history(const std::string& model, const Request& request);
  Response read_of_model(ServedModel& model, const Request& request, Told& told);
  Response one_report(ServedModel& model, const Request& request);
  Response open_inference(const Request& request, Told& told);
  std::shared_ptr<ServedModel> model_named(const std::string& name, Told& told);
  bool is_ready();

  ServiceOptions options_;
  Shelf shelf_;
  Access access_;
  Metrics metrics_;
  History history_;
  std::atomic<bool> is_draining_ = false;
  std::atomic<int> reports_ = 0;  // that are being made
};

/// What the handlers of the routes are given.
struct Asking {
  const Request& request;
  ServedModel& model;
  std::shared_ptr<const LoadedModel> loaded;
  const Limits& limits;
  Metrics& metrics;
  Told& told;
  History& history;
};

// The routes of a model; each throws HttpError and Error.
Response predict(Asking& asking);
Response explain(Asking& asking);
Response score(Asking& asking);
Response filter(Asking& asking);
/// REQUIRES: Ask::kLearn or kForget.
Response change(Asking& asking, Ask ask);
Response describe_model(ServedModel& model);

// What a page needs to know of a model, and the page itself.
Response form(ServedModel& model, bool allows_learning, std::size_t history);
Response nomogram(ServedModel& model, const Pairs& query);
Response report(ServedModel& model, const Pairs& query, int threads);
/// Of /, /page.js, /page.css and /icon.svg: the file; else nothing.
std::optional<Response> page_file(const std::vector<std::string>& path);

// The Open Inference Protocol: what a model takes and gives, and its answers.
Response describe_tensors(ServedModel& model);
Response infer(Asking& asking);

/// The description of all routes, as OpenAPI 3.0.
std::string openapi_json(bool with_learning, bool with_tokens);

/// Throws HttpError (405) unless the request's method is this (GET: or HEAD).
void require_method(const Request& request, std::string_view method);

/// An answer of JSON.
Response json_response(std::string json);

}  // namespace tally::server
