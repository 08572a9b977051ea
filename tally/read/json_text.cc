// SPDX-License-Identifier: Apache-2.0
#include "tally/read/json_text.h"

#include <algorithm>
#include <set>
#include <vector>

#include "tally/base/error.h"

namespace tally {

namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& sentence, const std::string& file, std::int64_t line) {
  throw Error(ErrorKind::kData, sentence, Place{file, line, -1, ""});
}

// Watches over the events of the parser, which itself takes doubled keys and any depth.
class Guard {
 public:
  explicit Guard(const std::string& file) : file_(file) {}

  bool operator()(int depth, json::parse_event_t event, const json& parsed) {
    constexpr int kDeepest = 16;
    if (depth > kDeepest) fail("the JSON text is nested too deeply", file_, -1);
    if (event == json::parse_event_t::object_start) {
      keys_.emplace_back();
    } else if (event == json::parse_event_t::object_end) {
      keys_.pop_back();
    } else if (event == json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) {
        fail("the key " + in_quotes(key) + " is there twice", file_, -1);
      }
    }
    return true;
  }

 private:
  const std::string& file_;
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

json parse_json(std::string_view text, const std::string& file) {
  Guard guard(file);
  try {
    return json::parse(text.begin(), text.end(),
                       [&](int depth, json::parse_event_t event, const json& parsed) {
                         return guard(depth, event, parsed);
                       });
  } catch (const json::parse_error& error) {
    const auto before = text.substr(0, std::min(error.byte, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    fail("this is not JSON", file, line);
  } catch (const json::exception& error) {
    fail("this JSON text cannot be read: " + std::string(error.what()), file, -1);
  }
}

}  // namespace tally
