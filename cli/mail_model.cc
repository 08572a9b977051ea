// SPDX-License-Identifier: Apache-2.0
#include "cli/mail_model.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "tally/error.h"
#include "tally/inside/mail.h"

namespace tally::cli {

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool ends_in(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Empty if there is no place for it.
std::string default_path() {
  std::string data = variable("XDG_DATA_HOME");
  // The specification says that a relative path there is to be ignored.
  if (data.empty() || data.front() != '/') {
    const std::string home = variable("HOME");
    if (home.empty()) return "";
    data = home + "/.local/share";
  }
  return data + "/tally/mail.tally";
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && std::filesystem::exists(path, ignored);
}

std::string take_first(std::vector<std::string>& words) {
  std::string first = words.front();
  words.erase(words.begin());
  return first;
}

}  // namespace

std::string default_mail_model() {
  std::string model = default_path();
  if (!model.empty()) return model;
  throw Error(ErrorKind::kUsage,
              "which model? Name it, or set XDG_DATA_HOME or HOME: the model is "
              "tally/mail.tally in the one, .local/share/tally/mail.tally in the other");
}

bool names_a_model(const std::string& word) {
  if (ends_in(word, ".tally")) return true;
  struct stat found {};
  if (::stat(word.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
  std::ifstream file(word, std::ios::binary);
  std::string header(72, '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  // SQLite's magic, and at 68 the application id.
  return file.gcount() == 72 && header.rfind("SQLite format 3", 0) == 0 &&
         header.substr(68, 4) == "TALY";
}

std::string take_mail_model(std::vector<std::string>& words) {
  if (words.empty()) return default_mail_model();
  if (names_a_model(words.front())) return take_first(words);
  const std::string& mail = words.front();
  if (mail != "-" && mail.rfind('@', 0) != 0 && !is_there(mail)) {
    throw Error(ErrorKind::kNoInput,
                "there is no such mail, and no such model (the name of a new one ends in .tally)",
                {mail, -1, -1, ""});
  }
  return default_mail_model();
}

std::string named_or_default(const std::string& model) {
  if (!model.empty()) return model;
  std::string usual = default_mail_model();
  if (is_there(usual)) return usual;
  throw Error(ErrorKind::kUsage,
              "which model? Name it: the one for mail, " + usual + ", is not there");
}

void choose_model(std::string& model, std::vector<std::string>& data) {
  if (!model.empty()) {
    const bool named = names_a_model(model) || (!data.empty() && names_a_model(data.front()));
    if (named || !is_there(default_path())) return;
    data.insert(data.begin(), model);
  }
  model = named_or_default("");
}

const Schema& mail_schema_of(const Model& model, const std::string& path) {
  const Schema& schema = model.counts.schema();
  if (is_mail(schema)) return schema;
  throw Error(ErrorKind::kData, "this model reads a table, not mail: fit one with tally fit mail",
              {path, -1, -1, ""});
}

void make_model_folder(const std::string& model) {
  std::filesystem::path made;
  for (const auto& part : std::filesystem::path(model).parent_path()) {
    made /= part;
    if (::mkdir(made.c_str(), 0700) != 0 && errno != EEXIST) {
      throw_system_error(errno, "create", made.string());
    }
  }
}

}  // namespace tally::cli
