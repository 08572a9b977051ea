// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/mime_library.h"

#include <string>

#include "tally/base/error.h"
#include "tally/base/plugin.h"

namespace tally::mail {

namespace {

constexpr const char* kName = "libtally_mime.so";

MimeLibrary load() {
  std::string fault;
  void* const handle = open_plugin(kName, "", fault);
  if (handle == nullptr) {
    throw Error(ErrorKind::kUnavailable,
                std::string("a message needs the plug-in ") + kName +
                    (fault.empty() ? ", which is not there: install Tally whole"
                                   : ", which does not load (" + fault +
                                         "): install GMime (Debian: libgmime-3.0-0)"));
  }
  decltype(&tally_mime_interface) interface = nullptr;
  find_function(handle, "tally_mime_interface", interface);
  if (interface == nullptr || interface() != TALLY_MIME_INTERFACE) {
    throw Error(ErrorKind::kUnavailable,
                std::string(kName) + " is of another version of Tally: install Tally whole");
  }
  MimeLibrary out;
  find_function(handle, "tally_mime_header", out.header);
  find_function(handle, "tally_mime_field", out.field);
  find_function(handle, "tally_mime_iconv_name", out.iconv_name);
  find_function(handle, "tally_mime_uudecoded_size", out.uudecoded_size);
  find_function(handle, "tally_mime_uudecode", out.uudecode);
  find_function(handle, "tally_mime_free", out.free);
  return out;
}

}  // namespace

const MimeLibrary& mime_library() {
  static const MimeLibrary kLibrary = load();
  return kLibrary;
}

}  // namespace tally::mail
