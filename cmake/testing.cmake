# SPDX-License-Identifier: Apache-2.0
enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

# What is tested is optimised; the tests themselves need not be, and build twice as fast. Nor do they guide a
# fuzzer. Headers that are compiled once for all tests are compiled so, too (precompiled.cmake).
set(TALLY_TEST_OPTIONS $<$<CONFIG:Release>:-O1> $<$<BOOL:${TALLY_FUZZ}>:-fno-sanitize=fuzzer-no-link>)

# tally_test_program(name LABEL <label> PREFIX <prefix> SOURCES <file>… LINKS <library>…): a GoogleTest
# program, each of whose tests is a test of ctest's named prefix.Suite.Test.
function(tally_test_program name)
  cmake_parse_arguments(TEST "" "LABEL;PREFIX" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${TALLY_TEST_OPTIONS})
  target_precompile_headers(${name} REUSE_FROM tally_precompiled_tests)
  tally_unity(${name})
  target_compile_definitions(${name} PRIVATE TALLY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name} TEST_PREFIX ${TEST_PREFIX}. DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS ${TEST_LABEL})
endfunction()
