// SPDX-License-Identifier: Apache-2.0
#include "tally/read/input_names.h"

#include <glob.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "tally/base/error.h"

namespace tally {

namespace {

std::vector<std::string> matches(const std::string& pattern) {
  glob_t found{};
  const int outcome = glob(pattern.c_str(), 0, nullptr, &found);
  std::vector<std::string> names(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  if (outcome == GLOB_NOMATCH || names.empty()) {
    throw Error(ErrorKind::kNoInput, "no file matches the pattern " + in_quotes(pattern));
  }
  return names;
}

}  // namespace

std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs) {
  if (inputs.empty()) {
    throw Error(ErrorKind::kUsage, "no input; name a file, a pattern, or - for standard input");
  }
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    throw Error(ErrorKind::kUsage, "standard input (-) can be read only once");
  }
  std::vector<std::string> names;
  for (const std::string& input : inputs) {
    struct stat status {};
    if (input == "-" || stat(input.c_str(), &status) == 0) {
      names.push_back(input);
    } else if (input.find_first_of("*?[") == std::string::npos) {
      throw_system_error(errno, "open", input);
    } else {
      for (std::string& name : matches(input)) names.push_back(std::move(name));
    }
  }
  return names;
}

}  // namespace tally
