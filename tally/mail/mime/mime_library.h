// SPDX-License-Identifier: Apache-2.0
// GMime, loaded when a message is met that needs it.
//
// It reads what is written in unusual ways; what is written as most mail is, is read here and never
// wakes it: loading GMime with all that it stands on takes longer than to judge a message.
#pragma once

#include "tally/mail/mime/mime_plugin.h"

namespace tally::mail {

/// The functions of mime_plugin.h.
struct MimeLibrary {
  decltype(&tally_mime_header) header = nullptr;
  decltype(&tally_mime_field) field = nullptr;
  decltype(&tally_mime_iconv_name) iconv_name = nullptr;
  decltype(&tally_mime_uudecoded_size) uudecoded_size = nullptr;
  decltype(&tally_mime_uudecode) uudecode = nullptr;
  decltype(&tally_mime_free) free = nullptr;
};

/// Loads libtally_mime.so the first time (see base/plugin.h) and keeps it. Throws Error
/// (kUnavailable) with what to do where that fails. May be called by several threads.
const MimeLibrary& mime_library();

}  // namespace tally::mail
