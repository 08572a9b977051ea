// SPDX-License-Identifier: Apache-2.0
// What the plug-in for unusual mail (libtally_mime.so) offers: GMime behind functions with C
// linkage, so that the program and the plug-in need not share a C++ library.
//
// Texts end with a null byte; those that are given back belong to the caller, who frees them with
// tally_mime_free. Nothing throws. May be called by several threads.
#pragma once

#include <cstddef>

extern "C" {

/// Changes with every change of this header.
#define TALLY_MIME_INTERFACE 1

/// TALLY_MIME_INTERFACE, as the plug-in was built. To be called before anything else.
int tally_mime_interface(void);

/// The text of a header, its encoded words decoded (RFC 2047).
char* tally_mime_header(const char* text);

enum TallyMimeField { TALLY_MIME_CONTENT_TYPE = 0, TALLY_MIME_CONTENT_DISPOSITION = 1 };
/// Reads such a field with its parameters (RFC 2231): gives what stands before them, and sets
/// found[i] to the value of parameters[i], or to null. Null, and nothing is set, if it cannot be
/// read.
char* tally_mime_field(int field, const char* text, const char* const* parameters, int count,
                       char** found);

/// iconv's name for a charset; it is not to be freed.
const char* tally_mime_iconv_name(const char* charset);

/// Decodes uuencoded lines. `out` has room for tally_mime_uudecoded_size bytes; gives how many
/// there are.
size_t tally_mime_uudecoded_size(size_t encoded);
size_t tally_mime_uudecode(const char* encoded, size_t size, char* out);

void tally_mime_free(char* text);

}  // extern "C"
