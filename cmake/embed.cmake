# SPDX-License-Identifier: Apache-2.0
# cmake -D OUTPUT=x.cc -D FOLDER=web -P embed.cmake: the page of the report as strings of C++.
set(text "// Made of web/ by cmake/embed.cmake.\n#include \"tally/report/page_files.h\"\n\nnamespace tally {\n\n")
foreach(pair Page=report.html Style=report.css Script=report.js)
  string(REGEX MATCH "^([A-Za-z]+)=(.*)$" matched ${pair})
  file(READ ${FOLDER}/${CMAKE_MATCH_2} content)
  string(APPEND text "const std::string_view kReport${CMAKE_MATCH_1} = R\"web(${content})web\";\n\n")
endforeach()
string(APPEND text "}  // namespace tally\n")
file(WRITE ${OUTPUT} "${text}")
