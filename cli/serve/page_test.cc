// SPDX-License-Identifier: Apache-2.0
// What the page asks for beside answers. The page itself is gone through by tests/serve/test_page.py.
#include <cmath>

#include "cli/serve/service_testing.h"
#include "tally/inside/report.h"

namespace tally::server {
namespace {

class PageTest : public ::testing::Test {
 protected:
  PageTest() {
    folder_.save("shop.tally");
    ServiceOptions options;
    options.models = {folder_.path()};
    options.tokens = {"a-token-of-sixteen-characters"};
    service_ = std::make_unique<Service>(options);
  }
  Response get(const std::string& target, bool with_token = true) {
    Request asked = request("GET", target);
    if (with_token) {
      asked.headers.emplace_back("authorization", "Bearer a-token-of-sixteen-characters");
    }
    return service_->answer(asked);
  }

  const ModelFolder folder_;
  std::unique_ptr<Service> service_;
};

TEST_F(PageTest, OnlyItsFilesNeedNoToken) {
  for (const char* path : {"/", "/page.js", "/page.css", "/icon.svg"}) {
    EXPECT_EQ(get(path, false).status, 200) << path;
  }
  for (const char* path : {"/page.html", "/v1/models", "/v1/models/shop/form",
                           "/v1/models/shop/report", "/openapi.json"}) {
    EXPECT_EQ(get(path, false).status, 401) << path;
  }
}

// By hand: the six rows of ModelFolder. Two normal laws, and towns three to three.
TEST_F(PageTest, TheFormHasCountsAndLaws) {
  const auto form = json_of(get("/v1/models/shop/form"));
  EXPECT_EQ(form.at("learning"), false);
  EXPECT_EQ(form.at("classes").at(1), (nlohmann::json{{"class", "yes"}, {"rows", 3}}));
  const auto age = form.at("columns").at(0), town = form.at("columns").at(1);
  EXPECT_EQ(town.at("kind"), "values");
  EXPECT_EQ(town.at("values"),
            (nlohmann::json{{{"value", "Bonn"}, {"rows", 3}}, {{"value", "Ulm"}, {"rows", 3}}}));
  EXPECT_EQ(age.at("kind"), "number");
  // Nothing was counted of the shape, so the laws expect it: six rows, within four deviations.
  EXPECT_EQ(age.at("histogram").at("counted"), false);
  double rows = 0, mean = 0;
  for (std::size_t i = 0; i < age.at("histogram").at("rows").size(); ++i) {
    const double n = age.at("histogram").at("rows").at(i);
    rows += n;
    mean += n *
            (age.at("histogram").at("edges").at(i).get<double>() +
             age.at("histogram").at("edges").at(i + 1).get<double>()) /
            2;
  }
  EXPECT_NEAR(rows, 6, 0.05);
  EXPECT_NEAR(mean / rows, 40, 0.2);  // of 20, 25, 30, 50, 55, 60
}

// A column of numbers with a histogram, counted from these cells; "" is missing.
nlohmann::json form_of(const std::vector<std::string>& cells, bool with_histogram = true) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian), target_column("y")};
  schema.columns[0].histogram = with_histogram;
  schema = validated(schema);
  PieceCounter counter(schema);
  std::vector<CellTexts> rows;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    rows.push_back({{"x", cells[i]}, {"y", i % 3 == 0 ? "a" : "b"}});
  }
  if (!rows.empty()) counter.add(told_rows(schema, rows, ToldTruth::kTaken));
  const Model model = model_of(std::move(counter).finish());
  return nlohmann::json::parse(form_columns_json(model.counts)).at(0);
}

