// SPDX-License-Identifier: Apache-2.0
#include "cli/options/picture_options.h"

#include <algorithm>
#include <filesystem>
#include <list>

#include "cli/print/output.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

std::vector<std::string> score_names() {
  std::vector<std::string> out;
  for (const ScorePicture picture : kScorePictures) out.emplace_back(to_string(picture));
  return out;
}

void check_file(const std::string& wanted, const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (path.empty() || path == "-" || (!ending.empty() && ending != ".svg")) {
    throw Error(ErrorKind::kUsage,
                "--svg " + in_quotes(wanted) + ": a picture is a file of its own, such as " +
                    wanted.substr(0, wanted.size() - path.size()) + "picture.svg");
  }
}

}  // namespace

void PictureOptions::attach(Command& command, const std::string& what, const std::string& help) {
  command.option("--svg", what + "=FILE", wanted_, help);
}

void PictureOptions::attach_scores(Command& command) {
  std::vector<std::string> words;
  for (const std::string& name : score_names()) words.push_back(name + "=");
  std::string list;
  for (const std::string& name : score_names()) list += (list.empty() ? "" : ", ") + name;
  attach(command, "PICTURE", "draw a picture to a file: " + list);
  command.choices(words);
}

std::vector<PictureOptions::Wanted> PictureOptions::among(
    const std::vector<std::string>& names) const {
  std::vector<Wanted> out;
  for (const std::string& one : wanted_) {
    const std::size_t first = one.find('=');
    std::size_t at = first;
    while (at != std::string::npos &&
           std::find(names.begin(), names.end(), one.substr(0, at)) == names.end()) {
      at = one.find('=', at + 1);
    }
    if (at == std::string::npos) {
      const std::string name = one.substr(0, first);
      constexpr std::size_t kMost = 8;
      const std::string near = did_you_mean(name, names);
      throw Error(ErrorKind::kUsage,
                  std::find(names.begin(), names.end(), name) != names.end()
                      ? "--svg " + in_quotes(one) + ": to which file? --svg " + one + "=picture.svg"
                      : "--svg: there is no picture " + in_quotes(name) + near +
                            (names.size() <= kMost && near.empty() && !names.empty()
                                 ? "; there are " + in_words(names, "and")
                                 : ""));
    }
    Wanted wanted{one.substr(0, at), one.substr(at + 1)};
    check_file(one, wanted.path);
    for (const Wanted& other : out) {
      if (other.path == wanted.path) {
        throw Error(ErrorKind::kUsage, "--svg: two pictures would be in " + in_quotes(wanted.path) +
                                           "; name another file");
      }
    }
    out.push_back(std::move(wanted));
  }
  return out;
}

std::vector<std::pair<ScorePicture, std::string>> PictureOptions::score_pictures() const {
  const std::vector<std::string> names = score_names();
  std::vector<std::pair<ScorePicture, std::string>> out;
  for (const Wanted& wanted : among(names)) {
    const auto at = std::find(names.begin(), names.end(), wanted.name) - names.begin();
    out.emplace_back(kScorePictures[static_cast<std::size_t>(at)], wanted.path);
  }
  return out;
}

void PictureOptions::write_scores(const Score& score, const ScoreSummary& summary,
                                  const std::string& target) const {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [picture, path] : score_pictures()) {
    std::optional<std::string> svg = draw(picture, score, summary, target);
    if (!svg) {
      throw Error(ErrorKind::kData,
                  "--svg " + std::string(to_string(picture)) +
                      ": these rows have nothing to draw; a curve needs rows of a class, and of "
                      "another");
    }
    files.emplace_back(path, std::move(*svg));
  }
  write_files(files);
}

void write_files(const std::vector<std::pair<std::string, std::string>>& files) {
  std::list<Output> outputs;
  for (const auto& file : files) outputs.emplace_back(file.first).write(file.second);
  for (Output& output : outputs) output.flush();
  for (Output& output : outputs) output.finish();
}

}  // namespace tally::cli
