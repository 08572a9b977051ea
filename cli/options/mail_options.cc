// SPDX-License-Identifier: Apache-2.0
#include "cli/options/mail_options.h"

#include <algorithm>

#include "cli/options/verdict_options.h"
#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

void check_class(const std::string& klass) {
  const std::string fault(mail_class_fault(klass));
  if (fault.empty()) return;
  throw Error(ErrorKind::kUsage,
              "--class " + in_quotes(klass) + ": " + fault + "; choose another name");
}

}  // namespace

std::vector<MailInput> mail_inputs(const std::vector<std::string>& paths,
                                   const std::string& klass) {
  check_class(klass);
  std::vector<MailInput> inputs;
  for (const std::string& path : paths) {
    if (path.rfind('@', 0) == 0) {
      for (std::string& name : read_names(path.substr(1))) {
        inputs.push_back({std::move(name), klass});
      }
    } else {
      inputs.push_back({path, klass});
    }
  }
  return inputs;
}

std::vector<MailInput> mail_by_class(const std::vector<std::string>& assignments) {
  std::vector<MailInput> inputs;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == assignment.size()) {
      throw Error(ErrorKind::kUsage, "--class " + in_quotes(assignment) +
                                         ": expected NAME=PATH, as in --class spam=Maildir/.Junk");
    }
    for (MailInput& input :
         mail_inputs({assignment.substr(equals + 1)}, assignment.substr(0, equals))) {
      inputs.push_back(std::move(input));
    }
  }
  return inputs;
}

void check_known_class(const std::vector<Label>& classes, const std::string& name) {
  std::vector<std::string> names;
  for (const Label& label : classes) names.push_back(label.to_string());
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  if (names.size() < 2 && !nearest_name(name, names)) return;
  throw Error(ErrorKind::kUsage, "the model has no class " + in_quotes(name) +
                                     did_you_mean(name, names) +
                                     "; --create-class makes a new one");
}

Schema capped_mail_schema(MailPairs pairs, std::int64_t most_terms) {
  if (most_terms < 0) throw Error(ErrorKind::kUsage, "--max-terms: expected 0 or more terms");
  Schema schema = mail_schema({}, pairs);
  for (ColumnSchema& column : schema.columns) {
    if (column.family == Family::kText) column.text.most_terms = most_terms;
  }
  return validated(std::move(schema));
}

}  // namespace tally::cli
