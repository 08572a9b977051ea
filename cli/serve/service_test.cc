// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/service.h"

#include <cmath>

#include "cli/serve/service_testing.h"

namespace tally::server {
namespace {

class ServiceTest : public ::testing::Test {
 protected:
  ServiceTest() { folder_.save("shop.tally"); }

  Response ask(const Request& request, bool learning = false) {
    if (!service_ || learning_ != learning) {
      ServiceOptions options;
      options.models = {folder_.path()};
      options.allow_learning = learning;
      service_ = std::make_unique<Service>(options);
      learning_ = learning;
    }
    return service_->answer(request);
  }
  Response post(const std::string& verb, const std::string& body, bool learning = false) {
    return ask(request("POST", "/v1/models/shop/" + verb, body), learning);
  }

  const ModelFolder folder_;
  std::unique_ptr<Service> service_;
  bool learning_ = false;
};

// By hand: town alone, λ = 1. P(Ulm | no) = (1 + 1) / (3 + 2), P(Ulm | yes) = (2 + 1) / (3 + 2); equal priors.
TEST_F(ServiceTest, PredictsWhatCountsSay) {
  const Response response = post("predict?rule=naive", R"({"town": "Ulm"})");
  ASSERT_EQ(response.status, 200) << response.body;
  const auto row = json_of(response).at("predictions").at(0);
  EXPECT_EQ(row.at("prediction"), "yes");
  EXPECT_NEAR(row.at("p(yes)").get<double>(), 3.0 / 5, 1e-12);
  // λ = 0: 1/3 against 2/3.
  const auto ml =
      json_of(post("predict?lambda=0", R"([{"town": "Ulm"}, {"town": "Bonn"}])")).at("predictions");
  EXPECT_NEAR(ml.at(0).at("p(yes)").get<double>(), 2.0 / 3, 1e-12);
  EXPECT_NEAR(ml.at(1).at("p(yes)").get<double>(), 1.0 / 3, 1e-12);
  // Another prior, another cost: P(yes) = 0.6 · 0.1 / (0.6 · 0.1 + 0.4 · 0.9).
  const auto prior =
      json_of(post("predict?prior=no=0.9,yes=0.1", R"({"town": "Ulm"})")).at("predictions").at(0);
  EXPECT_NEAR(prior.at("p(yes)").get<double>(), 0.06 / 0.42, 1e-12);
  EXPECT_EQ(prior.at("prediction"), "no");
  const auto loss = json_of(post("predict?loss=,no,yes;no,0,9;yes,1,0", R"({"town": "Bonn"})"))
                        .at("predictions")
                        .at(0);
  EXPECT_EQ(loss.at("prediction"), "yes");
}

TEST_F(ServiceTest, TellsTheCountersAndTheLog) {
  const Response response = post("predict", R"([{"town": "Ulm"}, {"town": "Rome"}])");
  EXPECT_EQ(response.told.route, "predict");
  EXPECT_EQ(response.told.model, "shop");
  EXPECT_EQ(response.told.rows, 2);
  EXPECT_NE(json_of(response).at("notes").at(0).get<std::string>().find("Rome"), std::string::npos);
  const std::string text = service_->metrics().text({});
  EXPECT_NE(text.find("tally_unseen_values_total{model=\"shop\",column=\"town\"} 1"),
            std::string::npos);
}

TEST_F(ServiceTest, TakesCsvAndGivesIt) {
  Request csv = request("POST", "/v1/models/shop/predict", "town,age\nUlm,40\nBonn,\n");
  csv.headers = {{"host", "localhost"}, {"content-type", "text/csv"}, {"accept", "text/csv"}};
  const Response response = ask(csv);
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.body.rfind("prediction,p(no),p(yes)\n", 0), 0U);
  EXPECT_EQ(std::count(response.body.begin(), response.body.end(), '\n'), 3);
}

TEST_F(ServiceTest, LearnsOnlyWhereItMay) {
  EXPECT_EQ(post("learn", R"({"town": "Ulm", "age": 33, "buys": "no"})").status, 403);
  const Response learned = post("learn", R"({"town": "Ulm", "age": 33, "buys": "no"})", true);
  ASSERT_EQ(learned.status, 200) << learned.body;
  EXPECT_EQ(json_of(learned), (nlohmann::json{{"learned", 1}, {"skipped", 0}}));
  // It is served and on disk.
  EXPECT_EQ(json_of(ask(request("GET", "/v1/models/shop"), true)).at("rows"), 7);
  EXPECT_EQ(load_model(folder_ / "shop.tally").counts.total_weight().to_double(), 7);
}

TEST_F(ServiceTest, LearnsOnceForEachKey) {
  Request learn =
      request("POST", "/v1/models/shop/learn", R"({"town": "Ulm", "age": 33, "buys": "no"})");
  learn.headers.emplace_back("idempotency-key", "k");
  const Response first = ask(learn, true), again = ask(learn, true);
  EXPECT_EQ(first.body, again.body);
  EXPECT_TRUE(first.headers.empty());
  EXPECT_EQ(again.headers, (Pairs{{"Idempotent-Replayed", "true"}}));
  EXPECT_EQ(load_model(folder_ / "shop.tally").counts.total_weight().to_double(), 7);
  learn.target = parse_target("/v1/models/shop/forget");
  EXPECT_EQ(ask(learn, true).status, 422);
}

TEST_F(ServiceTest, WhatTakesLongIsKnown) {
  ask(request("GET", "/healthz"));
  EXPECT_FALSE(service_->is_slow(request("POST", "/v1/models/shop/predict", "{}")));
  EXPECT_TRUE(service_->is_slow(request("POST", "/v1/models/shop/learn", "{}")));
  EXPECT_TRUE(
      service_->is_slow(request("POST", "/v1/models/shop/predict", std::string(100'000, ' '))));
}

TEST_F(ServiceTest, WhatTurnsOutToTakeLongIsPutOff) {
  folder_.save_mail("mail.tally");
  const auto is_put_off = [&](Request request) {
    request.may_take_long = false;
    return ask(request).is_put_off;
  };
  const Request usual = request("POST", "/v1/models/shop/predict", R"({"town": "Ulm"})");
  EXPECT_TRUE(is_put_off(usual));  // the question is a new one
  const Response answer = ask(usual);
  EXPECT_FALSE(answer.is_put_off);
  EXPECT_FALSE(is_put_off(usual));
  Request quick = usual;
  quick.may_take_long = false;
  EXPECT_EQ(ask(quick).body, answer.body);
  for (const char* query : {"?lambda=auto", "?calibrate", "?prior=estimate"}) {
    EXPECT_TRUE(is_put_off(
        request("POST", std::string("/v1/models/shop/predict") + query, R"({"town": "Ulm"})")))
        << query;
  }
  const Request rows = request("POST", "/v1/models/shop/predict?prior=estimate",
                               R"([{"town": "Ulm"}, {"town": "Bonn"}])");
  EXPECT_EQ(ask(rows).status, 200);
  EXPECT_TRUE(is_put_off(rows));  // the prior is of these rows each time
  const std::string message = "From: a@b.example\nSubject: lunch\n\nlunch\n";
  ask(mail_request("/v1/models/mail/filter", message));
  EXPECT_FALSE(is_put_off(mail_request("/v1/models/mail/filter", message)));
  EXPECT_TRUE(is_put_off(mail_request("/v1/models/mail/filter?lambda=auto", message)));
  EXPECT_TRUE(
      is_put_off(mail_request("/v1/models/mail/filter", message + std::string(20'000, 'x'))));
  EXPECT_TRUE(is_put_off(mail_request("/v1/models/mail/predict", message)));
  EXPECT_TRUE(is_put_off(mail_request("/v1/models/mail/explain", message)));
}

TEST_F(ServiceTest, IsNotReadyAtItsEnd) {
  EXPECT_EQ(ask(request("GET", "/ready")).status, 200);
  service_->drain();
  EXPECT_EQ(ask(request("GET", "/ready")).status, 503);
  EXPECT_EQ(ask(request("GET", "/v2/health/ready")).status, 503);
  EXPECT_EQ(ask(request("GET", "/healthz")).status, 200);
}

TEST_F(ServiceTest, AnswersAsTensors) {
  const Response response = ask(request(
      "POST", "/v2/models/shop/infer",
      R"({"inputs": [{"name": "town", "datatype": "BYTES", "shape": [2], "data": ["Ulm", "Bonn"]}], "parameters": {"lambda": 1}})"));
  ASSERT_EQ(response.status, 200) << response.body;
  const auto outputs = json_of(response).at("outputs");
  EXPECT_EQ(outputs.at(0).at("data"), (nlohmann::json{"yes", "no"}));
  EXPECT_NEAR(outputs.at(1).at("data").at(1).get<double>(), 0.6, 1e-12);
  EXPECT_EQ(outputs.at(1).at("shape"), (nlohmann::json{2, 2}));
}

}  // namespace
}  // namespace tally::server
