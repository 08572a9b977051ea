# SPDX-License-Identifier: Apache-2.0
# Whole builds of the program alone: the sources of a folder are compiled several at once, which reads headers and
# instantiates templates once for all of them and takes a fraction of the time. Who changes one source builds it alone
# (the preset release), and so does lint.
option(TALLY_UNITY "Compile sources of a folder together: for builds that are made once" OFF)

# tally_unity(target <folder>…): for the sources right in these folders. Those that are compiled with options of their own,
# and those that a vector library compiles once for each level of the processor, stay alone.
function(tally_unity target)
  if(NOT TALLY_UNITY)
    return()
  endif()
  set(together 12)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(folder ${ARGN})
    set(number 0)
    get_filename_component(path ${folder} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    foreach(source ${sources})
      get_filename_component(of ${source} DIRECTORY)
      get_source_file_property(options ${source} COMPILE_OPTIONS)
      if(NOT of STREQUAL path OR options)
        continue()
      endif()
      file(STRINGS ${source} levels REGEX "foreach_target.h")
      if(NOT levels)
        math(EXPR group "${number} / ${together}")
        math(EXPR number "${number} + 1")
        string(MAKE_C_IDENTIFIER "${folder}_${group}" name)
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name})
      endif()
    endforeach()
  endforeach()
endfunction()
