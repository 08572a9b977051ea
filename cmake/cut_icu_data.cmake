# SPDX-License-Identifier: Apache-2.0
# cmake -D AR= -D OBJCOPY= -D ICUPKG= -D ARCHIVE=libicudata.a -D ITEMS=icu_items.txt -D FOLDER=x -P cut_icu_data.cmake: makes
# x/tally_icu.dat, a package of the items alone. The archive has one object, and that one constant: the package of all items.
cmake_minimum_required(VERSION 3.25)
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER}/whole)
file(MAKE_DIRECTORY ${FOLDER}/whole/items ${FOLDER}/whole/cut)
execute_process(COMMAND ${AR} t ${ARCHIVE} OUTPUT_VARIABLE object OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(NOT object MATCHES "^icudt([0-9]+)([lb])_dat[.]a?o$")
  message(FATAL_ERROR "${ARCHIVE} holds '${object}', not one object of ICU's data")
endif()
# icupkg takes the prefix of the items, which ICU looks for, from the name.
set(package icudt${CMAKE_MATCH_1}${CMAKE_MATCH_2}.dat)
run(${AR} x --output whole ${ARCHIVE})
run(${OBJCOPY} -O binary -j .rodata whole/${object} whole/${package})
# Another version of ICU may lack one. What it needs besides, the test of words in all scripts tells (tests/python/test_icu_data.py).
execute_process(COMMAND ${ICUPKG} -l whole/${package} WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE there COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" there "${there}")
file(STRINGS ${ITEMS} wanted)
set(items "")
foreach(item ${wanted})
  if(item IN_LIST there)
    string(APPEND items "${item}\n")
  endif()
endforeach()
file(WRITE ${FOLDER}/whole/items.txt "${items}")
run(${ICUPKG} -x whole/items.txt -d whole/items whole/${package})
run(${ICUPKG} -s whole/items -a whole/items.txt new whole/cut/${package})
file(RENAME ${FOLDER}/whole/cut/${package} ${FOLDER}/tally_icu.dat)
file(REMOVE_RECURSE ${FOLDER}/whole)
