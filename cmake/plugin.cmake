# SPDX-License-Identifier: Apache-2.0
# tally_plugin(target): a library that programs load from beside themselves: the program in the build's
# folder, and by a link each the tests and the fuzzers below it. Installed, it is beside the other libraries;
# what it stands on it finds where it was built with it (an absolute path), and installed in the system.
function(tally_plugin target)
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  foreach(folder tests fuzz)
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/${folder}
      COMMAND ${CMAKE_COMMAND} -E create_symlink ../$<TARGET_FILE_NAME:${target}>
              ${PROJECT_BINARY_DIR}/${folder}/$<TARGET_FILE_NAME:${target}>)
  endforeach()
  install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
endfunction()
