# SPDX-License-Identifier: Apache-2.0
# How Tally's own targets are compiled. The options are the targets', not the folder's: those of who embeds Tally stay as they are.

# Exact sums rest on every multiplication and addition being rounded by itself.
set(TALLY_OPTIONS -ffp-contract=off)
# What a compiler has to say about Tally's sources is for those who change them. A family or a kind that a switch has forgotten is an
# error to them.
if(PROJECT_IS_TOP_LEVEL)
  list(PREPEND TALLY_OPTIONS -Wall -Wextra -Wpedantic -Wshadow -Werror=switch)
endif()
# GCC 12 sees overlaps and sizes in "literal" + std::string that are not there (its bugs 105651, 105329).
list(APPEND TALLY_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>")

# tally_options_below(folder): every target that a folder, or one that it has added, compiles. A target's own options come later, and
# so have the last word.
function(tally_options_below folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "LIBRARY$|EXECUTABLE" AND NOT type STREQUAL INTERFACE_LIBRARY)
      target_compile_options(${target} BEFORE PRIVATE ${TALLY_OPTIONS})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    tally_options_below(${below})
  endforeach()
endfunction()
