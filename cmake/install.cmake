# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` gives beside the program: the shared libraries, the headers that their doors lead
# to, a CMake package (tally::tally, tally::read, tally::mail) and pkg-config files (tally, tally_read,
# tally_mail).
include(CMakePackageConfigHelpers)

# public_headers(<variable>): tally/*.h and every tally/… header that these include, near or far.
function(public_headers variable)
  file(GLOB unread CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tally/*.h)
  set(seen ${unread})
  while(unread)
    list(POP_FRONT unread header)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${header} includes REGEX "^#include \"tally/")
    foreach(line ${includes})
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
      if(NOT included IN_LIST seen)
        list(APPEND seen ${included})
        list(APPEND unread ${included})
      endif()
    endforeach()
  endwhile()
  set(${variable} ${seen} PARENT_SCOPE)
endfunction()

public_headers(headers)
foreach(header ${headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()

install(TARGETS tally_engine tally_readers tally_mailbox EXPORT tally_targets)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tally)
install(EXPORT tally_targets NAMESPACE tally:: FILE tallyTargets.cmake DESTINATION ${package_folder})
write_basic_package_version_file(tallyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/tallyConfig.cmake ${PROJECT_BINARY_DIR}/tallyConfigVersion.cmake
        DESTINATION ${package_folder})

# The manual pages and the completions, printed by the program itself.
if(NOT CMAKE_CROSSCOMPILING)
  set(share ${PROJECT_BINARY_DIR}/share)
  add_custom_command(OUTPUT ${share}/stamp
                     COMMAND ${PROJECT_SOURCE_DIR}/tools/make-share $<TARGET_FILE:tally_cli> ${share}
                     COMMAND ${CMAKE_COMMAND} -E touch ${share}/stamp
                     DEPENDS tally_cli ${PROJECT_SOURCE_DIR}/tools/make-share)
  add_custom_target(tally_share ALL DEPENDS ${share}/stamp)
  install(DIRECTORY ${share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(DIRECTORY ${share}/bash-completion ${share}/zsh ${share}/fish
          DESTINATION ${CMAKE_INSTALL_DATADIR})
endif()

# Paths relative to the .pc file, so that an installation can be moved or staged.
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${pkgconfig_folder} /prefix)
foreach(module tally tally_read tally_mail)
  configure_file(cmake/${module}.pc.in ${module}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${module}.pc DESTINATION ${pkgconfig_folder})
endforeach()
