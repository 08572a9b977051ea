# SPDX-License-Identifier: Apache-2.0
# What Tally stands on. Where something is missing, the one line to type comes before CMake's own words.
foreach(library SQLite3 ZLIB PkgConfig absl fmt nlohmann_json Boost)
  find_package(${library} QUIET)
  if(NOT ${library}_FOUND)
    list(APPEND missing_libraries ${library})
  endif()
endforeach()
if(missing_libraries)
  message(FATAL_ERROR "not found: ${missing_libraries}; install what Tally stands on with: make setup")
endif()

# Timings of single kernels, beside those of libraries. With the tests they are compiled and run once.
set(TALLY_HAS_BENCH FALSE)
if(TALLY_BENCH STREQUAL "AUTO" AND TALLY_TESTS)
  find_package(benchmark QUIET)
  find_package(OpenSSL QUIET)
elseif(TALLY_BENCH AND NOT TALLY_BENCH STREQUAL "AUTO")
  find_package(benchmark REQUIRED)
  find_package(OpenSSL REQUIRED)
endif()
if(benchmark_FOUND AND OPENSSL_FOUND)
  set(TALLY_HAS_BENCH TRUE)
  set(lib_bench_peers OpenSSL::Crypto absl::flat_hash_map)
endif()

find_package(Threads REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-i18n icu-uc)
# The tests compare with it.
if(TALLY_GMIME STREQUAL "ON" OR TALLY_TESTS)
  pkg_check_modules(GMIME REQUIRED IMPORTED_TARGET gmime-3.0)
elseif(NOT TALLY_GMIME STREQUAL "OFF")
  pkg_check_modules(GMIME IMPORTED_TARGET gmime-3.0)
endif()
if(TARGET PkgConfig::GMIME)
  # It asks for what g++ always defines; said twice, precompiled headers would not be used.
  set_property(TARGET PkgConfig::GMIME PROPERTY INTERFACE_COMPILE_OPTIONS "")
endif()
pkg_check_modules(GUMBO REQUIRED IMPORTED_TARGET gumbo)
find_package(absl REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost REQUIRED)

# The program is started once for each message of a mailbox, and to find, map and bind thirty shared
# libraries takes longer than to judge one: it links archives where the system has them.
option(TALLY_STATIC "Link the program with archives" ON)

# tally_library(name <target> [PROGRAMS] <archive>…): lib_name is the shared library <target>, but for a target whose
# property TALLY_STATIC is set it is the archives, if they are all there. An archive may be a target too. PROGRAMS: they
# are for programs alone, and not for a module (TALLY_STATIC is MODULE).
function(tally_library name shared)
  cmake_parse_arguments(PARSE_ARGV 2 LIBRARY PROGRAMS "" "")
  set(static $<BOOL:$<TARGET_PROPERTY:TALLY_STATIC>>)
  if(LIBRARY_PROGRAMS)
    set(static $<AND:${static},$<NOT:$<STREQUAL:$<TARGET_PROPERTY:TALLY_STATIC>,MODULE>>>)
  endif()
  set(archives "")
  foreach(archive ${LIBRARY_UNPARSED_ARGUMENTS})
    if(NOT TARGET ${archive})
      find_library(TALLY_ARCHIVE_${archive} lib${archive}.a)
      mark_as_advanced(TALLY_ARCHIVE_${archive})
      set(archive ${TALLY_ARCHIVE_${archive}})
    endif()
    list(APPEND archives ${archive})
  endforeach()
  if(archives MATCHES NOTFOUND)
    set(archives ${shared})
  endif()
  add_library(lib_${name} INTERFACE)
  target_compile_definitions(lib_${name} INTERFACE $<TARGET_PROPERTY:${shared},INTERFACE_COMPILE_DEFINITIONS>)
  target_include_directories(lib_${name} SYSTEM INTERFACE
                             $<TARGET_PROPERTY:${shared},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(lib_${name} INTERFACE
                        "$<IF:${static},${archives},${shared}>")
endfunction()

# Debian has no archive of fmt: one is made of its headers, in the way of the version it was written for.
set(fmt_archive fmt)
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  add_library(tally_fmt STATIC EXCLUDE_FROM_ALL cmake/fmt.cc)
  target_include_directories(tally_fmt SYSTEM PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
  set(fmt_archive tally_fmt)
endif()

tally_library(fmt fmt::fmt ${fmt_archive})
tally_library(sqlite SQLite::SQLite3 sqlite3)
tally_library(z ZLIB::ZLIB z)
tally_library(zstd PkgConfig::ZSTD zstd)
include(cmake/icu_data.cmake)  # sets icu_data
tally_library(icu PkgConfig::ICU icui18n icuuc ${icu_data})
tally_library(gumbo PkgConfig::GUMBO gumbo)
tally_library(hash_map absl::flat_hash_map PROGRAMS absl_raw_hash_set absl_hash absl_city absl_low_level_hash
              absl_int128 absl_raw_logging_internal)
