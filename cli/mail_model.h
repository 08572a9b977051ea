// SPDX-License-Identifier: Apache-2.0
// Which model a command about mail means.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/model.h"
#include "tally/model.h"

namespace tally::cli {

/// $XDG_DATA_HOME/tally/mail.tally, or ~/.local/share/tally/mail.tally. Throws Error (kUsage) if
/// neither variable says where that is.
std::string default_mail_model();

/// Whether a word on the command line names a model rather than mail: it ends in ".tally", or the
/// file has a model's first bytes.
bool names_a_model(const std::string& word);

/// Takes the model off the front of the words if the first names one; else the default. Throws
/// Error (kNoInput) if the first word is neither a model nor mail.
std::string take_mail_model(std::vector<std::string>& words);

/// The model that was named, or the default if none was. Throws Error (kUsage) if that is not
/// there.
std::string named_or_default(const std::string& model);

/// For verbs about tables or mail, `[MODEL] [DATA …]`: where the first word does not name a model,
/// and the default is there, the model is the default and the word is the first of the data.
void choose_model(std::string& model, std::vector<std::string>& data);

inline constexpr const char* kModelOrDefaultHelp =
    "the model (default: that of mail, $XDG_DATA_HOME/tally/mail.tally or "
    "~/.local/share/tally/mail.tally)";

/// The schema of a model of mail; throws Error (kData) if the model at `path` is of a table.
const Schema& mail_schema_of(const Model& model, const std::string& path);

/// Makes the folder of the default model, for its owner alone.
void make_model_folder(const std::string& model);

}  // namespace tally::cli
