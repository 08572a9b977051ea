// SPDX-License-Identifier: Apache-2.0
#include "tally/read/file_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "tally/base/error.h"
#include "tally/label.h"
#include "tally/read/byte_source.h"
#include "tally/read/csv/labelled_lines.h"
#include "tally/read/svmlight/svmlight_line.h"

namespace tally {

namespace {

struct Named {
  FileFormat format;
  std::string_view name;
  std::string_view description;
};

constexpr std::array<Named, 8> kFormats{
    Named{FileFormat::kDelimited, "csv", "delimited text"},
    Named{FileFormat::kSvmlight, "svmlight", "an svmlight file"},
    Named{FileFormat::kParquet, "parquet", "a Parquet file"},
    Named{FileFormat::kArrowFile, "arrow", "an Arrow file"},
    Named{FileFormat::kArrowStream, "arrows", "an Arrow stream"},
    Named{FileFormat::kJsonLines, "jsonl", "JSON lines"},
    Named{FileFormat::kArff, "arff", "an ARFF file"},
    Named{FileFormat::kLabelled, "fasttext", "texts with labels in front"},
};

using Ending = std::pair<std::string_view, FileFormat>;
constexpr std::array<Ending, 19> kEndings{
    Ending{".csv", FileFormat::kDelimited},     Ending{".tsv", FileFormat::kDelimited},
    Ending{".tab", FileFormat::kDelimited},     Ending{".svm", FileFormat::kSvmlight},
    Ending{".svmlight", FileFormat::kSvmlight}, Ending{".libsvm", FileFormat::kSvmlight},
    Ending{".parquet", FileFormat::kParquet},   Ending{".pq", FileFormat::kParquet},
    Ending{".arrow", FileFormat::kArrowFile},   Ending{".feather", FileFormat::kArrowFile},
    Ending{".ipc", FileFormat::kArrowFile},     Ending{".arrows", FileFormat::kArrowStream},
    Ending{".jsonl", FileFormat::kJsonLines},   Ending{".ndjson", FileFormat::kJsonLines},
    Ending{".json", FileFormat::kJsonLines},    Ending{".arff", FileFormat::kArff},
    Ending{".fasttext", FileFormat::kLabelled}, Ending{".ft", FileFormat::kLabelled},
    Ending{".ft.txt", FileFormat::kLabelled},
};

const Named& named(FileFormat format) { return kFormats[static_cast<std::size_t>(format)]; }

// The first line that is neither blank nor a comment, without the blanks around it.
std::string_view first_line(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t begin = line.find_first_not_of(kBlank);
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    return line.substr(begin, line.find_last_not_of(kBlank) + 1 - begin);
  }
  return {};
}

// Whether the first line that is no comment of ARFF is a declaration.
bool is_arff(std::string_view text) {
  while (first_line(text).starts_with('%')) {
    const std::size_t end = text.find('\n', text.find('%'));
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 1);
  }
  std::string word(first_line(text).substr(0, std::string_view("@relation").size()));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  return word == "@relation";
}

bool is_svmlight(std::string_view line) {
  const std::optional<SvmlightLine> parsed = try_svmlight_line(line);
  return parsed && !parsed->features.empty() && parse_number(parsed->label);
}

bool is_labelled(std::string_view line) {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  return line.starts_with(csv::kLabelMark);
}

}  // namespace

std::string_view to_string(FileFormat format) { return named(format).name; }

std::optional<FileFormat> parse_file_format(std::string_view text) {
  for (const Named& entry : kFormats) {
    if (entry.name == text) return entry.format;
  }
  return std::nullopt;
}

std::string describe(FileFormat format) { return std::string(named(format).description); }

std::optional<FileFormat> format_by_name(const std::string& file) {
  std::string_view name = file;
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  for (const Ending& ending : kEndings) {
    if (name.ends_with(ending.first)) return ending.second;
  }
  return std::nullopt;
}

bool is_format_sure(std::string_view start) {
  while (!start.empty()) {
    const std::size_t end = start.find('\n');
    if (end == std::string_view::npos) return false;
    const std::string_view line = first_line(start.substr(0, end));
    if (!line.empty() && line.front() != '%') return true;
    start.remove_prefix(end + 1);
  }
  return false;
}

FileFormat detect_format(const std::string& file, std::string_view start) {
  using namespace std::string_view_literals;
  // A text may begin with these letters, but has no such bytes behind them.
  if (start.starts_with("ARROW1\0\0"sv)) return FileFormat::kArrowFile;
  if (start.starts_with("PAR1\x15"sv)) return FileFormat::kParquet;
  if (start.starts_with("\xFF\xFF\xFF\xFF"sv)) return FileFormat::kArrowStream;
  const std::optional<FileFormat> by_name = format_by_name(file);
  if (start.starts_with("PAR1"sv) && by_name == FileFormat::kParquet) return FileFormat::kParquet;
  const std::string_view line = first_line(start);
  if (line.starts_with('[') && by_name == FileFormat::kJsonLines) {
    throw Error(ErrorKind::kData,
                "is a JSON array; write one object per line, say with jq -c '.[]'",
                Place{display_name(file), -1, -1, ""});
  }
  const bool is_binary_by_name =
      by_name && *by_name >= FileFormat::kParquet && *by_name <= FileFormat::kArrowStream;
  if (by_name && !is_binary_by_name) return *by_name;
  if (line.starts_with("{\"") || line == "{}") return FileFormat::kJsonLines;
  if (is_arff(start)) return FileFormat::kArff;
  if (is_svmlight(line)) return FileFormat::kSvmlight;
  if (is_labelled(line)) return FileFormat::kLabelled;
  // A file that calls itself Parquet and is none is better told so than read as text.
  return is_binary_by_name ? *by_name : FileFormat::kDelimited;
}

}  // namespace tally
