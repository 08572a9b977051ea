// SPDX-License-Identifier: Apache-2.0
// Libraries that are loaded when they are first needed: most runs need none of them.
//
// A plug-in runs with all that the program may do, so it comes from where the program was put and
// from nowhere else: not from the folder that somebody happens to work in, and not from one that
// the loader is told to search.
#pragma once

#include <dlfcn.h>

#include <string>
#include <vector>

namespace tally {

/// Where the plug-ins of a program or library in this folder are: there, and of one in …/bin in the
/// LIBDIR beside that.
std::vector<std::string> plugin_folders(const std::string& home);

/// Loads the library of this file name, "libtally_x.so": from the folder `first` unless that is
/// empty, or from plugin_folders of this library and of the program. It is never unloaded. Null if
/// that fails, and `fault` then says why; it is empty where there is no such file. May be called by
/// several threads. REQUIRES: `first` is empty or starts with /.
void* open_plugin(const std::string& name, const std::string& first, std::string& fault);

/// Sets `function` to the one of this name, or to null.
template <class Function>
void find_function(void* plugin, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(plugin, name));
}

}  // namespace tally
