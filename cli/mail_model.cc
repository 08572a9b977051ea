#include "cli/mail_model.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tally/base/error.h"

namespace tally::cli {

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool ends_in(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::string default_mail_model() {
  std::string data = variable("XDG_DATA_HOME");
  // The specification says that a relative path there is to be ignored.
  if (data.empty() || data.front() != '/') {
    const std::string home = variable("HOME");
    if (home.empty()) {
      throw Error(ErrorKind::kUsage,
                  "which model? Name it, or set XDG_DATA_HOME or HOME: the model is "
                  "tally/mail.tally in the one, .local/share/tally/mail.tally in the other");
    }
    data = home + "/.local/share";
  }
  return data + "/tally/mail.tally";
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
  if (words.empty() || !names_a_model(words.front())) return default_mail_model();
  std::string model = words.front();
  words.erase(words.begin());
  return model;
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
