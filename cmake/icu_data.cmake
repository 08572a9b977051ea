# SPDX-License-Identifier: Apache-2.0
# ICU's data are 30 MB: names of months in a thousand places, converters, collation. Of all that Tally asks for the
# boundaries of words, with the dictionaries of the scripts that have no blanks, for folding, and for what regular expressions name.
# These are cut out of ICU's own archive, for who links archives. icu_data is what is to be linked.
set(icu_data icudata)
find_library(TALLY_ARCHIVE_icudata libicudata.a)
find_program(TALLY_ICUPKG icupkg PATHS /usr/sbin /sbin)
mark_as_advanced(TALLY_ARCHIVE_icudata TALLY_ICUPKG)
string(REGEX MATCH "^[0-9]+" icu_major "${ICU_icu-uc_VERSION}")
if(NOT TALLY_ARCHIVE_icudata OR NOT TALLY_ICUPKG OR NOT CMAKE_OBJCOPY OR NOT icu_major OR CMAKE_CROSSCOMPILING)
  message(STATUS "ICU's data: whole (libicudata.a or icupkg is not there)")
  return()
endif()

set(icu_folder ${PROJECT_BINARY_DIR}/icu)
set(icu_items ${CMAKE_CURRENT_LIST_DIR}/icu_items.txt)
set(icu_cut ${CMAKE_CURRENT_LIST_DIR}/cut_icu_data.cmake)
add_custom_command(OUTPUT ${icu_folder}/tally_icu.dat
                   COMMAND ${CMAKE_COMMAND} -D AR=${CMAKE_AR} -D OBJCOPY=${CMAKE_OBJCOPY} -D ICUPKG=${TALLY_ICUPKG}
                           -D ARCHIVE=${TALLY_ARCHIVE_icudata} -D ITEMS=${icu_items} -D FOLDER=${icu_folder} -P ${icu_cut}
                   DEPENDS ${icu_items} ${icu_cut} ${TALLY_ARCHIVE_icudata} VERBATIM)
set(icu_source ${icu_folder}/icu_data.cc)
file(CONFIGURE OUTPUT ${icu_source} CONTENT [[
// The data of ICU that Tally uses: cmake/icu_data.cmake.
asm(R"(
.section .rodata
.balign 16
.global icudt@icu_major@_dat
.type icudt@icu_major@_dat, %object
icudt@icu_major@_dat:
.incbin "@icu_folder@/tally_icu.dat"
.size icudt@icu_major@_dat, . - icudt@icu_major@_dat
)");
]] @ONLY)
set_source_files_properties(${icu_source} PROPERTIES OBJECT_DEPENDS ${icu_folder}/tally_icu.dat)

add_library(lib_icu_data STATIC EXCLUDE_FROM_ALL ${icu_source})
set(icu_data lib_icu_data)
