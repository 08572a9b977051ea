// SPDX-License-Identifier: Apache-2.0
// An extension of SQLite: a model is asked from SQL.
//
//   SELECT tally_predict('iris.tally', json_object('petal_length', petal_length)) FROM flowers;
//   {"prediction":"virginica","p":{"setosa":1.2e-09,"versicolor":0.31,"virginica":0.69}}
//
// The model is asked what it is asked by default. It is read when it is first named, and again when its file has changed.
// A cell is a number, a truth or a text of the JSON; null, and a column that is not there, are missing.
#include <sqlite3ext.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tally/inside/fit.h"
#include "tally/inside/text.h"

SQLITE_EXTENSION_INIT1

namespace {

using Json = nlohmann::ordered_json;
using tally::Asker;

// When a file was written, and how large it is; nothing of one that is not there.
struct Written {
  std::filesystem::file_time_type at;
  std::uintmax_t bytes = 0;

  bool operator==(const Written&) const = default;
};

Written written(const std::string& path) {
  std::error_code none;
  return {std::filesystem::last_write_time(path, none), std::filesystem::file_size(path, none)};
}

struct Loaded {
  Written file, wal;  // what others learn stands in the -wal for a while
  Asker asker;
  tally::TermCutter cutter;
};

// The models of a connection, which asks for one answer at a time.
class Models {
 public:
  Loaded& named(const std::string& path) {
    const Written file = written(path), wal = written(path + "-wal");
    const auto at = models_.find(path);
    if (at != models_.end() && at->second->file == file && at->second->wal == wal) {
      return *at->second;
    }
    Asker asker(tally::load_model(path));
    tally::TermCutter cutter(asker.schema());
    auto loaded = std::make_unique<Loaded>(Loaded{file, wal, std::move(asker), std::move(cutter)});
    return *(models_[path] = std::move(loaded));
  }

 private:
  std::map<std::string, std::unique_ptr<Loaded>> models_;
};

tally::CellTexts cells_of(const Json& row) {
  if (!row.is_object()) throw std::invalid_argument("expected an object: {\"column\": cell, …}");
  tally::CellTexts out;
  for (const auto& [column, cell] : row.items()) {
    if (cell.is_null()) continue;
    if (cell.is_structured()) {
      throw std::invalid_argument("the cell of '" + column +
                                  "' is neither text nor number nor truth");
    }
    out.emplace_back(column, cell.is_string() ? cell.get<std::string>() : cell.dump());
  }
  return out;
}

Json as_json(const tally::Label& label) {
  return label.type() == tally::ValueType::kText ? Json(label.to_string())
                                                 : Json::parse(label.to_string());
}

std::string answer(Loaded& model, const std::string& row) {
  const tally::Answers answers = model.asker.answer(
      cells_of(Json::parse(row)), [&](tally::Batch& batch) { model.cutter.cut(batch); });
  const int decision = answers.decisions[0];
  Json out{{"prediction", nullptr}, {"p", Json::object()}};
  if (decision >= 0) {
    out["prediction"] = as_json(model.asker.loss().decisions()[static_cast<std::size_t>(decision)]);
  }
  const std::span<const double> p = answers.posteriors.posterior_of(0);
  for (std::size_t k = 0; k < p.size(); ++k) out["p"][model.asker.classes()[k].to_string()] = p[k];
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(sqlite3_value* value) {
  const unsigned char* const text = sqlite3_value_text(value);
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

void predict(sqlite3_context* context, int, sqlite3_value** values) {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL ||
      sqlite3_value_type(values[1]) == SQLITE_NULL) {
    return sqlite3_result_null(context);
  }
  try {
    auto* const models = static_cast<Models*>(sqlite3_user_data(context));
    const std::string json = answer(models->named(text_of(values[0])), text_of(values[1]));
    sqlite3_result_text(context, json.data(), static_cast<int>(json.size()), SQLITE_TRANSIENT);
    sqlite3_result_subtype(context, 'J');  // what SQLite's own functions know JSON by
  } catch (const std::exception& error) {
    sqlite3_result_error(context, ("tally_predict: " + std::string(error.what())).c_str(), -1);
  }
}

}  // namespace

// A function that reads files is not for the triggers and views of a database that a stranger has made.
extern "C" __attribute__((visibility("default"))) int sqlite3_extension_init(
    sqlite3* base, char**, const sqlite3_api_routines* api) {
  SQLITE_EXTENSION_INIT2(api);
  return sqlite3_create_function_v2(base, "tally_predict", 2, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                    new Models, predict, nullptr, nullptr,
                                    [](void* models) { delete static_cast<Models*>(models); });
}
