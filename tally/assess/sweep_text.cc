// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/assess/sweep.h"

namespace tally {

namespace {

struct Figure {
  const char* name;
  double SweepFigures::*value;
};
constexpr Figure kFigures[] = {{"accuracy", &SweepFigures::accuracy},
                               {"correct", &SweepFigures::right},
                               {"log_loss", &SweepFigures::log_loss}};

// A count without a point, unless rows have weights.
nlohmann::ordered_json count(double value) {
  if (value == std::floor(value) && value < 0x1p53) return static_cast<std::int64_t>(value);
  return value;
}

void put(nlohmann::ordered_json& out, const SweepFigures& figures) {
  out["rows"] = count(figures.rows);
  out["correct"] = count(figures.right);
  out["accuracy"] = figures.accuracy;
  out["log_loss"] = std::isfinite(figures.log_loss) ? nlohmann::ordered_json(figures.log_loss)
                                                    : nlohmann::ordered_json();
}

}  // namespace

std::string figure_name(const SweepPart& part, std::string_view figure) {
  return part.name.empty() ? std::string(figure) : part.name + "_" + std::string(figure);
}

std::string to_csv(const Sweep& sweep) {
  std::string out(to_string(sweep.axis.parameter));
  for (const Figure& figure : kFigures) {
    for (const SweepPart& part : sweep.parts) out += "," + figure_name(part, figure.name);
  }
  out += "\n";
  for (std::size_t i = 0; i < sweep.axis.points.size(); ++i) {
    out += sweep.axis.points[i].text;
    for (const Figure& figure : kFigures) {
      for (const SweepPart& part : sweep.parts)
        out += "," + shortest(part.figures[i].*figure.value);
    }
    out += "\n";
  }
  return out;
}

std::string to_json(const Sweep& sweep) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < sweep.axis.points.size(); ++i) {
    nlohmann::ordered_json point;
    point[std::string(to_string(sweep.axis.parameter))] = sweep.axis.points[i].value;
    for (const SweepPart& part : sweep.parts) {
      put(part.name.empty() ? point : point[part.name], part.figures[i]);
    }
    points.push_back(point);
  }
  nlohmann::ordered_json out;
  out["parameter"] = to_string(sweep.axis.parameter);
  out["points"] = points;
  return out.dump();
}

}  // namespace tally
