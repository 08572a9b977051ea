# SPDX-License-Identifier: Apache-2.0
# cmake -D OUTPUT=x.cc -D FOLDER=web -D HEADER=x.h -D NAMESPACE=tally -D "FILES=kPage=a.html kScript=b.js+c.js" -P embed.cmake:
# files of a page as strings of C++; those with a + between them become one. Scripts lose their
# indentation, and the comments that have lines of their own.
set(text "// Made of web/ by cmake/embed.cmake.\n#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\n")
separate_arguments(FILES)
foreach(pair ${FILES})
  string(REGEX MATCH "^([A-Za-z]+)=(.*)$" matched ${pair})
  set(name ${CMAKE_MATCH_1})
  string(REPLACE "+" ";" parts ${CMAKE_MATCH_2})
  set(content "")
  foreach(part ${parts})
    file(READ ${FOLDER}/${part} one)
    if(part MATCHES "[.]js$")
      # The first one's licence and mode are those of all.
      if(content)
        string(REPLACE "'use strict';\n" "" one "\n${one}")
      endif()
      string(REGEX REPLACE "\n\t+" "\n" one "${one}")
      string(REGEX REPLACE "\n//[^\n]*" "" one "${one}")
      string(REGEX REPLACE "\n/[*][*]([^*]|[*][^/])*[*]/" "" one "${one}")
    endif()
    string(APPEND content "${one}")
  endforeach()
  string(APPEND text "const std::string_view ${name} = R\"web(${content})web\";\n\n")
endforeach()
string(APPEND text "}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
