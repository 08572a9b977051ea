// SPDX-License-Identifier: Apache-2.0
// The pictures of a page and the JSON around them.
#pragma once

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tally/picture/point_svg.h"

namespace tally {

using Json = nlohmann::ordered_json;

/// In one line; what is not UTF-8 is repaired.
inline std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// SVG in the order in which it was drawn; figures name a picture by its place here.
class Pictures {
 public:
  std::size_t add(std::string svg) {
    bytes_ += svg.size();
    all_.push_back(std::move(svg));
    return all_.size() - 1;
  }
  const std::vector<std::string>& all() const { return all_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::vector<std::string> all_;
  std::size_t bytes_ = 0;
};

/// From where the axis of a curve of shares begins: a tenth, at most 0.9, so that there is an axis even if all
/// are 1. REQUIRES: it has points.
inline double least_shown(const PointCurve& curve) {
  return std::min(0.9, std::floor(*std::min_element(curve.y.begin(), curve.y.end()) * 10) / 10);
}

}  // namespace tally