TEST(Form, BarsHoldTheRowsThatLieInThem) {
  // Heavy tails, missing cells, a number of many rows.
  std::vector<std::string> cells;
  std::vector<double> numbers;
  for (int i = 0; i < 3000; ++i) {
    const double u = ((i * 7919) % 3001 + 0.5) / 3001;
    const double x = i % 7 == 0 ? 1.0 : std::tan(3.0 * (u - 0.5));
    cells.push_back(i % 11 == 0 ? "" : std::to_string(x));
    if (i % 11 != 0) numbers.push_back(std::stod(cells.back()));
  }
  const auto bars = form_of(cells).at("histogram");
  const auto edges = bars.at("edges").get<std::vector<double>>();
  const auto rows = bars.at("rows").get<std::vector<double>>();
  ASSERT_EQ(edges.size(), rows.size() + 1);
  EXPECT_EQ(bars.at("counted"), true);
  double all = 0;
  for (std::size_t b = 0; b < rows.size(); ++b) {
    double found = 0, near = 0;  // a cell of the histogram may reach over an edge
    for (const double x : numbers) {
      found += x >= edges[b] && x < edges[b + 1] ? 1 : 0;
      for (const double edge : {edges[b], edges[b + 1]}) {
        near += std::abs(x - edge) <= 0.03 * std::abs(edge) + 1e-6 ? 1 : 0;
      }
    }
    EXPECT_LE(std::abs(rows[b] - found), near) << b;
    all += rows[b];
  }
  for (std::size_t b = 1; b < rows.size(); ++b) {
    EXPECT_NEAR(edges[b + 1] - edges[b], edges[1] - edges[0], 1e-9 * std::abs(edges.back()));
  }
  EXPECT_GE(all, 0.985 * static_cast<double>(numbers.size()));
}

TEST(Form, WhatHasNoShapeHasNone) {
  EXPECT_FALSE(form_of({}).contains("histogram"));
  EXPECT_FALSE(form_of({}, false).contains("histogram"));
  EXPECT_FALSE(form_of({"", "", ""}).contains("histogram"));
  for (const bool with_histogram : {true, false}) {
    const auto constant = form_of({"5", "5", "5", "5"}, with_histogram);
    EXPECT_LE(constant.at("low").get<double>(), 5.001);
    EXPECT_GE(constant.at("high").get<double>(), 4.999);
  }
}

TEST_F(PageTest, TheNomogramIsOfTheQuestion) {
  const auto usual = json_of(get("/v1/models/shop/nomogram?rule=naive"));
  EXPECT_EQ(usual.at("classes"), (nlohmann::json{"no", "yes"}));
  EXPECT_EQ(usual.at("loss").at("zero_one"), true);
  const auto prior = json_of(get("/v1/models/shop/nomogram?prior=no=0.75,yes=0.25&reject=0.1"));
  EXPECT_NEAR(prior.at("nomogram").at("start").at(0).get<double>(), std::log(0.75), 1e-12);
  EXPECT_EQ(prior.at("loss").at("decisions").size(), 3U);
}

TEST_F(PageTest, LossesMayNameAnyClass) {
  // A row ends at a semicolon or a line feed, but not within quotes.
  Request asked =
      request("POST", "/v1/models/shop/predict?loss=,%22n;o%22,yes;no,0,1;yes,1,0", "{}");
  asked.headers.emplace_back("authorization", "Bearer a-token-of-sixteen-characters");
  const Response response = service_->answer(asked);
  EXPECT_EQ(response.status, 422);
  EXPECT_NE(response.body.find("n;o"), std::string::npos) << response.body;
}

TEST_F(PageTest, DerivationsAreTextWhereThatIsAskedFor) {
  Request asked = request("POST", "/v1/models/shop/explain?rule=naive", R"({"town": "Ulm"})");
  asked.headers.emplace_back("authorization", "Bearer a-token-of-sixteen-characters");
  asked.headers.emplace_back("accept", "text/plain");
  const Response response = service_->answer(asked);
  EXPECT_EQ(response.type, "text/plain; charset=utf-8");
  EXPECT_EQ(response.body.rfind("Decision: buys = yes", 0), 0U) << response.body;
}

TEST_F(PageTest, WhatIsKeptIsToldAndDropped) {
  EXPECT_EQ(json_of(get("/v1/models/shop/history")),
            (nlohmann::json{{"keeps", 0}, {"verdicts", nlohmann::json::array()}}));
  EXPECT_EQ(get("/v1/models/shop/history/1").status, 404);
  EXPECT_EQ(get("/v1/models/none/history").status, 404);
  EXPECT_EQ(get("/v1/models/shop/history/1/2").status, 404);
}

}  // namespace
}  // namespace tally::server
