// SPDX-License-Identifier: Apache-2.0
#include "cli/two_passes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <system_error>

#include "cli/descriptors.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

// The files of this process that stand for what was given, by the names under which they are read.
std::map<std::string, std::string>& kept_files() {
  static std::map<std::string, std::string> files;
  return files;
}

// Standard input, and pipes that have a name.
bool goes_by_once(const std::string& input) {
  std::error_code error;
  const auto status = std::filesystem::status(input, error);
  return input == "-" || std::filesystem::is_fifo(status) ||
         std::filesystem::is_character_file(status);
}

// All that can still be read, in a file; it goes with the program.
int copied(int from, const std::string& name) {
  const int file = open_nameless_file();
  std::array<char, 1 << 16> bytes;
  while (const std::size_t got = read_some(from, bytes.data(), bytes.size(), name)) {
    write_all(file, {bytes.data(), got}, kTemporaryFile);
  }
  return file;
}

}  // namespace

bool can_read_twice(const std::vector<std::string>& inputs) {
  return std::find(inputs.begin(), inputs.end(), "-") == inputs.end();
}

std::vector<std::string> kept_to_read_twice(std::vector<std::string> inputs) {
  for (std::string& input : inputs) {
    if (!goes_by_once(input)) continue;
    const int from = input == "-" ? STDIN_FILENO : ::open(input.c_str(), O_RDONLY | O_CLOEXEC);
    if (from < 0) throw_system_error(errno, "open", input);
    const std::string name = input == "-" ? "standard input" : input;
    input = "/dev/fd/" + std::to_string(copied(from, name));
    kept_files()[input] = name;
  }
  return inputs;
}

Error named_as_given(const Error& error) {
  Place place = error.place();
  const auto kept = kept_files().find(place.file);
  if (kept == kept_files().end()) return error;
  place.file = kept->second;
  return error.at(place);
}

void check_can_read_twice(const std::vector<std::string>& inputs, const std::string& reader) {
  if (can_read_twice(inputs)) return;
  throw Error(ErrorKind::kUsage,
              reader +
                  " reads DATA more than once, and standard input can be read only once: name a "
                  "file");
}

}  // namespace tally::cli
