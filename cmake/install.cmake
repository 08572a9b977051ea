# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` gives beside the program: the shared libraries, the doors, which are all their
# headers, a CMake package (tally::tally, tally::read, tally::mail) and pkg-config files (tally, tally_read,
# tally_mail).
include(CMakePackageConfigHelpers)

file(GLOB doors CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tally/*.h)
install(FILES ${doors} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tally)

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
