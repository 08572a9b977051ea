# SPDX-License-Identifier: Apache-2.0
# The standard library's headers are most of what a source costs to compile: they are compiled once, for
# libraries and for test programs, which are compiled differently. A source still includes what it uses: the
# preset lint compiles it without this (CMAKE_DISABLE_PRECOMPILE_HEADERS).
set(TALLY_COMMON_HEADERS
    <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstdint> <cstring> <fstream>
    <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span> <sstream> <string>
    <string_view> <thread> <unordered_map> <utility> <variant> <vector>)

file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cc CONTENT "")
add_library(tally_precompiled OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cc)
target_precompile_headers(tally_precompiled PRIVATE ${TALLY_COMMON_HEADERS})

# Those of libraries that write text and JSON.
add_library(tally_precompiled_words OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cc)
target_link_libraries(tally_precompiled_words PRIVATE lib_fmt nlohmann_json::nlohmann_json)
target_precompile_headers(tally_precompiled_words PRIVATE ${TALLY_COMMON_HEADERS} <fmt/format.h> <nlohmann/json.hpp>)

if(TALLY_TESTS)
  # As the sources of an executable are compiled, which is with -fPIE.
  add_library(tally_precompiled_tests OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cc)
  set_target_properties(tally_precompiled_tests PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(tally_precompiled_tests PRIVATE -fPIE ${TALLY_TEST_OPTIONS})
  target_link_libraries(tally_precompiled_tests PRIVATE GTest::gtest)
  target_precompile_headers(tally_precompiled_tests PRIVATE ${TALLY_COMMON_HEADERS} <gtest/gtest.h>)
endif()
