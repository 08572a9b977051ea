# SPDX-License-Identifier: Apache-2.0
# The programs of docs/cpp.md: each block that begins with "// NAME.cc" is compiled, run where the project lies
# for files to be found, and has to print the block of text behind it.
set(document ${PROJECT_SOURCE_DIR}/docs/cpp.md)
set(folder ${PROJECT_BINARY_DIR}/tests/cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${document} cpp/cut)
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/cut ${document} ${folder}
                OUTPUT_VARIABLE programs
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(programs)
foreach(name ${programs})
  add_executable(cpp_${name} ${folder}/${name}.cc)
  target_link_libraries(cpp_${name} PRIVATE tally_read tally_explain tally_fit)
  add_test(NAME cpp.${name} COMMAND ${CMAKE_CURRENT_LIST_DIR}/run $<TARGET_FILE:cpp_${name}> ${folder}/${name}.txt)
  set_tests_properties(cpp.${name} PROPERTIES LABELS flow)
endforeach()
