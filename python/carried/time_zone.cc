// SPDX-License-Identifier: Apache-2.0
// ICU's archives ask for the C library's variables of the time zone in a way that only a program can answer, and not a
// module. Nobody here asks ICU for the time zone: these are in their place.
// Their names are the C library's.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

#define TALLY_HIDDEN __attribute__((visibility("hidden")))
extern TALLY_HIDDEN char* __tzname[2];
extern TALLY_HIDDEN char* tzname[2];
extern TALLY_HIDDEN long __timezone;
extern TALLY_HIDDEN long timezone;
extern TALLY_HIDDEN int __daylight;
extern TALLY_HIDDEN int daylight;

static char utc[] = "UTC";
char* __tzname[2] = {utc, utc};
char* tzname[2] = {utc, utc};
long __timezone = 0;
long timezone = 0;
int __daylight = 0;
int daylight = 0;

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
