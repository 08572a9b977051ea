# SPDX-License-Identifier: Apache-2.0
# find_package(tally): tally::tally is the engine, tally::read the readers of files, tally::mail those of
# mail.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/tallyTargets.cmake)
